#include "validators/kit/source.h"

#include <stdlib.h>
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/chars.h"

/* -- the source -- */

/* Its level; 0: it is none. */
static unsigned
read_heading(const struct line *l, struct reader *title)
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

		if (!read_heading(&ls.v[i], &title) || left(&title) > LIMIT_LINE_BYTES)
			continue;
		plain = md_plain(title.s, left(&title));
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
		struct source_heading h = {.line = i, .level = read_heading(&source->lines.v[i], &title)};

		if (!h.level)
			continue;
		h.anchor = text_anchor(title.s, left(&title));
		h.words = text_fold_words(title.s, left(&title));
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
lines_of(const struct source_places *source, size_t from, size_t to)
{
	const struct line *v = source->lines.v;

	to = to < source->lines.n ? to : source->lines.n;
	return from < to ? between(v[from].all.s, v[to - 1].all.end) : between(source->text.s, source->text.s);
}

enum found
source_find(const struct source_places *source, const struct ref *ref, struct reader *part)
{
	struct source_heading *heading;
	char *anchor;

	*part = source->text;
	if (ref->from) {
		size_t before = ref->from - 1 > SOURCE_NEAR_LINES ? ref->from - 1 - SOURCE_NEAR_LINES : 0;

		*part = lines_of(source, before, ref->to + SOURCE_NEAR_LINES);
		return ref->to <= source->lines.n ? FOUND : FOUND_NOTHING;
	}
	if (ref->anchor.s == ref->anchor.end)
		return FOUND;
	anchor = text_anchor(ref->anchor.s, left(&ref->anchor));
	HASH_FIND(by_anchor, source->anchors, anchor, strlen(anchor), heading);
	free(anchor);
	if (!heading)
		return FOUND_NOTHING;
	const struct source_heading *end = source->headings + source->n, *next = heading + 1;

	while (next < end && next->level > heading->level)
		next++;
	*part = lines_of(source, heading->line, next < end ? next->line : source->lines.n);
	return FOUND;
}

/* -- support -- */

/* `line 12`, `lines 12-20`, `l. 12` or `L12`. */
static bool
read_line_number(struct reader *r, struct ref *place)
{
	struct reader at = *r;

	if (skip_word(&at, "lines") || skip_word(&at, "line") || skip_text(&at, "l.") || skip_text(&at, "ll."))
		skip_white(&at);
	else if (!skip_text(&at, "L"))
		return false;
	if (!skip_number(&at, &place->from))
		return false;
	place->to = place->from;
	*r = at;
	if ((skip_text(&at, "–") || skip_char(&at, '-')) && skip_number(&at, &place->to))
		*r = at;
	return place->from && place->to >= place->from;
}

/* Do these words stand in those, both folded, as whole words? `first`: at the beginning. */
static bool
has_words(const char *text, const char *words, bool first)
{
	size_t len = strlen(words);
	bool dense = char_is_dense(words, words + len);

	for (const char *s = text; len && (s = strstr(s, words)) && (s == text || !first); s++)
		if (dense || ((s == text || s[-1] == ' ') && (!s[len] || s[len] == ' ')))
			return true;
	return false;
}

/* Has the entry the words of a heading, or behind `§` the beginning of one? With `first` they begin it. */
static bool
names_heading(const struct source_places *source, struct reader entry, bool first)
{
	const char *sign = first ? NULL : memmem(entry.s, left(&entry), "§", strlen("§"));
	char *words = text_fold_words(entry.s, left(&entry)), *behind = NULL;
	bool named = false;

	if (sign)
		behind = text_fold_words(sign + strlen("§"), (size_t)(entry.end - sign) - strlen("§"));
	for (const struct source_heading *h = source->distinct; h && !named; h = h->by_words.next)
		named = has_words(words, h->words, first) ||
			(behind && *behind && !strncmp(h->words, behind, strlen(behind)));
	free(words);
	free(behind);
	return named;
}

