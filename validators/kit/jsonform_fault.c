/*
 * jansson's offset is behind the token that cannot be, so tokens are gone through from the beginning up to that one.
 * What is wrong may stand before it: a text whose last mark is a typographic one goes on to the next `"`, and one in
 * which a `"` stands ends there.
 */
#include "validators/kit/jsonform_inner.h"

#include <ctype.h>
#include <string.h>
#include <utf8proc.h>
#include "validators/text/mem.h"
#include "validators/text/words.h"

/* -- marks -- */

/* What an input method or an editor writes for a mark of JSON, and wide_form does not know. */
static const struct {
	int32_t first, last;
	char mark;
} marks[] = {
	/* clang-format off */
	{ '\'',   '\'',   '"' },
	{ 0x00ab, 0x00ab, '"' },
	{ 0x00bb, 0x00bb, '"' },
	{ 0x2012, 0x2015, '-' },
	{ 0x2018, 0x201f, '"' }, /* ‘ ’ ‚ ‛ “ ” „ ‟ */
	{ 0x2039, 0x203a, '"' },
	{ 0x2212, 0x2212, '-' },
	{ 0x300c, 0x300f, '"' }, /* 「 」 『 』 */
	{ 0x3010, 0x3010, '[' }, /* 【 */
	{ 0x3011, 0x3011, ']' },
	{ 0x301d, 0x301f, '"' },
	/* clang-format on */
};

/* The mark of JSON that the character at `s` stands for; '\0': for none, or it is that one. */
static char
mark_at(const char *s, const char *end)
{
	int32_t cp = char_at(s, end);
	char c;

	for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
		if (cp >= marks[i].first && cp <= marks[i].last)
			return marks[i].mark;
	if ((unsigned char)*s < 0x80)
		return '\0';
	if (wide_white(s, (size_t)(end - s)))
		return ' ';
	if (!wide_form(s, (size_t)(end - s), &c))
		return '\0';
	return c == '\'' ? '"' : strchr("{}[],:\"-+.0123456789", c) ? c : '\0';
}

static bool
is_between_texts(struct reader r)
{
	char c;

	for (size_t n; left(&r); r.s += n)
		if (!(n = white_bytes(r.s, r.end)) && (!(n = ascii_form(r.s, r.end, &c)) || !strchr("{}[],:", c)))
			return false;
	return true;
}

/* A typographic quote that was meant to end a text: what stands behind it in the line, up to the next `"`, is what
 * stands between texts. NULL: there is none. */
static const char *
find_meant_end(const struct token *t)
{
	const char *newline = memchr(t->s, '\n', (size_t)(t->end - t->s));
	const char *end = newline ? newline : t->end - t->closed;

	for (const char *s = t->s + 1; s < end; s += char_bytes(s, end))
		if ((unsigned char)*s >= 0x80 && mark_at(s, end) == '"' &&
			is_between_texts((struct reader){ s + char_bytes(s, end), end }))
			return s;
	return NULL;
}

/* -- sentences -- */

struct fault {
	struct reader json;
	const json_error_t *error;
	struct token before, at; /* the token that cannot be, and the one before it; empty: there is none */
};

static unsigned
column(const struct fault *f, const char *at)
{
	unsigned n = 1;

	for (; at > f->json.s && at[-1] != '\n'; at--)
		n += ((unsigned char)at[-1] & 0xc0) != 0x80;
	return n;
}

static bool
is_about(const struct fault *f, const char *what)
{
	return !strncmp(f->error->text, what, strlen(what));
}

static char *
say_mark(const struct fault *f, const char *at, char mark)
{
	unsigned cp = (unsigned)char_at(at, f->json.end);
	int n = (int)char_bytes(at, f->json.end);

	if (mark == ' ')
		return mem_format("in column %u stands U+%04X, white space that JSON does not know: write a space",
			column(f, at), cp);
	return mem_format("in column %u stands U+%04X (%.*s), where JSON has `%c`: write that", column(f, at), cp,
		n, at, mark);
}

/* In a text. */
static char *
say_escape(const struct fault *f)
{
	const char *at = f->json.s + f->error->position;
	unsigned where;

	while (at > f->at.s && (at >= f->json.end || *at != '\\'))
		at--;
	where = column(f, at);
	if (is_about(f, "invalid Unicode"))
		return mem_format("in column %u stands a `\\u` that is no character", where);
	return mem_format("in column %u stands a `\\` that begins none of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX: "
		"a `\\` itself is written `\\\\`", where);
}

