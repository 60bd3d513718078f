#include "fs/store/store.h"

#include <stdlib.h>

void
store_duel_free(struct store_duel *d)
{
	free(d->name);
	free(d->state);
	free(d->rules);
	*d = (struct store_duel){0};
}
