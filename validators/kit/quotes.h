/*
 * Quotations: what stands between `"…"`, `“…”`, `„…“`, `«…»`, `「…」` or `『…』`, and whether it stands elsewhere, too.
 *
 * A quotation right beside a reference (`Turn 2: "…"`, `Turn 2 "…"`, `"…" (Turn 2)`) must stand in what that names:
 * `ref.quote`. Any other one is looked up in the whole library; where its paragraph or item refers to a text, and it
 * is found nowhere, that is `quote.unfound`. An earlier text of the same writer does not count if it has the quotation
 * between quotation marks, too. Each one that is found is counted, with its place. One that an operation of the same
 * text says, too, quotes nobody.
 *
 * White space, quotation marks, dashes, emphasis, full-width forms and the case of the first letter are folded, white
 * space beside a script without spaces is left out, and so is punctuation at the end. `…`, `...` and `[words]` part a
 * quotation into pieces, which stand there in this order. A piece has three words or more (six letters in scripts
 * without spaces); a shorter one is skipped, and a quotation of such pieces alone is a term and is not looked up. A
 * piece begins and ends with a word, but where brackets or dots cut it within one.
 *
 * References are marks in three places: at the head of an item, or of an entry of a list in an item or a label, with a
 * colon behind it; as a label's whole value; beside a quotation. There one that names nothing is `ref.unknown`;
 * anywhere else nobody asks. Code, fences, block quotes and operations are not read.
 *
 * Pure. Time is linear in text and library, and QUOTES_COST in all; then nothing more is looked up.
 */
#ifndef VALIDATORS_KIT_QUOTES_H
#define VALIDATORS_KIT_QUOTES_H

#include "validators/kit/folded.h"
#include "validators/kit/parts.h"

/* Bytes that are compared, at most; a place where a quotation may stand counts like PLACE_COST of them (folded.c). */
#define QUOTES_COST ((size_t)64 << 20)

/* The texts that may be quoted: the texts of the record, the topic, the source. Borrowed. */
struct library {
	const struct reader *v;
	size_t n;
	struct folding *const *kept; /* of each */
	/* The last place to look in, for a quotation that would be quote.unfound: the files of a folder, by their
	 * places; false: there are no more. NULL: none. */
	bool (*outside)(const void *state, size_t place, struct reader *text);
	/* Reads a text by `writer`, who now quotes; false: it is another's, or none of the record. NULL: all are. */
	bool (*read_own)(const void *state, unsigned writer, size_t which, struct parsed *p);
	unsigned writer;
};

#define SAID_OUTSIDE SIZE_MAX

/* The text that a reference names: parts of texts of the library. `find` fills it; whoever called that frees it. */
struct said {
	struct said_part {
		size_t which;       /* of the library; SAID_OUTSIDE: it is of none of its texts */
		struct reader part; /* of its text */
	} *v;
	size_t n;
};
void said_add(struct said *said, size_t which, struct reader part);

/* A quotation that stands somewhere. */
struct found_quote {
	struct reader text; /* with its marks, in the text that quotes */
	size_t which;       /* the text of the library; or SAID_OUTSIDE */
	size_t offset;      /* where it begins there */
};
struct found_quotes {
	struct found_quote *v;
	size_t n;
};
void found_quotes_free(struct found_quotes *found);

/* Judges the references and quotations of a text. `state` is for `find`. Adds to *out and *found. */
void
quotes_look_up(const struct parsed *p, const struct library *library, const void *state, struct found_quotes *found,
	struct findings *out);

/* The next quotation in *r, without its marks; moves past it. */
bool quotation_next(struct reader *r, struct reader *quotation);

/* -- files that a text cites, which are looked up beneath the duel's evidence root (fs/util/look.h reads them) --
 *
 * A reference to a file is cited below a label (of another language: in any field) if it has a line or is the whole
 * of an entry, at the head of an item, and anywhere in front of a quotation. Everywhere else it is prose. */

/* Citations of one text that are looked up; the others are told to be too many. */
#define LOOKUPS_MAX 256
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

#endif
