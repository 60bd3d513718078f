/*
 * What the page of an adversarial debate shows beside what was said: what the debate changed in the knowledge base, the
 * claims as they stand, and the argument graph as a table, the arguments that the debate touched first. HTML; whatever
 * anybody wrote is text in it.
 */
#ifndef VALIDATORS_ADVERSARIAL_PAGE_H
#define VALIDATORS_ADVERSARIAL_PAGE_H

#include "validators/adversarial/ledger.h"
#include "validators/kit/format.h"

/* So much of each is shown, and of the rest how much there is, and where. */
#define PAGE_CLAIMS 500
#define PAGE_ARGUMENTS 300
#define PAGE_REVISIONS 300
#define PAGE_EDGES 30 /* of an argument, either way */
#define PAGE_CITES 20 /* of a claim */

/* What begins so and goes on in a number has an element of that id. */
#define PAGE_CLAIM "L-"
#define PAGE_ARGUMENT "arg-"

struct page_ask {
	const struct kb *snapshot, *kb;
	const struct ledger *ledger;
	const struct context *ctx;
	const char *revisions; /* kb/revisions.md; NULL: nothing was revised */
	unsigned earlier;      /* revisions that came with the base: their turns are of another debate */
};
void
adversarial_page(const struct page_ask *ask, UT_string *out);

/* page_graph.c: its part of that. */
void
page_put_graph(const struct page_ask *ask, UT_string *out);
/* A link to an argument with how it stands, or the words as they are where they name none. */
void
page_put_ref(const struct page_ask *ask, const char *ref, size_t len, UT_string *out);
void
page_put_status(enum kb_status status, UT_string *out);

#endif
