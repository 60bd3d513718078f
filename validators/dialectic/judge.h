/*
 * A text that is handed in, judged: a side's arguments or a judgement in debate.md, the report in report.md.
 *
 * What is handed in by a side may be sealed: nothing found in it repeats a word of it.
 */
#ifndef VALIDATORS_DIALECTIC_JUDGE_H
#define VALIDATORS_DIALECTIC_JUDGE_H

#include <jansson.h>
#include "validators/kit/format.h"

void dialectic_judge(const struct fstate *state, const struct context *ctx, const struct submission *s,
	struct verdict *out);
/* What a value, or a text, looks like; both or neither of the first two where it is no hand-in. */
bool dialectic_is_judgement(const json_t *value);
bool dialectic_is_arguments(const json_t *value);
bool dialectic_is_report(const struct submission *s);
/* cites.c: format.cites. */
void dialectic_cites(const struct fstate *state, const struct context *ctx, const struct submission *s,
	const struct lookup_terms *t, struct lookups *out, bool *sealed);
/* whose.c: format.whose. */
void dialectic_whose(const struct fstate *state, const struct context *ctx, const struct submission *s,
	struct whose *out);

#endif
