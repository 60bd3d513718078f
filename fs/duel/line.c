#include "fs/duel/line.h"

#include <stdlib.h>
#include "validators/mem.h"

void
line_run(struct line *l, void (*fn)(void *arg), void *arg)
{
	if (!l->busy && !l->first) {
		fn(arg);
		return;
	}
	struct line_waiter *w = mem_calloc(1, sizeof *w);
	struct line_waiter **end = &l->first;
	*w = (struct line_waiter){.fn = fn, .arg = arg};
	while (*end)
		end = &(*end)->next;
	*end = w;
}

static struct line_waiter
take(struct line *l)
{
	struct line_waiter w = *l->first;
	free(l->first);
	l->first = w.next;
	return w;
}

/* What one of them does may end at once and come here again: the first of these calls goes on with the others. */
void
line_free(struct line *l)
{
	l->busy = false;
	if (l->going_on)
		return;
	l->going_on = true;
	while (!l->busy && l->first) {
		struct line_waiter w = take(l);
		bool more = l->going_on = l->first;
		w.fn(w.arg);
		if (!more)
			return; /* it may have been the end of the line's owner */
	}
	l->going_on = false;
}
