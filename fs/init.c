#include "fs/init.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fs/command.h"
#include "fs/store/pg/pg.h"

static void
usage(FILE *to)
{
	fprintf(to, "usage: duelfs init " INIT_ARGUMENTS "\n");
}

static int
print_help(void)
{
	usage(stdout);
	printf("\nMake the tables of a PostgreSQL database that mounts are to share, where there are none, and add "
	       "what an\n"
	       "older duelfs left out. Each ROLE may use them as a mount does, and change no entry of a log. Once they "
	       "are\n"
	       "there mounts need not make any.\n\n"
	       "    --help  print this and exit\n\n"
	       "Exit status 0: they are there, 1: refused, and nothing was changed, 2: the database cannot be "
	       "reached.\n");
	return EXIT_SUCCESS;
}

static int
init(const struct command_store *store, const struct command_words *w)
{
	char *why = NULL;
	int err = store_pg_init(store->database, w->v + 1, w->n - 1, &why);
	if (err)
		command_fail("%s: %s", store->shown, why ? why : strerror(-err));
	else
		printf("%s: the tables are there\n", store->shown);
	free(why);
	return !err ? EXIT_SUCCESS : err == -EIO || err == -ENOSYS ? EXIT_UNKNOWN : EXIT_REFUSED;
}

int
init_run(int argc, char **argv)
{
	struct command_words w;
	struct command_store store;
	bool understood = command_words(&w, argc, argv, 0);
	if (understood && w.help)
		return print_help();
	if (!understood || w.n < 1) {
		usage(stderr);
		return EXIT_UNKNOWN;
	}
	if (command_find(w.v[0], &store))
		return EXIT_UNKNOWN;
	int status = store.database ? init(&store, &w)
				    : command_fail("%s: this is no database, and names none: a directory needs "
						   "no init",
					      w.v[0]);
	command_store_free(&store);
	return status;
}
