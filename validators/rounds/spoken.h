/*
 * How words and citations are compared from turn to turn: what spoken.c keeps them by and turn.c finds them by.
 */
#ifndef VALIDATORS_ROUNDS_SPOKEN_H
#define VALIDATORS_ROUNDS_SPOKEN_H

#include "validators/rounds/reading.h"
#include "validators/text/novelty.h"

/* For qsort and bsearch of uint64_t. */
int hash_compare(const void *a, const void *b);

/* Equal where case and white space alone differ. */
uint64_t citation_hash(const struct rounds_reading *r, const struct citation *c);
uint64_t sentences_hash(const struct rounds_reading *r, struct run sentences);
/* Of all words of one sentence, those of code too; 0: it has none. */
uint64_t sentence_hash(const struct rounds_reading *r, size_t i);
/* An id as one number, and those that are named, sorted; r->n_names of them; malloc'd. */
static inline uint64_t
named_key(char letter, unsigned round, unsigned n)
{
	return (uint64_t)(letter == POINT_ANSWER) << 63 | (uint64_t)round << 32 | n;
}
uint64_t *names_keys(const struct rounds_reading *r);
/* `claim`: it is to be compared with earlier ones. */
void sentences_print(const struct rounds_reading *r, struct run sentences, bool claim, struct wordprint *print);

/* A challenge point: of an item all its sentences, of a heading those under it up to the next title or item, too. */
struct run point_sentences(const struct rounds_reading *r, const struct rounds_block *b);

#endif
