/*
 * A piece of refused text, short enough for a sentence: quote(s, len).s lives as long as the call it stands in.
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

#endif
