/*
 * Opening a source, a document or a folder: with the rights of whoever set it, without following magic links, without
 * blocking, by a thread that holds no lock. The copy is taken there and then.
 */
#ifndef FS_UTIL_SOURCE_H
#define FS_UTIL_SOURCE_H

#include <stdatomic.h>
#include <stddef.h>
#include <sys/types.h>
#include "fs/util/caller.h"
#include "fs/util/sha256.h"
#include "validators/kit/format.h"

struct source_copy {
	char *path; /* as set */
	char *text; /* of a folder: a bundle (bundle.h) */
	size_t len;
	char sum[SHA256_HEX_BYTES]; /* of the text; "": not taken yet */
	/* Once source_copy_read has read it: for this format; what a debate of it is about; and what the format makes
	 * of it (struct format_reading), NULL where that is nothing. */
	const struct format *read_for;
	char *topic;
	void *reading;
	struct findings found; /* why it was refused, where there is more than one reason; then all else is NULL */
};

/* The demand: what this format debates. Static, or alive until it is done. */
struct source_kind {
	const struct format *format; /* NULL: a document */
	bool stable; /* see format_folder.judge */
	atomic_bool *judging; /* set once all is read and what follows is work of this machine; NULL: nobody asks */
};

/* Open and copy `path` with the rights of `who` (NULL: the daemon's own). The path is absolute, ends in .md or
 * .markdown, and names a regular file of at most LIMIT_SOURCE_BYTES of clean UTF-8 (text_check's characters; CRLF is
 * taken as LF; long lines are fine) that is not on the device `not_on` (0: any). In a format that debates a folder it
 * names a directory, of which all is copied that folder.h reads of its parts, and judged. 0, or
 * -EINVAL/-EACCES/-EFBIG … with *why (malloc'd, one sentence), or with out->found. Blocks as long as the file system
 * behind the path does: never call it with a lock held. This thread, which is to end soon, has these rights from then
 * on where it may take them on. */
int source_read(const char *path, const struct source_kind *kind, const struct caller *who, dev_t not_on,
	struct source_copy *out, char **why);
void source_copy_free(struct source_copy *c);
/* All that is made of the whole of it for a debate of this format, and takes the longer the larger it is; once. Without
 * a lock. */
void source_copy_read(struct source_copy *c, const struct format *f);
/* The first of what was found that refuses it, as "PATH/FILE: [rule] sentence"; malloc'd, NULL where there is none. */
char *source_fault(const struct source_copy *c, const char *path);

/* The first heading's plain text, else the file name without its extension; of a folder what the format says, else its
 * name. malloc'd. */
char *source_topic(const struct source_copy *c, const struct format *f);

#endif
