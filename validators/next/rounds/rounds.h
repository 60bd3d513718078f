/*
 * Format `rounds`: proposer and challenger in rounds, then the orchestrator's verdict.
 *
 * tables.c has all words, rules, verbs and phases; judge.c what no table says; apply.c what an accepted text does. The
 * rest is the kit's (kit/debate.h).
 */
#ifndef VALIDATORS_NEXT_ROUNDS_ROUNDS_H
#define VALIDATORS_NEXT_ROUNDS_ROUNDS_H

#include "validators/next/kit/debate.h"

enum rounds_role { ROLE_PROPOSER = 1, ROLE_CHALLENGER, ROLE_ORCHESTRATOR };

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

/* tables.c */
extern const struct debate_format rounds_format;
enum { REF_CLAIM, REF_POINT, REF_ROUND };
extern const struct ref_kind rounds_refs[];

/* judge.c: what no table says, a function a kind of text. */
void rounds_judge_evidence(const struct judging *j);
void rounds_judge_challenge(const struct judging *j);
void rounds_judge_followup(const struct judging *j);
void rounds_judge_summary(const struct judging *j);
void rounds_judge_closing(const struct judging *j);
void rounds_judge_verdict(const struct judging *j);

/* apply.c: headings, and what an accepted text does. */
void rounds_heading(const struct debate *d, unsigned seat, UT_string *out);
void rounds_apply(struct debate *d, const struct parsed *p, const struct mover *by);

#endif
