/* What an accepted text leads to and nobody needs at once, done while the disk has its entry: else a processor stands
 * idle then, and whoever comes next waits for it. */
#include <assert.h>
#include <sched.h>

#include "fs/registry/registry_inner.h"

void
ahead_leave(struct duel *d, const struct entry *e, const void *facts)
{
	struct ahead *a = &d->registry->ahead;
	const struct format *f = d->fold->format;
	assert(registry_is_locked(d->registry));
	void *left = facts && f->ahead && a->n < AHEAD_MAX ? f->ahead(e->kind, facts) : NULL;
	if (!left)
		return;
	a->v[a->n].work = f->ahead_work;
	a->v[a->n++].left = left;
}

struct ahead
registry_take_ahead(struct registry *r)
{
	struct ahead taken = r->ahead;
	assert(registry_is_locked(r));
	r->ahead.n = 0;
	return taken;
}

void
ahead_do(const struct ahead *a)
{
	if (a->n)
		sched_yield(); /* to who writes, where both have one processor: it soon waits for the disk */
	for (size_t i = 0; i < a->n; i++)
		a->v[i].work(a->v[i].left);
}
