/*
 * format.judge: a text is parsed once, its heading held against what is due, and then judged as a turn, a closing
 * reply, a summary or a verdict.
 */
#ifndef VALIDATORS_ROUNDS_JUDGE_H
#define VALIDATORS_ROUNDS_JUDGE_H

#include "validators/rounds/heading.h"
#include "validators/rounds/reading.h"

void
rounds_judge(const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out);
/* format.whose: a turn's heading names its role, all else is the orchestrator's. */
void rounds_whose(const struct fstate *state, const struct context *ctx, const struct submission *s, struct whose *out);

/* What is kept of a turn of this round, or of the reply behind it, that stands in a record, read again. NULL where it
 * is neither. */
struct spoken *
rounds_read_body(const struct md *md, const char *body, size_t len, unsigned round, const struct phrases *phrases);

/* closing.c */
/* Words of a closing reply at most. */
#define CLOSING_WORDS 300
void
rounds_closing_judge(struct hearing *h, const struct rounds_reading *r);

/* summary.c */
/* Bounds of a summary, and how its tokens are counted. */
#define SUMMARY_TOKENS_LEAST 500
#define SUMMARY_TOKENS_MOST 800
size_t rounds_tokens(const char *s, size_t len);
void rounds_summary_judge(struct hearing *h);

/* verdict.c: `phrases` are the duel's. Where it is accepted, *data is what becomes of it: an object for fold.c. */
struct json_t;
void rounds_verdict_judge(struct hearing *h, const struct phrases *phrases, struct json_t **data);

#endif
