/*
 * The source of a debate, as it was copied into the store: a document, or a folder of them. A folder is kept and hashed
 * as one run of bytes, where a document's text is. The same folder always gives the same bytes.
 *
 * BUNDLE_HEAD, then for each file, in the order of their paths by bytes: the path and a NUL, the number of its bytes in
 * decimal and a newline, these bytes and a NUL. The head begins with a byte that no text has, so that none is taken for
 * a bundle.
 */
#ifndef VALIDATORS_KIT_BUNDLE_H
#define VALIDATORS_KIT_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>

struct source {
	const char *path; /* absolute, as set */
	const char *name; /* its last component */
	const char *text;
	size_t len;
};

/* A file of a folder: its path begins with that of the part that it is in (struct format_folder). */
struct source_file {
	const char *path, *text; /* with a NUL behind each; a text may have others in it */
	size_t len;
};

struct source_folder {
	const char *path, *name; /* as above */
	const struct source_file *files; /* in the order of their paths, by bytes */
	size_t n;
};

#define BUNDLE_HEAD "\001duelfs folder 1\n"

/* Does it begin so? */
bool bundle_is(const char *bytes, size_t len);
/* malloc'd, with a NUL behind its *len bytes. Paths are those of a format's tree (struct format_tree) and ascend; no
 * file's is that of a directory. */
char *bundle_write(const struct source_file *files, size_t n, size_t *len);
/* *files (malloc'd) and their number: paths and texts are borrowed from `bytes`, which a NUL follows, and each has a
 * NUL behind it. false, and there are none: these bytes name a file that does not lie in them. */
bool bundle_read(const char *bytes, size_t len, struct source_file **files, size_t *n);

#endif
