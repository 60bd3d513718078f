#include "validators/next/socratic/socratic.h"

#include <errno.h>

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
#define WARNING .severity = SEVERITY_WARNING

const struct rule socratic_rule_rows[SOCRATIC_RULES] = {
	[RULE_TURN_STANCE] = { "turn.stance", ERROR,
		.gloss = "the stance is OPEN_TO_DEBATE, CONVERGING, ACCEPTING_CONSENSUS, DISSENTING or REVISING" },
	[RULE_COUNTERPOINT_NONE] = { "counterpoint.none", ERROR, .gloss = "there is at least one counterpoint" },
	[RULE_COUNTERPOINT_ADDRESSES] = { "counterpoint.addresses", ERROR,
		.gloss = "each counterpoint says what it addresses" },
	[RULE_COUNTERPOINT_CLAIM] = { "counterpoint.claim", ERROR, .gloss = "each counterpoint has a claim" },
	[RULE_COUNTERPOINT_SUPPORT] = { "counterpoint.support", ERROR, .gloss = "each counterpoint has support" },
	[RULE_SUPPORT_KIND] = { "support.kind", ERROR,
		.gloss = "each support has a URL, a reference, a file name or `Principle: …`" },
	[RULE_SUPPORT_SOURCE] = { "support.source", ERROR,
		.gloss = "a support that names the source says where in it, and that is there" },
	[RULE_NOVEL_SUPPORT] = { "novel.support", ERROR, .gloss = "the novel argument has support" },
	[RULE_NOVEL_REPEAT] = { "novel.repeat", ERROR, .gloss = "the novel argument repeats nothing that was said" },
	[RULE_UNRESOLVED_FLAG] = { "unresolved.flag", ERROR,
		.gloss = "each unresolved item has `(blocking)` or `(non-blocking)` in it" },
	[RULE_STANCE_REVISION] = { "stance.revision", ERROR,
		.gloss = "a changed stance has Stance Revision Support" },
	[RULE_CONSENSUS_BLOCKING] = { "consensus.blocking", ERROR,
		.gloss = "a turn that accepts consensus leaves nothing blocking" },
	[RULE_CONSENSUS_ACCEPTS] = { "consensus.accepts", ERROR,
		.gloss = "`Accepts: Turn N` names the peer's standing statement; what is replaced stands in it once" },
	[RULE_CONSENSUS_TEXT] = { "consensus.text", WARNING,
		.gloss = "without a section Consensus there is no text that both agreed to" },
	[RULE_CONCLUSION_FORM] = { "conclusion.form", ERROR,
		.gloss = "a conclusion has Outcome, Reason and a summary" },
	[RULE_CONCLUSION_UNEARNED] = { "conclusion.unearned", ERROR, .gloss = "the record earns the outcome" },
};
#define R(rule) (&socratic_rule_rows[RULE_##rule])

const char *const stance_words[STANCES + 1] = { "OPEN_TO_DEBATE", "CONVERGING", "ACCEPTING_CONSENSUS", "DISSENTING",
	"REVISING", NULL };
const char *const outcome_words[OUTCOMES + 1] = { "ACCEPTED_CONSENSUS", "DISSENT", "MAX_TURNS", "TIMEOUT",
	"INVALIDATED", NULL };

/* -- parts -- */

#define SUPPORT_BLANK "\n    - …"
static const struct label head[] = { { "Stance", OPTIONAL, stance_words, .rule = R(TURN_STANCE) }, { 0 } };
static const struct label counterpoint[] = {
	{ "Addresses", FILLED, .rule = R(COUNTERPOINT_ADDRESSES) },
	{ "Claim", FILLED, .rule = R(COUNTERPOINT_CLAIM) },
	{ "Support", GIVEN, .rule = R(COUNTERPOINT_SUPPORT), .blank = SUPPORT_BLANK },
	{ 0 }
};
static const struct label novel[] = { { .word = "Support", .blank = SUPPORT_BLANK }, { 0 } };
static const struct label consensus[] = {
	{ .word = "Accepts" }, { .word = "Replace", .unquoted = true }, { .word = "Add", .unquoted = true }, { 0 }
};
static const struct label conclusion[] = {
	{ "Outcome", FILLED, outcome_words, .rule = R(CONCLUSION_FORM) },
	{ "Reason", FILLED, .rule = R(CONCLUSION_FORM) },
	{ 0 }
};
static const struct verb_row settled[] = { { .word = "settled" }, { 0 } };

