#include "validators/rounds/rounds.h"

#include <errno.h>

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
#define WARNING .severity = SEVERITY_WARNING

const struct rule rounds_rule_rows[ROUNDS_RULES] = {
	[RULE_STANCE_MISSING] = { "stance.missing", ERROR,
		.gloss = "an opening has a Stance: a clear position" },
	[RULE_CLAIMS_NONE] = { "claims.none", ERROR,
		.gloss = "an opening has a claim at least" },
	[RULE_EVIDENCE_NONE] = { "evidence.none", ERROR,
		.gloss = "each claim, point and answer has Evidence, where `evidence` is \"reject\"" },
	[RULE_CHALLENGE_FLAW] = { "challenge.flaw", ERROR,
		.gloss = "Points comes first and has an item that is not `none`" },
	[RULE_CHALLENGE_CATEGORIES] = { "challenge.categories", ERROR,
		.gloss = "each of correctness, security and experience is the tag of a point once at least" },
	[RULE_CHALLENGE_ALTERNATIVE] = { "challenge.alternative", ERROR,
		.gloss = "a challenge has an Alternative" },
	[RULE_AGREEMENT_EVIDENCE] = { "agreement.evidence", ERROR,
		.gloss = "each agreement has Evidence" },
	[RULE_AGREEMENT_RISK] = { "agreement.risk", ERROR,
		.gloss = "each agreement has the Risk that remains" },
	[RULE_DEFENSE_COVERAGE] = { "defense.coverage", ERROR,
		.gloss = "a defence has an item for each open point" },
	[RULE_RESTATE] = { "restate", ERROR,
		.gloss = "no item or paragraph repeats an earlier one of the same seat" },
	[RULE_FOLLOWUP_COVERAGE] = { "followup.coverage", ERROR,
		.gloss = "a follow-up has an item for each point that the defence answered or conceded" },
	[RULE_FOLLOWUP_PROGRESS] = { "followup.progress", ERROR,
		.gloss = "a follow-up has a new point, or one that is resolved, stands, dodged or unsupported" },
	[RULE_SUMMARY_FORM] = { "summary.form", ERROR,
		.gloss = "a summary has both positions and Contradictions" },
	[RULE_SUMMARY_LENGTH] = { "summary.length", WARNING,
		.gloss = "a summary has 500 to 800 tokens" },
	[RULE_CLOSING_NEW] = { "closing.new", ERROR,
		.gloss = "a closing reply answers points of the last round alone" },
	[RULE_CLOSING_WORDS] = { "closing.words", ERROR,
		.gloss = "a closing reply has at most 300 words" },
	[RULE_VERDICT_WINNER] = { "verdict.winner", ERROR,
		.gloss = "Winner is one of the two tools" },
	[RULE_VERDICT_BECAUSE] = { "verdict.because", ERROR,
		.gloss = "Because has a reference to a claim, a point or a round that is there" },
	[RULE_VERDICT_QUALITY] = { "verdict.quality", ERROR,
		.gloss = "Genuine disagreement, Evidence quality and Challenge depth are high, medium or low" },
	[RULE_VERDICT_AGREEMENTS] = { "verdict.agreements", ERROR,
		.gloss = "Key Agreements has points that are agreed, conceded or resolved, or `None.`" },
	[RULE_VERDICT_DIRECTION] = { "verdict.direction", ERROR,
		.gloss = "Direction is proposer, challenger or other" },
	[RULE_VERDICT_REASON] = { "verdict.reason", WARNING,
		.gloss = "a direction other than the winner's has a Reason" },
	[RULE_VERDICT_RECOMMENDATION] = { "verdict.recommendation", ERROR,
		.gloss = "a verdict has a Recommendation" },
};
#define R(rule) (&rounds_rule_rows[RULE_##rule])

/* -- verbs: which states, to which, by whom, what it needs -- */

enum { EVIDENCE, NOW_OR_RISK }; /* labels of every item, in this order */
#define EV NEEDS_LABEL(EVIDENCE)
#define NOW NEEDS_LABEL(NOW_OR_RISK)
#define BOTH (STATE(ANSWERED) | STATE(CONCEDED))

