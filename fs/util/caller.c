#include "fs/util/caller.h"

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
