/*
 * Places in the duel's source, and support: what an entry below `Support:` rests on.
 *
 * An entry has support if it contains, anywhere in it, an `http(s)` URL, a reference, a file name (with a slash, or in
 * backticks with an extension), or `Principle:` with words behind it. An entry that has only the source's name says
 * where in it: `:12`, `:12-20`, `#L12`, `#heading`, `line 12`, `lines 12-20`, `l. 12`, `§ heading`, the words of a
 * heading, or a quotation; and what it gives is there. Words are not judged, and a URL is not looked up.
 *
 * Pure; any bytes are taken.
 */
#ifndef VALIDATORS_KIT_SOURCE_H
#define VALIDATORS_KIT_SOURCE_H

#include <uthash.h>
#include "validators/kit/quotes.h"

/* A quotation of `Source:12` stands so many lines from it at most. */
#define SOURCE_NEAR_LINES 5
/* Headings of a source past these are not known. */
#define SOURCE_HEADINGS 2000

struct source_heading {
	char *anchor, *words; /* as GitHub makes it; folded (text_fold_words) */
	unsigned level;
	size_t line;          /* from 0 */
	UT_hash_handle by_anchor, by_words;
};

/* A source that was read once for all that asks about it. Immutable; borrows its text. */
struct source_places {
	struct reader text;
	struct lines lines;
	struct source_heading *headings;
	size_t n;
	/* The first heading of each anchor, and the first of the same words. */
	struct source_heading *anchors, *distinct;
	struct folding *folding; /* as quotations are looked up in it (quotes.h) */
};

void source_places_read(struct source_places *source, const char *text, size_t len);
void source_places_free(struct source_places *source);

/* The part that a reference to the source names: the whole of it, lines with those near by, or a section. */
enum found source_find(const struct source_places *source, const struct ref *ref, struct reader *part);

/* The first heading of a text that can be a topic, as plain text; malloc'd. NULL: there is none. */
char *first_heading(const char *text, size_t len);

enum support {
	SUPPORT_NONE,
	SUPPORT_URL,
	SUPPORT_REF,
	SUPPORT_FILE,
	SUPPORT_PRINCIPLE,
	SUPPORT_SOURCE,   /* and where in it */
	SUPPORT_BARE,     /* the source alone */
	SUPPORT_NO_PLACE, /* a place in the source that is not there */
};

static inline bool
support_holds(enum support support)
{
	return support > SUPPORT_NONE && support < SUPPORT_BARE;
}

/* The facts for judging support. */
struct support_by {
	const struct grammar *by;
	const struct source_places *source; /* NULL: the duel has none */
	const struct found_quotes *found;   /* of the text, by quotes_look_up; NULL: none */
	size_t which;                       /* the source's place in the library */
};
enum support support_of(const struct support_by *by, struct reader entry);

/* The next entry of a label, from line *at on (0 at first): a list line with all that is deeper, or what stands before
 * the list. */
bool support_next(const struct parsed *p, const struct field *f, size_t *at, struct passage *entry);

#endif
