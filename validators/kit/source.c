#include "validators/kit/source.h"

#include <stdlib.h>
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/chars.h"

/* -- the source -- */

/* Its level; 0: it is none. */
static unsigned
heading_level(const struct line *l, struct reader *title)
{
	*title = l->rest;
	return l->kind == LINE_TEXT && !l->listed ? skip_heading(title) : 0;
}

char *
first_heading(const char *text, size_t len)
{
	struct reader title;
	struct lines ls;
	char *found = NULL;

	lines_read(&ls, text, len);
	for (size_t i = 0; i < ls.n && !found; i++) {
		char *plain, *words;

		if (!heading_level(&ls.v[i], &title) || len_of(&title) > LIMIT_LINE_BYTES)
			continue;
		plain = md_plain(title.s, len_of(&title));
		words = text_fold_space(plain, strlen(plain));
		if (*words && strlen(words) <= LIMIT_VALUE_BYTES && text_clean_line(words, strlen(words)))
			found = words;
		else
			free(words);
		free(plain);
	}
	lines_free(&ls);
	return found;
}

void
source_places_read(struct source_places *source, const char *text, size_t len)
{
	*source = (struct source_places){.text = {text, text + len}, .folding = mem_calloc(1, sizeof *source->folding)};
	lines_read(&source->lines, text, len);
	for (size_t i = 0; i < source->lines.n && source->n < SOURCE_HEADINGS; i++) {
		struct reader title;
		struct source_heading h = {.line = i, .level = heading_level(&source->lines.v[i], &title)};

		if (!h.level)
			continue;
		h.anchor = text_anchor(title.s, len_of(&title));
		h.words = text_fold_words(title.s, len_of(&title));
		*GROW(source->headings, source->n) = h;
	}
	for (size_t i = 0; i < source->n; i++) {
		struct source_heading *h = &source->headings[i], *known;
		HASH_FIND(by_anchor, source->anchors, h->anchor, strlen(h->anchor), known);
		if (!known)
			HASH_ADD_KEYPTR(by_anchor, source->anchors, h->anchor, strlen(h->anchor), h);
		HASH_FIND(by_words, source->distinct, h->words, strlen(h->words), known);
		if (!known)
			HASH_ADD_KEYPTR(by_words, source->distinct, h->words, strlen(h->words), h);
	}
}

void
source_places_free(struct source_places *source)
{
	HASH_CLEAR(by_anchor, source->anchors);
	HASH_CLEAR(by_words, source->distinct);
	for (size_t i = 0; i < source->n; i++) {
		free(source->headings[i].anchor);
		free(source->headings[i].words);
	}
	free(source->headings);
	folding_free(source->folding);
	free(source->folding);
	lines_free(&source->lines);
	*source = (struct source_places){0};
}

/* Lines from .. to - 1, counted from 0. */
static struct reader
lines_between(const struct source_places *source, size_t from, size_t to)
{
	const struct line *v = source->lines.v;

	to = to < source->lines.n ? to : source->lines.n;
	return from < to ? reader_of(v[from].all.s, v[to - 1].all.end) : reader_of(source->text.s, source->text.s);
}

enum found
source_find(const struct source_places *source, const struct ref *ref, struct reader *part)
{
	struct source_heading *heading;
	char *anchor;

	*part = source->text;
	if (ref->from) {
		size_t before = ref->from - 1 > SOURCE_NEAR_LINES ? ref->from - 1 - SOURCE_NEAR_LINES : 0;

		*part = lines_between(source, before, ref->to + SOURCE_NEAR_LINES);
		return ref->to <= source->lines.n ? FOUND : FOUND_NOTHING;
	}
	if (ref->anchor.s == ref->anchor.end)
		return FOUND;
	anchor = text_anchor(ref->anchor.s, len_of(&ref->anchor));
	HASH_FIND(by_anchor, source->anchors, anchor, strlen(anchor), heading);
	free(anchor);
	if (!heading)
		return FOUND_NOTHING;
	const struct source_heading *end = source->headings + source->n, *next = heading + 1;

	while (next < end && next->level > heading->level)
		next++;
	*part = lines_between(source, heading->line, next < end ? next->line : source->lines.n);
	return FOUND;
}
