/*
 * The rules that every text of every format keeps. A format's own rules are rows of its own; where a part
 * names a rule (`part.rule`, `label.rule`), what is missing there is told under that one.
 */
#ifndef VALIDATORS_KIT_RULES_H
#define VALIDATORS_KIT_RULES_H

#include "validators/text/findings.h"

enum kit_rule {
	KIT_TEXT_HEADING,
	KIT_SECTION_MISSING,
	KIT_SECTION_EMPTY,
	KIT_SECTION_TWICE,
	KIT_SECTION_FOREIGN,
	KIT_ITEM_MISSING,
	KIT_ITEM_FORM,
	KIT_LABEL_MISSING,
	KIT_LABEL_WORD,
	KIT_REF_UNKNOWN,
	KIT_REF_QUOTE,
	KIT_QUOTE_UNFOUND,
	KIT_ANSWER_VERB,
	KIT_ANSWER_NEEDS,
	KIT_ANSWER_TWICE,
	KIT_SEAT_INDEPENDENCE,
	KIT_RULES
};
extern const struct rule kit_rules[KIT_RULES];

#endif
