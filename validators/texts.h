/*
 * Texts that a format works with and users may change: lists of phrases, templates of prompts.
 *
 * Each is a row of the format: its name is a path under the directory of the mount's configuration file, where a user may put another
 * one; the text that is built in is the file of the same name in config/ of the sources. A text is read into what the format makes of it
 * when the mount starts, and anew at a reload; a duel works with those that were there when it was loaded. They decide about texts that
 * are still to come: nothing that was accepted is judged again.
 */
#ifndef VALIDATORS_TEXTS_H
#define VALIDATORS_TEXTS_H

#include <stddef.h>

#define LIMIT_TEXT_FILE_BYTES (64 << 10)

/* One as it is read. Immutable. */
struct text {
	char *bytes; /* clean, LF line ends; owned */
	size_t len;
	void *made;  /* by the row's `make`; NULL where it has none */
};

struct text_row {
	const char *name;         /* "rounds/praise.txt" */
	const char *bytes;        /* built in */
	const size_t *len;
	/* What the format makes of it, malloc'd; NULL: it cannot be used, and *line and *fault (static) say why. NULL: nothing is made. */
	void *(*make)(const char *bytes, size_t len, int *line, const char **fault);
	void (*drop)(void *made);
};

#endif