static const struct verb_row defence_verbs[] = {
	{ "conceded",    STATE(OPEN),     CONCEDED, BY_OTHER, NOW },
	{ "rebutted",    STATE(OPEN),     ANSWERED, BY_OTHER, EV },
	{ "tradeoff",    STATE(OPEN),     ANSWERED, BY_OTHER, EV },
	{ "partly",      STATE(OPEN),     ANSWERED, BY_OTHER, EV | NOW },
	{ "unsupported", STATE(OPEN),     ANSWERED, BY_OTHER, NEEDS_BARE },
	{ "reopened",    STATE(CONCEDED), ANSWERED, BY_OTHER, NEEDS_NEW },
	{ 0 }
};
static const struct verb_row followup_verbs[] = {
	{ "resolved",    BOTH,            RESOLVED, BY_OWNER, EV },
	{ "stands",      BOTH,            OPEN,     BY_OWNER, 0 },
	{ "dodged",      BOTH,            OPEN,     BY_OWNER, 0 },
	{ "unsupported", BOTH,            OPEN,     BY_OWNER, 0 },
	{ "held",        STATE(CONCEDED), CONCEDED, BY_OWNER, 0 },
	{ 0 }
};
static const struct verb_row none_verb[] = { { .word = "none" }, { 0 } };

/* -- parts: title, shape, what has to be there -- */

static const char *const ratings[] = { "high", "medium", "low", NULL };
static const char *const directions[] = { "proposer", "challenger", "other", NULL };
static const char *const tags[] = { "correctness", "security", "experience", NULL };

static const struct label evidence[] = { { .word = "Evidence" }, { 0 } };
static const struct label answer[] = { { .word = "Evidence" }, { .word = "Now" }, { 0 } };
static const struct label agreement[] = {
	{ "Evidence", GIVEN, .rule = R(AGREEMENT_EVIDENCE) },
	{ "Risk", FILLED, .rule = R(AGREEMENT_RISK) },
	{ 0 }
};
static const struct label verdict[] = {
	{ "Winner", FILLED, .rule = R(VERDICT_WINNER) },
	{ "Because", FILLED, .rule = R(VERDICT_BECAUSE) },
	{ "Genuine disagreement", FILLED, ratings, .rule = R(VERDICT_QUALITY) },
	{ "Evidence quality", FILLED, ratings, .rule = R(VERDICT_QUALITY) },
	{ "Challenge depth", FILLED, ratings, .rule = R(VERDICT_QUALITY) },
	{ "Direction", FILLED, directions, .rule = R(VERDICT_DIRECTION) },
	{ .word = "Reason" },
	{ 0 }
};

static const struct part opening_parts[] = {
	{ "Stance", PROSE, FILLED, .rule = R(STANCE_MISSING) },
	{ "Claims", ITEMS, ONE_ITEM, .labels = evidence, .rule = R(CLAIMS_NONE) },
	{ 0 }
};
static const struct part challenge_parts[] = {
	{ "Points", ITEMS, ONE_ITEM, none_verb, tags, evidence, .rule = R(CHALLENGE_FLAW) },
	{ "Alternative", PROSE, FILLED, .rule = R(CHALLENGE_ALTERNATIVE) },
	{ .title = "Unsupported", .shape = ITEMS },
	{ "Agreements", ITEMS, .labels = agreement, .blank = "…" },
	{ 0 }
};
static const struct part defence_parts[] = {
	{ "Answers", ITEMS, OPTIONAL, defence_verbs, .labels = answer },
	{ "Claims", ITEMS, .labels = evidence },
	{ 0 }
};
static const struct part followup_parts[] = {
	{ "Answers", ITEMS, OPTIONAL, followup_verbs, .labels = evidence },
	{ "Points", ITEMS, OPTIONAL, none_verb, tags, .labels = evidence },
	{ 0 }
};
static const struct part summary_parts[] = {
	{ "Proposer's position", PROSE, FILLED, .rule = R(SUMMARY_FORM) },
	{ "Challenger's position", PROSE, FILLED, .rule = R(SUMMARY_FORM) },
	{ "Contradictions", ITEMS, FILLED, .rule = R(SUMMARY_FORM) },
	{ 0 }
};
static const struct part closing_parts[] = {
	{ "Answers", ITEMS, ONE_ITEM, defence_verbs, .labels = answer },
	{ 0 }
};
static const struct part verdict_parts[] = {
	{ NULL, PROSE, .labels = verdict },
	{ "Key Agreements", ITEMS, FILLED, .rule = R(VERDICT_AGREEMENTS) },
	{ "Key Disagreements", ITEMS, FILLED, .blank = NULL },
	{ "Unresolved Questions", ITEMS, FILLED, .blank = NULL },
	{ "Recommendation", PROSE, FILLED, .rule = R(VERDICT_RECOMMENDATION) },
	{ 0 }
};

