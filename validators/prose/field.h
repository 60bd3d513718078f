/*
 * Lines that say by their first words what they are: `Claim: …`, `**Outcome**: …`.
 *
 * The words are the format's, in any case; letters and colon may be full-width, and stars or underscores that Markdown
 * did not take for emphasis (`**Outcome：**DISSENT`) do not count. Of a line that was meant to be one and is none it
 * can be said what differs.
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

/* The words alone, whole: moves behind them and what white space follows. */
bool field_skip_words(struct reader *r, const char *words);
/* The words and the colon behind them. */
bool field_skip(struct reader *r, const char *words);

/* Does it end in one, or begin with the words? */
bool field_ends(const char *s, size_t len, const char *words);

/* What differs between a line and one that begins with `words:`, as the end of a sentence about it: `which begins with
 * "…" where …`. */
#define FIELD_DIFFERS_BYTES 320
void field_differs(const char *s, size_t len, const char *words, char out[FIELD_DIFFERS_BYTES]);

/* Lines that look like labelled ones, as they are met, of which each may have been meant for one label that is missing.
 */
struct attempts {
	struct attempt {
		const char *s;
		size_t len;
		int line;
		bool begins; /* a paragraph */
		bool told;
	} v[8];
	unsigned n;
};
void attempts_add(struct attempts *a, const char *s, size_t len, int line, bool begins);
/* The one that was meant for `words`: it begins with them, or is the next in order; NULL: there is none. */
const struct attempt *attempts_take(struct attempts *a, const char *words);

#endif
