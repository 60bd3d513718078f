/*
 * `duelfs upgrade`: a database says from then on that only this duelfs and newer ones write there.
 */
#ifndef FS_UPGRADE_H
#define FS_UPGRADE_H

/* What stands behind the word in a usage. */
#define UPGRADE_ARGUMENTS "DATABASE"

/* 0: it is so, or was before; 1: refused; 2: the database cannot be used. argv[0] is the subcommand. */
int upgrade_run(int argc, char **argv);

#endif
