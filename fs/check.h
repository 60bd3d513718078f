/*
 * `duelfs check`: a knowledge base is judged without a mount and without a store.
 */
#ifndef FS_CHECK_H
#define FS_CHECK_H

/* What stands behind the word in a usage. */
#define CHECK_ARGUMENTS "DIR"

/* Judges DIR (`kb` in a run directory, with the snapshot of an earlier debate where one is there, or the base itself)
 * and prints what is to be said of it. 0: no error (warnings are none), 1: refused, 2: it could not be judged, and
 * standard error says why. argv[0] is the subcommand. */
int check_run(int argc, char **argv);

#endif
