#include "validators/dialectic/dialectic.h"

#include <errno.h>
#include "validators/kit/refusal.h"

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
#define WARNING .severity = SEVERITY_WARNING

/* How many words a text has: a rule that warns, and where word_limits = "reject" one of the same id that refuses. */
#define WORDS(X) \
	X(TITLE, "words.title", "a title has 5 to 7 words") \
	X(CLAIM, "words.claim", "a claim has at most 25 words") \
	X(GROUND, "words.ground", "the content of a ground has at most 100 words") \
	X(RELEVANCE, "words.relevance", "a relevance has at most 30 words") \
	X(WARRANT, "words.warrant", "a warrant has at most 50 words") \
	X(BACKING, "words.backing", "a backing has at most 50 words") \
	X(QUALIFIER, "words.qualifier", "a qualifier has at most 10 words") \
	X(ATTACK, "words.attack", "an attack has at most 75 words") \
	X(DEFENCE, "words.defence", "a defence has at most 75 words") \
	X(REASONING, "words.reasoning", "a reasoning has at most 75 words")

static const struct rule strict_words[] = {
#define ROW(name, word, what) { word, ERROR, .gloss = what },
	WORDS(ROW)
#undef ROW
};

const struct rule dialectic_rule_rows[DIALECTIC_RULES] = {
	[RULE_HANDIN_JSON] = { "handin.json", ERROR,
		.gloss = "a hand-in is JSON, bare or in one fenced json block, with nothing before or behind it" },
	[RULE_HANDIN_TWICE] = { "handin.twice", ERROR, .gloss = "a key stands once in its object" },
	[RULE_HANDIN_COUNT] = { "handin.count", ERROR, .gloss = "there are as many objects as are due" },
	[RULE_HANDIN_MISSING] = { "handin.missing", ERROR, .gloss = "every key that may not be left out is there" },
	[RULE_HANDIN_TYPE] = { "handin.type", ERROR, .gloss = "each value is of its type" },
	[RULE_HANDIN_BLANK] = { "handin.blank", ERROR, .gloss = "no text is blank" },
	[RULE_HANDIN_UNKNOWN] = { "handin.unknown", WARNING, .gloss = "a key has a meaning here" },
	[RULE_HANDIN_REPEAT] = { "handin.repeat", WARNING,
		.gloss = "claim and grounds repeat no other argument of one's own, and an attack or a defence is not "
			"its target's claim" },
	[RULE_GROUND_COUNT] = { "ground.count", ERROR, .gloss = "an argument has 1 to 3 grounds" },
	[RULE_ATTACK_COUNT] = { "attack.count", ERROR,
		.gloss = "an argument has at most 3 attacks, in exchange 0 none" },
	[RULE_ATTACK_TYPE] = { "attack.type", ERROR,
		.gloss = "an attack_type is claim_attack, grounds_attack, warrant_attack or backing_attack" },
	[RULE_ATTACK_TARGET] = { "attack.target", ERROR,
		.gloss = "an attack's target_id is an earlier argument of the opponent" },
	[RULE_ATTACK_TWICE] = { "attack.twice", ERROR,
		.gloss = "an argument attacks a target once in the same way" },
	[RULE_DEFENCE_COUNT] = { "defence.count", ERROR,
		.gloss = "an argument has at most 2 defences, in exchange 0 none" },
	[RULE_DEFENCE_TYPE] = { "defence.type", ERROR,
		.gloss = "a defense_type is reinforce, clarify or concede_and_pivot" },
	[RULE_DEFENCE_TARGET] = { "defence.target", ERROR,
		.gloss = "a defence's target_id is an earlier argument of one's own" },
#define ROW(name, word, what) [RULE_WORDS_##name] = { word, WARNING, .gloss = what, \
	.strict = &strict_words[RULE_WORDS_##name - RULE_WORDS_TITLE] },
	WORDS(ROW)
#undef ROW
	[RULE_JUDGEMENT_FORM] = { "judgement.form", ERROR,
		.gloss = "a judgement has argument_id, score and reasoning, or an array `scores` of such objects" },
	[RULE_JUDGEMENT_MISSING] = { "judgement.missing", ERROR,
		.gloss = "each argument of the exchange has a score" },
	[RULE_JUDGEMENT_OTHER] = { "judgement.other", ERROR,
		.gloss = "only arguments of the exchange are scored" },
	[RULE_JUDGEMENT_TWICE] = { "judgement.twice", ERROR, .gloss = "an argument is scored once" },
	[RULE_JUDGEMENT_RANGE] = { "judgement.range", ERROR, .gloss = "a score is from -1 to 1" },
	[RULE_JUDGEMENT_SUM] = { "judgement.sum", ERROR,
		.gloss = "the scores of an exchange sum to 0, within 0.01" },
	[RULE_JUDGEMENT_REASONING] = { "judgement.reasoning", ERROR,
		.gloss = "each score has a reasoning that is not blank" },
	[RULE_RESCORE_INCOMPLETE] = { "rescore.incomplete", WARNING,
		.gloss = "a rescore without argument_id, old_score, new_score or reasoning is skipped" },
	[RULE_RESCORE_UNKNOWN] = { "rescore.unknown", WARNING,
		.gloss = "a rescore of an argument that has no score yet is skipped" },
	[RULE_RESCORE_OLD] = { "rescore.old", WARNING,
		.gloss = "a rescore whose old_score is not how the argument stands is skipped" },
	[RULE_RESCORE_STEP] = { "rescore.step", WARNING,
		.gloss = "a rescore by more than 0.5 is skipped" },
	[RULE_RESCORE_RANGE] = { "rescore.range", WARNING,
		.gloss = "a rescore to less than -1 or more than 1 is skipped" },
	[RULE_REPORT_SECTION] = { "report.section", ERROR,
		.gloss = "a report has a title and the sections The Question, The Clash, Turning Points and The "
			"Verdict" },
	[RULE_REPORT_WORDS] = { "report.words", ERROR, .gloss = "a report has 500 to 600 words" },
	[RULE_REPORT_ARGUMENT] = { "report.argument", ERROR,
		.gloss = "a report names an argument by its id at least, and none that is not there" },
};

/* -- keys: type, whether it may be left out, how many words or items, and the rule for that -- */

static const char *const attack_types[] = { "claim_attack", "grounds_attack", "warrant_attack", "backing_attack",
	NULL };
static const char *const defence_types[] = { "reinforce", "clarify", "concede_and_pivot", NULL };

static const struct json_row ground_rows[] = {
	{ "source", JSON_TEXT, FILLED, .rule = NULL },
	{ "content", JSON_TEXT, FILLED, 0, 100, .rule = RULE(WORDS_GROUND) },
	{ "relevance", JSON_TEXT, FILLED, 0, 30, .rule = RULE(WORDS_RELEVANCE) },
	{ 0 }
};
static const struct json_row attack_rows[] = {
	{ "target_id", JSON_ID, FILLED, .rule = NULL },
	{ "attack_type", JSON_TEXT, FILLED, .rule = RULE(ATTACK_TYPE), .words = attack_types },
	{ "content", JSON_TEXT, FILLED, 0, 75, .rule = RULE(WORDS_ATTACK) },
	{ 0 }
};
static const struct json_row defence_rows[] = {
	{ "target_id", JSON_ID, FILLED, .rule = NULL },
	{ "defense_type", JSON_TEXT, FILLED, .rule = RULE(DEFENCE_TYPE), .words = defence_types },
	{ "content", JSON_TEXT, FILLED, 0, 75, .rule = RULE(WORDS_DEFENCE) },
	{ 0 }
};

#define ARGUMENT_ROWS(attacks_most, defends_most) { \
	{ "title", JSON_TEXT, FILLED, 5, 7, .rule = RULE(WORDS_TITLE) }, \
	{ "claim", JSON_TEXT, FILLED, 0, 25, .rule = RULE(WORDS_CLAIM) }, \
	{ "grounds", JSON_LIST, FILLED, 1, 3, .rule = RULE(GROUND_COUNT), .items = ground_rows }, \
	{ "warrant", JSON_TEXT, FILLED, 0, 50, .rule = RULE(WORDS_WARRANT) }, \
	{ "backing", JSON_TEXT, OPTIONAL, 0, 50, .rule = RULE(WORDS_BACKING) }, \
	{ "qualifier", JSON_TEXT, OPTIONAL, 0, 10, .rule = RULE(WORDS_QUALIFIER) }, \
	{ "attacks", JSON_LIST, OPTIONAL, 0, attacks_most, .rule = RULE(ATTACK_COUNT), .items = attack_rows }, \
	{ "defends", JSON_LIST, OPTIONAL, 0, defends_most, .rule = RULE(DEFENCE_COUNT), .items = defence_rows }, \
	{ 0 } \
}
static const struct json_row opening_rows[] = ARGUMENT_ROWS(0, 0), argument_rows[] = ARGUMENT_ROWS(LINKS_MOST, 2);

