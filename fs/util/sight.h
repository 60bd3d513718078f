/*
 * A file that a text cites (validators/kit/quotes.h), as it is seen: its cited lines, and whether a quotation stands
 * there; and what is said of that. Pure; time is linear.
 */
#ifndef FS_UTIL_SIGHT_H
#define FS_UTIL_SIGHT_H

#include "validators/kit/quotes.h"

/* The part that is kept of each. */
#define LOOKUP_LINES_MAX 20
#define LOOKUP_BYTES_MAX 2048
/* A larger file is not looked into. */
#define LOOKUP_FILE_BYTES (4 << 20)

enum lookup_rule { LOOKUP_MISSING, LOOKUP_LINE, LOOKUP_SKIPPED, LOOKUP_RULES };
extern const struct rule lookup_rules[LOOKUP_RULES];

enum sight_kind {
	SIGHT_NONE,    /* nobody looked, or it may not be looked into */
	SIGHT_MISSING, /* no such file is beneath the root */
	SIGHT_FILE,
};

/* The result for a citation. */
struct sight {
	enum sight_kind kind;
	const char *why;     /* of SIGHT_NONE: a clause; static */
	unsigned lines;      /* of the file */
	bool quote_is_there; /* in the cited lines or near by; in the file, where it names none */
	bool term;           /* the quotation is so short that nobody is refused for it */
	char *text;          /* the cited lines, at most LOOKUP_LINES_MAX and LOOKUP_BYTES_MAX; NULL: none; owned */
	unsigned text_last;
	char sha256[2 * 32 + 1]; /* of the file, in hexadecimal; whoever read it fills it in */
};

/* A file of at most LOOKUP_FILE_BYTES, while citations of it are read. */
struct sight_file {
	struct reader text;
	unsigned lines;
	struct folding folding;
};
void sight_begin(struct sight_file *f, const char *text, size_t len);
/* Sets all but `sha256`. */
void sight_read(struct sight_file *f, const struct lookup *l, struct sight *out);
void sight_end(struct sight_file *f);
void sight_free(struct sight *s);

/* Why a path is not looked up, whatever is there; NULL: it is. */
const char *lookup_path_hidden(const char *path);

/* The findings about them; `seen` has one for each, or is NULL: `why` nobody could look at all. With `sealed` no
 * word of the text or of a file is said. */
void
lookups_judge(const struct lookups *l, const struct sight *seen, const char *why, bool sealed, struct findings *out);

#endif
