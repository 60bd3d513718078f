/*
 * Support: what an entry below `Support:` rests on. Words are not judged, and a URL is not looked up.
 */
#include "validators/socratic/socratic.h"

#include <stdlib.h>
#include "validators/text/text.h"

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

/* Has the entry the words of a heading, or behind `§` the beginning of one? With `first` they begin it. */
static bool
names_heading(const struct source_places *source, struct reader entry, bool first)
{
	const char *sign = first ? NULL : memmem(entry.s, len_of(&entry), "§", strlen("§"));
	char *words = text_fold_words(entry.s, len_of(&entry)), *behind = NULL;
	bool named = false;

	if (sign)
		behind = text_fold_words(sign + strlen("§"), (size_t)(entry.end - sign) - strlen("§"));
	for (const struct source_heading *h = source->distinct; h && !named; h = h->by_words.next) {
		size_t len = strlen(h->words);
		bool dense = char_is_dense(h->words, h->words + len);

		named = behind && *behind && !strncmp(h->words, behind, strlen(behind));
		/* They stand there as whole words. */
		for (const char *s = words; len && !named && (s = strstr(s, h->words)) && (s == words || !first); s++)
			named = dense || ((s == words || s[-1] == ' ') && (!s[len] || s[len] == ' '));
	}
	free(words);
	free(behind);
	return named;
}

/* A file name in backticks: no white space, and a slash or an extension; or one with a slash and a line. */
static bool
has_file(struct reader r)
{
	for (struct reader at = r; (at.s = memchr(at.s, '/', len_of(&at)));) {
		const char *name = ++at.s;

		while (at.s < at.end && (isalnum((unsigned char)*at.s) || strchr("._-/", *at.s)))
			at.s++;
		if (at.s > name && skip_char(&at, ':') && len_of(&at) && isdigit((unsigned char)*at.s))
			return true;
	}
	for (const char *open; (open = memchr(r.s, '`', len_of(&r)));) {
		const char *close = memchr(open + 1, '`', (size_t)(r.end - open - 1)), *mark = NULL;

		if (!close)
			return false;
		for (const char *s = open + 1; s < close && !white_bytes(s, close); s++)
			if (*s == '.' || *s == '/')
				mark = s;
		if (mark && mark > open + 1 && mark + 1 < close && isalnum((unsigned char)mark[1]) &&
			!memchr(open, ' ', (size_t)(close - open)))
			return true;
		r.s = close + 1;
	}
	return false;
}

enum support
socratic_support(const struct judging *j, struct reader entry)
{
	const struct grammar *g = &j->p->by;
	const struct source_places *source = j->d->places;
	struct ref ref, named = {0}, place = {0};
	struct reader part;

	for (const char *s = entry.s; (s = memmem(s, (size_t)(entry.end - s), "http", 4)); s += 4) {
		struct reader at = reader_of(s + 4, entry.end);

		skip_text(&at, "s");
		if (skip_text(&at, "://") && len_of(&at) && !white_bytes(at.s, at.end))
			return SUPPORT_HOLDS;
	}
	for (struct reader r = entry; ref_next(g->refs, g->source, entry.s, &r, &ref);) {
		if (!(ref.kind->flags & REF_SOURCE) || !source)
			return ref.kind->form == REF_PATH ? SUPPORT_FILE : SUPPORT_HOLDS;
		if (!named.kind || (!named.from && !len_of(&named.anchor)))
			named = ref;
	}
	for (struct reader r = entry; r.s < r.end; r.s++) {
		struct reader at = r;

		if (!skip_words(&at, "Principle"))
			continue;
		skip_emphasis(&at);
		skip_white(&at);
		if (skip_char(&at, ':') && !is_blank(at.s, len_of(&at)))
			return SUPPORT_HOLDS;
	}
	if (!named.kind)
		return has_file(entry) ? SUPPORT_FILE : SUPPORT_NONE;
	/* The place in the source: first what is a number, which is there or not. */
	if (named.from || len_of(&named.anchor)) {
		/* Behind a `#` the words of a heading may stand, too, not as GitHub makes its anchor. */
		bool there = source_find(source, &named, &part) == FOUND ||
			     (!named.from && names_heading(source, reader_of(named.anchor.s, entry.end), true));

		return there ? SUPPORT_HOLDS : SUPPORT_NO_PLACE;
	}
	for (struct reader r = entry; r.s < r.end; r.s++)
		if ((r.s == entry.s || !isalnum((unsigned char)r.s[-1])) && read_line_number(&r, &place))
			return source_find(source, &place, &part) == FOUND ? SUPPORT_HOLDS : SUPPORT_NO_PLACE;
	/* The file's own name may have the words of a heading. */
	if (names_heading(source, reader_of(entry.s, named.text.s), false) ||
		names_heading(source, reader_of(named.text.end, entry.end), false))
		return SUPPORT_HOLDS;
	for (size_t i = 0; i < j->found->n; i++) {
		const struct found_quote *q = &j->found->v[i];

		if (q->which == j->d->n + 1 && q->text.s >= entry.s && q->text.end <= entry.end)
			return SUPPORT_HOLDS;
	}
	return SUPPORT_BARE;
}

bool
socratic_next_entry(const struct parsed *p, const struct field *f, size_t *at, struct passage *entry)
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
