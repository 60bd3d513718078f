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

void
line_free(struct line *l)
{
	l->busy = false;
	while (!l->busy && l->first) {
		struct line_waiter w = *l->first;
		free(l->first);
		l->first = w.next;
		w.fn(w.arg);
	}
}
