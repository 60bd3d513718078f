/*
 * A piece of refused text, short enough for a sentence, cut between characters, with an ellipsis where something was
 * cut: quote(s, len).s lives as long as the call it stands in. A sentence that says
 * what is wrong with a text quotes that part of it.
 */
#ifndef VALIDATORS_TEXT_QUOTE_H
#define VALIDATORS_TEXT_QUOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include "validators/text/limits.h"

#define QUOTE_MORE "…"

struct quote {
	char s[LIMIT_QUOTE_BYTES + sizeof QUOTE_MORE];
};

static inline bool
quote_parts(const char *s, size_t len, size_t at)
{
	return at < len && ((unsigned char)s[at] & 0xc0) == 0x80;
}

static inline struct quote
quote(const char *s, size_t len)
{
	struct quote q = { "" };
	size_t to = len < LIMIT_QUOTE_BYTES ? len : LIMIT_QUOTE_BYTES;
	char *out = q.s;

	while (to && quote_parts(s, len, to))
		to--;
	if (to)
		out = mempcpy(out, s, to);
	if (to < len)
		stpcpy(out, QUOTE_MORE);
	return q;
}

#endif
