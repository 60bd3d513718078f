/* What is seen of a citation in the file that it names: its lines, and whether what is quoted stands there. */
#include "validators/prose/lookup.h"

#include <assert.h>
#include <stdint.h>
#include "validators/prose/source_plain.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

void
sight_free(struct sight *s)
{
	free(s->text);
	*s = (struct sight){.kind = SIGHT_NONE};
}

static unsigned
count_lines(const char *s, size_t len)
{
	unsigned n = len && s[len - 1] != '\n';

	for (const char *end = s + len; s < end && (s = memchr(s, '\n', (size_t)(end - s))); s++)
		n++;
	return n;
}

void
sight_begin(struct sight_file *f, const char *text, size_t len)
{
	assert(len <= LOOKUP_FILE_BYTES);
	*f = (struct sight_file){.text = text, .len = len, .lines = count_lines(text, len)};
}

void
sight_end(struct sight_file *f)
{
	free(f->plain);
	*f = (struct sight_file){.text = NULL};
}

/* The lines from the first on, through the last, as far as there are. */
static const char *
slice(const struct sight_file *f, unsigned first, unsigned last, size_t *len)
{
	const char *from = f->text, *end = f->text + f->len, *to;

	for (unsigned i = 1; i < first && from < end; i++)
		from = (to = memchr(from, '\n', (size_t)(end - from))) ? to + 1 : end;
	to = from;
	for (unsigned i = first; i <= last && to < end; i++)
		to = (to = memchr(to, '\n', (size_t)(end - to))) ? to + 1 : end;
	*len = (size_t)(to - from);
	return from;
}

/* -- quotations -- */

/* Bytes of a mark of what was left out. */
static size_t
gap_bytes(const char *s, size_t len)
{
	static const char *const gaps[] = {"(...)", "(…)", "...", "…"};

	for (size_t i = 0; i < sizeof gaps / sizeof gaps[0]; i++)
		if (len >= strlen(gaps[i]) && !memcmp(s, gaps[i], strlen(gaps[i])))
			return strlen(gaps[i]);
	return 0;
}

static const char *
without_spaces(const char *s, size_t *len)
{
	while (*len && *s == ' ')
		s++, --*len;
	while (*len && s[*len - 1] == ' ')
		--*len;
	return s;
}

/* Do the pieces between the marks of what was left out stand there, in this order? */
static bool
has_pieces(const char *plain, size_t len, const char *quote, size_t n)
{
	const char *end = plain + len;
	bool any = false;

	for (size_t i = 0, from = 0, gap; i <= n; i += gap ? gap : 1, from = gap ? i : from) {
		size_t piece_len = i - from;
		const char *piece;

		gap = i < n ? gap_bytes(quote + i, n - i) : 0;
		if (!gap && i < n)
			continue;
		piece = without_spaces(quote + from, &piece_len);
		piece_len = source_without_stops(piece, piece_len);
		if (!piece_len)
			continue;
		plain = memmem(plain, (size_t)(end - plain), piece, piece_len);
		if (!plain)
			return false;
		plain += piece_len;
		any = true;
	}
	return any;
}

/* A quotation of nothing but punctuation is held against the bytes themselves. */
static bool
has_quote(const char *plain, size_t len, const char *quote, size_t n)
{
	size_t words = source_without_stops(quote, n);

	if (words && memmem(plain, len, quote, words))
		return true;
	return words ? has_pieces(plain, len, quote, n) : n && memmem(plain, len, quote, n);
}

static bool
lines_have(const struct sight_file *f, unsigned first, unsigned last, const char *quote, size_t n)
{
	size_t len, plain_len;
	const char *s = slice(f, first, last, &len);
	char *plain = source_plain(s, len, &plain_len);
	bool has = has_quote(plain, plain_len, quote, n);

	free(plain);
	return has;
}

static bool
file_has(struct sight_file *f, const char *quote, size_t n)
{
	if (!f->plain)
		f->plain = source_plain(f->text, f->len, &f->plain_len);
	return has_quote(f->plain, f->plain_len, quote, n);
}

static void
read_quote(struct sight_file *f, const struct lookup *l, struct sight *out)
{
	size_t n;
	char *quote = source_plain(l->quote, strlen(l->quote), &n);

	if (!n) {
		out->quote_is_there = true;
	} else if (l->has_lines) {
		unsigned first = l->first > LOOKUP_NEAR_LINES ? l->first - LOOKUP_NEAR_LINES : 1;
		unsigned last = l->last > UINT32_MAX - LOOKUP_NEAR_LINES ? l->last : l->last + LOOKUP_NEAR_LINES;

		out->quote_is_there = lines_have(f, first, last, quote, n);
		out->quote_is_far = !out->quote_is_there && file_has(f, quote, n);
	} else {
		out->quote_is_there = file_has(f, quote, n);
	}
	free(quote);
}

/* -- lines -- */

static void
keep_lines(const struct sight_file *f, const struct lookup *l, struct sight *out)
{
	unsigned last = l->last - l->first >= LOOKUP_LINES_MAX ? l->first + LOOKUP_LINES_MAX - 1 : l->last;
	size_t len;
	const char *s = slice(f, l->first, last, &len);
	UT_string text;

	utstring_init(&text);
	for (const char *end = s + len, *to; s < end && utstring_len(&text) < LOOKUP_BYTES_MAX; s = to) {
		const char *newline = memchr(s, '\n', (size_t)(end - s));
		size_t n = (size_t)((newline ? newline : end) - s), room = LOOKUP_BYTES_MAX - utstring_len(&text);

		if (n && s[n - 1] == '\r')
			n--;
		text_escape(&text, s, n, room > 4 ? room - 4 : 1);
		utstring_bincpy(&text, "\n", 1);
		to = newline ? newline + 1 : end;
		out->text_last = out->text_last ? out->text_last + 1 : l->first;
	}
	out->text_first = l->first;
	out->text = utstring_body(&text);
}

void
sight_read(struct sight_file *f, const struct lookup *l, struct sight *out)
{
	out->kind = SIGHT_FILE;
	out->lines = f->lines;
	if (l->has_lines && l->first && l->first <= l->last && l->first <= f->lines)
		keep_lines(f, l, out);
	if (l->quote)
		read_quote(f, l, out);
}
