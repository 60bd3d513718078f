/*
 * A queue of things that want something one at a time: a duel that is being changed, a door that is being written to.
 * Not a lock: whoever finds it busy leaves a function behind and goes away. All calls are made with the registry's lock
 * held.
 */
#ifndef FS_UTIL_QUEUE_H
#define FS_UTIL_QUEUE_H

#include <stdbool.h>

struct queued {
	void (*fn)(void *arg);
	void *arg;
	struct queued *next;
};

struct queue {
	bool busy;
	bool going_on; /* queue_next is at work */
	struct queued *first;
};

/* Call fn now where nothing is under way, else when it is over. fn may make it busy. */
void queue_run(struct queue *q, void (*fn)(void *arg), void *arg);
/* What was under way is over: whoever waits goes on, in order, until one makes it busy again. The last one that waits
 * may free what the queue is a part of. */
void queue_next(struct queue *q);

#endif
