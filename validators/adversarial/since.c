#include "validators/adversarial/since.h"

#include <string.h>

static size_t
row_of(const struct kb *snapshot, const struct kb_argument *a)
{
	return kb_argument_find(snapshot, a->id, strlen(a->id));
}

const struct kb_argument *
since_argument(const struct kb *snapshot, const struct kb_argument *a)
{
	size_t row = row_of(snapshot, a);

	return row == KB_NONE ? NULL : kb_argument(snapshot, row);
}

bool
since_edge(const struct kb *snapshot, const struct kb *kb, const struct kb_edge *e)
{
	size_t from = row_of(snapshot, kb_argument(kb, e->from)), to;

	if (e->to == KB_NONE)
		return false;
	to = row_of(snapshot, kb_argument(kb, e->to));
	return from == KB_NONE || to == KB_NONE || kb_edge_find(snapshot, from, e->type, to) == KB_NONE;
}
