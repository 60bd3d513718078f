#include "validators/socratic/socratic.h"

#include <errno.h>
#include "validators/kit/ledger.h"

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
#define WARNING .severity = SEVERITY_WARNING

const struct rule socratic_rule_rows[SOCRATIC_RULES] = {
	[RULE_TURN_ONE] = { "turn.one", ERROR, .gloss = "a text is one turn" },
	[RULE_TURN_NUMBER] = { "turn.number", ERROR, .gloss = "a turn has the next number" },
	[RULE_TURN_LIMIT] = { "turn.limit", ERROR,
		.gloss = "there are `max_turns` turns at most" },
	[RULE_TURN_PARTICIPANT] = { "turn.participant", ERROR,
		.gloss = "the name in the heading is that of the seat that hands the turn in" },
	[RULE_TURN_IDENTITY] = { "turn.identity", ERROR,
		.gloss = "harness and model in the heading are those with which the seat has joined" },
	[RULE_TURN_ALTERNATION] = { "turn.alternation", ERROR,
		.gloss = "nobody has two turns in a row, but behind a line that says that the other was silent" },
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
	[RULE_SUPPORT_FILE] = { "support.file", WARNING,
		.gloss = "a file beside the source is looked up where the duel has an `evidence_root`, else by "
			"nobody" },
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

#define REVISION "Stance Revision Support"
#define CONSENSUS "Consensus"
#define SUPPORT_BLANK "\n    - …"
#define STANCES_BLANK "OPEN_TO_DEBATE|CONVERGING|ACCEPTING_CONSENSUS|DISSENTING|REVISING"
#define OUTCOMES_BLANK "ACCEPTED_CONSENSUS|DISSENT|MAX_TURNS|TIMEOUT"
static const struct label head[] = {
	{ "Stance", OPTIONAL, stance_words, .rule = R(TURN_STANCE), .blank = STANCES_BLANK },
	{ 0 }
};
static const struct label counterpoint[] = {
	{ "Addresses", FILLED, .rule = R(COUNTERPOINT_ADDRESSES) },
	{ "Claim", FILLED, .rule = R(COUNTERPOINT_CLAIM) },
	{ "Support", GIVEN, .rule = R(COUNTERPOINT_SUPPORT), .blank = SUPPORT_BLANK },
	{ 0 }
};
static const struct label novel[] = { { .word = "Support", .blank = SUPPORT_BLANK }, { 0 } };
static const struct label consensus[] = {
	{ .word = "Accepts", .blank = "" },
	{ .word = "Replace", .blank = "", .unquoted = true },
	{ .word = "Add", .blank = "", .unquoted = true },
	{ 0 }
};
static const struct label conclusion[] = {
	{ "Outcome", FILLED, outcome_words, .rule = R(CONCLUSION_FORM), .blank = OUTCOMES_BLANK },
	{ "Reason", FILLED, .rule = R(CONCLUSION_FORM), .blank = "…\n\n…" },
	{ 0 }
};
static const struct verb_row settled[] = { { .word = "settled" }, { 0 } };

static const struct part turn_parts[] = {
	{ NULL, PROSE, .labels = head },
	{ "Position", PROSE, FILLED, .rule = NULL },
	{ "Counterpoints", ITEMS, ONE_ITEM, .labels = counterpoint, .rule = R(COUNTERPOINT_NONE) },
	{ "Agreements", ITEMS, FILLED, .rule = NULL },
	{ "Novel Argument", PROSE, FILLED, .labels = novel },
	{ "Unresolved Items", ITEMS, FILLED, settled, .blank = "… (blocking or non-blocking)" },
	{ REVISION, PROSE, .blank = "- …" },
	{ CONSENSUS, PROSE, .labels = consensus },
	{ 0 }
};
static const struct part conclusion_parts[] = { { NULL, PROSE, .labels = conclusion }, { 0 } };

/* -- kinds of text -- */

static void
turn_heading(const struct debate *d, unsigned seat, UT_string *out)
{
	const struct debate_seat *s = &d->seats[seat - 1];

	unsigned number = d->order.phase == PHASE_SEALED ? seat : (unsigned)d->n + 1;

	utstring_printf(out, "Turn %u — %s (%s / %s) —", number, s->name, s->harness, s->model);
}

static TELLS(conclusion_heading, "Terminal Conclusion")

/* A first stance cannot be revised, and whoever's statement stands puts forward no other. */
static void
turn_blank(const struct debate *d, unsigned seat, UT_string *out)
{
	struct part parts[sizeof turn_parts / sizeof *turn_parts];
	const struct socratic_facts *f = socratic_facts(d);
	size_t n = 0;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		const char *title = turn_parts[i].title ? turn_parts[i].title : "";

		if ((f->spoke[seat] || strcmp(title, REVISION)) &&
			(!f->turn || f->by != seat || strcmp(title, CONSENSUS)))
			parts[n++] = turn_parts[i];
	}
	blank_print(&(struct kind){ "turn", parts }, NULL, out);
}

