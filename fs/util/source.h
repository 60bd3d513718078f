/*
 * Opening a source document: with the rights of whoever set it, without following magic links, without blocking, by a
 * thread that holds no lock (files.md, Configuration). The copy is taken there and then.
 */
#ifndef FS_UTIL_SOURCE_H
#define FS_UTIL_SOURCE_H

#include <stddef.h>
#include <sys/types.h>
#include "fs/util/caller.h"

struct source_copy {
	char *path; /* as set */
	char *text;
	size_t len;
};

/* Open and copy `path` with the rights of `who` (NULL: the daemon's own). The path is absolute, ends in .md or
 * .markdown, and names a regular file of at most LIMIT_SOURCE_BYTES of clean UTF-8 (text_check's characters; CRLF is
 * taken as LF; long lines are fine) that is not on the device `not_on` (0: any). 0, or -EINVAL/-EACCES/-EFBIG … with
 * *why (malloc'd, one sentence). Blocks as long as the file system behind the path does: never call it with a lock
 * held, nor on the mount's loop. */
int source_read(const char *path, const struct caller *who, dev_t not_on, struct source_copy *out, char **why);
void source_copy_free(struct source_copy *c);

/* The same in a thread of its own; `done` is called in that thread without any lock held, with *copy owned by the
 * callee where err is 0. -EAGAIN where SOURCE_THREADS_MAX are already at work (a file system may never answer). */
#define SOURCE_THREADS_MAX 16
typedef void (*source_done_fn)(void *arg, int err, struct source_copy *copy, char *why);
int source_read_async(const char *path, const struct caller *who, dev_t not_on, source_done_fn done, void *arg);

/* The first heading's plain text, else the file name without its extension; malloc'd. */
char *source_topic(const struct source_copy *c);

#endif