static const struct part turn_parts[] = {
	{ NULL, PROSE, .labels = head },
	{ "Position", PROSE, FILLED, .rule = NULL },
	{ "Counterpoints", ITEMS, ONE_ITEM, .labels = counterpoint, .rule = R(COUNTERPOINT_NONE) },
	{ "Agreements", ITEMS, FILLED, .rule = NULL },
	{ "Novel Argument", PROSE, FILLED, .labels = novel },
	{ "Unresolved Items", ITEMS, FILLED, settled, .blank = "… (blocking)" },
	{ "Stance Revision Support", PROSE, .blank = "- …" },
	{ "Consensus", PROSE, .labels = consensus },
	{ 0 }
};
static const struct part conclusion_parts[] = { { NULL, PROSE, .labels = conclusion }, { 0 } };

/* -- kinds of text -- */

static void
turn_heading(const struct debate *d, unsigned seat, UT_string *out)
{
	const struct debate_seat *s = &d->seats[seat - 1];

	utstring_printf(out, "Turn %zu — %s (%s / %s) —", d->n + 1, s->name, s->harness, s->model);
}

static void
conclusion_heading(const struct debate *d, unsigned seat, UT_string *out)
{
	(void)d;
	(void)seat;
	utstring_printf(out, "Terminal Conclusion");
}

static const struct format_kind kinds[SOCRATIC_KINDS + 1] = {
	[KIND_TURN] = { { "turn", turn_parts }, NULL, NULL, turn_heading, socratic_judge_turn, socratic_apply_turn },
	[KIND_CONCLUSION] = { { "conclusion", conclusion_parts }, NULL, NULL, conclusion_heading,
		socratic_judge_conclusion, NULL },
};

/* A text that begins with `Outcome` is a conclusion. */
static unsigned
kind_of(struct reader text, unsigned due)
{
	const struct grammar by = { .kind = &kinds[KIND_CONCLUSION].kind };
	struct parsed p;
	bool concludes;

	parts_read(&p, &by, text.s, left(&text));
	concludes = p.n_fields && p.fields[0].label == &conclusion[0] && p.fields[0].value.s &&
		(p.heading_line || p.fields[0].line == 1);
	parsed_free(&p);
	return concludes ? KIND_CONCLUSION : due == KIND_CONCLUSION ? KIND_TURN : due;
}

/* -- phases -- */

static bool
opening_is_sealed(const struct order *o, const void *debate)
{
	(void)o;
	return ((const struct debate *)debate)->terms->sealed;
}

static bool
all_turns_are_in(const struct order *o, const void *debate)
{
	return (int64_t)o->texts >= ((const struct debate *)debate)->terms->max_turns;
}

static const struct order_row phases[] = {
	/* phase, role, kind, clock, then what follows: done, silent (0: it stays), failed */
	{ .phase = PHASE_START, .done = PHASE_SEALED, .when = opening_is_sealed },
	{ .phase = PHASE_START, .done = PHASE_DEBATING },
	{ PHASE_SEALED, ROLE_ALL | SEALED, KIND_TURN, 1, PHASE_TURN_IS_IN, PHASE_DEBATING, 0, NULL },
	{ PHASE_DEBATING, ROLE_OTHER, KIND_TURN, 1, PHASE_TURN_IS_IN, 0, 0, NULL },
	{ PHASE_DEBATING, ROLE_ALL, KIND_CONCLUSION, 1, PHASE_OVER, 0, 0, NULL },
	{ .phase = PHASE_TURN_IS_IN, .done = PHASE_CLOSING, .when = all_turns_are_in },
	{ .phase = PHASE_TURN_IS_IN, .done = PHASE_DEBATING },
	{ PHASE_CLOSING, ROLE_ALL, KIND_CONCLUSION, 1, PHASE_OVER, 0, 0, NULL },
	{ 0 }
};
/* clang-format on */

const struct ref_kind socratic_refs[] = {
	[REF_TURN] = {"Turn #", REF_TEXT, debate_find_text},
	[REF_POINT] = {"P#.#", REF_TEXT, debate_find_point},
	[REF_ITEM] = {"U-#", 0, debate_find_point},
	{"Source", REF_SOURCE, debate_find_source},
	{.form = REF_PATH},
	{0},
};

const struct debate_format socratic_format = {
	.name = "socratic",
	.kinds = kinds,
	.refs = socratic_refs,
	.phases = phases,
	.first = PHASE_START,
	.kind_of = kind_of,
};
