#include "validators/socratic/rules.h"

#include <errno.h>
#include <string.h>
#include "validators/socratic/blank.h"
#include "validators/text/wordcount.h"

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
#define WARNING .severity = SEVERITY_WARNING
#define OF_TURN RULE_OF(HAND_IN_TURN)
#define OF_CONCLUSION RULE_OF(HAND_IN_CONCLUSION)

const struct rule socratic_rules[SOCRATIC_RULES] = {
	[RULE_TURN_ONE] = { "turn.one", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "one turn at a time: one `## Turn` heading with nothing before it but `---`, and no other "
			"heading of level 1 or 2, not even in a list" },
	[RULE_TURN_NUMBER] = { "turn.number", ERROR, .needs = NEEDS_RECORD | NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "turns are numbered 1, 2, 3 … without a gap or a repeat" },
	[RULE_TURN_LIMIT] = { "turn.limit", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "there are at most max_turns turns, then a conclusion" },
	[RULE_TURN_PARTICIPANT] = { "turn.participant", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "the heading names the participant who has the floor, spelled as it joined" },
	[RULE_TURN_IDENTITY] = { "turn.identity", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "the heading names the harness and the model that this participant joined with: `(harness / "
			"model)`" },
	[RULE_TURN_ALTERNATION] = { "turn.alternation", ERROR, .needs = NEEDS_RECORD | NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "nobody takes two turns in a row, unless the peer's timeout is recorded between them" },
	[RULE_TURN_STANCE] = { "turn.stance", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "the heading ends with a stance: OPEN_TO_DEBATE, CONVERGING, ACCEPTING_CONSENSUS, "
			"DISSENTING or REVISING" },
	[RULE_SECTION_MISSING] = { "section.missing", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "every turn has Position, Counterpoints, Agreements, Novel Argument and Unresolved Items, "
			"each title a bold line of its own" },
	[RULE_SECTION_EMPTY] = { "section.empty", ERROR, .of = OF_TURN,
		.gloss = "no section is empty" },
	[RULE_SECTION_ORDER] = { "section.order", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "the sections stand in this order: Position, Counterpoints, Agreements, Novel Argument, "
			"Unresolved Items, Stance Revision Support, Consensus" },
	[RULE_SECTION_TWICE] = { "section.twice", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "no section stands twice" },
	[RULE_SECTION_UNKNOWN] = { "section.unknown", WARNING, .needs = NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "a bold line that is no section of a turn" },
	[RULE_SECTION_THIN] = { "section.thin", WARNING, .needs = NEEDS_END, .of = OF_TURN,
		.gloss = "a position has 12 words or more, a claim 4, a novel argument 8, a principle says why, an "
			"item what is open; " DENSE_LETTERS_COUNT },
	[RULE_COUNTERPOINT_NONE] = { "counterpoint.none", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "there is at least one counterpoint, as a list item" },
	[RULE_COUNTERPOINT_ADDRESSES] = { "counterpoint.addresses", ERROR, .of = OF_TURN,
		.gloss = "each counterpoint names what it addresses: `Addresses: Turn 2`, an open item "
			"(`U-2`), a heading of the source, or `Source`; in a duel without a source any words" },
	[RULE_COUNTERPOINT_CLAIM] = { "counterpoint.claim", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "each counterpoint states its claim: `Claim: …`" },
	[RULE_COUNTERPOINT_SUPPORT] = { "counterpoint.support", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "each counterpoint has a support: `Support:` and a list" },
	[RULE_SUPPORT_KIND] = { "support.kind", ERROR, .of = OF_TURN,
		.gloss = "each entry under `Support:` begins with a URL, a file reference with its extension "
			"(`plan.md:12`), `Turn M` or `Principle: …`; an explanation may follow" },
	[RULE_SUPPORT_TURN] = { "support.turn", ERROR, .needs = NEEDS_EARLIER, .of = OF_TURN,
		.gloss = "a turn that is cited is there" },
	[RULE_SUPPORT_SOURCE] = { "support.source", ERROR, .needs = NEEDS_SOURCE, .of = OF_TURN,
		.gloss = "a reference to the source names a heading (`#anchor`), a line (`:12`, `:12-20`) or an "
			"excerpt in quotation marks, and what it names is there" },
	[RULE_SUPPORT_FILE] = { "support.file", WARNING, .of = OF_TURN,
		.gloss = "a reference to another file than the source is not looked into" },
	[RULE_NOVEL_SUPPORT] = { "novel.support", ERROR, .needs = NEEDS_CHANGE, .of = OF_TURN,
		.gloss = "the novel argument has a support: `Support:` and a list; with ACCEPTING_CONSENSUS the argument "
			"itself may be `None.`, and has none then" },
	[RULE_NOVEL_REPEAT] = { "novel.repeat", ERROR, .needs = NEEDS_RECORD | NEEDS_EARLIER, .of = OF_TURN,
		.gloss = "the novel argument is neither equal to nor a near copy of a position, claim or novel "
			"argument of an earlier turn" },
	[RULE_UNRESOLVED_FLAG] = { "unresolved.flag", ERROR, .of = OF_TURN,
		.gloss = "each unresolved item says something and has exactly one flag, `(blocking)` or "
			"`(non-blocking)`, at its end; no flag and no other words stand beside the items" },
	[RULE_STANCE_REVISION] = { "stance.revision", ERROR, .needs = NEEDS_RECORD | NEEDS_OWN, .of = OF_TURN,
		.gloss = "a stance other than one's last carries Stance Revision Support with a valid entry, of the "
			"kinds that `Support:` takes" },
	[RULE_OPEN_DROPPED] = { "open.dropped", ERROR, .needs = NEEDS_RECORD | NEEDS_END | NEEDS_EARLIER, .of = OF_TURN,
		.gloss = "each open blocking item, U-1 on, is accounted for: answered in a counterpoint (`Addresses: "
			"U-2`), kept under Unresolved Items (`- U-2: … (blocking)`), granted under Agreements (`- U-2: "
			"granted, since …`), or closed by whoever raised it" },
	[RULE_OPEN_UNKNOWN] = { "open.unknown", ERROR, .needs = NEEDS_RECORD, .of = OF_TURN,
		.gloss = "an item that is named by its number, such as U-2, was raised" },
	[RULE_OPEN_SETTLED] = { "open.settled", ERROR, .needs = NEEDS_RECORD | NEEDS_EARLIER, .of = OF_TURN,
		.gloss = "nobody but who raised an item closes it: with `- U-2: settled, since …` under Agreements, or "
			"as `- U-2: … (non-blocking)`; an answer closes nothing, nor does what the other grants" },
	[RULE_QUOTE_TURN] = { "quote.turn", ERROR, .needs = NEEDS_RECORD | NEEDS_EARLIER,
		.gloss = "what is quoted directly beside the name of a turn, in any language (`Turn 2: \"…\"`, "
			"`第2ターン「…」`, `\"…\" (Turn 2)`; three words or more), stands in that turn word for word; `…` or "
			"`[words]` (up to four) stand for what is left out or put in, and no \"not\" beside it is left out, "
			"or put in" },
	[RULE_CONSENSUS_BLOCKING] = { "consensus.blocking", ERROR, .needs = NEEDS_END, .of = OF_TURN,
		.gloss = "ACCEPTING_CONSENSUS leaves no blocking item" },
	[RULE_CONSENSUS_CRITIQUE] = { "consensus.critique", ERROR, .needs = NEEDS_END, .of = OF_TURN,
		.gloss = "ACCEPTING_CONSENSUS still has a supported counterpoint, and a non-blocking item or a "
			"`Limitation: …`" },
	[RULE_CONSENSUS_TEXT] = { "consensus.text", ERROR, .needs = NEEDS_END, .of = OF_TURN,
		.gloss = "ACCEPTING_CONSENSUS ends with `**Consensus**`: a statement that both would sign, or the one line "
			"`Accepts: Turn N`, where turn N has the other side's latest statement" },
	[RULE_TOPIC_DRIFT] = { "topic.drift", WARNING, .needs = NEEDS_END, .of = OF_TURN,
		.gloss = "no word of the topic occurs in the turn" },
	[RULE_CONCLUSION_FORM] = { "conclusion.form", ERROR, .of = OF_CONCLUSION,
		.gloss = "`## Terminal Conclusion`, then the lines **Outcome**:, **Closed At**: (a time in UTC; may "
			"be left out), **Candidate Convergence**: yes or no, **Reason**:, then a summary with the "
			"file name of the source and the words of the topic" },
	[RULE_CONCLUSION_UNEARNED] = { "conclusion.unearned", ERROR, .needs = NEEDS_RECORD, .of = OF_CONCLUSION,
		.gloss = "the record must have earned the outcome" },
	[RULE_CONCLUSION_CONSENSUS] = { "conclusion.consensus", ERROR, .needs = NEEDS_RECORD | NEEDS_END,
		.of = OF_CONCLUSION,
		.gloss = "with ACCEPTED_CONSENSUS the accepted statement stands, as it was written, under "
			"`**Consensus**`, and with another outcome there is no such section" },
	[RULE_CONCLUSION_OPEN] = { "conclusion.open", ERROR, .needs = NEEDS_RECORD | NEEDS_END, .of = OF_CONCLUSION,
		.gloss = "each blocking item that is open stands under `**Left open**` in the words it was raised in, as "
			"the blank has them" },
	[RULE_CONCLUSION_ALONE] = { "conclusion.alone", WARNING, .needs = NEEDS_END, .of = OF_CONCLUSION,
		.gloss = "who reads nothing else understands it: it has the lists `**Decided**`, `**Left open**` and `**Why**`, "
			"an item or a code of the record (`U-3`, `C2`) stands there with its words, and what a turn says stands "
			"there itself, not only the turn's number" },
};

