/*
 * `duelfs list`: the duels of a store, a line each; of one that is not mounted.
 */
#ifndef FS_LIST_H
#define FS_LIST_H

/* What stands behind the word in a usage. */
#define LIST_ARGUMENTS "[--json] STORE"

/* 0, or 2: the store cannot be read, and standard error says why. argv[0] is the subcommand. */
int list_run(int argc, char **argv);

#endif
