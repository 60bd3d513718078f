/*
 * Waiting: until something has changed, until a participant can move, until there are more events.
 *
 * A wait belongs to an open file: what for, and since when. Once it is over it stays so, whatever happens then (but
 * for events, which are waited for again and again): who was told to look is not held up when it looks. A waiter is one
 * who sleeps on a wait: a parked read, a poll. Waiters stand in a list at their duel, and are woken by duel_changed, or
 * by the timer when the time of a wait is over: the first few at once, those who can move before others, and the rest
 * of a crowd a moment later by a worker, in portions, so that neither who made the change nor anybody else waits until
 * all are awake. They are told when the lock is let go of, by the same thread. A duel that nobody waits for costs a
 * look at a NULL.
 *
 * The file that is waited on holds its duel (duel_hold) from wait_begin until its last waiter has left. Expects the
 * duels' lock, as all of this room does; a waiter is woken with the lock held.
 */
#ifndef FS_DUELS_WAIT_H
#define FS_DUELS_WAIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "fs/duels/duel.h"

enum wait_for {
	WAIT_NONE,
	WAIT_CHANGE, /* anything that any file shows to all, at the latest after retry_after_seconds */
	WAIT_MOVE, /* that seat can move, at the latest after retry_after_seconds */
	WAIT_EVENTS, /* more than `seen` bytes of events */
};

struct wait {
	enum wait_for what;
	unsigned seat; /* of WAIT_MOVE */
	bool over;
	struct duel *duel;
	uint64_t news; /* how many there were when it began */
	int64_t since_clock_ms;
	size_t seen;
};

/* Wants duel_settle in the same critical section. A closed duel is never waited for. */
void wait_begin(struct wait *w, struct duel *d, enum wait_for what, unsigned seat);
bool wait_over(struct wait *w);

struct waiter {
	struct waiter *prev, *next;
	struct wait *wait;
	struct usage *usage; /* where it counts; NULL: nowhere */
	/* It has left the list already. `err`: 0, or -ECONNABORTED where waits_end sends it away. It must leave other
	 * waiters alone. */
	void (*wake)(struct waiter *w, int err);
	/* Then, without the lock: tell whoever waits, and free it. */
	void (*tell)(struct waiter *w);
};

/* Sleep until the wait is over: 0, or -EAGAIN where as many are parked as there may be, in the mount or of this uid, or
 * -ECONNABORTED after waits_end. The wait is not over yet. */
int waiter_park(struct waiter *w, uid_t uid);
/* Be woken by the next change after which the wait is over, even if it is already, or when its time is; counts nowhere.
 * 0 or -ECONNABORTED. */
int waiter_watch(struct waiter *w);
/* Not to be woken any more. */
void waiter_leave(struct waiter *w);

/* The mount comes to its end: all are sent away, and nobody waits any more. */
void waits_end(struct duels *r);

#endif
