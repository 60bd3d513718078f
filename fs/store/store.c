#include "fs/store/store.h"

#include <stdlib.h>
#include "validators/text/mem.h"

void
store_duel_free(struct store_duel *d)
{
	free(d->name);
	free(d->state);
	free(d->rules);
	*d = (struct store_duel){0};
}

char *
store_mark_fault(const char *place)
{
	if (!*place)
		return mem_strdup(STORE_HALF_MADE);
	return mem_format("the duels were copied from here, and are at %s now: of two places that both go on "
			  "none would be the right one", place);
}
