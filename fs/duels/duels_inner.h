/*
 * Inside the room: what its files ask of each other. The table and a loaded duel stand in live.h.
 */
#ifndef FS_DUELS_DUELS_INNER_H
#define FS_DUELS_DUELS_INNER_H

#include "fs/duels/live.h"
#include "fs/duels/scratch.h"
#include "fs/duels/wait.h"
#include "fs/util/workers.h"
#include "validators/text/mem.h"

/* A row that is stale is written anew after so long. */
#define LAZY_MS 1000
/* A lease ends by an entry, which the host that it was claimed on proposes; the others do so much later, where that one
 * has not. */
#define EXPIRE_GRACE_MS 2000

/* Do others write to the store, too? */
static inline bool
duel_is_shared(const struct duel *d)
{
	return d->duels->given.store->shared;
}

__attribute__((format(printf, 3, 4))) void duels_log(struct duels *r, int level, const char *format, ...);
/* Let go of the lock until `come` is signalled or the time is `until` (NULL: however long). 0 or a positive errno. */
int duels_wait(struct duels *r, pthread_cond_t *come, const struct timespec *until);
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
/* Take it out of the table of duels and free it. */
void duels_forget(struct duel *d);

/* sharing.c: news of a store that others write to; without the lock. */
bool sharing_news(void *arg, const struct store_news *n);
/* Nobody is there to write to, or to ask. */
void sharing_cut_off(struct duels *r);
/* By another host; it is hidden from now on, and forgotten when nobody has it. */
void sharing_removed(struct duel *d);
/* By this one: what the store was read to have before is not news of it. */
void sharing_removed_here(struct duel *d);
/* A duel that was removed here. The list may have been read before and be told after: it is kept until the list says
 * that it is gone, which it does of each. */
struct own_removal {
	int64_t id;
	UT_hash_handle hh;
};
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
/* The stored log is not what was accepted, from byte `at` of the record on: read-only and invalidated from now. Takes
 * `why`. */
void live_damaged(struct duel *d, uint64_t at, char *why);
/* Entries were folded: what the table of duels keeps of every duel follows, its state, when it changed and when it
 * ends, and how many bytes it has. */
void duel_folded(struct duel *d);
/* commit.c */
/* Are there notes between the record and what is added next? */
bool commit_has_notes(const struct commit *c);
/* For who has entered: write its row anew, where that is stale. */
void commit_row(struct duel *d);

/* marks.c */
/* Put the marks of e->body into e->data (a JSON object, or NULL: it becomes one). */
void marks_set(struct entry *e);
/* The first byte of e->body that is not what was marked: exact where one byte of its block changed, else the block's
 * first. body_len where every block is as it was: the damage is not in the body, or there are no marks to tell by. */
size_t marks_first_damage(const struct entry *e);

/* enter.c: a thread that waits to enter a duel, on its stack. It has come to be in it; or the duel is gone. */
struct entrant {
	struct entrant *next;
	pthread_cond_t come;
	bool mine, gone;
};

/* The state in the store's row of a duel that closed and whose archive file is not there yet. */
#define STATE_UNARCHIVED "unarchived"
/* Write a closed duel to the archive, beside the loop; then its row. `again`: a mount before this one may have begun
 * that. */
void archive_duel(struct duel *d, bool again);
/* At mount: those that a crash came before. */
void archive_rest(struct duels *r);

/* ends.c: it is not loaded any more, or not yet. */
void ends_keep(struct duel *d);
/* Load those that are due; clock_ms of the next, 0: there is none. */
int64_t ends_tick(struct duels *r);
/* It cannot be loaded: try again some time, where it ended. */
void ends_again(struct duel *d);
/* Its end as the store's row has it, where 0 is never; and as it is read from there. */
static inline int64_t
ends_in_row(const struct duel *d)
{
	return d->ends_ms ? d->ends_ms - d->duels->downtime_ms : 0;
}
void ends_from_row(struct duel *d, const struct store_duel *row);
/* The times of this boot in which nothing was mounted, up to now; -errno. */
int ends_begin_mount(struct duels *r);
/* Have the store write that one begins, or ends. */
void ends_write_mount(struct duels *r, enum store_change what);

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
