/*
 * A piece of refused text, short enough for a sentence, cut between characters, with an ellipsis where something was
 * cut: quote(s, len).s, or what another of these gives, lives as long as the call it stands in. A sentence that says
 * what is wrong with a text quotes that part of it.
 */
#ifndef VALIDATORS_TEXT_QUOTE_H
#define VALIDATORS_TEXT_QUOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include "validators/text/limits.h"

#define QUOTE_MORE "…"
/* So much is shown before a place that is not near the beginning. */
#define QUOTE_BEFORE_BYTES 20

struct quote {
	char s[LIMIT_QUOTE_BYTES + 2 * sizeof QUOTE_MORE];
};

static inline bool
quote_parts(const char *s, size_t len, size_t at)
{
	return at < len && ((unsigned char)s[at] & 0xc0) == 0x80;
}

/* The part that the byte `at` is in. */
static inline struct quote
quote_at(const char *s, size_t len, size_t at)
{
	struct quote q = { "" };
	size_t from = at + QUOTE_BEFORE_BYTES < LIMIT_QUOTE_BYTES ? 0 : at - QUOTE_BEFORE_BYTES, to = len;
	char *out = q.s;

	if (len <= LIMIT_QUOTE_BYTES)
		from = 0;
	else if (from > len - LIMIT_QUOTE_BYTES)
		from = len - LIMIT_QUOTE_BYTES;
	while (quote_parts(s, len, from))
		from++;
	if (to - from > LIMIT_QUOTE_BYTES)
		to = from + LIMIT_QUOTE_BYTES;
	while (to > from && quote_parts(s, len, to))
		to--;
	if (from)
		out = stpcpy(out, QUOTE_MORE);
	if (to > from)
		out = mempcpy(out, s + from, to - from);
	if (to < len)
		stpcpy(out, QUOTE_MORE);
	return q;
}

static inline struct quote
quote(const char *s, size_t len)
{
	return quote_at(s, len, 0);
}

/* For a rule about the end of a text. */
static inline struct quote
quote_end(const char *s, size_t len)
{
	return quote_at(s, len, len);
}

/* For a text that should have been `want`: where it begins to differ. */
static inline struct quote
quote_unlike(const char *s, size_t len, const char *want)
{
	size_t at = 0;

	while (at < len && want[at] && s[at] == want[at])
		at++;
	return quote_at(s, len, at);
}

#endif
