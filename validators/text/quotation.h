/*
 * Quotation marks, as they are written in the languages of the world: "…", “…”, „…“, «…», »…«, ‹…›, 「…」, 『…』, ‘…’, and
 * what looks like them. Pure; any bytes are taken.
 *
 * The mark that closes ‘…’ is an apostrophe too: it closes where no letter follows.
 *
 * A quotation ends with the mark that closes it; where one of the same kind stands inside it, with that which closes
 * both, as far as each of them is closed near by.
 */
#ifndef VALIDATORS_TEXT_QUOTATION_H
#define VALIDATORS_TEXT_QUOTATION_H

#include <stdbool.h>
#include <stddef.h>

enum { QUOTATION_KINDS = 16 };

/* What is searched for in one text: the kinds that were opened and that nothing closes, and where those end that nest,
 * so that no search is made twice. All 0 at first; quotations_end makes it so again. */
struct quotations {
	bool unclosed[QUOTATION_KINDS];
	struct nested *nested[QUOTATION_KINDS];
	size_t marks_read; /* all searches of an outer mark together */
};
void quotations_end(struct quotations *q);

/* Is there a mark at `s` that opens a quotation which is closed before `end`? Then *from .. *to is what it holds, and
 * what stands behind it is returned; else NULL. */
const char *quotation_read(struct quotations *q, const char *s, const char *end, const char **from, const char **to);

/* Bytes of a mark that opens (or closes) quotations at `s`, and is nothing else; 0: there is none. */
size_t quotation_mark(const char *s, size_t len);

#endif
