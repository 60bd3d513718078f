#include "fs/util/caller.h"

#include <assert.h>
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
