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
	       "    --secret-file FILE  keep what tokens are hashed with in FILE, which each host has a copy of, and "
	       "not in\n"
	       "                        the database: FILE is made, or its secret taken where it is there\n"
	       "    --help              print this and exit\n\n"
	       "Exit status 0: they are there, 1: refused, and nothing was changed, 2: the database cannot be "
	       "reached.\n");
	return EXIT_SUCCESS;
}

static int
init(const struct command_store *store, const struct command_words *w)
{
	char *why = NULL;
	const char *secret_file = w->secret_file ? w->secret_file : store->secret_file;
	int err = store_pg_init(store->database, secret_file, w->v + 1, w->n - 1, &why);
	if (err)
		command_fail("%s: %s", store->shown, why ? why : strerror(-err));
	else
		printf("%s%s%s: the tables are there\n", why ? why : "", why ? "\n" : "", store->shown);
	free(why);
	return !err ? EXIT_SUCCESS : err == -EIO || err == -ENOSYS ? EXIT_UNKNOWN : EXIT_REFUSED;
}

int
init_run(int argc, char **argv)
{
	struct command_words w;
	struct command_store store;
	bool understood = command_words(&w, argc, argv, COMMAND_SECRET_FILE);
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
