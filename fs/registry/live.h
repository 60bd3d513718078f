/*
 * A duel that is loaded, beside its fold, and the registry that has it: for the rooms that change duels. The mount, which only asks, includes
 * duel.h and registry.h.
 *
 * `struct duel` is what stays in memory for each of a million duels: its row in the store. While the duel is in use there are two more: the
 * fold of its entries (fold.h), and `struct live`, what only a duel in use needs beside it.
 *
 * How an entry comes to be. A lazy one (claim, refresh, release, expiry, wait, refusal) is put: ordered, chained, folded and kept in
 * `pending`, and reaches the disk with the next durable one or within LAZY_MS. A durable one (join, turn, hand-in, conclusion) is committed:
 * it goes to the store with everything pending, and is folded only when the store says it is safe. While a batch of a duel is with the
 * store the duel is busy, and whatever would change it waits in its queue; readers never wait.
 *
 * Invariants (live_invariant): the fold's; entries in pending are the newest ones, in order; busy means that exactly one batch or removal is
 * under way.
 */
#ifndef FS_REGISTRY_LIVE_H
#define FS_REGISTRY_LIVE_H

#include <uthash.h>
#include "fs/fold/fold.h"
#include "fs/registry/drawing.h"
#include "fs/registry/duel.h"
#include "fs/registry/registry.h"
#include "fs/registry/scratch.h"
#include "fs/registry/wait.h"
#include "fs/util/queue.h"
#include "fs/util/workers.h"

/* A lazy entry is on disk at the latest after so long, or when so many wait. */
#define LAZY_MS 1000
#define LAZY_MAX 64
/* Lease numbers are reserved on disk in blocks, so that numbers only grow even where a claim was lost in a crash. */
#define LEASE_BLOCK 64
/* Texts up to here are judged where they arrive (well under 100 µs); larger ones by a worker. */
#define JUDGE_INLINE_BYTES 8192
#define JUDGE_INLINE_SOURCE_BYTES (64 << 10)
/* Of limits.events, so many are kept free for what the format needs: see unlogged.c. */
#define EVENTS_RESERVE 64

/* `status` as it was rendered last, and what it depends on. */
struct status_cache {
	UT_string text;
	uint64_t version; /* 0: nothing yet */
	int64_t left, retry;
};

/* What of the lease of now is not in the log (unlogged.c); NULL: it is there, or there is none. */
struct unlogged {
	struct entry *claim;
	struct entry *refresh; /* the last one, and the last text under it that was refused */
	struct entry *reject;
	struct fstate *before; /* the claim */
	struct lease held;     /* then, by the same seat, and in the log; no holder: the floor was free */
};

/* A duel that is loaded, beside its fold. */
struct live {
	struct unlogged unlogged;

	/* The way to the disk. */
	struct entry **pending;
	size_t n_pending, pending_room;
	int64_t flush_clock_ms; /* when pending falls due; 0: nothing pending */

	/* Who uses it. */
	struct door *doors;
	struct live *next, *prev; /* the registry's list, last used first */
	struct duel *duel;
	size_t bytes; /* as counted in the registry's loaded_bytes */

	struct drawing drawings[FORMAT_ROWS_MAX]; /* of the format's rows, those that are drawn */
	struct status_cache status;
	UT_string base_text; /* a rendered gated file as it reads, for comparing what is written with it; anew each time */

	struct waiter *waiters; /* wait.h; NULL: nobody */
	int64_t waits_due; /* clock_ms at the latest of the first of them whose time is over; 0: none */
	bool deadline_passes; /* what became of one is on its way to the disk */
	int64_t deadline_again; /* clock_ms before which the store is not asked again to take what a deadline became; 0: it took it */
	int64_t wait_told; /* the end of a bounded wait that has passed and was made known */
	bool row_stale; /* the store's row shows an older state */
};

struct duel {
	int64_t id;
	struct registry *registry;
	struct fold *fold; /* NULL: not loaded; then live is, too */
	struct live *live;
	char *name;
	int64_t created_ms;
	int64_t updated_ms;
	uint64_t lease_reserved;
	const char *state; /* interned */
	uid_t uid;
	unsigned holds;
	struct scratch *scratch; /* temporary files here, by number */
	struct queue queue; /* of changes that wait for their turn; busy while one is under way */
	bool seen;   /* was loaded since the mount: nothing that was pending then is lost */
	bool hidden; /* being made or removed: nobody finds it */
	bool unreadable; /* the store could not give it, and the log says so */
	bool unarchived; /* closed, and its archive file is not there yet: its row says so until then, whatever else is written */
	UT_hash_handle by_name;
};

