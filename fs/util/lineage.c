#include "fs/util/lineage.h"

#include <stdbool.h>

static bool
has(const struct lineage *l, const struct ancestor *a)
{
	for (unsigned i = 0; i < l->n; i++)
		if (l->v[i].pid == a->pid && l->v[i].began == a->began)
			return true;
	return false;
}

unsigned
lineage_distance(const struct lineage *of, const struct lineage *other)
{
	for (unsigned i = 0; i < of->n; i++)
		if (has(other, &of->v[i]))
			return i;
	return LINEAGE_MAX;
}
