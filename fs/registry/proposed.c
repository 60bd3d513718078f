#include "fs/registry/proposed.h"

#include <assert.h>
#include "fs/registry/own.h"
#include "fs/registry/registry_inner.h"

/* The tree that takes proposals: a format has one at most. */
static const struct format_tree *
tree_proposed(const struct duel *d)
{
	const struct format_row *r;
	for (unsigned row = 0; (r = own_row_at(d, row)); row++)
		if (r->tree && r->tree->propose)
			return r->tree;
	return NULL;
}

void
proposed_forget(struct live *v)
{
	if (!v->proposed)
		return;
	fstate_drop(v->proposed);
	fstate_drop(v->proposed_on);
	v->proposed = v->proposed_on = NULL;
	own_tree_free(&v->proposed_tree);
}

static bool
is_over(const struct duel *d)
{
	const struct lease *l = &d->fold->lease;
	return duel_is_closed(d) || !l->holder || l->number != d->live->proposed_lease;
}

/* The debate has gone on: they stand on what it is now, or are void. */
static void
put_again(struct duel *d)
{
	struct live *v = d->live;
	struct fstate *next = tree_proposed(d)->again(d->fold->state, v->proposed);
	proposed_forget(v);
	if (!next)
		return;
	v->proposed = next;
	v->proposed_on = fstate_hold(d->fold->state);
}

struct fstate *
duel_proposed(struct duel *d)
{
	assert(registry_is_locked(d->registry));
	assert(d->live);
	struct live *v = d->live;
	if (v->proposed && is_over(d))
		proposed_forget(v);
	if (v->proposed && v->proposed_on != d->fold->state)
		put_again(d);
	return v->proposed;
}

bool
duel_sees_proposed(struct duel *d, uid_t uid)
{
	unsigned holder = duel_proposed(d) ? d->fold->lease.holder : 0;
	return holder && fold_is_own(d->fold, holder, uid);
}

bool
duel_drafts(struct duel *d, unsigned seat, uid_t uid)
{
	return d->live && seat == d->fold->lease.holder && duel_sees_proposed(d, uid);
}

struct fstate *
duel_state_for(struct duel *d, unsigned seat)
{
	struct fstate *proposed = seat && seat == d->fold->lease.holder ? duel_proposed(d) : NULL;
	return proposed ? proposed : d->fold->state;
}

/* What the tree shows to one is another from now on, and so are the sizes of what is in it: another version, which
 * nobody waits for. */
void
duel_propose(struct duel *d, struct fstate *state)
{
	assert(registry_is_locked(d->registry));
	assert(state && d->fold->lease.holder && tree_proposed(d));
	struct live *v = d->live;
	proposed_forget(v);
	v->proposed = state;
	v->proposed_on = fstate_hold(d->fold->state);
	v->proposed_lease = d->fold->lease.number;
	d->fold->version++;
}