/* How many duels a uid made, how many doors it has open, how much is staged in them, and in scratch files, how many sources it waits for,
 * how many reads of its are parked, how much its open files hold to be read (reading.h). Stays until the end, once it is there. */
struct usage {
	uid_t uid;
	unsigned number; /* registry_uid_number; 0: none */
	int64_t duels, doors, staged, scratch, sources, waits, reader_bytes;
	UT_hash_handle hh;
};

struct state_count {
	const char *name;
	int64_t n;
	struct state_count *next;
};

struct registry {
	pthread_mutex_t lock;
	struct store *store;
	struct clock clock;
	struct mount_config config;
	struct text_set *texts;
	char *store_dir;
	char *mountpoint;
	char *version;
	char *archive;
	void (*log)(int level, const char *line);
	bool (*traced)(const char *category);
	void (*changed)(void *arg, struct duel *d);
	void *arg;
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
	struct usage **numbered; /* by number, from 1 */
	unsigned n_numbered;

	struct scratch *scratch; /* of all duels, longest unchanged first */
	int64_t scratch_bytes;
	uint64_t scratch_serial;

	struct live *lives; /* last used first */
	size_t loaded_bytes;
	int64_t waits; /* parked reads, of all uids */
	int64_t reader_bytes; /* of all readings */
	bool waits_ended;
	uint64_t loads; /* so many times a duel was loaded: no version is ever shown twice */

	struct workers *workers;
	struct workers *archiver; /* a thread of its own: the file system behind the archive may be slow */
	struct workers *drawer; /* one, too: Graphviz takes its time */
	const char *dot;  /* its program */
	uint64_t layouts; /* begun */
	int stop_layouts; /* an eventfd, which ends those under way */
	struct timer *timer;
	struct refused_list refused; /* beside the duels */
	bool closing;  /* lease numbers need no reserve any more */
	bool broken;   /* the store failed: whether the last change took effect is open until a remount */
	unsigned jobs; /* under way beside the loop: registry_close waits for them */
	struct sourcing *sourcings; /* who waits for one, oldest first */
	unsigned sources; /* being opened: the file system behind one may never answer */
	bool abandoned; /* closed while one was: it is never freed, and whoever comes back goes away again */
	pthread_cond_t jobs_done; /* one of them is */
};

static inline struct moment
registry_moment(struct registry *r)
{
	return clock_moment(&r->clock);
}

__attribute__((format(printf, 3, 4))) void registry_log(struct registry *r, int level, const char *format, ...);
struct usage *registry_usage(struct registry *r, uid_t uid);
/* Give this uid a number, unless it has one or all are given away. */
void registry_number_uid(struct registry *r, uid_t uid);
/* Count a job that must end before the registry may close. */
void registry_job_begin(struct registry *r);
void registry_job_end(struct registry *r);
/* A source was opened, or refused. */
void registry_source_end(struct registry *r);
void registry_set_state(struct duel *d, const char *name);
/* By its name, also while it is being made or removed. */
struct duel *registry_named(struct registry *r, const char *name);
struct duel *registry_add(struct registry *r, const struct store_duel *row);
/* Take it out of the registry and free it. */
void registry_forget(struct duel *d);
/* making.c: a duel of this name, which nobody has. Takes what *source owns (NULL: none). */
void duel_create(struct registry *r, const char *name, uid_t uid, const struct duel_rules *rules, struct source_copy *source, done_fn done,
	void *arg);

/* load.c: loading, letting go. */
int live_load(struct duel *d);
void live_free(struct duel *d);
/* Count its bytes anew, after it grew. */
void live_recount(struct duel *d);
void live_trim(struct registry *r);
/* The stored log is not what was accepted, from byte `at` of the record on: read-only and invalidated from now. */
void live_damaged(struct duel *d, uint64_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));
void live_invariant(const struct duel *d);
/* Entries were folded: what the registry keeps of every duel follows, its state and when it changed. */
void duel_folded(struct duel *d);
/* What is shown of it is another now: tell the mount, and whoever waits for that. */
void duel_changed(struct duel *d);

/* commit.c: the way to the disk. */
/* Put a lazy entry: takes ownership. The duel must not be busy. */
void entry_put(struct duel *d, struct entry *e);
/* The same for one that has a time and was folded, but for its place in the log. */
void entry_log(struct duel *d, struct entry *e, struct fstate *before);
/* When it is, where that is not said yet. */
void entry_time(struct duel *d, struct entry *e);

