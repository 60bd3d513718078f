/*
 * The files that are kept of a duel outside of its store: plain files in a directory. They are gathered in memory, for
 * as long as the duels' lock is held, and written without it.
 */
#ifndef FS_UTIL_FILE_SET_H
#define FS_UTIL_FILE_SET_H

#include <stdbool.h>
#include <stddef.h>

/* All owned. */
struct file_set_file {
	char *path;  /* in the directory: "turns/001-alice.md"; a folder's ends in a slash, and stands before what is in
			it */
	char *bytes; /* with a NUL behind them */
	size_t len;
};

struct file_set {
	struct file_set_file *v;
	size_t n, room;
};

/* Copies both. */
void file_set_add(struct file_set *k, const char *path, const char *bytes, size_t len);
/* In place of what this file is, where it is there. */
void file_set_set(struct file_set *k, const char *path, const char *bytes, size_t len);
void file_set_free(struct file_set *k); /* it is empty then */

/* Write them all as the directory `name` in `dirfd`, in which nothing is of this name: they are durable then, the name
 * is not. 0, or a negative errno with *why (malloc'd: "NAME/PATH: reason"), and nothing of it is left. Blocks. */
int file_set_write(const struct file_set *k, int dirfd, const char *name, char **why);
/* One file that is not there yet; `together`: it is not made durable by itself. 0, or a negative errno. */
int file_set_write_file(int dirfd, const char *path, const char *bytes, size_t len, bool together);
/* Remove a directory with all that is in it, or a file; nothing where there is none. */
void file_set_remove(int dirfd, const char *name);

#endif
