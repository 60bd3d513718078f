#include "fs/upgrade.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fs/command.h"
#include "fs/store/pg/pg.h"

static void
usage(FILE *to)
{
	fprintf(to, "usage: duelfs upgrade " UPGRADE_ARGUMENTS "\n");
}

static int
print_help(void)
{
	usage(stdout);
	printf("\nOnce all hosts have the newer duelfs: raise the level of what is written into their PostgreSQL "
	       "database to\n"
	       "that of this duelfs. One that is older only reads there from then on, also where it has it mounted. "
	       "There is\n"
	       "no way back. Until then a newer duelfs writes what an older one reads. The tables' owner may do it.\n\n"
	       "    --help        print this and exit\n\n"
	       "Exit status 0: it is done, or there is nothing to do, 1: refused, and nothing was changed, 2: the "
	       "database\n"
	       "cannot be reached.\n");
	return EXIT_SUCCESS;
}

static int
upgrade(const struct command_store *store)
{
	char *said = NULL, *why = NULL;
	int err = store_pg_upgrade(store->database, &said, &why);
	if (err)
		command_fail("%s: %s", store->shown, why ? why : strerror(-err));
	else
		printf("%s: %s\n", store->shown, said);
	free(said);
	free(why);
	return !err ? EXIT_SUCCESS : err == -EIO || err == -ENOSYS ? EXIT_UNKNOWN : EXIT_REFUSED;
}

int
upgrade_run(int argc, char **argv)
{
	struct command_words w;
	struct command_store store;
	bool understood = command_words(&w, argc, argv, 0);
	if (understood && w.help)
		return print_help();
	if (!understood || w.n != 1) {
		usage(stderr);
		return EXIT_UNKNOWN;
	}
	if (command_find(w.v[0], &store))
		return EXIT_UNKNOWN;
	int status = store.database ? upgrade(&store)
				    : command_fail("%s: this is no database, and names none: a directory is upgraded "
						   "where it is mounted",
					      w.v[0]);
	command_store_free(&store);
	return status;
}