/* unlogged.c: leases past limits.events. */
bool events_full(const struct duel *d);
/* A claim, a refresh or a refused text that stays beside the log: takes ownership. The duel must not be busy. */
void unlogged_hold(struct duel *d, struct entry *e);
/* The lease of now ends: true where it never was in the log, and is gone; else what is left of it ends as any. */
bool unlogged_end(struct duel *d, bool ran_out);
/* It is needed there: into the log with it. */
void unlogged_put(struct duel *d);
bool unlogged_any(const struct live *v);
void unlogged_drop(struct duel *d);
/* Make entries durable with everything pending, then fold them and call done. The duel must not be busy and is so until done. Takes
 * ownership of the entries and the facts. `check` runs at the moment of commit, with the lock held, after all waiting: not 0 and nothing
 * happened. */
struct commit {
	struct duel *duel;
	struct entry *entries[VERDICT_DRAFTS + 4];
	void *facts[VERDICT_DRAFTS + 4];
	void (*facts_free)(void *facts);
	size_t n;
	unsigned change;      /* further enum store_change: STORE_SOURCE, STORE_UPDATE is always there */
	const struct duel_rules *rules; /* write them into the row; NULL: they stay. Borrowed until done */
	const struct source_copy *source;
	int (*check)(struct commit *c);
	void (*durable)(struct commit *c);       /* it is on disk: tell the writer, before the fold; may be NULL */
	void (*done)(struct commit *c, int err); /* frees c; the duel is free again when it returns */
	void *arg;
};
struct commit *commit_new(struct duel *d);
/* The first text of the record brings the head along, before it; so does a close that brings notes. */
void commit_add(struct commit *c, struct entry *e, void *facts);
/* What stands before a text that is put behind the record now: notes, blank lines, a rule; nothing where the format has no such form. */
void record_lead(struct duel *d, UT_string *out);
/* Are there notes between the record and what is added next? */
bool commit_has_notes(const struct commit *c);
/* The entry that a draft becomes, with what stands between it and the record as it is now (drafts.c). Takes the facts. */
void commit_add_draft(struct commit *c, unsigned seat, uint64_t lease, struct draft *t);
void commit_run(struct commit *c);
void commit_free(struct commit *c);
/* Has the record room for them, and for what they lead to? The sentence where it has not. */
#define RECORD_FULL "the record would grow past 4 MiB"
bool drafts_fit(const struct duel *d, const struct verdict *v);
/* A commit of what a format made of a verb of `seat`, or of the clock (seat 0, `due` is when): takes the drafts. Whoever has the floor
 * loses it first where the clock, an ENTRY_EXPIRE among the drafts or somebody else's close takes it. */
struct commit *commit_of_drafts(struct duel *d, unsigned seat, struct verdict *verdict, int64_t due);
/* Hand what is pending to the store now. */
void commit_pending(struct duel *d);


/* refuse.c: keep a refusal. Takes what is in `findings` (empty afterwards); returns err. */
int refuse_keep(struct duel *d, unsigned seat, uid_t uid, const char *file, int err, struct findings *findings);
/* The same where the findings are about another file than the one that was written to. */
int refuse_about(struct duel *d, unsigned seat, uid_t uid, const char *file, const char *about, int err, struct findings *findings);
/* The same for one rule. */
int refuse_rule(struct duel *d, unsigned seat, uid_t uid, const char *file, const struct rule *rule, const char *format, ...)
	__attribute__((format(printf, 6, 7)));
/* A refused submission: also a turn_rejected event, and remembered for the next release. */
int refuse_turn(struct duel *d, unsigned seat, uint64_t lease, uid_t uid, const char *file, int err, struct findings *findings);

/* What the store's row says of a duel that closed and whose archive file is not there yet. */
#define STATE_UNARCHIVED "unarchived"
/* Write a closed duel's archive file, beside the loop; then its row. */
void archive_duel(struct duel *d);
/* At mount: those whose file a crash prevented. */
void archive_rest(struct registry *r);

/* wait.c: wake those whose wait is over. */
void waits_wake(struct duel *d);

/* timer.c */
struct timer *timer_start(struct registry *r);
void timer_at(struct timer *t, int64_t clock_ms); /* wake at the latest then */
void timer_stop(struct timer *t);
/* Let what has fallen due by the clock happen, and set the timer for what comes next. */
void duel_tick(struct duel *d);
int64_t duel_due(struct duel *d); /* clock_ms; 0: nothing */
/* When the format's deadline is; 0: there is none. */
int64_t duel_deadline(struct duel *d);
/* Of two clock_ms the one that comes first, where 0 is never. */
static inline int64_t
clock_sooner(int64_t a, int64_t b)
{
	return !a ? b : !b ? a : a < b ? a : b;
}

#endif
