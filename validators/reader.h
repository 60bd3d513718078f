/*
 * A slice of text that is read from its left end. Every skip_ function moves past what it found, or moves nothing and says false.
 */
#ifndef VALIDATORS_READER_H
#define VALIDATORS_READER_H

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

struct reader {
	const char *s, *end;
};

static inline size_t
left(const struct reader *r)
{
	return (size_t)(r->end - r->s);
}

static inline bool
skip_white(struct reader *r)
{
	const char *from = r->s;

	while (r->s < r->end && isspace((unsigned char)*r->s))
		r->s++;
	return r->s > from;
}

static inline bool
skip_text(struct reader *r, const char *text)
{
	size_t len = strlen(text);

	if (left(r) < len || memcmp(r->s, text, len))
		return false;
	r->s += len;
	return true;
}

/* The same in any case. */
static inline bool
skip_word(struct reader *r, const char *word)
{
	size_t len = strlen(word);

	if (left(r) < len || strncasecmp(r->s, word, len))
		return false;
	r->s += len;
	return true;
}

/* A dash with space round it. */
static inline bool
skip_separator(struct reader *r)
{
	struct reader at = *r;

	if (!skip_white(&at) || !(skip_text(&at, "—") || skip_text(&at, "–") || skip_text(&at, "--") || skip_text(&at, "-")) ||
		!skip_white(&at))
		return false;
	*r = at;
	return true;
}

/* Without the white space round it. */
static inline struct reader
without_white(struct reader r)
{
	skip_white(&r);
	while (r.end > r.s && isspace((unsigned char)r.end[-1]))
		r.end--;
	return r;
}

/* A number, UINT_MAX where it is too big; false where there is none. */
static inline bool
skip_number(struct reader *r, unsigned *number)
{
	const char *from = r->s;
	unsigned n = 0;

	for (; r->s < r->end && isdigit((unsigned char)*r->s); r->s++)
		n = n > UINT_MAX / 16 ? UINT_MAX / 16 + 1 : n * 10 + (unsigned)(*r->s - '0');
	*number = n > UINT_MAX / 16 ? UINT_MAX : n;
	return r->s > from;
}

#endif
