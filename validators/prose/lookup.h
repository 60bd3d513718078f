/*
 * Citations of files that can be looked up: which of them a text has, and what was found (files.md, Evidence that is
 * looked up).
 *
 * A citation is what says so: an entry (below `Support:`, or behind `Support:`, `Evidence:`, `File:`, `Source:`) that
 * begins with a path; a path with a line (`:12`, `:12-20`, `#L12`) anywhere in prose; a path with a colon and a
 * quotation directly behind it. Any other path in prose is a mention. Code blocks, quoted blocks and HTML cite
 * nothing, of a code span only what is a path with its line as a whole, and what belongs to an address, to another
 * program or to this duel (`HEAD:x.c`, `src/` with a star, its source, its turns) is none. `path (removed)` and
 * `path (new)` are not looked for.
 *
 * Nothing is looked up here. Whoever judges asks what a text wants to see (lookups_find), has it fetched, each file
 * read by sight_read of one byte array after the other, and asks what is to be said of it (lookups_judge). Pure.
 */
#ifndef VALIDATORS_PROSE_LOOKUP_H
#define VALIDATORS_PROSE_LOOKUP_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/prose/source.h"
#include "validators/text/findings.h"
#include "validators/text/markdown.h"

/* Citations of one text that are looked up; the others are told to be too many. */
#define LOOKUPS_MAX 256
/* What is kept of each. */
#define LOOKUP_LINES_MAX 20
#define LOOKUP_BYTES_MAX 2048
/* So many lines before and behind the cited ones a quotation may stand. */
#define LOOKUP_NEAR_LINES 5
/* A file's bytes at most; a larger one is not looked into. */
#define LOOKUP_FILE_BYTES (4 << 20)

enum lookup_rule {
	LOOKUP_MISSING, /* "evidence.missing", EINVAL */
	LOOKUP_LINE,	/* "evidence.line", EINVAL */
	LOOKUP_QUOTE,	/* "ref.quote", EINVAL */
	LOOKUP_MENTION, /* "evidence.mention" */
	LOOKUP_HIDDEN,	/* "evidence.skipped" */
	LOOKUP_RULES
};
extern const struct rule lookup_rules[LOOKUP_RULES];

/* One citation. All it points to is its own. */
struct lookup {
	char *path;	/* beneath the root, as far as that can be told */
	char *other;	/* a longer path of the same text that ends in it, tried second; NULL: there is none */
	char *where;	/* of JSON, the place in it; else NULL */
	int line;	/* of the text */
	bool has_lines; /* it names lines of the file: */
	unsigned first, last;
	char *quote; /* what is said to stand there; NULL: nothing */
	bool mention;
};

struct lookups {
	struct lookup *v;
	size_t n, room;
	size_t more; /* past LOOKUPS_MAX */
};

/* What a citation is told from that is none. */
struct lookup_terms {
	const char *root;	     /* absolute: a path may begin with it */
	const struct source *source; /* the duel's, whose name is no file's; NULL: none */
	const char *duel;	     /* its directory's name; NULL: unknown */
};

/* Append those of a text, `line0` added to each line. */
void
lookups_find(struct lookups *out, const struct lookup_terms *t, const struct md *md, int line0);
/* The same of a text that stands in JSON, at `where`; with `entry` it is one. */
void
lookups_find_in(struct lookups *out, const struct lookup_terms *t, const char *text, size_t len, const char *where,
	int line, bool entry);
void
lookups_free(struct lookups *l);

/* What was seen of a citation. */
enum sight_kind {
	SIGHT_NONE, /* nobody looked, or there was no time */
	SIGHT_FILE,
	SIGHT_DIRECTORY,
	SIGHT_MISSING,
	SIGHT_OUTSIDE, /* it leads out of the root */
	SIGHT_HIDDEN,  /* it may not, or cannot, be looked into */
};

struct sight {
	enum sight_kind kind;
	const char *why;     /* of SIGHT_NONE and SIGHT_HIDDEN: a clause; static */
	unsigned lines;	     /* of the file */
	bool quote_is_there; /* where it is said to be */
	bool quote_is_far;   /* elsewhere in the file */
	char *text; /* the cited lines, at most LOOKUP_LINES_MAX and LOOKUP_BYTES_MAX; NULL: it names none; owned */
	unsigned text_first, text_last;
	char sha256[2 * 32 + 1]; /* of the file, in hexadecimal; whoever fetched it fills it in */
	bool by_other;		 /* it is that of lookup.other */
};
void
sight_free(struct sight *s);

/* A file's bytes, while citations of it are read. */
struct sight_file {
	const char *text;
	size_t len;
	char *plain; /* once it was needed */
	size_t plain_len;
	unsigned lines;
};
void
sight_begin(struct sight_file *f, const char *text, size_t len);
/* Sets all but `sha256` and `by_other`. */
void
sight_read(struct sight_file *f, const struct lookup *l, struct sight *out);
void
sight_end(struct sight_file *f);

/* Why a path is not looked up, whatever is there; NULL: it is. */
const char *
lookup_path_hidden(const char *path);

/* What is to be said of them; `seen` has one for each, or is NULL: `why` nobody could look at all. With `sealed` no
 * word of the text or of a file is said. */
void
lookups_judge(const struct lookups *l, const struct sight *seen, const char *why, bool sealed, struct findings *out);

#endif
