#include "validators/adversarial/rules.h"

#include <errno.h>

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
#define WARNING .severity = SEVERITY_WARNING
#define OF_CLAIMS RULE_OF(HAND_IN_CLAIMS)
#define OF_RULINGS RULE_OF(HAND_IN_RULINGS)
#define OF_TURNS (OF_CLAIMS | OF_RULINGS)
#define RATING_GLOSS "a rating that is said, `[arg-014: contested]`, is the live one, and what is `refuted` or " \
	"`baseless` is cited with it; what is `weak` or `contested` and cited without is warned of"

const struct rule adversarial_rules[ADVERSARIAL_RULES] = {
	[RULE_TURN_ONE] = { "turn.one", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURNS,
		.gloss = "one turn at a time: one `## Turn` heading with nothing before it but `---`, and no other "
			"heading of level 1 or 2" },
	[RULE_TURN_NUMBER] = { "turn.number", ERROR, .needs = NEEDS_RECORD | NEEDS_CHANGE, .of = OF_TURNS,
		.gloss = "turns are numbered 1, 2, 3 … without a gap or a repeat" },
	[RULE_TURN_PARTICIPANT] = { "turn.participant", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURNS,
		.gloss = "the heading names the participant who has the floor, spelled as it joined" },
	[RULE_TURN_IDENTITY] = { "turn.identity", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURNS,
		.gloss = "the heading names the harness and the model that this participant joined with: `(harness / "
			"model)`" },
	[RULE_TURN_ROLE] = { "turn.role", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURNS,
		.gloss = "the heading ends with the role that this participant joined with: `debater-SLUG` or "
			"`moderator`" },
	[RULE_SECTION_MISSING] = { "section.missing", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURNS,
		.gloss = "a debater's turn has Answers (but in its opening), Claims and Argument, a moderator's one or "
			"more of Rulings, Deflections, Press and Findings, each title a bold line of its own" },
	[RULE_SECTION_EMPTY] = { "section.empty", ERROR, .of = OF_TURNS,
		.gloss = "no section is empty, and Answers names a claim or a turn: `**Answers**: L-003, Turn 6`" },
	[RULE_SECTION_ORDER] = { "section.order", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURNS,
		.gloss = "the sections stand in this order: Answers, Claims, Argument, Rulings, Deflections, Press, "
			"Findings, Mutations" },
	[RULE_SECTION_TWICE] = { "section.twice", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURNS,
		.gloss = "no section stands twice" },
	[RULE_SECTION_UNKNOWN] = { "section.unknown", WARNING, .needs = NEEDS_CHANGE, .of = OF_TURNS,
		.gloss = "a bold line that is no section of this turn" },
	[RULE_ITEM_FORM] = { "item.form", ERROR, .needs = NEEDS_END, .of = OF_TURNS,
		.gloss = "but for Argument a section is a list, and each item has the form of the template: what it "
			"does, to which claim, a colon, and words that say something" },
	[RULE_ITEM_MANY] = { "item.many", ERROR, .needs = NEEDS_END, .of = OF_TURNS,
		.gloss = "a section has at most 100 items" },
	[RULE_CLAIM_NONE] = { "claim.none", ERROR, .needs = NEEDS_END | NEEDS_CHANGE, .of = OF_CLAIMS,
		.gloss = "a debater's turn has at least one claim" },
	[RULE_CLAIM_UNKNOWN] = { "claim.unknown", ERROR, .needs = NEEDS_END | NEEDS_RECORD, .of = OF_TURNS,
		.gloss = "a claim that is named, such as L-003, was made, and a turn that is named is there" },
	[RULE_CLAIM_UNTRACED] = { "claim.untraced", ERROR, .needs = NEEDS_END, .of = OF_TURNS,
		.gloss = "`new`, `rebut`, `defend` and `object` cite at least one argument or source, `[arg-014]` or "
			"`[kb/sources/…]`, and whatever is cited is there" },
	[RULE_CLAIM_RATING] = { "claim.rating", ERROR, .needs = NEEDS_END, .of = OF_TURNS, .gloss = RATING_GLOSS },
	[RULE_CLAIM_MOVE] = { "claim.move", ERROR, .needs = NEEDS_END | NEEDS_RECORD | NEEDS_EARLIER, .of = OF_TURNS,
		.gloss = "another side rebuts what is open or partially rebutted and concedes what is not closed; its "
			"own side defends what is partially rebutted or rebutted, with an argument or source that its "
			"thread has not cited, and withdraws what is not closed; the moderator finds what is open or "
			"partially rebutted rebutted or unclaimable, closes, and answers an objection" },
	[RULE_CLAIM_CLOSED] = { "claim.closed", ERROR, .needs = NEEDS_END | NEEDS_RECORD | NEEDS_EARLIER,
		.of = OF_CLAIMS,
		.gloss = "a closed claim is only accepted by its side, or objected to once, with a source that no "
			"claim of this debate has cited before" },
	[RULE_CLAIM_REPEAT] = { "claim.repeat", ERROR, .needs = NEEDS_END | NEEDS_RECORD, .of = OF_CLAIMS,
		.gloss = "no claim is equal to an earlier one or a near copy of it; a rebuttal may deny another side's "
			"in its words but one" },
	[RULE_CLAIM_DEFLECTS] = { "claim.deflects", WARNING, .needs = NEEDS_END | NEEDS_RECORD, .of = OF_CLAIMS,
		.gloss = "a claim reaches what it answers by more than `tangential-to`, `scope-mismatch-with` and "
			"`layer-shift-from`" },
	[RULE_MODERATOR_ADVOCATES] = { "moderator.advocates", ERROR, .of = OF_RULINGS, .needs = NEEDS_CHANGE,
		.gloss = "a moderator makes no claims" },
	[RULE_MODERATOR_ALONE] = { "moderator.alone", ERROR, .of = OF_CLAIMS, .needs = NEEDS_CHANGE,
		.gloss = "Rulings, Deflections, Press and Findings are the moderator's alone" },
	[RULE_RULING_GRAPH] = { "ruling.graph", ERROR, .needs = NEEDS_END | NEEDS_RECORD, .of = OF_RULINGS,
		.gloss = "a claim is closed for an argument that it cites, as what the live graph says of that one: as "
			"refuted or baseless, where that is its status; as source-debunked, where it is weak "
			"or worse and "
			"this debate has added Criticism to a source that the claim or the argument cites" },
	[RULE_RULING_GROUNDS] = { "ruling.grounds", ERROR, .needs = NEEDS_END, .of = OF_RULINGS,
		.gloss = "what closes a claim is justified with a turn of this debate, `Turn 6`, and with a "
			"source or an "
			"argument, `[kb/sources/…]`" },
	[RULE_DEFLECTION_NONE] = { "deflection.none", ERROR, .needs = NEEDS_END | NEEDS_RECORD, .of = OF_RULINGS,
		.gloss = "a deflection names a position, an argument that it cited in each of those turns, and "
			"one that it "
			"left: with no `addresses` edge from the one to the other, and with another layer, or one of "
			"`tangential-to`, `scope-mismatch-with` and `layer-shift-from` between the two" },
	[RULE_MUTATION_UNSAID] = { "mutation.unsaid", ERROR, .needs = NEEDS_END, .of = OF_TURNS,
		.gloss = "whatever was written below `kb/` for this turn has an item under Mutations, with its "
			"reason" },
	[RULE_MUTATION_UNMADE] = { "mutation.unmade", ERROR, .needs = NEEDS_END, .of = OF_TURNS,
		.gloss = "each item under Mutations names what was written below `kb/` for this turn, once" },
};

const struct rule adversarial_rating_warned = { "claim.rating", WARNING, .needs = NEEDS_END, .of = OF_CLAIMS,
	.gloss = RATING_GLOSS };
/* clang-format on */
