/*
 * What is handed in to a debate in rounds: turns, summaries and the verdict, as texts to fill in and to learn from.
 *
 * Made of the same facts as the prompt (prompt.h), so that heading, point ids and whatever else is known are in place.
 * For the functions of a struct hand_in. A blank with a place left open is refused by what its rules miss there; an
 * example is accepted as it stands, in every round, and of all that it says only what is known is true.
 */
#ifndef VALIDATORS_ROUNDS_BLANK_H
#define VALIDATORS_ROUNDS_BLANK_H

#include "validators/rounds/prompt.h"

/* Append what is asked for, to fill in, and filled in. */
void rounds_blank_put(const struct rounds_prompt *p, UT_string *out);
void rounds_example_put(const struct rounds_prompt *p, UT_string *out);

/* hand_in.how of each. */
extern const char rounds_turn_how[];
extern const char rounds_closing_how[];
extern const char rounds_summary_how[];
extern const char rounds_verdict_how[];

#endif
