/*
 * What a source document is searched by: its headings, its lines and its words.
 *
 * Made once a duel, immutable, counted by reference, usable from any thread. A heading is found by a binary search over
 * the anchors that GitHub would make; an excerpt by the windows of eight bytes it holds, a very short one by reading
 * the source.
 */
#ifndef VALIDATORS_PROSE_SOURCE_INDEX_H
#define VALIDATORS_PROSE_SOURCE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/prose/source.h"

struct source_index;

/* NULL where there is no source. */
struct source_index *source_index_new(const struct source *source);
struct source_index *source_index_hold(struct source_index *index);
void source_index_drop(struct source_index *index);

size_t source_index_lines(const struct source_index *index);

/* Is `s` the text or the anchor of a heading? */
bool source_index_heading(const struct source_index *index, const char *s, size_t len);

/* How much of the source one judgement has read in search of excerpts and how many headings and lines it has looked up,
 * and may. */
struct source_reading {
	size_t bytes;
	unsigned places;
};
#define SOURCE_READ_BYTES (24 << 20)
/* In lines; a heading, which may have to be tried at many lengths, counts as SOURCE_HEADING_PLACES. */
#define SOURCE_PLACES 4096
#define SOURCE_HEADING_PLACES 16

/* Is the excerpt there? White space is folded; marks of emphasis, code and links in the source do not count, nor does
 * punctuation at the excerpt's end. An excerpt of nothing else is never there, and none is looked for once all is read
 * that may be. */
bool source_index_excerpt(const struct source_index *index, const char *s, size_t len, struct source_reading *reading);

/* What is compared of a text: one space for white space, none beside letters of scripts without spaces, one kind of
 * quotation marks, no marks of emphasis, code or links, none that nobody sees. The same is done to source and excerpt,
 * so that both a quoted line of the file and a quoted line of the page it makes are found. malloc'd. */
char *source_plain(const char *s, size_t len, size_t *plain_len);
/* The length of such a text without the punctuation at its end. */
size_t source_without_stops(const char *s, size_t len);

#endif
