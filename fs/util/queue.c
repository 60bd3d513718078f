#include "fs/util/queue.h"

#include <assert.h>
#include <stdlib.h>
#include "validators/text/mem.h"

void
queue_run(struct queue *q, void (*fn)(void *arg), void *arg)
{
	assert(fn);
	if (!q->busy && !q->first) {
		fn(arg);
		return;
	}
	struct queued *w = mem_calloc(1, sizeof *w);
	struct queued **end = &q->first;
	*w = (struct queued){.fn = fn, .arg = arg};
	while (*end)
		end = &(*end)->next;
	*end = w;
}

/* What one of them does may end at once and come here again: the first of these calls goes on with the others. */
void
queue_next(struct queue *q)
{
	q->busy = false;
	if (q->going_on)
		return;
	q->going_on = true;
	while (!q->busy && q->first) {
		struct queued *first = q->first, w = *first;
		q->first = w.next;
		free(first);
		bool more = q->going_on = q->first;
		w.fn(w.arg);
		if (!more)
			return; /* it may have been the end of what the queue is a part of */
	}
	q->going_on = false;
}
