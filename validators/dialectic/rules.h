/*
 * The words of format `dialectic`: its rules, sides, phases and kinds of links, a row each (design page
 * dialectic.md).
 */
#ifndef VALIDATORS_DIALECTIC_RULES_H
#define VALIDATORS_DIALECTIC_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/text/findings.h"

enum dialectic_rule {
	RULE_SEAT_ROLE,
	RULE_HANDIN_JSON,
	RULE_HANDIN_TWICE,
	RULE_HANDIN_COUNT,
	RULE_HANDIN_MISSING,
	RULE_HANDIN_TYPE,
	RULE_HANDIN_BLANK,
	RULE_HANDIN_UNKNOWN,
	RULE_HANDIN_REPEAT,
	RULE_HANDIN_THIN,
	RULE_QUOTE_ARGUMENT,
	RULE_GROUND_COUNT,
	RULE_ATTACK_COUNT,
	RULE_ATTACK_TYPE,
	RULE_ATTACK_TARGET,
	RULE_ATTACK_TWICE,
	RULE_DEFENCE_COUNT,
	RULE_DEFENCE_TYPE,
	RULE_DEFENCE_TARGET,
	RULE_WORDS_TITLE,
	RULE_WORDS_CLAIM,
	RULE_WORDS_GROUND,
	RULE_WORDS_RELEVANCE,
	RULE_WORDS_WARRANT,
	RULE_WORDS_BACKING,
	RULE_WORDS_QUALIFIER,
	RULE_WORDS_ATTACK,
	RULE_WORDS_DEFENCE,
	RULE_WORDS_REASONING,
	RULE_JUDGEMENT_FORM,
	RULE_JUDGEMENT_MISSING,
	RULE_JUDGEMENT_OTHER,
	RULE_JUDGEMENT_TWICE,
	RULE_JUDGEMENT_RANGE,
	RULE_JUDGEMENT_SUM,
	RULE_JUDGEMENT_REASONING,
	RULE_RESCORE_INCOMPLETE,
	RULE_RESCORE_UNKNOWN,
	RULE_RESCORE_OLD,
	RULE_RESCORE_STEP,
	RULE_RESCORE_RANGE,
	RULE_RESCORE_REACH,
	RULE_REPORT_SECTION,
	RULE_REPORT_WORDS,
	RULE_REPORT_ARGUMENT,
	RULE_REPORT_TOTALS,
	DIALECTIC_RULES
};
extern const struct rule dialectic_rules[DIALECTIC_RULES];
#define RULE(name) (&dialectic_rules[RULE_##name])

enum side { SIDE_PROPOSITION, SIDE_OPPOSITION, SIDES };
struct side_row {
	const char *name;  /* as a role, and in the record */
	const char *abbr;  /* in ids and in the front matter of an argument */
};
extern const struct side_row dialectic_sides[SIDES];

/* What a seat may be. The two sides come first, so that a side is its role. */
enum role { ROLE_PROPOSITION, ROLE_OPPOSITION, ROLE_JUDGE, ROLES };
extern const char *const dialectic_role_names[ROLES + 1]; /* NULL-terminated */

enum exchange_phase { PHASE_ARGUMENTS, PHASE_JUDGEMENT, PHASES };
extern const char *const dialectic_phase_names[PHASES];

/* What one argument does to another. */
enum link_kind { LINK_ATTACK, LINK_DEFENCE, LINK_KINDS };
enum link_type { LINK_CLAIM, LINK_GROUNDS, LINK_WARRANT, LINK_BACKING, LINK_REINFORCE, LINK_CLARIFY, LINK_CONCEDE,
	LINK_TYPES };
#define LINKS_MAX 3

struct link_kind_row {
	const char *key;       /* of the array in an argument */
	const char *section;   /* of an argument's file */
	const char *verb;      /* "Attacking" */
	bool own;              /* its targets are one's own arguments, or else the opponent's */
	enum link_type first, last;
	enum dialectic_rule type, target;
};
extern const struct link_kind_row link_kinds[LINK_KINDS];
extern const char *const link_type_names[LINK_TYPES];
/* LINK_TYPES where the kind has none of that name. */
enum link_type link_type_find(enum link_kind kind, const char *name);

/* Outcomes of a debate. */
#define DIALECTIC_COMPLETED "COMPLETED"
#define DIALECTIC_INVALIDATED "INVALIDATED"

#endif
