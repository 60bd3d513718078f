/*
 * `duelfs export`: what the archive keeps of a duel, of any duel, as a directory; of a store that is not mounted.
 */
#ifndef FS_EXPORT_H
#define FS_EXPORT_H

/* What stands behind the word in a usage. */
#define EXPORT_ARGUMENTS "STORE DUEL DIR"

/* 0; 1: refused, or DIR cannot be written, or the duel is damaged; 2: the store cannot be read. Standard error says
 * why. argv[0] is the subcommand. */
int export_run(int argc, char **argv);

#endif
