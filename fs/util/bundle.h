/*
 * A source that is a folder, as one run of bytes: it is kept and hashed where a document's text is. The same folder
 * always gives the same bytes.
 *
 * BUNDLE_HEAD, then for each file, in the order of their paths by bytes: the path and a NUL, the number of its bytes in
 * decimal and a newline, these bytes and a NUL. The head begins with a byte that no text has, so that none is taken for
 * a bundle.
 */
#ifndef FS_UTIL_BUNDLE_H
#define FS_UTIL_BUNDLE_H

#include "validators/kit/format.h"

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
