/*
 * Numbers as they stand in JSON, written as Python writes them: a whole number stays one where somebody wrote one,
 * and any other has the fewest digits that read back the same. jansson writes seventeen digits, or as many as it is
 * told.
 */
#ifndef VALIDATORS_KIT_NUMBER_H
#define VALIDATORS_KIT_NUMBER_H

#include <jansson.h>
#include <stdbool.h>

struct number {
	double value;
	bool whole; /* it was written without fraction or exponent */
};

/* Of a JSON number; of anything else, 0. */
struct number number_of(const json_t *value);
json_t *number_json(struct number n);

void number_add(struct number *sum, struct number n);
/* To three decimals, as a decimal is rounded: halves of what the binary value really is, to even. Never -0. */
struct number number_round(struct number n);
/* How far it is from `from` to `to`, rounded likewise. */
struct number number_difference(struct number to, struct number from);
/* `1`, `0.35`, `-0.05`, `1e-05`: number_text(n).s, which lives as long as the call it stands in. */
struct number_text {
	char s[32];
};
struct number_text number_text(struct number n);

#endif