const struct stance_row stances[STANCES] = {
	[STANCE_NONE]       = { .name = "" },
	[STANCE_OPEN]       = { .name = "OPEN_TO_DEBATE" },
	[STANCE_CONVERGING] = { .name = "CONVERGING", .converges = true },
	[STANCE_ACCEPTING]  = { .name = "ACCEPTING_CONSENSUS", .converges = true },
	[STANCE_DISSENTING] = { .name = "DISSENTING" },
	[STANCE_REVISING]   = { .name = "REVISING" },
};

const struct ending outcomes[OUTCOMES] = {
	[OUTCOME_NONE]        = { .name = "" },
	[OUTCOME_CONSENSUS]   = { "ACCEPTED_CONSENSUS",
		"the latest turn of each participant is `ACCEPTING_CONSENSUS`, one of them accepts the other's "
		"statement, and no blocking item is open" },
	[OUTCOME_DISSENT]     = { "DISSENT",
		"both have taken a turn, and it is not so that both latest stances converge or accept with no blocking "
		"item left; for who has just spoken only where both latest stances are `DISSENTING`, since the other "
		"may still answer" },
	[OUTCOME_MAX_TURNS]   = { "MAX_TURNS", "the last turn that the rules allow is in and consensus is not earned" },
	[OUTCOME_TIMEOUT]     = { "TIMEOUT",
		"the floor was claimed with `for=timeout` and the other participant is still missing or silent" },
	[OUTCOME_INVALIDATED] = { "INVALIDATED",
		"open to the holder, with a reason; the filesystem puts a line behind the conclusion that says who, "
		"why and when" },
};
/* clang-format on */

static bool
equals(const char *name, const char *s, size_t len)
{
	return len && strlen(name) == len && !memcmp(name, s, len);
}

enum stance
stance_find(const char *s, size_t len)
{
	for (enum stance i = STANCE_NONE + 1; i < STANCES; i++)
		if (equals(stances[i].name, s, len))
			return i;
	return STANCE_NONE;
}

enum outcome
outcome_find(const char *s, size_t len)
{
	for (enum outcome i = OUTCOME_NONE + 1; i < OUTCOMES; i++)
		if (equals(outcomes[i].name, s, len))
			return i;
	return OUTCOME_NONE;
}
