/*
 * Numbers and texts in the JSON that this format shows, written as the system writes them whose folders it is read by: a whole number
 * stays one where the judge wrote one, any other has the fewest digits that read back the same, and everything that is not ASCII is
 * escaped.
 */
#ifndef VALIDATORS_DIALECTIC_NUMBER_H
#define VALIDATORS_DIALECTIC_NUMBER_H

#include <jansson.h>
#include <stdbool.h>
#include <utstring.h>

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
/* `1`, `0.35`, `-0.05`, `1e-05`. */
void number_print(struct number n, UT_string *out);

/* A JSON string, quotes and all. `s` is UTF-8. */
void json_print_text(const char *s, UT_string *out);

#endif
