/*
 * Who quotes whom: the quotations that stand directly beside a reference.
 *
 * A format says what its references look like. A quotation is of a reference where nothing but punctuation stands
 * between the two (`Turn 2: "…"`, `C1.2 "…"`), no end of a sentence among it, or where the reference is given
 * behind it in brackets (`"…" (Turn 2)`). A quotation of fewer than QUOTING_WORDS words is a name or a term, and
 * not looked at.
 *
 *	struct quoting q = quoting_begin(from, end, refer, arg);
 *	unsigned cited;
 *	struct reader words;
 *
 *	while (quoting_next(&q, &cited, &words))
 *		… is it there? `quotable_fault` of what `cited` says (quotable.h)
 *	quoting_end(&q);
 *
 * The text is plain text of Markdown (md.text): one entry, item or paragraph. Pure; any bytes are taken, in time in
 * proportion to the text.
 */
#ifndef VALIDATORS_PROSE_QUOTING_H
#define VALIDATORS_PROSE_QUOTING_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/text/quotation.h"
#include "validators/text/reader.h"

/* Words (wordcount.h) that a quotation has at least which is looked at. */
#define QUOTING_WORDS 3

/* Does a reference begin at `s`, where a word does? Its bytes, and in *cited what it is, by the format's own count; 0:
 * none does. Nothing about the source or another file is one. */
typedef size_t (*quoting_refer)(void *arg, const char *s, const char *end, unsigned *cited);

struct quoting {
	struct reader text; /* what is not read yet */
	const char *begin;
	const char *opens_until; /* no quotation begins there or behind it */
	quoting_refer refer;
	void *arg;
	struct quotations quotations;
	const char *behind; /* of the last reference, until a quotation came; NULL: there is none */
	unsigned leads_to;  /* what that one is */
	unsigned cited;	    /* the one that was read last */
};

struct quoting
quoting_begin(const char *s, const char *end, quoting_refer refer, void *arg);
void
quoting_end(struct quoting *q);
/* The next one; *words is what stands between its marks. */
bool
quoting_next(struct quoting *q, unsigned *cited, struct reader *words);
/* Does nothing stand between a reference and a quotation that parts them? */
bool
quoting_leads(struct reader between);

#endif
