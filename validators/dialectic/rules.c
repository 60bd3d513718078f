#include "validators/dialectic/rules.h"

#include <errno.h>
#include <string.h>
#include "validators/dialectic/blank.h"
#include "validators/text/wordcount.h"

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
#define WARNING .severity = SEVERITY_WARNING
#define OF_LATER RULE_OF(HAND_IN_ARGUMENT)
#define OF_ARGUMENTS (OF_LATER | RULE_OF(HAND_IN_OPENING))
#define OF_JUDGEMENT RULE_OF(HAND_IN_JUDGEMENT)
#define OF_REPORT RULE_OF(HAND_IN_REPORT)

/* How many words a text may have, as the rows of forms count them: a rule that warns, and one of the same id that
 * refuses. */
#define WORDS(X) \
	X(TITLE, "words.title", OF_ARGUMENTS, "a title has 5 to 7 words") \
	X(CLAIM, "words.claim", OF_ARGUMENTS, "a claim has at most 25 words") \
	X(GROUND, "words.ground", OF_ARGUMENTS, "a ground's content has at most 100 words") \
	X(RELEVANCE, "words.relevance", OF_ARGUMENTS, "a ground's relevance has at most 30 words") \
	X(WARRANT, "words.warrant", OF_ARGUMENTS, "a warrant has at most 50 words") \
	X(BACKING, "words.backing", OF_ARGUMENTS, "a backing has at most 50 words") \
	X(QUALIFIER, "words.qualifier", OF_ARGUMENTS, "a qualifier has at most 10 words") \
	X(ATTACK, "words.attack", OF_LATER, "an attack's content has at most 75 words") \
	X(DEFENCE, "words.defence", OF_LATER, "a defence's content has at most 75 words") \
	X(REASONING, "words.reasoning", OF_JUDGEMENT, "a reasoning has at most 75 words")

static const struct rule strict_words[] = {
#define ROW(name, id, texts, what) { id, ERROR, .of = texts, .gloss = what },
	WORDS(ROW)
#undef ROW
};

