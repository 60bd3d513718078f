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

static bool
skip_apostrophe(struct reader *r)
{
	return skip_char(r, '\'') || skip_text(r, "’") || skip_text(r, "‘") || skip_text(r, "ʼ") || skip_text(r, "´");
}

/* One character of a format's word, a letter of which may have another case. */
static bool
skip_letter(struct reader *r, char c)
{
	char is;
	size_t n;

	if (c == '\'')
		return skip_apostrophe(r);
	n = r->s < r->end ? ascii_form(r->s, r->end, &is) : 0;
	if (!n || tolower((unsigned char)is) != tolower((unsigned char)c))
		return false;
	r->s += n;
	return true;
}

/* Does a letter or a digit stand here that would make the word before it longer? One of a dense script does not. */
static bool
goes_on(const struct reader *r)
{
	if (r->s == r->end)
		return false;
	return (unsigned char)*r->s < 0x80 ? isalnum((unsigned char)*r->s) || *r->s == '_' : char_of_word(r->s, r->end);
}

bool
skip_words(struct reader *r, const char *words)
{
	struct reader at = *r;

	for (const char *c = words; *c; c++)
		if (at.s < at.end && (unsigned char)*at.s < 0x80 && isalpha((unsigned char)*c)) {
			if ((*at.s++ ^ *c) & ~0x20)
				return false;
		} else if (*c == ' ' ? !skip_white(&at) : !skip_letter(&at, *c))
			return false;
	if (goes_on(&at))
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
	} else if (skip_text(&at, "--") || (left(&at) && (unsigned char)*at.s >= 0x80 && skip_dash(&at, &alone))) {
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

static void
read_indent(struct line *l)
{
	struct reader *r = &l->rest;

	for (; r->s < r->end && (*r->s == ' ' || *r->s == '\t'); r->s++)
		l->indent += *r->s == ' ' ? 1 : TAB_COLUMNS - l->indent % TAB_COLUMNS;
	skip_white(r);
}

/* `1.` or `1)`; *wide: as it is typed in Chinese and Japanese, without white space behind it. */
static bool
skip_list_number(struct reader *r, bool *wide)
{
	unsigned digit, digits = 0;
	const char *stop;

	if (r->s < r->end && (unsigned char)*r->s < 0x80 && !isdigit((unsigned char)*r->s))
		return false;
	while (digits < NUMBER_DIGITS_MOST && skip_digit(r, &digit))
		digits++;
	stop = r->s;
	if (!digits || (!skip_text(r, "、") && !skip_char(r, '.') && !skip_char(r, ')')))
		return false;
	*wide = r->s - stop > 1;
	return !skip_digit(r, &digit);
}

bool
skip_marker(struct reader *r)
{
	struct reader at = *r;
	bool wide = false;

	if (at.s < at.end && (*at.s == '-' || *at.s == '*' || *at.s == '+'))
		at.s++;
	else if (!skip_text(&at, "－") && !skip_list_number(&at, &wide))
		return false;
	if (!skip_white(&at) && at.s < at.end && !wide)
		return false;
	*r = at;
	return true;
}

/* The length of the fence that a line begins with; 0: it begins with none. */
static size_t
fence_length(struct reader r, char *mark)
{
	const char *from = r.s;

	if (r.s == r.end || (*r.s != '`' && *r.s != '~'))
		return 0;
	for (*mark = *r.s; r.s < r.end && *r.s == *mark; r.s++)
		;
	if (r.s - from < FENCE_LEAST || (*mark == '`' && memchr(r.s, '`', left(&r))))
		return 0;
	return (size_t)(r.s - from);
}

/* Does this line close a fence of `length` marks? */
static bool
closes_fence(struct reader r, char mark, size_t length)
{
	const char *from;

	r = without_white(r);
	for (from = r.s; r.s < r.end && *r.s == mark; r.s++)
		;
	return r.s == r.end && (size_t)(r.s - from) >= length;
}

static struct line
line_of(struct reader all)
{
	struct line l = {.all = all, .rest = all};

	read_indent(&l);
	l.kind = l.rest.s == l.rest.end ? LINE_BLANK : *l.rest.s == '>' ? LINE_QUOTED : LINE_TEXT;
	l.listed = l.kind == LINE_TEXT && skip_marker(&l.rest);
	return l;
}

void
lines_read(struct lines *ls, const char *text, size_t len)
{
	const char *end = text + len;
	size_t room = 0, fence = 0;
	char mark = '\0';

	*ls = (struct lines){0};
	for (const char *s = text, *to; s < end; s = to + 1) {
		struct line l;

		to = memchr(s, '\n', (size_t)(end - s));
		to = to ? to : end;
		l = line_of(between(s, to));
		if (fence) {
			l = (struct line){.all = l.all, .rest = l.all, .kind = LINE_FENCED};
			if (closes_fence(l.all, mark, fence)) {
				l.kind = LINE_FENCE;
				fence = 0;
				ls->open_fence = 0;
			}
		} else if (l.kind == LINE_TEXT && (fence = fence_length(l.rest, &mark))) {
			l.kind = LINE_FENCE;
			ls->open_fence = (int)ls->n + 1;
		}
		if (ls->n == room)
			ls->v = mem_resize(ls->v, room = room ? 2 * room : 64, sizeof *ls->v);
		ls->v[ls->n++] = l;
	}
}

void
lines_free(struct lines *ls)
{
	free(ls->v);
	*ls = (struct lines){0};
}

/* Without marks of emphasis and a colon at its end. */
static struct reader
without_marks_behind(struct reader r)
{
	for (const char *colon;;) {
		r = without_white(r);
		if (r.s < r.end && (r.end[-1] == '*' || r.end[-1] == '_'))
			r.end--;
		else if ((colon = ends_in_char(&r, ':')))
			r.end = colon;
		else
			return r;
	}
}

bool
line_title(const struct line *l, struct reader *title)
{
	struct reader r, bold;
	const char *hash;

	if (l->kind != LINE_TEXT || l->listed || !strchr("#*_", *l->rest.s))
		return false;
	r = without_white(l->rest);
	hash = r.s;
	while (r.s < r.end && *r.s == '#')
		r.s++;
	if (r.s > hash) {
		if (r.s - hash < 3 || r.s - hash > 6 || !skip_white(&r))
			return false;
		while (r.s < r.end && r.end[-1] == '#')
			r.end--;
		skip_emphasis(&r);
		*title = without_marks_behind(r);
		return true;
	}
	if (!skip_text(&r, "**") && !skip_text(&r, "__"))
		return false;
	skip_emphasis(&r);
	*title = without_marks_behind(r);
	bold = between(title->end, r.end);
	while (bold.s < bold.end && *bold.s != '*' && *bold.s != '_')
		bold.s++;
	return title->s < title->end && bold.s < bold.end;
}

void *
lines_copy_list(const void *v, size_t n, size_t size)
{
	size_t room = 1;

	while (room < n)
		room *= 2;
	void *copy = mem_calloc(room, size);
	if (n)
		memcpy(copy, v, n * size);
	return copy;
}

/* `—` or `–`, of three bytes. */
static bool
is_dash(const char *s)
{
	return !memcmp(s, "—", 3) || !memcmp(s, "–", 3);
}

struct reader
without_dashes(struct reader r)
{
	r = without_white(r);
	while (left(&r) && (r.end[-1] == '-' || (left(&r) > 3 && is_dash(r.end - 3))))
		r = without_white(between(r.s, r.end - (r.end[-1] == '-' ? 1 : 3)));
	return r;
}
