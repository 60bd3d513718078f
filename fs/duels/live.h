/*
 * A duel that is loaded, for the rooms that change duels: its fold, and how an entry comes to be. The mount only asks:
 * duel.h and duels.h are for that. The others read what a duel and the table of them hold, and write a duel's intakes,
 * its status and its page; all else only this room writes (duels_inner.h).
 *
 * `struct duel` is what stays in memory for each of a million duels: its row in the store. While the duel is in use
 * there are two more: the fold of its entries (fold.h), and `struct live`, what only a duel in use needs beside it.
 *
 * A thread enters a duel to change it (duel_enter): nobody else changes it until it leaves, readers go on. An entry
 * is appended: it goes to the store, and is folded when the store says that it is safe. On a store that others write to
 * another host may have come first: then what was decided is decided anew.
 */
#ifndef FS_DUELS_LIVE_H
#define FS_DUELS_LIVE_H

#include <uthash.h>
#include "fs/duel/fold.h"
#include "fs/duels/duel.h"
#include "fs/duels/duels.h"

struct duel {
	int64_t id;
	struct duels *duels;
	struct fold *fold; /* NULL: not loaded; then live is, too */
	struct live *live;
	uint64_t behind; /* the store is at this rev at least, and it was busy or being read; 0: nobody has said so */
	char *name;
	char *topic; /* of one that is not loaded, as far as it is known; or NULL */
	int64_t created_ms;
	int64_t updated_ms;
	int64_t ends_ms; /* clock_ms at which its format's deadline is; 0: never. For an unloaded one, at the soonest */
	const char *state; /* interned */
	uid_t uid;
	unsigned holds;
	/* On a store that others write to: the newest entry of another boot that was seen, and when it was. */
	struct seen {
		uint64_t seq;
		int64_t clock_ms;
	} seen;
	struct scratch *scratch; /* temporary files here, by number */
	struct entrant *entrants; /* threads that wait to enter it, the oldest first (enter.c) */
	bool busy; /* somebody is in it, or makes or removes it */
	bool loading; /* somebody reads it from the store */
	bool clocked; /* a worker is about to enter it, for the clock */
	bool hidden; /* being made or removed: nobody finds it */
	bool gone;   /* removed on another host, while somebody had a file of it open */
	bool unnamed; /* and its name is another's, or nobody's */
	bool unreadable; /* the store could not give it when it was read last, and the log says so */
	/* Whose its archive file is to write, where it is closed. From OWED_HERE on its row says that it is owed,
	 * whatever else is written. */
	enum {
		OWED_NOT,
		OWED_ELSEWHERE, /* by another mount, now or once */
		OWED_HERE,
		OWED_LATER,     /* when the last text that is still due is in, or left out */
		OWED_FAILED,    /* it could not be written, which the log says; the next mount tries again */
	} owed;
	UT_hash_handle by_name;
};

/* Hold it loaded (an open file): every hold wants its drop. */
static inline void
duel_hold(struct duel *d)
{
	d->holds++;
}

static inline void
duel_drop(struct duel *d)
{
	d->holds--;
}

/* Closed, or damaged and so read-only. */
static inline bool
duel_is_closed(const struct duel *d)
{
	return d->fold->closed_ms || d->fold->damage;
}

/* Nothing is appended to it any more: a report may still be due of a debate that is closed. */
static inline bool
duel_is_over(const struct duel *d)
{
	return duel_is_closed(d) && (d->fold->damage || !debate_only_due(d->fold->state));
}

/* How many duels a uid made, how many intakes it has open, how much is staged in them and in scratch files, how many
 * background jobs are under way for it (background.h), how many reads of its are parked, how much its open files
 * hold to be read (snapshot.h). Stays until the end, once it is there. */
struct usage {
	uid_t uid;
	int64_t duels, intakes, staged, background, waits, reader_bytes;
	UT_hash_handle hh;
};

/* How many duels there are in each state. */
struct state_count {
	const char *name;
	int64_t n;
	struct state_count *next;
};

/* `status` as it was rendered last, and what it depends on. */
struct status_cache {
	UT_string text;
	uint64_t version; /* 0: nothing yet */
	int64_t left, retry, as_of;
};

/* Its page as it was made last (fs/show/page.h). Owned. */
struct page_cache {
	uint64_t version; /* 0: nothing yet */
	char *html;
	size_t len;
};

/* The files and directories of a tree of the format's (own.c). */
struct own_tree {
	uint64_t version; /* of the duel; 0: not worked out yet */
	struct own_node { /* the first is the row's directory */
		unsigned sub;     /* own.h */
		unsigned up;      /* the directory that it is in */
		unsigned folders; /* of a directory: so many are in it, */
		int64_t ms;       /* and the newest of what is in it */
	} *nodes;
	unsigned n, room;
};