const struct rule dialectic_rules[DIALECTIC_RULES] = {
	[RULE_SEAT_ROLE] = { "seat.role", .severity = SEVERITY_ERROR, .err = EACCES, .needs = NEEDS_CHANGE,
		.gloss = "arguments are handed in by their side; a judgement, the report and the end as COMPLETED "
			"are the judge's" },
	[RULE_HANDIN_JSON] = { "handin.json", ERROR, .of = OF_ARGUMENTS | OF_JUDGEMENT,
		.gloss = "a hand-in is JSON, bare or in exactly one fenced json block, with nothing round it" },
	[RULE_HANDIN_TWICE] = { "handin.twice", ERROR, .needs = NEEDS_CHANGE, .of = OF_ARGUMENTS | OF_JUDGEMENT,
		.gloss = "no key stands twice in an object" },
	[RULE_HANDIN_COUNT] = { "handin.count", ERROR, .needs = NEEDS_CHANGE, .of = OF_ARGUMENTS,
		.gloss = "exchange 0 takes an array of exactly three arguments, every later one a single argument as "
			"an object" },
	[RULE_HANDIN_MISSING] = { "handin.missing", ERROR, .of = OF_ARGUMENTS,
		.gloss = "an argument has title, claim, grounds and warrant; a ground has source, content and "
			"relevance; an attack or a defence has its target_id, its type and its content" },
	[RULE_HANDIN_TYPE] = { "handin.type", ERROR, .needs = NEEDS_CHANGE, .of = OF_ARGUMENTS | OF_JUDGEMENT,
		.gloss = "each value is of its kind: text, number, object or array" },
	[RULE_HANDIN_BLANK] = { "handin.blank", ERROR, .of = OF_ARGUMENTS | OF_JUDGEMENT,
		.gloss = "each text has a letter or a digit: it is not empty, nor a place of the template that was "
			"not filled in" },
	[RULE_HANDIN_UNKNOWN] = { "handin.unknown", WARNING, .needs = NEEDS_CHANGE, .of = OF_ARGUMENTS | OF_JUDGEMENT,
		.gloss = "a key that is not one of this object's has no effect" },
	[RULE_HANDIN_REPEAT] = { "handin.repeat", ERROR, .of = OF_ARGUMENTS,
		.gloss = "no argument is, by its claim and its grounds, a near copy (`novelty_threshold`) of another "
			"of the same hand-in, or of an earlier one of its side, and no attack has the very words of "
			"the claim that it attacks, no defence of the claim that it defends; letters that look alike "
			"are one" },
	[RULE_HANDIN_THIN] = { "handin.thin", ERROR, .of = OF_ARGUMENTS,
		.gloss = "each text can be argued with: 3 words or more (a ground's content, an attack and a defence "
			"4; " DENSE_LETTERS_COUNT "), not one over and over, not \"as said above\" alone, and not the "
			"words of the title, the claim or a text of another kind of its argument again" },
	[RULE_QUOTE_ARGUMENT] = { "quote.argument", ERROR, .needs = NEEDS_RECORD,
		.of = OF_LATER | OF_JUDGEMENT | OF_REPORT,
		.gloss = "what is quoted directly behind an argument's id (`prop_000a: \"…\"`), or with it in "
			"brackets behind (`\"…\" (prop_000a)`), in three words or more, stands there word for word: "
			"with … for what is left out, and with the negation beside it" },
	[RULE_GROUND_COUNT] = { "ground.count", ERROR, .of = OF_ARGUMENTS,
		.gloss = "an argument has 1 to 3 grounds" },
	[RULE_ATTACK_COUNT] = { "attack.count", ERROR, .of = OF_LATER,
		.gloss = "an argument makes 0 to 3 attacks, in exchange 0 none" },
	[RULE_ATTACK_TYPE] = { "attack.type", ERROR, .of = OF_LATER,
		.gloss = "an attack_type is claim_attack, grounds_attack, warrant_attack or backing_attack" },
	[RULE_ATTACK_TARGET] = { "attack.target", ERROR, .needs = NEEDS_RECORD, .of = OF_LATER,
		.gloss = "an attack's target_id is an argument of the opponent from an earlier exchange" },
	[RULE_ATTACK_TWICE] = { "attack.twice", ERROR, .of = OF_LATER,
		.gloss = "an argument attacks the same target once in each way (attack_type)" },
	[RULE_DEFENCE_COUNT] = { "defence.count", ERROR, .of = OF_LATER,
		.gloss = "an argument makes 0 to 2 defences, in exchange 0 none" },
	[RULE_DEFENCE_TYPE] = { "defence.type", ERROR, .of = OF_LATER,
		.gloss = "a defense_type is reinforce, clarify or concede_and_pivot" },
	[RULE_DEFENCE_TARGET] = { "defence.target", ERROR, .needs = NEEDS_RECORD, .of = OF_LATER,
		.gloss = "a defence's target_id is an argument of one's own from an earlier exchange" },
#define ROW(name, id, texts, what) [RULE_WORDS_##name] = { id, WARNING, .of = texts, .gloss = what, \
	.strict = &strict_words[RULE_WORDS_##name - RULE_WORDS_TITLE] },
	WORDS(ROW)
#undef ROW
	[RULE_JUDGEMENT_FORM] = { "judgement.form", ERROR, .needs = NEEDS_CHANGE, .of = OF_JUDGEMENT,
		.gloss = "a judgement is an object with argument_id, score and reasoning, or with `scores`, an array "
			"of such objects; not both" },
	[RULE_JUDGEMENT_MISSING] = { "judgement.missing", ERROR, .needs = NEEDS_RECORD | NEEDS_CHANGE,
		.of = OF_JUDGEMENT,
		.gloss = "each argument of this exchange has a score" },
	[RULE_JUDGEMENT_OTHER] = { "judgement.other", ERROR, .needs = NEEDS_RECORD | NEEDS_CHANGE, .of = OF_JUDGEMENT,
		.gloss = "only arguments of this exchange are scored; earlier ones are rescored" },
	[RULE_JUDGEMENT_TWICE] = { "judgement.twice", ERROR, .needs = NEEDS_CHANGE, .of = OF_JUDGEMENT,
		.gloss = "each argument is scored once, or rescored once at most: what has its first score in a "
			"judgement is not rescored in it" },
	[RULE_JUDGEMENT_RANGE] = { "judgement.range", ERROR, .of = OF_JUDGEMENT,
		.gloss = "a score is from -1 to 1" },
	[RULE_JUDGEMENT_SUM] = { "judgement.sum", ERROR, .of = OF_JUDGEMENT,
		.gloss = "the scores of an exchange sum to 0, within 0.01" },
	[RULE_JUDGEMENT_REASONING] = { "judgement.reasoning", ERROR, .of = OF_JUDGEMENT,
		.gloss = "each score and each rescore has its reasoning: at least 5 words (" DENSE_LETTERS_COUNT ") "
			"that are 5 different ones, and no near copy (`novelty_threshold`) of another in the same "
			"judgement" },
	[RULE_RESCORE_INCOMPLETE] = { "rescore.incomplete", WARNING, .needs = NEEDS_EARLIER, .of = OF_JUDGEMENT,
		.gloss = "a rescore without argument_id, old_score, new_score or reasoning is skipped" },
	[RULE_RESCORE_UNKNOWN] = { "rescore.unknown", WARNING, .needs = NEEDS_RECORD | NEEDS_EARLIER,
		.of = OF_JUDGEMENT,
		.gloss = "a rescore of an argument that has no score is skipped" },
	[RULE_RESCORE_OLD] = { "rescore.old", WARNING, .needs = NEEDS_RECORD | NEEDS_EARLIER, .of = OF_JUDGEMENT,
		.gloss = "a rescore whose old_score is not the current one is skipped" },
	[RULE_RESCORE_STEP] = { "rescore.step", WARNING, .needs = NEEDS_EARLIER, .of = OF_JUDGEMENT,
		.gloss = "a rescore that moves by more than 0.5 is skipped" },
	[RULE_RESCORE_RANGE] = { "rescore.range", WARNING, .needs = NEEDS_EARLIER, .of = OF_JUDGEMENT,
		.gloss = "a rescore that leaves -1 to 1 is skipped" },
	[RULE_RESCORE_REACH] = { "rescore.reach", WARNING, .needs = NEEDS_RECORD | NEEDS_EARLIER, .of = OF_JUDGEMENT,
		.gloss = "what is rescored is attacked or defended in this exchange" },
	[RULE_REPORT_SECTION] = { "report.section", ERROR, .needs = NEEDS_CHANGE, .of = OF_REPORT,
		.gloss = "a report is a `# ` title, then ## The Question, ## The Clash, ## Turning Points and ## The "
			"Verdict, each once, in this order and not empty" },
	[RULE_REPORT_WORDS] = { "report.words", ERROR, .of = OF_REPORT,
		.gloss = "a report has 500 to 600 words; " DENSE_LETTERS_COUNT },
	[RULE_REPORT_ARGUMENT] = { "report.argument", ERROR, .needs = NEEDS_RECORD, .of = OF_REPORT,
		.gloss = "a report names at least one argument by its id, and no argument, and no exchange by its "
			"number, that is not there" },
	[RULE_REPORT_TOTALS] = { "report.totals", ERROR, .needs = NEEDS_RECORD, .of = OF_REPORT,
		.gloss = "a report names the total of each side as it is in debate.md, and not as the other side's; "
			"a line `Totals:` is that of the blank" },
};

const struct side_row dialectic_sides[SIDES] = {
	[SIDE_PROPOSITION] = { "proposition", "prop" },
	[SIDE_OPPOSITION]  = { "opposition", "opp" },
};

const char *const dialectic_role_names[ROLES + 1] = {
	[ROLE_PROPOSITION] = "proposition",
	[ROLE_OPPOSITION] = "opposition",
	[ROLE_JUDGE] = "judge",
};

const char *const dialectic_phase_names[PHASES] = {
	[PHASE_ARGUMENTS] = "awaiting_arguments",
	[PHASE_JUDGEMENT] = "awaiting_judgment",
};

const struct link_kind_row link_kinds[LINK_KINDS] = {
	[LINK_ATTACK] = { "attacks", "## Attacks", "Attacking", .own = false, .first = LINK_CLAIM, .last = LINK_BACKING,
		.type = RULE_ATTACK_TYPE, .target = RULE_ATTACK_TARGET },
	[LINK_DEFENCE] = { "defends", "## Defends", "Defending", .own = true, .first = LINK_REINFORCE,
		.last = LINK_CONCEDE, .type = RULE_DEFENCE_TYPE, .target = RULE_DEFENCE_TARGET },
};

const char *const link_type_names[LINK_TYPES] = {
	[LINK_CLAIM] = "claim_attack",
	[LINK_GROUNDS] = "grounds_attack",
	[LINK_WARRANT] = "warrant_attack",
	[LINK_BACKING] = "backing_attack",
	[LINK_REINFORCE] = "reinforce",
	[LINK_CLARIFY] = "clarify",
	[LINK_CONCEDE] = "concede_and_pivot",
};
/* clang-format on */

enum link_type
link_type_find(enum link_kind kind, const char *name)
{
	for (enum link_type t = link_kinds[kind].first; t <= link_kinds[kind].last; t++)
		if (!strcmp(link_type_names[t], name))
			return t;
	return LINK_TYPES;
}
