/*
 * A few threads for what takes too long to be done with a lock held. Jobs run without any lock. Users take turns: a
 * user's next job waits until each other user's that was waiting then has run, so that nobody waits behind all that
 * one user hands in; and it waits while the user has as many threads as are free, for jobs may hang. When nothing is
 * left to do for a second, memory that the jobs freed goes back to the system.
 */
#ifndef FS_UTIL_WORKERS_H
#define FS_UTIL_WORKERS_H

#include <sys/types.h>

struct workers;

/* Up to so many threads, each started when it is needed; fewer where the system gives no more. */
struct workers *workers_start(unsigned n);
/* `uid`: whose job it is. Any thread. */
void workers_run(struct workers *w, uid_t uid, void (*fn)(void *arg), void *arg);
/* Returns when what was handed in is done, with all that it handed in itself; the same, and they end. */
void workers_wait(struct workers *w);
void workers_stop(struct workers *w);

#endif
