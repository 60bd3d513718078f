#include "validators/adversarial/rules.h"

#include <errno.h>

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
#define WARNING .severity = SEVERITY_WARNING
#define FORBIDDEN .severity = SEVERITY_ERROR, .err = EPERM
#define OF_CLAIMS RULE_OF(HAND_IN_CLAIMS)
#define OF_RULINGS RULE_OF(HAND_IN_RULINGS)
#define OF_TURNS (OF_CLAIMS | OF_RULINGS)
#define OF_SYNTHESES RULE_OF(HAND_IN_SYNTHESIS)
#define OF_BASES RULE_OF(HAND_IN_BASE)
#define RATING_GLOSS "a rating that is said, `[arg-014: contested]`, is the live one, and what is `refuted` or " \
	"`baseless` is cited with it; what is `weak` or `contested` and cited without is warned of"

const struct rule adversarial_rules[ADVERSARIAL_ALL_RULES] = {
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
	[RULE_MUTATION_UNTRACED] = { "mutation.untraced", ERROR, .needs = NEEDS_END | NEEDS_RECORD, .of = OF_TURNS,
		.gloss = "an item under Mutations that lowers an argument names what it is lowered for, besides the "
			"argument itself: another argument, `arg-021`, a source, `kb/sources/…`, a contradiction, "
			"`C-002`, a claim, `L-003`, or an earlier turn, `Turn 6`; and that is there" },
	[RULE_MUTATION_LATE] = { "mutation.late", FORBIDDEN, .of = OF_BASES,
		.gloss = "what is written below `kb/` for a turn is written before that turn is accepted" },

	/* Syntheses. */
	[RULES_OF_SYNTHESES + SYNTHESIS_SECTION] = { "synthesis.section", ERROR, .of = OF_SYNTHESES,
		.gloss = "a synthesis has the sections Central questions, Closed claims, Downgraded arguments, "
			"Baseless claims, Persistent non-engagement, Sources added, Findings beyond this debate, "
			"Snapshot and revisions and Verdict, each once, in this order and filled in" },
	[RULES_OF_SYNTHESES + SYNTHESIS_GRAPH] = { "synthesis.graph", ERROR, .of = OF_SYNTHESES,
		.gloss = "what its sections before the verdict say of claims, arguments, positions and sources is what "
			"the graph and the ledger say" },
	[RULES_OF_SYNTHESES + SYNTHESIS_VERDICT] = { "verdict.line", ERROR, .of = OF_SYNTHESES,
		.gloss = "the verdict has a line for each central question: `- Q-1: better-grounded SLUG`, "
			"`asymmetric engagement SLUG`, `both engaged, evidence contested`, `neither engaged` or `not "
			"settled by this corpus`" },
	[RULES_OF_SYNTHESES + SYNTHESIS_UNEARNED] = { "verdict.unearned", ERROR, .of = OF_SYNTHESES,
		.gloss = "a verdict is the one that the graph earns: better-grounded where one engages and every other "
			"is beaten, else asymmetric engagement where not all engage" },

	/* What is written below kb/. */
	[RULES_OF_MUTATIONS + MUTATION_PROMOTED] = { "kb.promoted", FORBIDDEN, .of = OF_BASES,
		.gloss = "a debate raises no status: a new argument is contested at most, and no higher than what it "
			"refines" },
	[RULES_OF_MUTATIONS + MUTATION_CONCURRENCE] = { "kb.concurrence", FORBIDDEN, .of = OF_BASES,
		.gloss = "a debater lowers to `refuted` or `baseless` its own position's arguments, and what it has "
			"derived itself; any other to `weak` at most: for more it takes the moderator" },
	[RULES_OF_MUTATIONS + MUTATION_FROZEN] = { "kb.frozen", FORBIDDEN, .of = OF_BASES,
		.gloss = "of what is there a debate lowers a status, and adds at the end of edges.md, of "
			"contradictions.md, of Traceback notes, Strength assessment and a source's Criticism; nothing "
			"else of it changes" },
	[RULES_OF_MUTATIONS + MUTATION_OWNER] = { "kb.owner", FORBIDDEN, .of = OF_BASES,
		.gloss = "new sources go into one's own folder, kb/sources/agents/HANDLE/, new arguments are "
			"`asserter: derived-during-debate-by-HANDLE` and of one's own position or of none, "
			"the moderator adds no arguments or notes, and the orchestrator writes nothing" },

	/* Knowledge bases. */
	[RULES_OF_BASES + KB_RULE_ARGUMENT] = { "kb.argument", ERROR, .needs = NEEDS_END, .of = OF_BASES,
		.gloss = "an argument is a file arguments/arg-NNN-slug.md whose front matter has id and slug as in its "
			"name, position, layer, scope, basis_type, status, asserter and summary, each once and not "
			"empty, with a section Statement; no two have one id" },
	[RULES_OF_BASES + KB_RULE_EDGE] = { "kb.edge", ERROR, .of = OF_BASES,
		.gloss = "an edge is a line of edges.md: an argument, a type, another argument or the path of a "
			"source, and a comment in double quotes; both ends are there" },
	[RULES_OF_BASES + KB_RULE_SOURCE] = { "kb.source", ERROR, .needs = NEEDS_END, .of = OF_BASES,
		.gloss = "a base has edges.md and quality-summary.md, and each source begins with front matter; it is "
			"text in regular files, within the limits" },
	[RULES_OF_BASES + KB_RULE_CONTRADICTION] = { "kb.contradiction", ERROR, .needs = NEEDS_END, .of = OF_BASES,
		.gloss = "a contradiction is a heading `## C-NNN: title` in contradictions.md with Type, Involved "
			"arguments, Involved sources, Description, What would resolve it and Status; what it names is "
			"there" },
	[RULES_OF_BASES + KB_RULE_QUESTION] = { "kb.question", ERROR, .of = OF_BASES,
		.gloss = "quality-summary.md has a heading with \"central question\" in it, and under it each question "
			"with the ids of the arguments that stand for it" },
	[RULES_OF_BASES + KB_RULE_POSITION] = { "kb.position", ERROR, .of = OF_BASES,
		.gloss = "arguments are of two positions at least, besides neutral, factual and meta, which can be "
			"told by their slugs" },
	[RULES_OF_BASES + KB_RULE_UNSTABLE] = { "kb.unstable", ERROR, .of = OF_BASES,
		.gloss = "quality-summary.md says that the graph is stable" },
	[RULES_OF_BASES + KB_RULE_SECTION] = { "kb.section", WARNING, .of = OF_BASES,
		.gloss = "an argument has the sections Evidentiary basis, Supporting arguments, Attacking arguments, "
			"Refining / derivative arguments, Depends on, Engagement, Traceback notes and Strength "
			"assessment, even where they are empty" },
	[RULES_OF_BASES + KB_RULE_STRAY] = { "kb.stray", WARNING, .of = OF_BASES,
		.gloss = "what stands in arguments/ is index.md, or is called arg-NNN-slug.md" },
	[RULES_OF_BASES + KB_RULE_TWICE] = { "kb.twice", WARNING, .of = OF_BASES,
		.gloss = "an edge is there once" },
};

const struct rule *const synthesis_rules = adversarial_rules + RULES_OF_SYNTHESES;
const struct rule *const mutation_rules = adversarial_rules + RULES_OF_MUTATIONS;
const struct rule *const kb_rules = adversarial_rules + RULES_OF_BASES;


const struct rule adversarial_rating_warned = { "claim.rating", WARNING, .needs = NEEDS_END, .of = OF_CLAIMS,
	.gloss = RATING_GLOSS };
/* clang-format on */
