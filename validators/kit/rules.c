#include "validators/kit/rules.h"

#include <errno.h>

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
#define WARNING .severity = SEVERITY_WARNING

const struct rule kit_rules[KIT_RULES] = {
	[KIT_TEXT_HEADING] = { "text.heading", ERROR,
		.gloss = "a heading that is given is the one that is due" },
	[KIT_SECTION_MISSING] = { "section.missing", ERROR,
		.gloss = "every section that the blank shows is there" },
	[KIT_SECTION_EMPTY] = { "section.empty", ERROR,
		.gloss = "no such section is empty" },
	[KIT_SECTION_TWICE] = { "section.twice", ERROR,
		.gloss = "no section stands twice" },
	[KIT_SECTION_FOREIGN] = { "section.foreign", ERROR,
		.gloss = "no line is the title of a section that this text lacks and another of the format has" },
	[KIT_ITEM_MISSING] = { "item.missing", ERROR,
		.gloss = "a section that wants an item has one" },
	[KIT_ITEM_FORM] = { "item.form", ERROR,
		.gloss = "an operation begins with a verb of its section" },
	[KIT_LABEL_MISSING] = { "label.missing", ERROR,
		.gloss = "every label that the blank shows is there, with a value" },
	[KIT_LABEL_WORD] = { "label.word", ERROR,
		.gloss = "a label that asks for a word has one of those that the blank shows" },
	[KIT_REF_UNKNOWN] = { "ref.unknown", ERROR,
		.gloss = "a reference that is a mark names something that is there" },
	[KIT_REF_QUOTE] = { "ref.quote", ERROR,
		.gloss = "a quotation right beside a reference stands in what that names" },
	[KIT_QUOTE_UNFOUND] = { "quote.unfound", WARNING,
		.gloss = "a quotation beside a reference to a text stands in a text, the topic or the source" },
	[KIT_ANSWER_VERB] = { "answer.verb", ERROR,
		.gloss = "an item for a point has a verb of its section that the point's state allows" },
	[KIT_ANSWER_NEEDS] = { "answer.needs", ERROR,
		.gloss = "an item has the labels that its verb needs" },
	[KIT_ANSWER_TWICE] = { "answer.twice", ERROR,
		.gloss = "a text has one item for a point" },
	[KIT_SEAT_INDEPENDENCE] = { "seat.independence", WARNING,
		.gloss = "a seat that decides has neither the harness nor the model of a side" },
};