/* A duel that is loaded, beside its fold. */
struct live {
	/* The way to the disk. */
	struct store_head stored; /* what the store has of it: a batch is judged on this */
	int64_t flush_clock_ms; /* when its row is to be written anew; 0: it is not */

	/* Its users. */
	struct intake *intakes;
	struct live *next, *prev; /* the table's list, last used first */
	struct duel *duel;
	size_t bytes; /* as counted in the table's loaded_bytes */

	struct own_tree trees[FORMAT_ROWS_MAX]; /* of the format's rows, those that are trees */
	struct status_cache status;
	struct page_cache page;
	struct waiter *waiters, *movers; /* wait.h: movers wait for a move of theirs; NULL: nobody */
	bool wakes; /* a worker wakes the rest of a crowd */
	int64_t waits_due; /* clock_ms at the latest of the first of them whose time is over; 0: none */
	/* clock_ms before which the store is not asked again to take what a deadline became; 0: it took it */
	int64_t deadline_again;
	int64_t expiry_again; /* likewise what the end of a lease became */
	int64_t wait_told; /* the end of a bounded wait that has passed and was made known */
	bool newer; /* an entry of its log is of a kind that only newer programs know: no more is shown, nor written */
	bool lost; /* the store has lost what was shown of it (sharing.c) */
	char *archive;  /* its record's name in the archive; NULL: it is not there, or nobody has said so */
	bool archive_unsaved; /* the store does not know of it yet */
	bool row_stale; /* the store's row shows an older state, or a later end */
	bool row_soon;  /* it shows a sooner end than there is */

	/* clock_ms at which a lease runs out, the format's deadline comes, a bounded wait ends that nobody was told of
	 * yet, and the first of them, as whoever left it last saw; 0: never */
	int64_t lease_due, deadline_due, wait_due, due_ms;
	int64_t ends_full_ms; /* so long its first move has as a whole; 0: it has no end */
};

struct duels {
	pthread_mutex_t lock;
	pthread_t owner; /* of the lock, where `locked` */
	bool locked;
	/* its texts and its configuration are the newest; all but log, changed and arg is owned */
	struct duels_options given;
	char *archive; /* a directory; NULL: there is none */
	int64_t started_ms, started_clock_ms;
	int64_t changed_ms; /* a duel was made or removed */
	int64_t counted_ms; /* how many duels there are in each state was another before */
	int64_t boot;
	int64_t last_id;
	dev_t mount_dev; /* 0: not mounted yet */

	struct duel *by_name;
	struct duel **by_id; /* ascending */
	size_t n_duels, duels_room;
	struct state_count *states;
	struct usage *usage;

	struct scratch *scratch; /* of all duels, longest unchanged first */
	uint64_t scratch_serial;

	struct live *lives; /* last used first */
	size_t loaded_bytes;
	int64_t waits; /* parked reads, of all uids */
	int64_t reader_bytes; /* of all readings */
	bool waits_ended;
	struct waiter *told; /* woken, and to be told when the lock is let go of */
	uint64_t loads; /* so many times a duel was loaded: no version is ever shown twice */

	struct workers *workers; /* the pool: users take turns */
	struct workers *archiver; /* a thread of its own: the file system behind the archive may be slow */
	struct timer *timer;
	int64_t ends_ms; /* of those that are not loaded, the soonest; 0: none ends by itself */
	struct downtime *downtime; /* of this boot */
	size_t n_downtime;
	int64_t downtime_ms; /* all of it */
	int64_t boot_clock_ms; /* when the first mount of this boot began: clocks of other boots are as if from then */
	struct refused_list refused; /* beside the duels */
	bool closing;
	bool cut_off; /* from a store that others write to */
	int64_t as_of_ms; /* UTC: up to then all that others wrote is known here; 0: there is no other */
	uint64_t lost_entries; /* so often the store had lost what was shown of a duel */
	struct own_removal *removed; /* here, from a store that others write to (sharing.c) */
	bool broken;   /* the store failed: whether the last change took effect is open until a remount */
	unsigned sources; /* being opened, or looked at: the file system behind one may never answer */
	bool abandoned; /* closed while one was: it is never freed, and whoever comes back goes away again */
	pthread_cond_t jobs_done; /* a duel was read, or a source */
};

/* Has this thread the lock? For asserts. */
static inline bool
duels_is_locked(const struct duels *r)
{
	return r->locked && pthread_equal(r->owner, pthread_self());
}

/* The bytes that are kept with it now; it is counted anew when its fold changes. */
static inline void
live_grew(struct duel *d, size_t before, size_t now)
{
	d->duels->loaded_bytes += now - before;
	d->live->bytes += now - before;
}