/* -- kinds of text -- */

/* Points that must be moved: in which states, raised by whom, by the last text alone, in which section. */
static const struct kind_due defence_due = { STATE(OPEN), BY_OTHER, false, defence_parts, R(DEFENSE_COVERAGE) };
static const struct kind_due followup_due = { BOTH, BY_OWNER, true, followup_parts, R(FOLLOWUP_COVERAGE) };
static const struct kind_due closing_due = { STATE(OPEN), BY_OTHER, true, closing_parts, NULL };

#define SEAT(member) d->seats[seat - 1].member
static TELLS(heading_of_round, "Round %u — %s (%s / %s)", debate_round(d),
	SEAT(role) == ROLE_PROPOSER ? "Proposer" : "Challenger", SEAT(harness), SEAT(model))
static TELLS(heading_of_summary, "Summary of rounds 1–%u", debate_round(d) > 2 ? debate_round(d) - 2 : 1)
static TELLS(heading_of_closing, "Closing — Proposer (%s / %s)", SEAT(harness), SEAT(model))
static TELLS(heading_of_verdict, "Debate Summary")
/* These are not of the round in whose place they stand. */
static TELLS(label_of_followup, "the follow-up of round %u", debate_round(d))
static TELLS(label_of_summary, "the summary of rounds 1–%u", debate_round(d) > 2 ? debate_round(d) - 2 : 1)
static TELLS(label_of_closing, "the closing reply")
static TELLS(label_of_verdict, "the verdict")

/* Claims and points get their ids; a `none` item is no point. An agreement has no verb: its section says what it
 * does; nor has the answer to a claim that was called unsupported. */
static void
apply_items(struct debate *d, const struct parsed *p, const struct mover *by)
{
	struct debate_text *text = &d->texts[by->text - 1];

	if (text->kind == CLOSING) /* it ends the last round, and begins none */
		text->round = d->order.round;
	for (size_t i = 0; i < p->n_items; i++) {
		const struct item *item = &p->items[i];
		const char *title = item->part->title;
		struct point *claim = item->has_id ? ledger_find(&d->ledger, &item->id) : NULL;

		if (!strcmp(title, "Claims"))
			ledger_raise(&d->ledger, &rounds_refs[REF_CLAIM], text->round, p, item, by, CLAIMED);
		else if (!strcmp(title, "Points") && !item->verb)
			ledger_raise(&d->ledger, &rounds_refs[REF_POINT], text->round, p, item, by, OPEN);
		else if (claim && !item->verb)
			ledger_note(&d->ledger, claim, item, by);
		if (!strcmp(title, "Agreements") && claim && claim->state == CLAIMED) /* raising one moves them all */
			claim->state = AGREED;
	}
}

