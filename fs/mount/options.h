/*
 * The command line of a mount: `duelfs STORE MOUNTPOINT [-o opt,…] [-f] [-d] [-s]`, also as mount(8) and its helpers
 * call it, with whatever words an fstab line may hold. The meaning of a word of -o stands in options.c.
 */
#ifndef FS_MOUNT_OPTIONS_H
#define FS_MOUNT_OPTIONS_H

#include <fuse_opt.h>
#include <stdbool.h>
#include <utstring.h>

struct options {
	char *store, *mountpoint; /* as given; NULL: not given */
	char *more;               /* the first word behind them, which is one too many */
	char *config;             /* NULL: STORE/duelfs.toml */
	int foreground, debug, allow_other; /* ints: fuse_opt writes them */
	int help, version, print_config;
	bool helper;           /* called as mount.*: -f means to change nothing */
	bool read_only;        /* -o ro */
	struct fuse_args args; /* what is left for libfuse: argv[0], and -o words for the kernel */
};

/* Called by mount(8), as its helper of this kind of file system? Its first word is a store then, whatever it is. */
bool options_helper(const char *program);
/* 0, or -EINVAL: what is wrong is on stderr. */
int options_parse(struct options *o, int argc, char **argv);
void options_free(struct options *o);
/* The words of -o and the switches, for --help. */
void options_help(UT_string *out);

#endif