/* If none is earned yet, it has all outcomes. */
static void
conclusion_blank(const struct debate *d, unsigned seat, UT_string *out)
{
	struct label labels[sizeof conclusion / sizeof *conclusion];
	const struct part parts[] = { { NULL, PROSE, .labels = labels }, { 0 } };
	unsigned earned = socratic_earned(d, seat);
	char words[sizeof OUTCOMES_BLANK] = "";

	memcpy(labels, conclusion, sizeof labels);
	for (int i = 0; i < OUTCOMES; i++)
		if (earned >> i & 1)
			strcat(strcat(words, *words ? "|" : ""), outcome_words[i]);
	if (earned)
		labels[0].blank = words;
	blank_print(&(struct kind){ "conclusion", parts }, NULL, out);
}

TEXT_FILE(socratic_turn_md);
TEXT_FILE(socratic_conclusion_md);
static const struct format_kind kinds[] = {
	[KIND_TURN] = {
		.kind = { "turn", turn_parts },
		.heading = turn_heading,
		.misheaded = socratic_misheaded,
		.judge = socratic_judge_turn,
		.apply = socratic_apply_turn,
		.said = socratic_said,
		.label = socratic_turn_label,
		.told = text_socratic_turn_md,
		.headed = socratic_headed,
		.blank = turn_blank,
	},
	[KIND_CONCLUSION] = {
		.kind = { "conclusion", conclusion_parts },
		.heading = conclusion_heading,
		.judge = socratic_judge_conclusion,
		.step = NEXT_UPDATE_MARKDOWN,
		.closes = true,
		.told = text_socratic_conclusion_md,
		.reason = "Reason",
		.offered = socratic_may_conclude,
		.blank = conclusion_blank,
	},
	[SOCRATIC_KINDS] = { .kind = { NULL, NULL } },
};

/* A text that begins with `Outcome`, or under the heading of one, is a conclusion. */
static unsigned
find_kind(struct reader text, unsigned due)
{
	const struct grammar by = { .kind = &kinds[KIND_CONCLUSION].kind };
	const unsigned other = due == KIND_CONCLUSION ? KIND_TURN : due;
	struct parsed p;
	struct reader rest = text, line;
	bool concludes = false;
	int first = 1; /* the line that is not blank */

	for (struct reader ahead = text; next_line(&ahead, &line) && is_blank(line.s, len_of(&line));)
		first++;
	/* It is not read for them where no line begins with `Outcome`, or with the heading's first word. */
	while (!concludes && next_line(&rest, &line)) {
		while (skip_white(&line) || skip_emphasis(&line) || skip_text(&line, "#"))
			;
		if (len_of(&line) && (unsigned char)*line.s < 0x80 && !strchr("OoTt", *line.s))
			continue; /* nearly all there is */
		concludes = skip_words(&line, conclusion[0].word) || skip_words(&line, "Terminal");
	}
	if (!concludes)
		return other;
	parts_read(&p, &by, text.s, len_of(&text));
	concludes = (p.n_fields && p.fields[0].label == &conclusion[0] && p.fields[0].value.s &&
		(p.heading_line || p.fields[0].line == first)) ||
		(p.heading_line && heading_is(p.heading, "Terminal Conclusion", &rest));
	parsed_free(&p);
	return concludes ? KIND_CONCLUSION : other;
}

/* -- phases -- */

#define WHEN(name, value) \
	static bool name(const struct debate *d) \
	{ \
		return value; \
	}
WHEN(opening_is_sealed, d->terms->sealed_opening)
WHEN(nobody_has_spoken, !d->order.texts)
WHEN(all_turns_are_in, d->order.texts >= d->terms->max_turns)
WHEN(both_dissent, socratic_facts(d)->stance[1] == DISSENTING && socratic_facts(d)->stance[2] == DISSENTING)
WHEN(concludes_accepted, socratic_outcome(d) == ACCEPTED_CONSENSUS)
WHEN(concludes_dissent, socratic_outcome(d) == DISSENT)
WHEN(concludes_full, socratic_outcome(d) == MAX_TURNS)

