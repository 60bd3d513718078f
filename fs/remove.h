/*
 * `duelfs remove`: takes duels out of a store that is not mounted.
 */
#ifndef FS_REMOVE_H
#define FS_REMOVE_H

/* What stands behind the word in a usage. */
#define REMOVE_ARGUMENTS "STORE DUEL…"

/* 0: all are gone; 1: some are not, and standard error says why of each; 2: the store cannot be changed. argv[0] is the
 * subcommand. */
int remove_run(int argc, char **argv);

#endif
