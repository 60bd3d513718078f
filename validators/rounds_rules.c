#include "validators/rounds_rules.h"

#include <errno.h>

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
#define WARNING .severity = SEVERITY_WARNING
#define EVIDENCE_ITEM "evidence.item"
#define EVIDENCE_ITEM_GLOSS "each claim, a paragraph or a list item, cites evidence of its own, or has a code block right behind it"

const struct rule rounds_rules[ROUNDS_RULES] = {
	[ROUNDS_ORDER] = { "round.order", ERROR,
		.gloss = "rounds are numbered 1, 2, 3 …, and in each the proposer speaks before the challenger" },
	[ROUNDS_ROLE] = { "round.role", ERROR,
		.gloss = "the heading names the role whose turn it is: Proposer or Challenger" },
	[ROUNDS_IDENTITY] = { "round.identity", ERROR,
		.gloss = "the heading names the tool and the model that this participant joined with: `(tool / model)`" },
	[ROUNDS_EVIDENCE_NONE] = { "evidence.none", ERROR,
		.gloss = "a turn cites evidence: a file path, code in backticks or in a block, a URL, a measured figure with its unit, or a named "
			"document with the section" },
	[ROUNDS_EVIDENCE_ITEM] = { EVIDENCE_ITEM, WARNING, .gloss = EVIDENCE_ITEM_GLOSS, .strict = &rounds_evidence_item_strict },
	[ROUNDS_CHALLENGE_FLAW] = { "challenge.flaw", ERROR,
		.gloss = "the first challenge has at least one challenge point, a top-level list item or a heading of level 3 that says what is "
			"wrong" },
	[ROUNDS_CHALLENGE_LEAD] = { "challenge.lead", ERROR,
		.gloss = "the first challenge does not open by praising or agreeing" },
	[ROUNDS_CHALLENGE_CATEGORIES] = { "challenge.categories", ERROR,
		.gloss = "the first challenge addresses correctness, security and developer experience, each in a sentence of its own or under "
			"a heading of its own" },
	[ROUNDS_CHALLENGE_ALTERNATIVE] = { "challenge.alternative", ERROR,
		.gloss = "the first challenge proposes at least one concrete alternative" },
	[ROUNDS_DEFENSE_COVERAGE] = { "defense.coverage", ERROR,
		.gloss = "a defence names every point of the challenge before it by its id, in prose, and gives each an answer of its own: "
			"conceded, rebutted or traded off" },
	[ROUNDS_DEFENSE_RESTATE] = { "defense.restate", ERROR,
		.gloss = "a defence is no near copy of an earlier turn of the same side" },
	[ROUNDS_FOLLOWUP_PROGRESS] = { "followup.progress", ERROR,
		.gloss = "a later challenge raises a new weakness as a challenge point, or certifies with evidence that a concern is resolved: "
			"\"I am convinced because …\"" },
	[ROUNDS_CONCESSION_KEPT] = { "concession.kept", WARNING,
		.gloss = "what was conceded is not taken back without new evidence" },
};

const struct rule rounds_evidence_item_strict = { EVIDENCE_ITEM, ERROR, .gloss = EVIDENCE_ITEM_GLOSS };

const struct speaker_row rounds_speakers[SPEAKERS] = {
	[SPEAKER_PROPOSER]   = { "proposer", "Proposer" },
	[SPEAKER_CHALLENGER] = { "challenger", "Challenger" },
};
/* clang-format on */
