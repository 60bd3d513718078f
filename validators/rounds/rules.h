/*
 * The words of format `rounds`: its rules, and who speaks, a row each (design page rounds.md).
 */
#ifndef VALIDATORS_ROUNDS_RULES_H
#define VALIDATORS_ROUNDS_RULES_H

#include "validators/text/findings.h"

enum rounds_rule {
	ROUNDS_ORDER,
	ROUNDS_ROLE,
	ROUNDS_IDENTITY,
	ROUNDS_EVIDENCE_NONE,
	ROUNDS_EVIDENCE_ITEM,
	ROUNDS_CHALLENGE_FLAW,
	ROUNDS_CHALLENGE_LEAD,
	ROUNDS_CHALLENGE_CATEGORIES,
	ROUNDS_CHALLENGE_ALTERNATIVE,
	ROUNDS_DEFENSE_COVERAGE,
	ROUNDS_DEFENSE_RESTATE,
	ROUNDS_FOLLOWUP_COVERAGE,
	ROUNDS_FOLLOWUP_PROGRESS,
	ROUNDS_FOLLOWUP_RESTATE,
	ROUNDS_CONCESSION_KEPT,
	ROUNDS_CLOSING_WORDS,
	ROUNDS_CLOSING_NEW,
	ROUNDS_QUOTE_TURN,
	ROUNDS_QUOTE_NOWHERE,
	ROUNDS_SUMMARY_FORM,
	ROUNDS_SUMMARY_CONCESSION,
	ROUNDS_SUMMARY_EVIDENCE,
	ROUNDS_SUMMARY_LENGTH,
	ROUNDS_VERDICT_FORM,
	ROUNDS_VERDICT_TOPIC,
	ROUNDS_VERDICT_SIDES,
	ROUNDS_VERDICT_ROUNDS,
	ROUNDS_VERDICT_RIGOR,
	ROUNDS_VERDICT_WINNER,
	ROUNDS_VERDICT_NEITHER,
	ROUNDS_VERDICT_CITES,
	ROUNDS_VERDICT_QUALITY,
	ROUNDS_VERDICT_AGREEMENTS,
	ROUNDS_VERDICT_RECOMMENDATION,
	ROUNDS_VERDICT_DIRECTION,
	ROUNDS_RULES
};
extern const struct rule rounds_rules[ROUNDS_RULES];

/* evidence.item where the duel's `evidence` is "reject": it refuses. */
extern const struct rule rounds_evidence_item_strict;

/* In the order in which they speak in a round. */
enum speaker { SPEAKER_PROPOSER, SPEAKER_CHALLENGER, SPEAKERS };
struct speaker_row {
	const char *role;  /* as `role=` takes it */
	const char *title; /* as a turn's heading says it */
};
extern const struct speaker_row rounds_speakers[SPEAKERS];

#endif