TEXT_FILE(rounds_told_md);
static const struct format_kind kinds[ROUNDS_KINDS + 1] = {
	[OPENING] = { { "opening", opening_parts }, NULL, NULL,
		heading_of_round, rounds_judge_evidence, apply_items, .told = text_rounds_told_md },
	[CHALLENGE] = { { "challenge", challenge_parts }, NULL, NULL,
		heading_of_round, rounds_judge_challenge, apply_items, .told = text_rounds_told_md },
	[DEFENCE] = { { "defence", defence_parts }, &defence_due, R(RESTATE),
		heading_of_round, rounds_judge_evidence, apply_items, .told = text_rounds_told_md },
	[FOLLOWUP] = { { "followup", followup_parts }, &followup_due, R(RESTATE),
		heading_of_round, rounds_judge_followup, apply_items, .told = text_rounds_told_md,
		.label = label_of_followup },
	[SUMMARY] = { { "summary", summary_parts }, NULL, NULL,
		heading_of_summary, rounds_judge_summary, NULL, .told = text_rounds_told_md,
		.label = label_of_summary, .step = NEXT_WRITE_SUMMARY },
	[CLOSING] = { { "closing", closing_parts }, &closing_due, NULL,
		heading_of_closing, rounds_judge_closing, apply_items, .told = text_rounds_told_md,
		.label = label_of_closing },
	[VERDICT] = { { "verdict", verdict_parts }, NULL, NULL,
		heading_of_verdict, rounds_judge_verdict, NULL, .told = text_rounds_told_md,
		.label = label_of_verdict, .step = NEXT_WRITE_VERDICT, .closes = true, .reason = "Because" },
};

/* -- phases -- */

static bool
all_rounds_are_over(const struct debate *d)
{
	return (int64_t)d->order.round >= d->terms->rounds;
}

/* If the last round left nothing open, there is nothing to reply to. */
static bool
reply_is_due(const struct debate *d)
{
	unsigned proposer = debate_seat_of(d, ROLE_PROPOSER);
	struct due_row due = debate_due_points(d, &closing_due);
	bool any = false;

	for (size_t i = 0; i < d->ledger.n; i++)
		any |= point_is_due(&d->ledger.points[i], &due, proposer);
	return any && all_rounds_are_over(d) && d->terms->closing;
}

static bool
summary_is_due(const struct debate *d)
{
	return d->order.round >= 2;
}

static const struct order_row phases[] = {
	/* phase, role, kind, clock, then what follows: done, silent, failed */
	{ PHASE_OPENING, ROLE_PROPOSER, OPENING, TURN_CLOCK, PHASE_CHALLENGE, PHASE_ABORTED, PHASE_ABORTED, NULL },
	{ PHASE_CHALLENGE, ROLE_CHALLENGER, CHALLENGE, TURN_CLOCK, PHASE_ROUND_IS_OVER, PHASE_UNCONTESTED,
		PHASE_UNCONTESTED, NULL },
	{ .phase = PHASE_ROUND_IS_OVER, .done = PHASE_CLOSING, .when = reply_is_due },
	{ .phase = PHASE_ROUND_IS_OVER, .done = PHASE_VERDICT, .when = all_rounds_are_over },
	{ .phase = PHASE_ROUND_IS_OVER, .done = PHASE_SUMMARY, .when = summary_is_due },
	{ .phase = PHASE_ROUND_IS_OVER, .done = PHASE_DEFENCE },
	{ PHASE_SUMMARY, ROLE_ORCHESTRATOR, SUMMARY, TURN_CLOCK, PHASE_DEFENCE, PHASE_DEFENCE, PHASE_DEFENCE, NULL },
	{ PHASE_DEFENCE, ROLE_PROPOSER, DEFENCE, TURN_CLOCK, PHASE_FOLLOWUP, PHASE_VERDICT, PHASE_VERDICT, NULL },
	{ PHASE_FOLLOWUP, ROLE_CHALLENGER, FOLLOWUP, TURN_CLOCK, PHASE_ROUND_IS_OVER, PHASE_VERDICT, PHASE_VERDICT,
		NULL },
	{ PHASE_CLOSING, ROLE_PROPOSER, CLOSING, TURN_CLOCK, PHASE_VERDICT, PHASE_VERDICT, PHASE_VERDICT, NULL },
	{ PHASE_VERDICT, ROLE_ORCHESTRATOR, VERDICT, TURN_CLOCK, PHASE_COMPLETED, PHASE_ABORTED, PHASE_ABORTED, NULL },
	{ 0 }
};
/* clang-format on */

