/*
 * `duelfs init`: the tables of a database, made by who is to own them.
 */
#ifndef FS_INIT_H
#define FS_INIT_H

/* What stands behind the word in a usage. */
#define INIT_ARGUMENTS "DATABASE [ROLE…]"

/* 0: they are there; 1: refused; 2: the database cannot be used. argv[0] is the subcommand. */
int init_run(int argc, char **argv);

#endif