/* A file name in backticks: no white space, and an extension. */
static bool
has_file_in_code(struct reader r)
{
	for (const char *open; (open = memchr(r.s, '`', left(&r)));) {
		const char *close = memchr(open + 1, '`', (size_t)(r.end - open - 1)), *dot = NULL;

		if (!close)
			return false;
		for (const char *s = open + 1; s < close && !white_bytes(s, close); s++)
			if (*s == '.')
				dot = s;
		if (dot && dot > open + 1 && dot + 1 < close && isalnum((unsigned char)dot[1]) &&
			!memchr(open, ' ', (size_t)(close - open)))
			return true;
		r.s = close + 1;
	}
	return false;
}

enum support
support_of(const struct support_by *by, struct reader entry)
{
	const struct grammar *g = by->by;
	const struct source_places *source = by->source;
	struct ref ref, named = {0}, place = {0};
	struct reader part;

	for (const char *s = entry.s; (s = memmem(s, (size_t)(entry.end - s), "http", 4)); s += 4) {
		struct reader at = between(s + 4, entry.end);

		skip_text(&at, "s");
		if (skip_text(&at, "://") && left(&at) && !white_bytes(at.s, at.end))
			return SUPPORT_URL;
	}
	for (struct reader r = entry; ref_next(g->refs, g->source, entry.s, &r, &ref);) {
		if (!(ref.kind->flags & REF_SOURCE) || !source)
			return ref.kind->form == REF_PATH ? SUPPORT_FILE : SUPPORT_REF;
		if (!named.kind || (!named.from && !left(&named.anchor)))
			named = ref;
	}
	for (struct reader r = entry; r.s < r.end; r.s++) {
		struct reader at = r;

		if (!skip_words(&at, "Principle"))
			continue;
		skip_emphasis(&at);
		skip_white(&at);
		if (skip_char(&at, ':') && !is_blank(at.s, left(&at)))
			return SUPPORT_PRINCIPLE;
	}
	if (!named.kind)
		return has_file_in_code(entry) ? SUPPORT_FILE : SUPPORT_NONE;
	/* The place in the source: first what is a number, which is there or not. */
	if (named.from || left(&named.anchor)) {
		/* Behind a `#` the words of a heading may stand, too, not as GitHub makes its anchor. */
		bool there = source_find(source, &named, &part) == FOUND ||
			     (!named.from && names_heading(source, between(named.anchor.s, entry.end), true));

		return there ? SUPPORT_SOURCE : SUPPORT_NO_PLACE;
	}
	for (struct reader r = entry; r.s < r.end; r.s++)
		if ((r.s == entry.s || !isalnum((unsigned char)r.s[-1])) && read_line_number(&r, &place))
			return source_find(source, &place, &part) == FOUND ? SUPPORT_SOURCE : SUPPORT_NO_PLACE;
	/* The file's own name may have the words of a heading. */
	if (names_heading(source, between(entry.s, named.text.s), false) ||
		names_heading(source, between(named.text.end, entry.end), false))
		return SUPPORT_SOURCE;
	for (size_t i = 0; by->found && i < by->found->n; i++) {
		const struct found_quote *q = &by->found->v[i];

		if (q->which == by->which && q->text.s >= entry.s && q->text.end <= entry.end)
			return SUPPORT_SOURCE;
	}
	return SUPPORT_BARE;
}

bool
support_next(const struct parsed *p, const struct field *f, size_t *at, struct passage *entry)
{
	const struct line *v = p->lines.v;
	size_t own = (size_t)f->line - 1, i = *at ? *at : own, to;

	for (; i < p->lines.n; i++) {
		entry->text.s = i == own ? f->value.s : v[i].rest.s;
		if (entry->text.s >= f->value.end)
			return false;
		if (entry->text.s < v[i].all.end)
			break;
	}
	if (i == p->lines.n)
		return false;
	for (to = i + 1; to < p->lines.n && v[to].all.s < f->value.end; to++)
		if (v[to].listed && (i == own || v[to].indent <= v[i].indent))
			break;
	entry->text.end = v[to - 1].all.end < f->value.end ? v[to - 1].all.end : f->value.end;
	entry->line = (int)i + 1;
	entry->item = f->item;
	*at = to;
	return true;
}
