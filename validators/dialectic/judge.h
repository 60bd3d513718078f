/*
 * A text that is handed in, judged: a side's arguments or a judgement in debate.md, the report in report.md.
 *
 * What is handed in by a side may be sealed: nothing found in it repeats a word of it.
 */
#ifndef VALIDATORS_DIALECTIC_JUDGE_H
#define VALIDATORS_DIALECTIC_JUDGE_H

#include "validators/format.h"

void dialectic_judge(const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out);
bool dialectic_repeats(const struct fstate *state, const struct context *ctx, unsigned seat, const char *text, size_t len);

extern const struct rule *const dialectic_of_record[];

#endif
