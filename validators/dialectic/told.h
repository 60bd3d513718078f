/*
 * What is said to whoever an argument or a judgement is asked of, beside its rules: built-in texts
 * (validators/kit/texts.h), with what this exchange is in their places.
 */
#ifndef VALIDATORS_DIALECTIC_TOLD_H
#define VALIDATORS_DIALECTIC_TOLD_H

#include "validators/kit/format.h"

enum { DIALECTIC_TEXT_ARGUMENT, DIALECTIC_TEXT_JUDGEMENT, DIALECTIC_TEXTS };
extern const struct text_row dialectic_texts[DIALECTIC_TEXTS];

void argument_told(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out);
void judgement_told(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out);

#endif
