/*
 * `duelfs copy`: all duels of a store to another, of either kind.
 */
#ifndef FS_COPY_H
#define FS_COPY_H

/* What stands behind the word in a usage. */
#define COPY_ARGUMENTS "FROM TO"

/* 0: TO has what FROM had, and FROM is not mounted any more; 1: refused, or TO is not what FROM was; 2: one cannot be
 * read, or written. argv[0] is the subcommand. */
int copy_run(int argc, char **argv);

#endif
