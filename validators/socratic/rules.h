/*
 * The words of format `socratic`: its rules, stances and outcomes, a row each (design page socratic.md).
 */
#ifndef VALIDATORS_SOCRATIC_RULES_H
#define VALIDATORS_SOCRATIC_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/kit/format.h"

enum socratic_rule {
	RULE_TURN_ONE,
	RULE_TURN_NUMBER,
	RULE_TURN_LIMIT,
	RULE_TURN_PARTICIPANT,
	RULE_TURN_IDENTITY,
	RULE_TURN_ALTERNATION,
	RULE_TURN_STANCE,
	RULE_SECTION_MISSING,
	RULE_SECTION_EMPTY,
	RULE_SECTION_ORDER,
	RULE_SECTION_TWICE,
	RULE_SECTION_UNKNOWN,
	RULE_SECTION_THIN,
	RULE_COUNTERPOINT_NONE,
	RULE_COUNTERPOINT_ADDRESSES,
	RULE_COUNTERPOINT_CLAIM,
	RULE_COUNTERPOINT_SUPPORT,
	RULE_SUPPORT_KIND,
	RULE_SUPPORT_TURN,
	RULE_SUPPORT_SOURCE,
	RULE_SUPPORT_FILE,
	RULE_NOVEL_SUPPORT,
	RULE_NOVEL_REPEAT,
	RULE_UNRESOLVED_FLAG,
	RULE_OPEN_DROPPED,
	RULE_OPEN_UNKNOWN,
	RULE_OPEN_SETTLED,
	RULE_STANCE_REVISION,
	RULE_QUOTE_TURN,
	RULE_QUOTE_UNFOUND,
	RULE_CONSENSUS_BLOCKING,
	RULE_CONSENSUS_CRITIQUE,
	RULE_CONSENSUS_TEXT,
	RULE_TOPIC_DRIFT,
	RULE_CONCLUSION_FORM,
	RULE_CONCLUSION_UNEARNED,
	RULE_CONCLUSION_CONSENSUS,
	RULE_CONCLUSION_OPEN,
	RULE_CONCLUSION_ALONE,
	SOCRATIC_RULES
};
extern const struct rule socratic_rules[SOCRATIC_RULES];

/* How the sentence of RULE_QUOTE_UNFOUND goes on to who wrote it. */
#define QUOTE_UNFOUND_MAY_STAY \
	": a saying, a supposition or a translation may stay, and the other side is told of it"

enum stance {
	STANCE_NONE,
	STANCE_OPEN,
	STANCE_CONVERGING,
	STANCE_ACCEPTING,
	STANCE_DISSENTING,
	STANCE_REVISING,
	STANCES
};
struct stance_row {
	const char *name;
	bool converges; /* counts towards candidate convergence */
};
extern const struct stance_row stances[STANCES];
/* STANCE_NONE where there is none of that name. */
enum stance stance_find(const char *s, size_t len);

enum outcome {
	OUTCOME_NONE,
	OUTCOME_CONSENSUS,
	OUTCOME_DISSENT,
	OUTCOME_MAX_TURNS,
	OUTCOME_TIMEOUT,
	OUTCOME_INVALIDATED,
	OUTCOMES
};
extern const struct ending outcomes[OUTCOMES];
enum outcome outcome_find(const char *s, size_t len);

#endif
