/*
 * What is said to whoever a turn or a conclusion is asked of, beside its rules: a built-in text (validators/kit/texts.h),
 * with what this turn is in its places.
 */
#ifndef VALIDATORS_SOCRATIC_TOLD_H
#define VALIDATORS_SOCRATIC_TOLD_H

#include "validators/kit/format.h"

enum { SOCRATIC_TEXT_TURN, SOCRATIC_TEXT_CONCLUSION, SOCRATIC_TEXTS };
extern const struct text_row socratic_texts[SOCRATIC_TEXTS];

void turn_told(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out);
void conclusion_told(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out);

#endif
