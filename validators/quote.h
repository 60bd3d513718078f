/*
 * A piece of refused text, short enough for a sentence: quote(s, len).s, or quote_end's, lives as long as the call it stands in.
 */
#ifndef VALIDATORS_QUOTE_H
#define VALIDATORS_QUOTE_H

#include <stddef.h>
#include <string.h>
#include "validators/limits.h"

struct quote {
	char s[LIMIT_QUOTE_BYTES + 4];
};

/* Cut between characters, with an ellipsis where something was cut. */
static inline struct quote
quote(const char *s, size_t len)
{
	struct quote q;
	size_t n = len < LIMIT_QUOTE_BYTES ? len : LIMIT_QUOTE_BYTES;

	while (n < len && n && ((unsigned char)s[n] & 0xc0) == 0x80)
		n--;
	if (n)
		memcpy(q.s, s, n);
	strcpy(q.s + n, n < len ? "…" : "");
	return q;
}

/* Of a longer text its end: what a rule about the end of a text has to show. */
static inline struct quote
quote_end(const char *s, size_t len)
{
	struct quote q = { "" };
	size_t from = len <= LIMIT_QUOTE_BYTES ? 0 : len - LIMIT_QUOTE_BYTES;

	while (from && from < len && ((unsigned char)s[from] & 0xc0) == 0x80)
		from++;
	memcpy(stpcpy(q.s, from ? "…" : ""), s + from, len - from);
	return q;
}

#endif