static const struct json_row score_rows[] = {
	{ "argument_id", JSON_ID, FILLED, .rule = NULL },
	{ "score", JSON_NUMBER, FILLED, .rule = NULL },
	{ "reasoning", JSON_TEXT, OPTIONAL, 0, 75, .rule = RULE(WORDS_REASONING) },
	{ 0 }
};
static const struct json_row rescore_rows[] = {
	{ "argument_id", JSON_ID, OPTIONAL, .rule = NULL },
	{ "old_score", JSON_NUMBER, OPTIONAL, .rule = NULL },
	{ "new_score", JSON_NUMBER, OPTIONAL, .rule = NULL },
	{ "reasoning", JSON_TEXT, OPTIONAL, 0, 75, .rule = RULE(WORDS_REASONING) },
	{ 0 }
};
/* The first three stand in an item of `scores` where that is there. */
static const struct json_row judgement_rows[] = {
	{ "argument_id", JSON_ID, OPTIONAL, .rule = NULL },
	{ "score", JSON_NUMBER, OPTIONAL, .rule = NULL },
	{ "reasoning", JSON_TEXT, OPTIONAL, 0, 75, .rule = RULE(WORDS_REASONING) },
	{ "scores", JSON_LIST, OPTIONAL, .items = score_rows },
	{ "rescores", JSON_LIST, OPTIONAL, .items = rescore_rows },
	{ 0 }
};