static bool
is_letter(int32_t cp)
{
	utf8proc_category_t category = utf8proc_category(cp);

	return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

/* What a token is, without a word of it. */
static char *
kind_of(const struct token *t)
{
	int32_t cp = token_is_empty(t) ? 0 : char_at(t->s, t->end);

	if (token_is_empty(t))
		return mem_strdup("the end");
	if (t->text)
		return mem_strdup("a text");
	if (isdigit((unsigned char)*t->s) || strchr("+-.", *t->s))
		return mem_strdup("a number, or what looks like one");
	if (is_letter(cp) || *t->s == '_')
		return mem_strdup("a word that is not in quotes");
	if (cp < 0x80)
		return mem_format("`%c`", *t->s);
	return mem_format("U+%04X (%.*s)", (unsigned)cp, (int)(t->end - t->s), t->s);
}

static char *
say_token(const struct fault *f)
{
	static const struct {
		const char *text, *expected;
	} rows[] = {
		{ "':' expected", ", where `:` is expected" },
		{ "'}' expected", ", where `,` or `}` is expected" },
		{ "']' expected", ", where `,` or `]` is expected" },
		{ "string or '}' expected", ", where a key in `\"` is expected" },
		{ "invalid token", ", which is nothing that JSON has" },
		{ "unexpected token", ", where a value is expected" },
	};
	char *kind = kind_of(&f->at), *said;
	const char *expected = "";

	for (size_t i = 0; i < sizeof rows / sizeof rows[0] && !*expected; i++)
		if (is_about(f, rows[i].text))
			expected = rows[i].expected;
	said = mem_format("in column %u stands %s%s", column(f, f->at.s), kind, expected);
	free(kind);
	return said;
}

/* Does something go on, in the same line, where a text has just ended? */
static bool
is_cut_text(const struct fault *f)
{
	const char *s = f->before.end;

	if (!f->before.text || token_is_empty(&f->at) || memchr(s, '\n', (size_t)(f->at.s - s)))
		return false;
	if (is_letter(char_at(f->at.s, f->at.end)))
		return true;
	return s == f->at.s && (f->at.text || token_in_word(*f->at.s));
}

static void
find_tokens(struct fault *f)
{
	size_t position = f->error->position < 0 ? 0 : (size_t)f->error->position, all = left(&f->json);
	const char *behind = f->json.s + (position < all ? position : all);

	f->before = f->at = (struct token){ f->json.s, f->json.s, false, false };
	do {
		f->before = f->at;
		f->at = token_next(f->at.end, f->json.end);
	} while (!token_is_empty(&f->at) && f->at.end < behind);
}

/* In a text that does not end, or not in its line. */
static char *
say_open_text(const struct fault *f)
{
	const char *meant = find_meant_end(&f->at);

	if (meant)
		return say_mark(f, meant, '"');
	return mem_format("the text that begins in column %u does not end in its line: it ends with `\"`, and a "
		"line's end in it is written `\\n`",
		column(f, f->at.s));
}

static char *
say_between_texts(const struct fault *f)
{
	char mark = token_is_empty(&f->at) || f->at.text ? '\0' : mark_at(f->at.s, f->at.end);
	const char *meant = f->before.text ? find_meant_end(&f->before) : NULL;

	if (mark)
		return say_mark(f, f->at.s, mark);
	if (meant)
		return say_mark(f, meant, '"');
	if (is_cut_text(f))
		return mem_format("a text ends in column %u, and something goes on behind it: a `\"` inside a text "
			"is written `\\\"`",
			column(f, f->before.end - 1));
	return say_token(f);
}

char *
jsonform_fault(struct reader json, const json_error_t *error)
{
	struct fault f = { .json = json, .error = error };

	find_tokens(&f);
	if (is_about(&f, "invalid escape") || is_about(&f, "invalid Unicode"))
		return say_escape(&f);
	if (is_about(&f, "control character"))
		return mem_format("in the text that begins in column %u stands a tab: it is written `\\t`",
			column(&f, f.at.s));
	if (is_about(&f, "unexpected newline") || (f.at.text && !f.at.closed))
		return say_open_text(&f);
	return json_error_code(error) == json_error_premature_end_of_input ? NULL : say_between_texts(&f);
}
