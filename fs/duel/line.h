/*
 * A line of things that want something one at a time: a duel that is being changed, a door that is being written to. Not a lock: whoever
 * finds it busy leaves a function behind and goes away. All calls are made with the registry's lock held.
 */
#ifndef FS_DUEL_LINE_H
#define FS_DUEL_LINE_H

#include <stdbool.h>

struct line_waiter {
	void (*fn)(void *arg);
	void *arg;
	struct line_waiter *next;
};

struct line {
	bool busy;
	bool going_on; /* line_free is at work */
	struct line_waiter *first;
};

/* Call fn now where nothing is under way, else when it is over. fn may make the line busy. */
void line_run(struct line *l, void (*fn)(void *arg), void *arg);
/* What was under way is over: whoever waits goes on, in order, until one makes the line busy again. The last one that waits may free what
 * the line is a part of. */
void line_free(struct line *l);

#endif
