/*
 * Texts that are built in: templates of prompts and guides, what credentials look like. Each is a row, and a file of
 * its name in config/ of the sources. A row is made into what works with it once.
 *
 * To add one: the file config/FORMAT/NAME.txt (or .md), which the Makefile makes a part of the program, and a row
 * beside the format:
 *     TEXT_FILE(rounds_praise_txt);
 *     static const struct text_row texts[] = {{TEXT_ROW("rounds/praise.txt", rounds_praise_txt), .make = phrases_make,
 *     .drop = free}};
 * The symbol is the name with an underscore for every / . and -.
 */
#ifndef VALIDATORS_KIT_TEXTS_H
#define VALIDATORS_KIT_TEXTS_H

#include <stddef.h>

/* Of such a file. Its lines are bounded as a turn's are. */
#define LIMIT_TEXT_FILE_BYTES (64 << 10)

/* One as it is read. Immutable. */
struct text {
	char *bytes; /* clean, LF line ends; owned */
	size_t len;
	void *made;  /* by the row's `make`; NULL where it has none */
};

struct text_row {
	const char *name;         /* "rounds/praise.txt" */
	const char *bytes;        /* built in; a NUL follows */
	const size_t *len;
	/* What the format makes of it, malloc'd; NULL: it cannot be used, and *line and *fault (static) say why. NULL:
	 * nothing is made. */
	void *(*make)(const void *of, const char *bytes, size_t len, int *line, const char **fault);
	void (*drop)(void *made);
	const void *of;           /* what `make` goes by */
};

#define TEXT_FILE(symbol) extern const char text_##symbol[]; extern const size_t text_##symbol##_len
#define TEXT_ROW(name_, symbol) .name = name_, .bytes = text_##symbol, .len = &text_##symbol##_len

/* Read a text for a row: `len` bytes, of which it keeps a copy. 0, or -EINVAL with the line (0: as a whole) and why not
 * (malloc'd, clean). */
int text_take(const struct text_row *row, const char *bytes, size_t len, struct text *out, int *line, char **fault);
void text_drop(const struct text_row *row, struct text *t);

#endif
