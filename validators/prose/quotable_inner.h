/*
 * A text as quotations are held against it, and what is found. For quotable.c and its neighbours.
 */
#ifndef VALIDATORS_PROSE_QUOTABLE_INNER_H
#define VALIDATORS_PROSE_QUOTABLE_INNER_H

#include <stdint.h>
#include "validators/prose/quotable.h"

struct folded {
	char *s;
	size_t n;
	uint32_t *at; /* of each byte, where it stands in what was folded */
	bool gap;     /* there is white space before what comes */
};

struct quotable {
	struct reader plain;
	char *composed; /* letters and their marks as one; NULL: plain is */
	struct folded folded;
	size_t read;
	struct nearest_word *words; /* of `plain`, told apart when the nearest is first asked for; NULL: not yet */
	size_t n_words;
};

/* -- quotable_fold.c -- */
#define DASH '\x1f' /* between words; a hyphen stays one */

/* *composed, which is malloc'd or NULL, is what stands folded then. */
struct folded quotable_fold(const char *s, size_t len, char **composed);
void folded_free(struct folded *f);
/* As it is shown, what was folded. */
struct reader quotable_shown(const struct quotable *q);

/* -- quotable.c -- */
/* What a quotation leaves out that turns it round: all in quotable_shown. */
struct cut {
	struct reader negation;
	struct reader quoted; /* the piece, and what is left out before it */
};
enum quoted quotable_place(struct quotable *q, struct reader words, struct cut *cut);
/* What is put in that may not be; a slice of the words, empty where there is none. */
struct reader quotable_put_in(struct reader words);

#endif
