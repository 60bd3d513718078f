/*
 * The rules of format `adversarial`, all of them in one array: those of turns, named here, then those of the synthesis,
 * of mutations and of the base, by the names of what judges these (settle.h, mutation.h, kb.h).
 */
#ifndef VALIDATORS_ADVERSARIAL_RULES_H
#define VALIDATORS_ADVERSARIAL_RULES_H

#include "validators/adversarial/kb.h"
#include "validators/adversarial/mutation.h"
#include "validators/adversarial/settle.h"

/* Kinds of texts, as a rule's `of` has them. The last is nobody's to hand in: files of the base. */
enum adversarial_hand_in { HAND_IN_CLAIMS, HAND_IN_RULINGS, HAND_IN_SYNTHESIS, HAND_IN_BASE };

enum adversarial_rule {
	RULE_TURN_ONE,
	RULE_TURN_NUMBER,
	RULE_TURN_PARTICIPANT,
	RULE_TURN_IDENTITY,
	RULE_TURN_ROLE,
	RULE_SECTION_MISSING,
	RULE_SECTION_EMPTY,
	RULE_SECTION_ORDER,
	RULE_SECTION_TWICE,
	RULE_SECTION_UNKNOWN,
	RULE_ITEM_FORM,
	RULE_ITEM_MANY,
	RULE_CLAIM_NONE,
	RULE_CLAIM_UNKNOWN,
	RULE_CLAIM_UNTRACED,
	RULE_CLAIM_RATING,
	RULE_CLAIM_MOVE,
	RULE_CLAIM_CLOSED,
	RULE_CLAIM_REPEAT,
	RULE_CLAIM_DEFLECTS,
	RULE_MODERATOR_ADVOCATES,
	RULE_MODERATOR_ALONE,
	RULE_RULING_GRAPH,
	RULE_RULING_GROUNDS,
	RULE_DEFLECTION_NONE,
	RULE_MUTATION_UNSAID,
	RULE_MUTATION_UNMADE,
	RULE_MUTATION_UNTRACED,
	RULE_MUTATION_LATE,
	ADVERSARIAL_RULES
};
enum {
	RULES_OF_SYNTHESES = ADVERSARIAL_RULES,
	RULES_OF_MUTATIONS = RULES_OF_SYNTHESES + SYNTHESIS_RULES,
	RULES_OF_BASES = RULES_OF_MUTATIONS + MUTATION_RULES,
	ADVERSARIAL_ALL_RULES = RULES_OF_BASES + KB_RULES
};
extern const struct rule adversarial_rules[ADVERSARIAL_ALL_RULES];
/* Of what is weak or contested, `claim.rating` warns. */
extern const struct rule adversarial_rating_warned;

/* Items of a section: more than anybody reads, and each is compared with all that was claimed before. */
#define ADVERSARIAL_ITEMS 100

#endif
