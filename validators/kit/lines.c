#include "validators/kit/lines.h"

#include <stdlib.h>
#include "validators/text/mem.h"
#include "validators/text/chars.h"

#define TAB_COLUMNS 4
/* Marks that make a fence. */
#define FENCE_LEAST 3
/* `123456789. ` is the longest number of a list. */
#define NUMBER_DIGITS_MOST 9

/* -- marks -- */

bool
skip_words(struct reader *r, const char *words)
{
	struct reader at = *r;

	for (const char *c = words; *c; c++) {
		char is;
		size_t n;

		if (at.s < at.end && (unsigned char)*at.s < 0x80 && isalpha((unsigned char)*c)) {
			if ((*at.s++ ^ *c) & ~0x20)
				return false;
		} else if (*c == ' ') {
			if (!skip_white(&at))
				return false;
		} else if (*c == '\'') {
			if (!skip_char(&at, *c) && !skip_text(&at, "’") && !skip_text(&at, "‘") &&
				!skip_text(&at, "ʼ") && !skip_text(&at, "´"))
				return false;
		} else {
			n = at.s < at.end ? ascii_form(at.s, at.end, &is) : 0;
			if (!n || tolower((unsigned char)is) != tolower((unsigned char)*c))
				return false;
			at.s += n;
		}
	}
	/* A letter or a digit makes the last word longer; one of a dense script does not. */
	if (at.s < at.end && ((unsigned char)*at.s < 0x80 ? isalnum((unsigned char)*at.s) || *at.s == '_'
							  : char_of_word(at.s, at.end)))
		return false;
	*r = at;
	return true;
}

bool
skip_emphasis(struct reader *r)
{
	const char *from = r->s;

	while (r->s < r->end && (*r->s == '*' || *r->s == '_' || *r->s == '`'))
		r->s++;
	return r->s > from;
}

bool
skip_sep(struct reader *r, bool stops)
{
	struct reader at = *r;
	bool white = skip_white(&at), alone;

	if (skip_char(&at, ':') || (stops && (skip_char(&at, '.') || skip_char(&at, ',')))) {
		skip_white(&at);
	} else if (skip_text(&at, "--") || (len_of(&at) && (unsigned char)*at.s >= 0x80 && skip_dash(&at, &alone))) {
		skip_white(&at);
	} else if (!white || !skip_char(&at, '-') || (!skip_white(&at) && at.s < at.end)) {
		return false;
	}
	*r = at;
	return true;
}

bool
says_only(struct reader r, const char *words)
{
	skip_white(&r);
	skip_emphasis(&r);
	if (!skip_words(&r, words))
		return false;
	skip_emphasis(&r);
	skip_white(&r);
	if (skip_char(&r, ':') || skip_char(&r, '.'))
		skip_emphasis(&r);
	skip_white(&r);
	return r.s == r.end;
}

bool
says_none(struct reader r)
{
	skip_white(&r);
	skip_emphasis(&r);
	if (!skip_words(&r, "none"))
		return false;
	skip_emphasis(&r);
	return without_white(r).s == r.end || skip_sep(&r, true);
}

/* -- lines -- */

bool
skip_marker(struct reader *r)
{
	struct reader at = *r;
	unsigned digit, digits = 0;
	bool wide = false; /* as it is typed in Chinese and Japanese, without white space behind it */

	if (at.s < at.end && (*at.s == '-' || *at.s == '*' || *at.s == '+')) {
		at.s++;
	} else if (!skip_text(&at, "－")) {
		while (digits < NUMBER_DIGITS_MOST && skip_digit(&at, &digit))
			digits++;
		const char *stop = at.s;

		if (!digits || (!skip_text(&at, "、") && !skip_char(&at, '.') && !skip_char(&at, ')')))
			return false;
		wide = at.s - stop > 1;
		if (skip_digit(&at, &digit))
			return false;
	}
	if (!skip_white(&at) && at.s < at.end && !wide)
		return false;
	*r = at;
	return true;
}

/* So many of these marks are at its beginning. */
static size_t
count_marks(const struct reader *r, char mark)
{
	size_t n = 0;

	while (n < len_of(r) && r->s[n] == mark)
		n++;
	return n;
}

void
lines_read(struct lines *ls, const char *text, size_t len)
{
	size_t fence = 0, n; /* marks of the one that is open */
	char mark = '\0';

	*ls = (struct lines){0};
	for (struct reader rest = reader_of(text, text + len), line; next_line(&rest, &line);) {
		struct line *l = GROW(ls->v, ls->n);
		struct reader *r = &l->rest;

		l->all = l->rest = line;
		if (fence) {
			struct reader marks = without_white(l->all);

			l->kind = LINE_FENCED;
			n = count_marks(&marks, mark);
			if (n == len_of(&marks) && n >= fence) {
				l->kind = LINE_FENCE;
				fence = 0;
				ls->open_fence = 0;
			}
			continue;
		}
		for (; r->s < r->end && (*r->s == ' ' || *r->s == '\t'); r->s++)
			l->indent += *r->s == ' ' ? 1 : TAB_COLUMNS - l->indent % TAB_COLUMNS;
		skip_white(r);
		l->kind = r->s == r->end ? LINE_BLANK : *r->s == '>' ? LINE_QUOTED : LINE_TEXT;
		if (l->kind != LINE_TEXT)
			continue;
		l->listed = skip_marker(r);
		mark = len_of(r) ? *r->s : '\0';
		n = mark == '`' || mark == '~' ? count_marks(r, mark) : 0;
		if (n >= FENCE_LEAST && !(mark == '`' && memchr(r->s + n, '`', len_of(r) - n))) {
			fence = n;
			l->kind = LINE_FENCE;
			ls->open_fence = (int)ls->n;
		}
	}
}

void
lines_free(struct lines *ls)
{
	free(ls->v);
	*ls = (struct lines){0};
}

unsigned
skip_heading(struct reader *r)
{
	struct reader at = *r;
	unsigned level = 0;

	for (; at.s < at.end && *at.s == '#'; at.s++)
		level++;
	if (!level || level > 6 || (!skip_white(&at) && len_of(&at)))
		return 0;
	for (at = without_white(at); len_of(&at) && at.end[-1] == '#'; at.end--)
		;
	*r = without_white(at);
	return level;
}

bool
line_title(const struct line *l, struct reader *title)
{
	struct reader r, bold;
	bool heading;

	if (l->kind != LINE_TEXT || l->listed || !strchr("#*_", *l->rest.s))
		return false;
	r = without_white(l->rest);
	heading = skip_heading(&r) > 2;
	if (!heading && !skip_text(&r, "**") && !skip_text(&r, "__"))
		return false;
	skip_emphasis(&r);
	/* Without marks of emphasis and colons at its end. */
	*title = r;
	for (const char *mark = r.end; mark; title->end = mark ? mark : title->end) {
		*title = without_white(*title);
		bool emphasis = len_of(title) && (title->end[-1] == '*' || title->end[-1] == '_');

		mark = emphasis ? title->end - 1 : ends_in_char(title, ':');
	}
	if (heading)
		return true;
	bold = reader_of(title->end, r.end);
	while (bold.s < bold.end && *bold.s != '*' && *bold.s != '_')
		bold.s++;
	return title->s < title->end && bold.s < bold.end;
}