static const struct order_row phases[] = {
	/* phase, role, kind, clock, then what follows: done, silent (0: it stays), failed */
	{ .phase = PHASE_START, .done = PHASE_SEALED, .when = opening_is_sealed },
	{ .phase = PHASE_START, .done = PHASE_DEBATING },
	{ PHASE_SEALED, ROLE_ALL | SEALED, KIND_TURN, TURN_CLOCK, PHASE_TURN_IS_IN, PHASE_SEALED_ENDED, 0, NULL },
	{ .phase = PHASE_SEALED_ENDED, .done = PHASE_TIMEOUT, .when = nobody_has_spoken },
	{ .phase = PHASE_SEALED_ENDED, .done = PHASE_DEBATING },
	/* once consensus is earned a conclusion is due, and a turn still taken */
	{ PHASE_DEBATING, ROLE_ALL, KIND_CONCLUSION, TURN_CLOCK, PHASE_CONCLUDED, PHASE_CLOCK_ENDED, 0,
		socratic_consensus_is_earned },
	{ PHASE_DEBATING, ROLE_OTHER, KIND_TURN, TURN_CLOCK, PHASE_TURN_IS_IN, PHASE_CLOCK_ENDED, 0, NULL },
	{ PHASE_DEBATING, ROLE_OTHER | ALLOWED, KIND_CONCLUSION, TURN_CLOCK, PHASE_CONCLUDED, PHASE_CLOCK_ENDED, 0,
		NULL },
	{ PHASE_DEBATING, ROLE_ALL | ALLOWED, KIND_CONCLUSION, TURN_CLOCK, PHASE_CONCLUDED, PHASE_CLOCK_ENDED, 0,
		both_dissent },
	{ .phase = PHASE_TURN_IS_IN, .done = PHASE_CLOSING, .when = all_turns_are_in },
	{ .phase = PHASE_TURN_IS_IN, .done = PHASE_DEBATING },
	{ PHASE_ALONE, ROLE_ALL, KIND_CONCLUSION, TURN_CLOCK, PHASE_CONCLUDED, PHASE_CLOCK_ENDED, 0, NULL },
	{ PHASE_CLOSING, ROLE_ALL, KIND_CONCLUSION, TURN_CLOCK, PHASE_CONCLUDED, PHASE_CLOCK_ENDED, 0, NULL },
	{ .phase = PHASE_CONCLUDED, .done = PHASE_ACCEPTED, .when = concludes_accepted },
	{ .phase = PHASE_CONCLUDED, .done = PHASE_DISSENT, .when = concludes_dissent },
	{ .phase = PHASE_CONCLUDED, .done = PHASE_FULL, .when = concludes_full },
	{ .phase = PHASE_CONCLUDED, .done = PHASE_TIMEOUT },
	{ .phase = PHASE_CLOCK_ENDED, .done = PHASE_ACCEPTED, .when = socratic_consensus_is_earned },
	{ .phase = PHASE_CLOCK_ENDED, .done = PHASE_FULL, .when = all_turns_are_in },
	{ .phase = PHASE_CLOCK_ENDED, .done = PHASE_TIMEOUT },
	{ 0 }
};

static const struct debate_phase states[] = {
	{ .phase = PHASE_PREPARING, .name = "preparing" },
	{ .phase = PHASE_WAITING, .name = "waiting_for_participant" },
	{ .phase = PHASE_SEALED, .name = "debating" },
	{ .phase = PHASE_DEBATING, .name = "debating" },
	{ .phase = PHASE_ALONE, .name = "closing" },
	{ .phase = PHASE_CLOSING, .name = "closing" },
	{ PHASE_ACCEPTED, "completed", "ACCEPTED_CONSENSUS",
		"both latest turns are ACCEPTING_CONSENSUS, no item blocks, and the statement, if there is one, was "
		"accepted without amendment" },
	{ PHASE_DISSENT, "completed", "DISSENT",
		"both have spoken; an item blocks, or one latest stance is neither CONVERGING nor ACCEPTING_CONSENSUS; "
		"and whoever concludes did not speak last, or both are DISSENTING, or no turn is left" },
	{ PHASE_FULL, "completed", "MAX_TURNS", "the last turn is in, and consensus is not earned" },
	{ PHASE_TIMEOUT, "completed", "TIMEOUT",
		"claimed `for=timeout`, and the other is still missing, or was silent for `wait_seconds` while it was "
		"its move" },
	{ PHASE_INVALIDATED, "invalidated", "INVALIDATED",
		"the maker closes the duel, or its store is damaged" },
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

const struct format socratic_format = {
	.name = "socratic",
	.kinds = kinds,
	.refs = socratic_refs,
	.told = socratic_told,
	.phases = phases,
	.kind_of = find_kind,
	.own = socratic_facts_new,
	.copy = socratic_facts_copy,
	.drop = socratic_facts_drop,
	.about = "two participants take turns on a question or a document, until the record has earned a conclusion.",
	.begins = 2,
	.alone = PHASE_ALONE,
	.states = states,
	.rules = socratic_rule_rows,
	.n_rules = SOCRATIC_RULES,
	.status = socratic_status,
	.rows = socratic_rows,
	.reading = &source_places_reading,
	.separator = "---",
	.head = socratic_head,
	.lapse = socratic_lapse,
	.brief = socratic_brief,
	.behind = socratic_behind,
	.came_to = socratic_came_to,
	.result = socratic_result,
	.fates = socratic_fates,
	.updated = socratic_updated,
};