static const struct json_form opening_form = { .rows = opening_rows, .count = 3 },
	argument_form = { .rows = argument_rows }, judgement_form = { .rows = judgement_rows };
static const struct part opening_parts[] = { { .language = &json_language, .form = &opening_form } };
static const struct part argument_parts[] = { { .language = &json_language, .form = &argument_form } };
static const struct part judgement_parts[] = { { .language = &json_language, .form = &judgement_form } };
static const struct part report_parts[] = {
	{ "The Question", PROSE, FILLED, .rule = RULE(REPORT_SECTION), .headed = true },
	{ "The Clash", PROSE, FILLED, .rule = RULE(REPORT_SECTION) },
	{ "Turning Points", PROSE, FILLED, .rule = RULE(REPORT_SECTION) },
	{ "The Verdict", PROSE, FILLED, .rule = RULE(REPORT_SECTION) },
	{ 0 }
};

const struct dialectic_link link_rows[LINKS] = {
	[ATTACKS] = { "attacks", "attack_type", "Attacking", attack_types, false, RULE_ATTACK_TARGET },
	[DEFENDS] = { "defends", "defense_type", "Defending", defence_types, true, RULE_DEFENCE_TARGET },
};

/* -- kinds of text -- */

static void
blank_opening(const struct debate *d, unsigned seat, UT_string *out)
{
	(void)d, (void)seat;
	for (unsigned i = 0; i < opening_form.count; i++) {
		utstring_printf(out, i ? ", " : "[");
		json_blank(opening_rows, NULL, 0, out);
	}
	utstring_printf(out, "]\n");
}

