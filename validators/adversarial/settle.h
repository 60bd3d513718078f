/*
 * How an adversarial debate ended: what the graph and the ledger say of each central question, and the synthesis that
 * must say the same (design page adversarial.md, Synthesis and verdict). Pure.
 */
#ifndef VALIDATORS_ADVERSARIAL_SETTLE_H
#define VALIDATORS_ADVERSARIAL_SETTLE_H

#include "validators/adversarial/ledger.h"
#include "validators/adversarial/mutation.h"

enum verdict_kind {
	VERDICT_BETTER_GROUNDED,
	VERDICT_ASYMMETRIC,
	VERDICT_BOTH_ENGAGED,
	VERDICT_NEITHER,
	VERDICT_NOT_SETTLED,
	VERDICT_KINDS
};
extern const char *const verdict_kind_names[VERDICT_KINDS]; /* "better-grounded" */

/* Where one position stands on one question. */
struct standing {
	bool engages;
	const size_t *by;       /* rows of arguments by which it does */
	size_t n_by;
	const size_t *central;  /* its central arguments, whatever their status */
	size_t n_central;
	bool beaten;            /* as the page says of each other one's, where another is better grounded */
};

struct question_verdict {
	enum verdict_kind kind;
	const size_t *sides;    /* positions named with it */
	size_t n_sides;
};

/* All that a synthesis is compared with. */
struct settle_ask {
	const struct kb *snapshot, *kb;
	const struct ledger *ledger;
	unsigned revisions;     /* so many */
};

struct settlement;
/* What is asked of stays as it is until it is freed. */
struct settlement *settle(const struct settle_ask *ask);
void settlement_free(struct settlement *s);
const struct standing *settlement_standing(const struct settlement *s, size_t question, size_t side);
/* What must be said of it. */
struct question_verdict settlement_verdict(const struct settlement *s, size_t question);
/* Is this verdict also earned? `not settled by this corpus` and `both engaged` may both be. */
bool settlement_earned(const struct settlement *s, size_t question, const struct question_verdict *v);
/* Why: of each position what stands for the question, or addresses it, or only touches it. A clause. */
void settlement_put_why(const struct settlement *s, size_t question, UT_string *out);
/* The central arguments of a position on all questions, where each of them is refuted or baseless: what it is held
 * against. None otherwise. */
const size_t *settlement_held(const struct settlement *s, size_t side, size_t *n);

/* The blank: every section of output/synthesis.md, with all that is known filled in. */
void synthesis_blank(const struct settle_ask *ask, const char *heading, UT_string *out);
/* Judge a synthesis behind its heading; line0 is added to every line. */
void synthesis_judge(const struct settle_ask *ask, const char *text, size_t len, int line0, struct findings *out);

enum synthesis_rule { SYNTHESIS_SECTION, SYNTHESIS_GRAPH, SYNTHESIS_VERDICT, SYNTHESIS_UNEARNED, SYNTHESIS_RULES };
extern const struct rule *const synthesis_rules; /* SYNTHESIS_RULES of them */

#endif
