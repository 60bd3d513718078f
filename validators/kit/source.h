/*
 * Places in the duel's source. Pure; any bytes are taken.
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

#endif