static void
blank_argument(const struct debate *d, unsigned seat, UT_string *out)
{
	(void)d, (void)seat;
	json_blank(argument_rows, NULL, 0, out);
	utstring_printf(out, "\n");
}

/* The judgement's blank scores each argument of the exchange. */
static void
blank_judgement(const struct debate *d, unsigned seat, UT_string *out)
{
	const struct standing *s = standing_of(d);
	size_t i = standing_newest(s, open_exchange(d));

	(void)seat;
	utstring_printf(out, "{\n  \"scores\": [");
	do {
		json_blank(score_rows, i < s->n ? printed_id(&s->v[i].id).s : NULL, 2, out);
		utstring_printf(out, i + 1 < s->n ? ", " : "]");
	} while (++i < s->n);
	utstring_printf(out, open_exchange(d) > 0 ? ",\n  \"rescores\": []\n}\n" : "\n}\n");
}

static bool
openings_are_in(const struct debate *d)
{
	return d->n;
}

TEXT_FILE(dialectic_told_md);
static const struct format_kind kinds[DIALECTIC_KINDS + 1] = {
	[OPENING] = { { "opening", opening_parts }, .judge = dialectic_judge_arguments, .apply = add_arguments,
		.said = dialectic_said, .record = dialectic_record, .room = dialectic_room, .label = dialectic_label,
		.told = text_dialectic_told_md, .over = openings_are_in, .blank = blank_opening },
	[ARGUMENT] = { { "argument", argument_parts }, .judge = dialectic_judge_arguments, .apply = add_arguments,
		.said = dialectic_said, .record = dialectic_record, .room = dialectic_room, .label = dialectic_label,
		.told = text_dialectic_told_md, .blank = blank_argument },
	[JUDGEMENT] = { { "judgement", judgement_parts }, .judge = dialectic_judge_judgement, .apply = add_judgement,
		.blank = blank_judgement, .record = dialectic_record, .label = dialectic_label,
		.told = text_dialectic_told_md },
	[REPORT] = { { "report", report_parts }, .judge = dialectic_judge_report, .record = dialectic_record,
		.step = NEXT_WRITE_REPORT, .label = dialectic_label,
		.told = text_dialectic_told_md },
};

/* -- phases -- */

static bool
last_is_judged(const struct debate *d)
{
	return exchange_is_last(d, d->order.round - 1);
}

#define BOTH_SIDES(phase, kind, done, silent) \
	{ phase, ROLE_PROPOSITION | SEALED, kind, TURN_CLOCK, done, silent, 0, NULL }, \
	{ phase, ROLE_OPPOSITION | SEALED, kind, TURN_CLOCK, done, silent, 0, NULL }
static const struct order_row phases[] = {
	/* phase, role, kind, clock, then what follows: done, silent; no seat is given up */
	BOTH_SIDES(PHASE_OPENINGS, OPENING, PHASE_FIRST_JUDGEMENT, PHASE_INVALIDATED),
	{ PHASE_FIRST_JUDGEMENT, ROLE_JUDGE, JUDGEMENT, TURN_CLOCK, PHASE_JUDGED, PHASE_INVALIDATED, 0, NULL },
	{ .phase = PHASE_JUDGED, .done = PHASE_REPORT, .when = last_is_judged },
	{ .phase = PHASE_JUDGED, .done = PHASE_ARGUMENTS },
	BOTH_SIDES(PHASE_ARGUMENTS, ARGUMENT, PHASE_JUDGEMENT, PHASE_COMPLETED),
	{ PHASE_JUDGEMENT, ROLE_JUDGE, JUDGEMENT, TURN_CLOCK, PHASE_JUDGED, PHASE_COMPLETED, 0, NULL },
	{ PHASE_REPORT, ROLE_JUDGE, REPORT, TURN_CLOCK, PHASE_COMPLETED, PHASE_COMPLETED, 0, NULL },
	{ 0 }
};

