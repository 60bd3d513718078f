/*
 * Files that a text cites, which are looked up beneath the duel's evidence root.
 *
 * A reference to a file is cited below a label (of another language: in any field) if it has a line or is the whole
 * of an entry, at the head of an item, and anywhere in front of a quotation. Everywhere else it is prose.
 *
 * Nothing is looked up here: fs/util/look.h reads these files. Pure; time is linear.
 */
#ifndef VALIDATORS_KIT_LOOKUP_H
#define VALIDATORS_KIT_LOOKUP_H

#include "validators/kit/quotes.h"

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