static inline struct moment
duels_moment(struct duels *r)
{
	return clock_moment(&r->given.clock);
}
/* As clock.h has it; without the lock, too. */
static inline int64_t
duels_clock_ms(const struct duels *r)
{
	return r->given.clock.read(r->given.clock.arg).clock_ms;
}
struct usage *duels_usage(struct duels *r, uid_t uid);

/* Its topic, or its name where that is not known. */
const char *duel_topic(const struct duel *d);
/* Is that what a duel is called that is over, in any format? */
bool state_is_end(const char *state);
/* Its files show something else now: wake those whose wait is over (wait.c). */
void duel_changed(struct duel *d);

/* Wait until nobody else changes it, let what has fallen due by the clock happen, and be the one who may: until
 * duel_leave. Lets go of the lock meanwhile. 0, or -ENOENT: it is gone; 0 always for a caller that holds it. */
int duel_enter(struct duel *d);
void duel_leave(struct duel *d);

/* For who has entered: its lease has run out, and the host that it was claimed on has not said so: end it, for somebody
 * acts. */
void duel_expire(struct duel *d);
/* Append a WAIT or a REJECT, whose refusal is kept already; if others came first, behind theirs. It is dropped where
 * the duel is over or full of events, or the store is cut off. Takes ownership. */
void entry_note(struct duel *d, struct entry *e);
/* Has it as many events as limits.events? Then what is refused, and who waits, is in none any more. */
bool events_full(const struct duel *d);

/* The rule and the sentence for a batch that failed: of the store's own errnos nobody outside knows any. */
const struct rule *store_rule(int err);
const char *store_refusal(int err);

/* Entries that are appended together. */
struct commit {
	struct duel *duel;
	struct entry *entries[VERDICT_DRAFTS + 4];
	size_t n;
	unsigned change;      /* further enum store_change: STORE_SOURCE, STORE_UPDATE is always there */
	const struct duel_rules *rules; /* write them into the row; NULL: they stay. Borrowed until done */
	const struct source_copy *source;
	/* clock_ms from which it is too late, for the writer's lease or the move's clock; 0: never. Looked at before
	 * the store's first try and each further one: -ECANCELED, and nothing happened. */
	int64_t until_ms;
	bool once; /* where others came first nobody decides anew at once */
	/* it has a conclusion or a close: its row says so until the archive file is there, and what a crash in between
	 * left is made good at the next mount */
	bool closes;
	/* The parts of it that are in no entry are folded here; may be NULL. */
	void (*fold)(struct commit *c);
	void *arg;
};
struct commit *commit_new(struct duel *d);
/* The first text of the record brings the head along, before it; so does a close that brings notes. */
void commit_add(struct commit *c, struct entry *e);
/* The entry that a draft becomes, with what stands between it and the record as it is now (drafts.c). */
void commit_add_draft(struct commit *c, unsigned seat, uint64_t lease, struct draft *t);
/* For who has entered: make it durable, then fold it. Lets go of the lock meanwhile; frees c. -EAGAIN: what it was
 * decided by is not what there is any more (others wrote, which was read): decide anew. Nothing happened, too, where it
 * is -ECANCELED (too late), -ENOSPC, -ENOENT (another host removed the duel), -EROFS (a newer duelfs writes here) or
 * -EUCLEAN (what is stored contradicts it: the duel is damaged now).
 * -EIO, -ETIMEDOUT: nobody knows whether it happened; after -EIO the store takes nothing more. */
int duel_append(struct commit *c);
/* Has the record room for them, and for what they lead to? The sentence where it has not. */
#define RECORD_FULL "the record would grow past 4 MiB"
bool drafts_fit(const struct duel *d, const struct verdict *v);
/* A commit of what a format made of a verb of `seat`, or of the clock (seat 0, `due` is when): takes the drafts.
 * The holder loses the floor first if the clock, an ENTRY_EXPIRE among the drafts or somebody else's close takes
 * it. */
struct commit *commit_of_drafts(struct duel *d, unsigned seat, struct verdict *verdict, int64_t due);
/* refuse.c: keep a refusal, whose findings are `about` this file (NULL: the one that was written to). Takes what is in
 * `findings` (empty afterwards); returns err. For one rule: refuse_rule (duel.h). */
int refuse_keep(struct duel *d, unsigned seat, const struct caller *who, const char *file, const char *about, int err,
	struct findings *findings);
/* A refused submission: also a turn_rejected event, and remembered for the next release. */
int refuse_turn(
	struct duel *d, unsigned seat, uint64_t lease, const struct caller *who, const char *file, int err,
	struct findings *findings);

#endif
