/* What is debated, as it was copied into the store: a document, or a folder of them. */
#ifndef VALIDATORS_PROSE_SOURCE_H
#define VALIDATORS_PROSE_SOURCE_H

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
	const char *path, *name; /* likewise */
	const struct source_file *files; /* in the order of their paths, by bytes */
	size_t n;
};

#endif
