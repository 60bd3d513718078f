#include "fs/util/caller.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"

void
caller_copy(struct caller *out, const struct caller *who)
{
	*out = who ? *who : (struct caller){0};
	if (!out->groups)
		return;
	gid_t *groups = mem_calloc(who->n_groups, sizeof *groups);
	memcpy(groups, who->groups, who->n_groups * sizeof *groups);
	out->groups = groups;
}

void
caller_clear(struct caller *who)
{
	free((gid_t *)who->groups);
	*who = (struct caller){0};
}

unsigned
lineage_distance(const struct lineage *of, const struct lineage *other)
{
	assert(of->n <= LINEAGE_MAX && other->n <= LINEAGE_MAX);
	for (unsigned i = 0; i < of->n; i++)
		for (unsigned k = 0; k < other->n; k++)
			if (other->v[k].pid == of->v[i].pid && other->v[k].began == of->v[i].began)
				return i;
	return LINEAGE_MAX;
}

struct ancestor
caller_self(const struct caller *who)
{
	return who->lineage.n ? who->lineage.v[0] : (struct ancestor){0};
}

bool
ancestor_is(const struct ancestor *a, const struct ancestor *b)
{
	return a->pid && a->pid == b->pid && a->began == b->began;
}
