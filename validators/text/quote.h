/*
 * A piece of refused text, short enough for a sentence, cut between characters, with an ellipsis where something was
 * cut: quote(s, len).s lives as long as the call it stands in. A sentence that says
 * what is wrong with a text quotes that part of it.
 */
#ifndef VALIDATORS_TEXT_QUOTE_H
#define VALIDATORS_TEXT_QUOTE_H

#include <stddef.h>
#include <string.h>
#include "validators/text/limits.h"
#include "validators/text/text.h"

#define QUOTE_MORE "…"

struct quote {
	char s[LIMIT_QUOTE_BYTES + sizeof QUOTE_MORE];
};

static inline struct quote
quote(const char *s, size_t len)
{
	struct quote q = { "" };
	size_t to = text_cut(s, len, LIMIT_QUOTE_BYTES);

	if (to)
		memcpy(q.s, s, to);
	if (to < len)
		stpcpy(q.s + to, QUOTE_MORE);
	return q;
}

#endif
