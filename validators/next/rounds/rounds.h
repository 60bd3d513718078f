/*
 * Format `rounds`: proposer and challenger in rounds, then the orchestrator's verdict.
 *
 * tables.c has all words, rules, verbs and phases; judge.c what no table says; state.c the debate: it reads each
 * accepted text again and keeps it, its points and whose move it is. Pure; a state is changed by rounds_apply alone.
 */
#ifndef VALIDATORS_NEXT_ROUNDS_ROUNDS_H
#define VALIDATORS_NEXT_ROUNDS_ROUNDS_H

#include "validators/next/kit/ledger.h"
#include "validators/next/kit/order.h"
#include "validators/next/kit/quotes.h"

enum rounds_role { ROLE_PROPOSER = 1, ROLE_CHALLENGER, ROLE_ORCHESTRATOR, ROUNDS_SEATS = ROLE_ORCHESTRATOR };

enum rounds_kind { OPENING, CHALLENGE, DEFENCE, FOLLOWUP, SUMMARY, CLOSING, VERDICT, ROUNDS_KINDS };

enum rounds_phase {
	PHASE_OPENING = 1,
	PHASE_CHALLENGE,
	PHASE_ROUND_IS_OVER,
	PHASE_SUMMARY,
	PHASE_DEFENCE,
	PHASE_FOLLOWUP,
	PHASE_CLOSING,
	PHASE_VERDICT,
	/* ends */
	PHASE_COMPLETED,
	PHASE_UNCONTESTED,
	PHASE_ABORTED,
};

/* Of a claim of the proposer or a point of the challenger. */
enum rounds_point { CLAIMED, AGREED, OPEN, ANSWERED, CONCEDED, RESOLVED };

enum rounds_rule {
	RULE_STANCE_MISSING,
	RULE_CLAIMS_NONE,
	RULE_EVIDENCE_NONE,
	RULE_CHALLENGE_FLAW,
	RULE_CHALLENGE_CATEGORIES,
	RULE_CHALLENGE_ALTERNATIVE,
	RULE_AGREEMENT_EVIDENCE,
	RULE_AGREEMENT_RISK,
	RULE_DEFENSE_COVERAGE,
	RULE_RESTATE,
	RULE_FOLLOWUP_COVERAGE,
	RULE_FOLLOWUP_PROGRESS,
	RULE_SUMMARY_FORM,
	RULE_SUMMARY_LENGTH,
	RULE_CLOSING_NEW,
	RULE_CLOSING_WORDS,
	RULE_VERDICT_WINNER,
	RULE_VERDICT_BECAUSE,
	RULE_VERDICT_QUALITY,
	RULE_VERDICT_AGREEMENTS,
	RULE_VERDICT_DIRECTION,
	RULE_VERDICT_REASON,
	RULE_VERDICT_RECOMMENDATION,
	ROUNDS_RULES
};
extern const struct rule rounds_rule_rows[ROUNDS_RULES];

/* A seat: `harness` is the tool that it speaks for. Seat 1 is the proposer, 2 the challenger, 3 the orchestrator. */
struct rounds_seat {
	const char *name, *harness, *model;
};

struct rounds_terms {
	unsigned rounds;       /* 1 to 5 */
	bool closing;          /* the proposer has a closing reply */
	bool reject_evidence;  /* evidence = "reject" */
	double novelty_threshold;
	const char *topic;
	const char *source;    /* its file name; NULL: there is none */
	struct rounds_seat seats[ROUNDS_SEATS];
};

/* An accepted text. */
struct rounds_text {
	unsigned seat, round;
	enum rounds_kind kind;
	char *text;
	size_t len;
};

struct rounds {
	const struct rounds_terms *terms;
	struct order order;
	struct ledger ledger;
	struct rounds_text *texts;
	size_t n;
};

/* -- tables.c -- */
extern const struct kind rounds_kinds[ROUNDS_KINDS];
extern const struct ref_kind rounds_refs[];
enum { REF_CLAIM, REF_POINT, REF_ROUND };
struct order_by rounds_order(const struct rounds *r);
/* Which points a text of this kind must move. */
struct due_row rounds_due(const struct rounds *r, enum rounds_kind kind);
struct grammar rounds_grammar(const struct rounds *r, enum rounds_kind kind);

/* -- state.c -- */
void rounds_open(struct rounds *r, const struct rounds_terms *terms);
void rounds_free(struct rounds *r);
/* The kind of text that is due of a seat; ROUNDS_KINDS: none. */
enum rounds_kind rounds_due_kind(const struct rounds *r, unsigned seat);
/* The round that goes on, from 1. */
unsigned rounds_round(const struct rounds *r);
/* Appends the heading of the text that is due of a seat, without `## `. */
void rounds_heading(const struct rounds *r, unsigned seat, UT_string *out);
/* Appends the blank of that text, without a heading. */
void rounds_blank(const struct rounds *r, unsigned seat, UT_string *out);
/* An accepted text of a seat of which one is due; its bytes are copied. */
void rounds_apply(struct rounds *r, unsigned seat, const char *text, size_t len);

/* -- judge.c -- */
/* Judges a text of a seat of which one is due. */
void
rounds_judge_text(const struct rounds *r, unsigned seat, const char *text, size_t len, struct found_quotes *found,
	struct findings *out);

#endif
