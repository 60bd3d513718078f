/*
 * Lines that say by their first words what they are: `Claim: …`, `**Outcome**: …`.
 *
 * The words are the format's, in any case; letters and colon may be full-width, and stars or underscores that Markdown
 * did not take for emphasis (`**Outcome：**DISSENT`) do not count.
 */
#ifndef VALIDATORS_PROSE_FIELD_H
#define VALIDATORS_PROSE_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/text/reader.h"

/* Most lines are told by their first byte. */
static inline bool
field_may_begin(const struct reader *r, const char *words)
{
	unsigned char c = left(r) ? (unsigned char)*r->s : 0;

	return c >= 0x80 || (c | 0x20) == (*words | 0x20) || c == '*' || c == '_' || isspace(c);
}

/* The words and the colon behind them. */
bool field_skip(struct reader *r, const char *words);

#endif
