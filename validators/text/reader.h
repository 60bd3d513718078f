/*
 * A slice of text that is read from its left end. Every skip_ function moves past what it found, or moves nothing and
 * says false.
 */
#ifndef VALIDATORS_TEXT_READER_H
#define VALIDATORS_TEXT_READER_H

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>
#include "validators/text/chars.h"

struct reader {
	const char *s, *end;
};

static inline size_t
len_of(const struct reader *r)
{
	return (size_t)(r->end - r->s);
}

/* Takes a line off, without its newline; false: there is none. */
static inline bool
next_line(struct reader *r, struct reader *line)
{
	const char *newline;

	if (r->s >= r->end)
		return false;
	newline = memchr(r->s, '\n', len_of(r));
	*line = (struct reader){r->s, newline ? newline : r->end};
	r->s = newline ? newline + 1 : r->end;
	return true;
}

/* White space of any kind, and marks that nobody sees. */
static inline bool
skip_white(struct reader *r)
{
	const char *from = r->s;

	for (size_t n; r->s < r->end && (n = white_bytes(r->s, r->end)); r->s += n)
		;
	return r->s > from;
}

static inline bool
skip_text(struct reader *r, const char *text)
{
	size_t len = strlen(text);

	if (len_of(r) < len || memcmp(r->s, text, len))
		return false;
	r->s += len;
	return true;
}

/* The same in any case. */
static inline bool
skip_word(struct reader *r, const char *word)
{
	size_t len = strlen(word);

	if (len_of(r) < len || strncasecmp(r->s, word, len))
		return false;
	r->s += len;
	return true;
}

/* One character of ASCII, or its full-width form. */
static inline bool
skip_char(struct reader *r, char c)
{
	char is;
	size_t n = r->s < r->end ? ascii_form(r->s, r->end, &is) : 0;

	if (!n || is != c)
		return false;
	r->s += n;
	return true;
}

/* The place where it stands last, if it ends the text; NULL: it does not. */
static inline const char *
ends_in_char(const struct reader *r, char c)
{
	char last;
	size_t n = len_of(r) ? ascii_form_before(r->s, r->end, &last) : 0;

	return n && last == c ? r->end - n : NULL;
}

/* A dash. *alone: one that stands for itself, as it is typed in Chinese and Japanese: without space round it. */
static inline bool
skip_dash(struct reader *r, bool *alone)
{
	unsigned dashes = 0;

	*alone = false;
	while (skip_text(r, "—") || skip_text(r, "―"))
		dashes++;
	*alone = dashes > 1;
	return dashes || skip_text(r, "–") || skip_text(r, "--") || skip_char(r, '-');
}

/* Without the white space round it. */
static inline struct reader
without_white(struct reader r)
{
	skip_white(&r);
	for (size_t n; r.end > r.s && (n = white_bytes_before(r.s, r.end)); r.end -= n)
		;
	return r;
}

static inline bool
skip_digit(struct reader *r, unsigned *digit)
{
	char c;
	size_t n = r->s < r->end ? ascii_form(r->s, r->end, &c) : 0;

	if (!n || !isdigit((unsigned char)c))
		return false;
	*digit = (unsigned)(c - '0');
	r->s += n;
	return true;
}

/* A number, UINT_MAX where it is too big; false where there is none. */
static inline bool
skip_number(struct reader *r, unsigned *number)
{
	const char *from = r->s;
	unsigned n = 0, digit;

	while (skip_digit(r, &digit))
		n = n > UINT_MAX / 16 ? UINT_MAX / 16 + 1 : n * 10 + digit;
	*number = n > UINT_MAX / 16 ? UINT_MAX : n;
	return r->s > from;
}

#endif
