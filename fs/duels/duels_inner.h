/*
 * Inside the room: what it holds of all duels, and of one that is loaded beside its fold.
 */
#ifndef FS_DUELS_DUELS_INNER_H
#define FS_DUELS_DUELS_INNER_H

#include "fs/duels/live.h"
#include "fs/duels/own_tree.h"
#include "fs/duels/scratch.h"
#include "fs/duels/wait.h"
#include "fs/util/workers.h"

/* A row that is stale is written anew after so long. */
#define LAZY_MS 1000
/* A lease ends by an entry, which the host that it was claimed on proposes; the others do so much later, where that one
 * has not. */
#define EXPIRE_GRACE_MS 2000

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
	dev_t mount_dev;

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

	struct workers *workers;
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
	unsigned jobs; /* under way beside the loop: duels_close waits for them */
	unsigned sources; /* being opened, or looked at: the file system behind one may never answer */
	bool abandoned; /* closed while one was: it is never freed, and whoever comes back goes away again */
	pthread_cond_t jobs_done; /* one of them is */
};

/* Do others write to the store, too? */
static inline bool
duel_is_shared(const struct duel *d)
{
	return d->duels->given.store->shared;
}

__attribute__((format(printf, 3, 4))) void duels_log(struct duels *r, int level, const char *format, ...);
/* Let go of the lock until a job has ended, or until then (NULL: however long it takes). 0 or a positive errno. */
int duels_await(struct duels *r, const struct timespec *until);
/* Until `come` is signalled. */
void duels_wait(struct duels *r, pthread_cond_t *come);
/* Have the store carry it out, and let go of the lock until it has: what it says of it. Sets done and arg. */
int duels_submit(struct duels *r, struct store_batch *b);
/* Tables that grow with users and with things to count: users, states, and when duels end. */
void duels_free_tables(struct duels *r);
void duels_set_state(struct duel *d, const char *name);
/* The place of the first duel with an id above `after`. */
static inline size_t
duels_place(const struct duels *r, int64_t after)
{
	size_t low = 0, high = r->n_duels;
	while (low < high) {
		size_t mid = low + (high - low) / 2;
		if (r->by_id[mid]->id <= after)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}
/* By its name, or its id, also while it is being made or removed. */
static inline struct duel *
duels_named(struct duels *r, const char *name)
{
	struct duel *d;
	HASH_FIND(by_name, r->by_name, name, strlen(name), d);
	return d;
}
static inline struct duel *
duels_any(struct duels *r, int64_t id)
{
	size_t at = duels_place(r, id - 1);
	return at < r->n_duels && r->by_id[at]->id == id ? r->by_id[at] : NULL;
}
struct duel *duels_add(struct duels *r, const struct store_duel *row);
/* Its name is another's from now on, or nobody's. */
void duels_unname(struct duel *d);
/* Take it out of the table of duels and free it. */
void duels_forget(struct duel *d);
/* making.c: a duel of this name, which nobody has. */
int duel_create(struct duels *r, const char *name, uid_t uid, const struct duel_rules *rules,
	const struct source_copy *source);

/* sharing.c: news of a store that others write to; without the lock. */
bool sharing_news(void *arg, const struct store_news *n);
/* Nobody is there to write to, or to ask. */
void sharing_cut_off(struct duels *r);
/* By another host; it is hidden from now on, and forgotten when nobody has it. */
void sharing_removed(struct duel *d);
/* By this one: what the store was read to have before is not news of it. */
void sharing_removed_here(struct duel *d);
void sharing_free(struct duels *r);
/* It is at least at `rev`: read it on. */
void sharing_moved(struct duel *d, uint64_t rev);
/* For who has entered: take in what others wrote, and what it is told of meanwhile. */
void duel_read_on(struct duel *d);
/* The store has another log of it than the one that is shown here. */
void live_lost(struct duel *d);
/* All up to there is in the store by now: what others wrote of it is as if from then on, also where it is loaded
 * later. */
void duel_seen(struct duel *d, uint64_t seq);

/* load.c: loading, letting go. A store may be large, slow or far away: it is read without the lock, and put in place in
 * one moment, so that nobody sees half of it. 0, or what the reading came to. Nobody else is at it. */
int live_load(struct duel *d);
/* Somebody else wrote to the store: take in what it has beyond `stored`. -errno: it cannot be read. The duel is busy,
 * and stays so; the lock is not held while the store is asked. */
int live_read_on(struct duel *d);
void live_free(struct duel *d);
/* The bytes that are kept with it now; it is counted anew when its fold changes. */
static inline void
live_grew(struct duel *d, size_t before, size_t now)
{
	d->duels->loaded_bytes += now - before;
	d->live->bytes += now - before;
}
/* The stored log is not what was accepted, from byte `at` of the record on: read-only and invalidated from now. */
void live_damaged(struct duel *d, uint64_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Entries were folded: what the table of duels keeps of every duel follows, its state, when it changed and when it
 * ends, and how many bytes it has. */
void duel_folded(struct duel *d);
/* commit.c */
/* Are there notes between the record and what is added next? */
bool commit_has_notes(const struct commit *c);
/* For who has entered: write its row anew, where that is stale. */
void commit_row(struct duel *d);

/* enter.c: one who waits, on its stack. It is the next one's turn; and nobody's any more. */
struct turn {
	struct turn *next;
	pthread_cond_t come;
	bool mine, gone;
};
void turn_pass(struct duel *d);
void turns_end(struct duel *d);

/* The state in the store's row of a duel that closed and whose archive file is not there yet. */
#define STATE_UNARCHIVED "unarchived"
/* Write a closed duel to the archive, beside the loop; then its row. */
void archive_duel(struct duel *d);
/* At mount: those that a crash came before. */
void archive_rest(struct duels *r);

/* ends.c: it is not loaded any more, or not yet. */
void ends_keep(struct duel *d);
/* Load those that are due; clock_ms of the next, 0: there is none. */
int64_t ends_tick(struct duels *r);
/* It cannot be loaded: try again some time, where it ended. */
void ends_again(struct duel *d);
/* In the store's row, where 0 is never; and read from it. */
static inline int64_t
ends_in_row(const struct duel *d)
{
	return d->ends_ms ? d->ends_ms - d->duels->downtime_ms : 0;
}
void ends_from_row(struct duel *d, const struct store_duel *row);
/* The times of this boot in which nothing was mounted, up to now; -errno. */
int ends_begin_mount(struct duels *r);
void ends_end_mount(struct duels *r);

/* timer.c */
struct timer *timer_start(struct duels *r);
void timer_at(struct timer *t, int64_t clock_ms); /* wake at the latest then */
void timer_stop(struct timer *t);
/* Have workers enter those that something has fallen due in: clock_ms of the next, 0: there is none. */
int64_t clock_fire(struct duels *r);
/* Have a worker enter this one; load it first where it is not. */
void clock_start(struct duel *d);
/* For who has entered: of a lease that ran out, a deadline and a bounded wait, all unnoticed so far, the earlier one
 * comes first; it may do away with the others. false: nothing is left. */
bool clock_pass(struct duel *d);
/* For who leaves, or has changed it: work out what is due next. */
void clock_look(struct duel *d);
/* The earlier of two clock_ms, where 0 is never. */
static inline int64_t
clock_sooner(int64_t a, int64_t b)
{
	return !a ? b : !b ? a : a < b ? a : b;
}

#endif
