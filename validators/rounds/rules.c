#include "validators/rounds/rules.h"

#include <errno.h>
#include "validators/rounds/prompt.h"

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
#define WARNING .severity = SEVERITY_WARNING
#define OF_SUMMARY RULE_OF(ROUNDS_SUMMARY)
#define OF_VERDICT RULE_OF(ROUNDS_VERDICT)
#define OF_CLOSING RULE_OF(ROUNDS_CLOSING)
#define OF_TURNS (RULE_OF(ROUNDS_ASKS) - 1 - OF_CLOSING - OF_SUMMARY - OF_VERDICT)
#define OF_LATER (RULE_OF(ROUNDS_ASKS) - 1 - RULE_OF(ROUNDS_OPENING))
#define EVIDENCE_ITEM "evidence.item"
#define EVIDENCE_ITEM_GLOSS \
	"each claim, a paragraph or a list item, cites evidence of its own, or has a code block right behind it"

const struct rule rounds_rules[ROUNDS_RULES] = {
	[ROUNDS_ORDER] = { "round.order", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURNS,
		.gloss = "rounds are numbered 1, 2, 3 …, and in each the proposer speaks before the challenger" },
	[ROUNDS_ROLE] = { "round.role", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURNS | OF_CLOSING,
		.gloss = "the heading names the role whose turn it is: Proposer or Challenger" },
	[ROUNDS_IDENTITY] = { "round.identity", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURNS | OF_CLOSING,
		.gloss = "the heading names the tool and the model that this participant joined with: `(tool / "
			"model)`" },
	[ROUNDS_EVIDENCE_NONE] = { "evidence.none", ERROR, .needs = NEEDS_END, .of = OF_TURNS,
		.gloss = "a turn cites evidence: a file path, a command with its argument, a symbol and the file that "
			"it stands in, a code block, a URL, what was measured and the figure with its unit, or a named "
			"document with the section and what stands there" },
	[ROUNDS_EVIDENCE_ITEM] = { EVIDENCE_ITEM, WARNING, .needs = NEEDS_END, .of = OF_TURNS,
		.gloss = EVIDENCE_ITEM_GLOSS,
		.strict = &rounds_evidence_item_strict },
	[ROUNDS_CHALLENGE_FLAW] = { "challenge.flaw", ERROR, .needs = NEEDS_END, .of = RULE_OF(ROUNDS_RESPONSE),
		.gloss = "the first challenge has at least one challenge point, a top-level list item or a heading "
			"of level 3 that says what is wrong" },
	[ROUNDS_CHALLENGE_LEAD] = { "challenge.lead", ERROR, .of = RULE_OF(ROUNDS_RESPONSE),
		.gloss = "the first challenge does not open by praising or agreeing" },
	[ROUNDS_CHALLENGE_CATEGORIES] = { "challenge.categories", ERROR, .needs = NEEDS_END,
		.of = RULE_OF(ROUNDS_RESPONSE),
		.gloss = "the first challenge addresses correctness, security and developer experience, each in a "
			"sentence of its own or under a heading of its own" },
	[ROUNDS_CHALLENGE_ALTERNATIVE] = { "challenge.alternative", ERROR, .needs = NEEDS_END,
		.of = RULE_OF(ROUNDS_RESPONSE),
		.gloss = "the first challenge proposes at least one concrete alternative, and names what it is made "
			"of" },
	[ROUNDS_DEFENSE_COVERAGE] = { "defense.coverage", ERROR, .needs = NEEDS_RECORD | NEEDS_END,
		.of = RULE_OF(ROUNDS_DEFENSE),
		.gloss = "a defence names every point of the challenge before it by its id, in prose, and gives each "
			"an answer of its own: \"I concede C1.1\", \"C1.1 is wrong, because …\" or \"C1.1 is a "
			"trade-off: …\"" },
	[ROUNDS_DEFENSE_RESTATE] = { "defense.restate", ERROR, .needs = NEEDS_RECORD | NEEDS_END,
		.of = RULE_OF(ROUNDS_DEFENSE),
		.gloss = "a defence is no near copy of an earlier turn of the same side" },
	[ROUNDS_FOLLOWUP_COVERAGE] = { "followup.coverage", WARNING, .needs = NEEDS_RECORD | NEEDS_END,
		.of = RULE_OF(ROUNDS_FOLLOWUP),
		.gloss = "a later challenge takes up every answer of the defence before it that does not concede, by "
			"its id (`D2.1`) or by that of the point" },
	[ROUNDS_FOLLOWUP_PROGRESS] = { "followup.progress", ERROR, .needs = NEEDS_END, .of = RULE_OF(ROUNDS_FOLLOWUP),
		.gloss = "a later challenge raises a new weakness as a challenge point, or certifies with evidence "
			"that a concern is resolved: \"I am convinced because …\"" },
	[ROUNDS_FOLLOWUP_RESTATE] = { "followup.restate", ERROR, .needs = NEEDS_RECORD | NEEDS_END,
		.of = RULE_OF(ROUNDS_FOLLOWUP),
		.gloss = "a later challenge is no near copy of an earlier turn of the same side" },
	[ROUNDS_CONCESSION_KEPT] = { "concession.kept", WARNING, .needs = NEEDS_RECORD | NEEDS_END | NEEDS_OWN,
		.of = OF_TURNS,
		.gloss = "what was conceded is not taken back without new evidence" },
	[ROUNDS_CHALLENGE_REPEAT] = { "challenge.repeat", ERROR, .needs = NEEDS_END,
		.of = RULE_OF(ROUNDS_RESPONSE) | RULE_OF(ROUNDS_FOLLOWUP),
		.gloss = "no two points of one challenge say the same" },
	[ROUNDS_CONCESSION_NONE] = { "concession.none", WARNING, .needs = NEEDS_RECORD | NEEDS_END, .of = OF_LATER,
		.gloss = "what is said to have been conceded was, and stands in the record" },
	[ROUNDS_POINT_UNKNOWN] = { "point.unknown", ERROR, .needs = NEEDS_RECORD | NEEDS_END,
		.of = OF_LATER & ~OF_CLOSING,
		.gloss = "ids are those of points and answers that there are" },
	[ROUNDS_ROUND_UNKNOWN] = { "round.unknown", WARNING, .needs = NEEDS_RECORD | NEEDS_END, .of = OF_LATER,
		.gloss = "a round that is named is one of this debate" },
	[ROUNDS_CLOSING_WORDS] = { "closing.words", ERROR, .needs = NEEDS_END, .of = OF_CLOSING,
		.gloss = "a closing reply says something, in at most 300 words" },
	[ROUNDS_CLOSING_NEW] = { "closing.new", ERROR, .needs = NEEDS_RECORD | NEEDS_END, .of = OF_CLOSING,
		.gloss = "a closing reply is about the last challenge: it names points of the last round by their "
			"ids, and no others" },
	[ROUNDS_QUOTE_TURN] = { "quote.turn", ERROR, .needs = NEEDS_RECORD | NEEDS_END, .of = OF_LATER,
		.gloss = "what is quoted directly beside `Round N`, an id (`C1.2: \"…\"`), or a role and a colon, "
			"three words or more, stands there word for word; `…` or `[words]` (up to four) stand for what "
			"is left out or put in, and no \"not\" beside it is left out, or put in" },
	[ROUNDS_QUOTE_NOWHERE] = { "quote.nowhere", WARNING, .needs = NEEDS_RECORD | NEEDS_END, .of = OF_LATER,
		.gloss = "any other quotation of five words or more stands in the record, the topic or the source, or "
			"its paragraph cites what it is of" },
	[ROUNDS_SUMMARY_FORM] = { "summary.form", ERROR, .of = OF_SUMMARY,
		.gloss = "a summary begins with `## Summary of rounds 1–K`, K being two less than the round that "
			"waits for it, says something, and leaves no place of the blank open" },
	[ROUNDS_SUMMARY_CONCESSION] = { "summary.concession", ERROR, .needs = NEEDS_RECORD | NEEDS_END,
		.of = OF_SUMMARY,
		.gloss = "each sentence of rounds 1–K in which somebody concedes stands in the summary word for word" },
	[ROUNDS_SUMMARY_EVIDENCE] = { "summary.evidence", ERROR, .needs = NEEDS_RECORD | NEEDS_END, .of = OF_SUMMARY,
		.gloss = "the summary has all evidence of rounds 1–K that a concession or a certification rests on" },
	[ROUNDS_SUMMARY_LENGTH] = { "summary.length", WARNING, .needs = NEEDS_END, .of = OF_SUMMARY,
		.gloss = "a summary has 500 to 800 tokens, four for each three words" },
	[ROUNDS_VERDICT_FORM] = { "verdict.form", ERROR, .needs = NEEDS_CHANGE, .of = OF_VERDICT,
		.gloss = "a verdict is `## Debate Summary`, the lines **Topic**:, **Proposer**:, **Challenger**:, "
			"**Rounds**: and **Rigor**:, then the sections Verdict, Debate Quality, Key Agreements, Key "
			"Disagreements, Unresolved Questions and Recommendation, in this order, each a heading of "
			"level 3 with something under it" },
	[ROUNDS_VERDICT_TOPIC] = { "verdict.topic", ERROR, .needs = NEEDS_CHANGE, .of = OF_VERDICT,
		.gloss = "the line Topic has the topic's words" },
	[ROUNDS_VERDICT_SIDES] = { "verdict.sides", ERROR, .needs = NEEDS_CHANGE, .of = OF_VERDICT,
		.gloss = "the lines Proposer and Challenger name tool and model as they joined: `tool (model)`" },
	[ROUNDS_VERDICT_ROUNDS] = { "verdict.rounds", ERROR, .needs = NEEDS_CHANGE, .of = OF_VERDICT,
		.gloss = "the line Rounds begins with the number of rounds in which both have spoken" },
	[ROUNDS_VERDICT_RIGOR] = { "verdict.rigor", ERROR, .of = OF_VERDICT,
		.gloss = "the line Rigor says what was checked, and by whom; that nothing was is no rigor" },
	[ROUNDS_VERDICT_WINNER] = { "verdict.winner", ERROR, .of = OF_VERDICT,
		.gloss = "under Verdict a sentence says of exactly one of the two tools that it is stronger: \"TOOL "
			"had the stronger argument because …\"" },
	[ROUNDS_VERDICT_NEITHER] = { "verdict.neither", ERROR, .of = OF_VERDICT,
		.gloss = "neither the verdict nor the recommendation refuses to pick a side, in whatever words" },
	[ROUNDS_VERDICT_CITES] = { "verdict.cites", ERROR, .of = OF_VERDICT,
		.gloss = "under Verdict stands what it rests on: a round that was held, the id of a challenge point, "
			"or at least five words in quotation marks as they stand in a turn" },
	[ROUNDS_VERDICT_QUALITY] = { "verdict.quality", ERROR, .of = OF_VERDICT,
		.gloss = "under Debate Quality a line each rates genuine disagreement, evidence quality and "
			"challenge depth: high, medium or low" },
	[ROUNDS_VERDICT_AGREEMENTS] = { "verdict.agreements", ERROR, .of = OF_VERDICT,
		.gloss = "key agreements are list items, each with the evidence that it rests on, as it was cited in "
			"the debate; where there are none, `None.` stands there" },
	[ROUNDS_VERDICT_DIRECTION] = { "verdict.direction", WARNING, .of = OF_VERDICT,
		.gloss = "the recommendation goes with the side that is called the stronger, or says why not" },
	[ROUNDS_VERDICT_RECOMMENDATION] = { "verdict.recommendation", ERROR, .of = OF_VERDICT,
		.gloss = "the recommendation is a statement of what to do, and no question" },
};

const struct rule rounds_evidence_item_strict = { EVIDENCE_ITEM, ERROR, .of = OF_TURNS, .gloss = EVIDENCE_ITEM_GLOSS };

const struct speaker_row rounds_speakers[SPEAKERS] = {
	[SPEAKER_PROPOSER]   = { "proposer", "Proposer" },
	[SPEAKER_CHALLENGER] = { "challenger", "Challenger" },
};
/* clang-format on */
