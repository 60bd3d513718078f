#include "fs/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fs/store/pg/pg.h"

int
init_run(const struct command_words *w)
{
	const struct command_store *store = w->store;
	char *why = NULL;
	if (!store->database)
		return command_fail("%s: this is no database, and names none: a directory needs no init", w->v[0]);
	int err = store_pg_init(store->database, w->v + 1, w->n - 1, &why);
	if (err)
		command_fail("%s: %s", store->shown, why ? why : strerror(-err));
	else
		printf("%s: the tables are there\n", store->shown);
	free(why);
	return !err ? EXIT_SUCCESS : err == -EIO || err == -ENOSYS ? EXIT_UNKNOWN : EXIT_REFUSED;
}