/* `Round 2`: all texts of that round. */
static enum found
find_round(const void *debate, const struct ref *ref, struct said *said)
{
	const struct debate *d = debate;
	size_t before = said->n;

	for (size_t i = 0; i < d->n; i++)
		if (d->texts[i].round == ref->number[0])
			debate_find_text(d, &(struct ref){.number = {(unsigned)i + 1}}, said);
	return said->n > before ? FOUND : FOUND_NOTHING;
}

const struct ref_kind rounds_refs[] = {
	[REF_CLAIM] = {"P#.#", REF_TEXT, debate_find_point},
	[REF_POINT] = {"C#.#", REF_TEXT, debate_find_point},
	[REF_ROUND] = {"Round #", REF_TEXT, find_round},
	{"Source", REF_SOURCE, debate_find_source},
	{.form = REF_PATH},
	{0},
};

const struct debate_role rounds_roles[] = {
	{ROLE("proposer"), .missing = PHASE_ABORTED},
	{ROLE("challenger"), .missing = PHASE_UNCONTESTED},
	{ROLE("orchestrator"), .decides = true, .late = true},
	{0},
};

const char *const rounds_point_states[] = {
	[CLAIMED] = "claimed",
	[AGREED] = "agreed",
	[OPEN] = "open",
	[ANSWERED] = "answered",
	[CONCEDED] = "conceded",
	[RESOLVED] = "resolved",
	NULL,
};

static const struct debate_phase states[] = {
	{.phase = PHASE_WAITING, .name = "waiting_for_participant"},
	{.phase = PHASE_OPENING, .name = "debating"},
	{.phase = PHASE_CHALLENGE, .name = "debating"},
	{.phase = PHASE_DEFENCE, .name = "debating"},
	{.phase = PHASE_FOLLOWUP, .name = "debating"},
	{.phase = PHASE_SUMMARY, .name = "summarizing"},
	{.phase = PHASE_CLOSING, .name = "closing_reply"},
	{.phase = PHASE_VERDICT, .name = "judging"},
	{PHASE_COMPLETED, "completed", "COMPLETED",
		"the orchestrator's verdict is accepted, after the last round or the last complete one"},
	{PHASE_UNCONTESTED, "uncontested", "UNCONTESTED",
		"the challenger failed in round 1: the proposer's position stands alone"},
	{PHASE_ABORTED, "aborted", "ABORTED", "the proposer failed in round 1, or the orchestrator gave no verdict"},
	{0},
};

static const struct format_row rows[] = {
	{"points.json", "each claim and point with its id, its words, what was said to it, and how it stands",
		.shows = rounds_points_file},
	{"last-debate.json", "the debate so far as one JSON object: exchanges, how long each took, the verdict",
		.shows = rounds_report_file},
	{0},
};

static const struct debate_verb verbs[] = {{.word = "fail"}, {0}};

const struct format rounds_format = {
	.name = "rounds",
	.kinds = kinds,
	.refs = rounds_refs,
	.tags = tags,
	.told = rounds_told,
	.phases = phases,
	.counted = PHASE_ROUND_IS_OVER,
	.about = "a proposer and a challenger for two tools argue with evidence, and an orchestrator decides which had "
		 "the stronger argument.",
	.roles = rounds_roles,
	.joins = rounds_joins,
	.states = states,
	.rules = rounds_rule_rows,
	.n_rules = ROUNDS_RULES,
	.status = rounds_status,
	.rows = rows,
	.verbs = verbs,
	.reading = &source_places_reading,
	.turn_seconds = true,
	.separator = "---",
	.head = rounds_head,
	.terms = rounds_tell_terms,
	.lapse = rounds_lapse,
	.brief = rounds_brief,
	.result = rounds_conclusion,
	.came_to = rounds_came_to,
	.behind = rounds_behind,
	.fates = rounds_fates,
};
