/*
 * Shared by the subcommands: their words, how they fail, and a store's duels one by one.
 */
#ifndef FS_COMMAND_H
#define FS_COMMAND_H

#include <stdbool.h>
#include <utstring.h>
#include "fs/store/store.h"

/* Exit status beside EXIT_SUCCESS: what was asked for is refused; nothing can be told (usage, or a store or a file that
 * cannot be read). */
#define EXIT_REFUSED 1
#define EXIT_UNKNOWN 2

/* One line on standard error, escaped, in the program's name. Returns EXIT_UNKNOWN. */
int command_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The answer is printed whole, or it is none: `status`, or EXIT_UNKNOWN. */
int command_say(const UT_string *said, int status);

/* The words behind a subcommand. */
struct command_words {
	char **v; /* those that are no options */
	int n;
	bool json; /* --json is among them */
	const struct command_store *store; /* the first word's, of a command that has one; else NULL */
};

/* Each duel of a store, in the order they were made; not 0 ends it and is returned. */
int command_each_duel(
	struct store *s, int (*each)(void *arg, struct store *s, const struct store_duel *row), void *arg);

/* The place of duels, as a command line names it: a directory with a duelfs.db, one whose duelfs.toml names a database,
 * or that database itself. */
struct command_store {
	const char *dir;  /* borrowed; NULL: a database was named */
	char *database;   /* malloc'd; NULL: duelfs.db */
	char *shown;      /* malloc'd: as it may be shown */
};
/* 0, or EXIT_UNKNOWN and it was said why. */
int command_find(const char *word, struct command_store *out);
void command_store_free(struct command_store *s);
/* Read it as it is at one moment: a mounted directory is refused, a database is not. `mode`: how a directory is opened,
 * STORE_OPEN_READ or _VERIFY. 0 where `read` gave 0; else EXIT_UNKNOWN, and it was said why. */
int command_read(const struct command_store *s, enum store_mode mode, const char *boot_id,
	int (*read)(void *arg, struct store *s), void *arg);

/* The subcommands: rows of the table in main.c, which has their arguments. Each returns an exit status, and has said on
 * standard error why where that is not 0. */
int check_run(const struct command_words *w);
int copy_run(const struct command_words *w);
int export_run(const struct command_words *w);
int init_run(const struct command_words *w);
int list_run(const struct command_words *w);
int remove_run(const struct command_words *w);

#endif
