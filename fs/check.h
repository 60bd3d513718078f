/*
 * `duelfs check`: a text is rehearsed without a mount and without a store.
 */
#ifndef FS_CHECK_H
#define FS_CHECK_H

/* What stands behind the word in a usage. */
#define CHECK_ARGUMENTS "[--format F] [--source S] [--config C] FILE|DIR"

/* Judges FILE, or a knowledge base in DIR, and prints what is to be said of it. 0: no error (warnings are none), 1:
 * refused, 2: nothing could be judged, and standard error says why. argv[0] is the subcommand. */
int check_run(int argc, char **argv);

#endif
