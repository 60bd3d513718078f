/*
 * Files that a text cites, which are looked up beneath the duel's evidence root.
 *
 * A reference to a file is cited below a label (of another language: in any field) if it has a line or is the whole
 * of an entry, at the head of an item, and anywhere in front of a quotation. Everywhere else it is prose.
 *
 * Nothing is looked up here. lookups_find says what a text cites, fs/util/look.h reads these files, each by sight_read,
 * and lookups_judge says what is to be said of what was seen. Pure; time is linear.
 */
#ifndef VALIDATORS_KIT_LOOKUP_H
#define VALIDATORS_KIT_LOOKUP_H

#include "validators/kit/quotes.h"

/* Citations of one text that are looked up; the others are told to be too many. */
#define LOOKUPS_MAX 256
/* The part that is kept of each. */
#define LOOKUP_LINES_MAX 20
#define LOOKUP_BYTES_MAX 2048
/* A larger file is not looked into. */
#define LOOKUP_FILE_BYTES (4 << 20)

enum lookup_rule { LOOKUP_MISSING, LOOKUP_LINE, LOOKUP_SKIPPED, LOOKUP_RULES };
extern const struct rule lookup_rules[LOOKUP_RULES];

/* One citation. All it points to is its own. */
struct lookup {
	char *path;           /* beneath the root */
	char *where;          /* of a language of its own, the path in it; else NULL */
	int line;             /* of the text, from 1 */
	unsigned first, last; /* lines of the file; 0: it names none */
	char *quote;          /* what is said to stand there; NULL: nothing */
};

struct lookups {
	struct lookup *v;
	size_t n;
	size_t more; /* past LOOKUPS_MAX */
};

/* Fills *out, which lookups_free empties again; `line0` is added to each line. */
void lookups_find(const struct parsed *p, int line0, struct lookups *out);
void lookups_free(struct lookups *l);

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
