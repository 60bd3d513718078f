/* The document that is debated, as it was copied into the store. */
#ifndef VALIDATORS_PROSE_SOURCE_H
#define VALIDATORS_PROSE_SOURCE_H

#include <stddef.h>

struct source {
	const char *path; /* absolute, as set */
	const char *name; /* its last component */
	const char *text;
	size_t len;
};

#endif