const struct ref_kind dialectic_refs[] = {
	{ "prop_###@", REF_TEXT, dialectic_find },
	{ "opp_###@", REF_TEXT, dialectic_find },
	{ "Source", REF_SOURCE, debate_find_source },
	{ .form = REF_PATH },
	{ 0 }
};
/* clang-format on */

/* -- what a mount needs -- */

static const struct debate_role roles[] = {
	{ROLE("proposition"), .missing = PHASE_INVALIDATED},
	{ROLE("opposition"), .missing = PHASE_INVALIDATED},
	{ROLE("judge"), .decides = true, .late = true},
	{0},
};

static const struct debate_phase states[] = {
	{.phase = PHASE_PREPARING, .name = "preparing"},
	{.phase = PHASE_WAITING, .name = "waiting_for_participant"},
	{.phase = PHASE_OPENINGS, .name = "debating"},
	{.phase = PHASE_FIRST_JUDGEMENT, .name = "debating"},
	{.phase = PHASE_ARGUMENTS, .name = "debating"},
	{.phase = PHASE_JUDGEMENT, .name = "debating"},
	{PHASE_REPORT, "completed", "COMPLETED",
		"all exchanges are judged; the judge ends it after a judgement, by `release NAME outcome=COMPLETED`; "
		"or a clock ends after one"},
	{PHASE_COMPLETED, "completed", "COMPLETED", NULL},
	{PHASE_INVALIDATED, "invalidated", "INVALIDATED", "a clock ends before exchange 0 is judged"},
	{0},
};

/* The judge ends it after a judgement, before anything new is handed in. */
static struct fault
judge_release(const struct debate *d, unsigned seat, const char *outcome)
{
	if (strcmp(outcome, "COMPLETED"))
		return fault_of(REFUSAL_VALUE_BAD, "a judge ends a debate as COMPLETED");
	if (d->seats[seat - 1].role != ROLE_JUDGE)
		return fault_of(REFUSAL_SEAT_UID, "only the judge ends a debate as COMPLETED");
	if (d->n_sealed)
		return fault_of(REFUSAL_LEASE_ORDER, "a hand-in is sealed: wait for the other side's, and judge both");
	if (d->order.phase != PHASE_ARGUMENTS)
		return fault_of(
			REFUSAL_LEASE_ORDER, "a debate ends after a judgement, before anything new is handed in");
	return NO_FAULT;
}

const struct format dialectic_format = {
	.name = "dialectic",
	.kinds = kinds,
	.refs = dialectic_refs,
	.told = dialectic_told,
	.phases = phases,
	.counted = PHASE_JUDGED,
	.copy = standing_copy,
	.drop = standing_drop,
	.about = "a proposition and an opposition hand in arguments on a motion, sealed until both are in, and a judge "
		 "scores them.",
	.roles = roles,
	.states = states,
	.rules = dialectic_rule_rows,
	.n_rules = DIALECTIC_RULES,
	.status = dialectic_status,
	.rows = dialectic_rows,
	.reading = &source_places_reading,
	.line_bytes = 1 << 20, /* JSON may be one line, of all that max_turn_bytes can allow */
	.head = dialectic_head,
	.came_to = dialectic_came_to,
	.result = dialectic_result,
	.front = dialectic_front,
	.free_outcome = "COMPLETED",
	.releases = judge_release,
	.terms = dialectic_tell_terms,
	.lapse = dialectic_lapse,
	.brief = dialectic_so_far,
};
