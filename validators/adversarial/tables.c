#include "validators/adversarial/adversarial.h"

#include <errno.h>
#include <jansson.h>
#include "validators/kit/show.h"
#include "validators/kit/refusal.h"
#include "validators/adversarial/files.h"
#include "validators/kit/ledger.h"
#include "validators/kit/debate.h"
#include "validators/text/markdown.h"

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
#define WARNING .severity = SEVERITY_WARNING

const struct rule adv_rules[ADV_RULES] = {
	[RULE_CLAIM_NONE] = { "claim.none", ERROR,
		.gloss = "a debater's turn has a claim at least, and what a claim says stands in words" },
	[RULE_CLAIM_MANY] = { "claim.many", ERROR,
		.gloss = "a turn has a hundred items below Claims at most" },
	[RULE_CLAIM_UNKNOWN] = { "claim.unknown", ERROR,
		.gloss = "claims, arguments and sources that are named are there" },
	[RULE_CLAIM_UNTRACED] = { "claim.untraced", ERROR,
		.gloss = "new, rebut, defend and object cite an argument or a source" },
	[RULE_CLAIM_RATING] = { "claim.rating", ERROR,
		.gloss = "a rating that is said is the live one, and what is refuted or baseless is cited with it" },
	[RULE_CLAIM_UNRATED] = { "claim.rating", WARNING,
		.gloss = "what is weak or contested is cited with its rating" },
	[RULE_CLAIM_REPEAT] = { "claim.repeat", ERROR,
		.gloss = "no claim repeats an earlier text of its side" },
	[RULE_CLAIM_MOVE] = { "claim.move", ERROR,
		.gloss = "an item is `- new — …`, or `- L-NNN: ` and a verb that the claim's state allows" },
	[RULE_CLAIM_CLOSED] = { "claim.closed", ERROR,
		.gloss = "a closed claim is accepted, or objected to once with a source that nobody cited" },
	[RULE_MODERATOR_ADVOCATES] = { "moderator.advocates", ERROR,
		.gloss = "the moderator claims nothing" },
	[RULE_MODERATOR_ALONE] = { "moderator.alone", ERROR, .gloss = "only the moderator rules" },
	[RULE_RULING_GRAPH] = { "ruling.graph", ERROR,
		.gloss = "a claim is closed as what the graph says of an argument that it rests on" },
	[RULE_RULING_GROUNDS] = { "ruling.grounds", ERROR,
		.gloss = "a closure is justified by a turn and a source" },
	[RULE_DEFLECTION_NONE] = { "deflection.none", ERROR,
		.gloss = "a deflection is one by the graph, from an argument that was cited in the turns it names" },
	[RULE_KB_PROMOTED] = { "kb.promoted", ERROR,
		.gloss = "a debate lowers ratings, and raises none" },
	[RULE_KB_CONCURRENCE] = { "kb.concurrence", ERROR,
		.gloss = "another side's argument is lowered to weak at most" },
	[RULE_KB_FROZEN] = { "kb.frozen", ERROR,
		.gloss = "nothing changes but by lower, edge, note, criticism, contradiction, new and source" },
	[RULE_MUTATION_UNTRACED] = { "mutation.untraced", ERROR,
		.gloss = "the reason for a lower rating names another argument, a source, contradiction, claim or "
			"turn" },
	[RULE_MUTATION_MANY] = { "mutation.many", ERROR,
		.gloss = "a turn has a hundred operations at most" },
	[RULE_VERDICT_UNEARNED] = { "verdict.unearned", ERROR,
		.gloss = "each question has the verdict that the graph earns" },
};
#define R(rule) (&adv_rules[RULE_##rule])

/* -- parts -- */

#define CONTRADICTION \
	{ "Type", .blank = "" }, { "Involved arguments", .blank = "" }, { "Involved sources", .blank = "" }, \
	{ "Description", .blank = "" }, { "What would resolve it", .blank = "" }, { "Status", .blank = "" }
#define RULES_QUIETLY \
	{ "Ruling", .unquoted = true, .blank = "" }, { "Justification", .unquoted = true, .blank = "" }, \
	{ "Deflection", .unquoted = true, .blank = "" }, { "Press", .blank = "" }, { "Finding", .blank = "" }
static const struct label turn_head[] = { { .word = "Answers" }, RULES_QUIETLY, { 0 } };
static const struct label turn_labels[] = { RULES_QUIETLY, { 0 } };
static const struct label operation_labels[] = { RULES_QUIETLY, CONTRADICTION, { 0 } };
static const struct label ruling_head[] = {
	{ "Ruling", .unquoted = true, .blank = "claim L-NNN \"…\" (arg-NNN) is CLOSED as refuted." },
	{ "Justification", .unquoted = true, .blank = "…, Turn N, kb/sources/…" },
	{ "Deflection", .unquoted = true,
		.blank = "Position SLUG has cited arg-NNN (…) across turns N, M to address arg-NNN (…)." },
	{ "Press", .blank = "L-NNN — …" },
	{ "Finding", .blank = "" },
	{ 0 }
};
static const struct label synthesis_labels[] = { { "Finding", .blank = "" }, { 0 } };

enum { MUTATIONS = 3 }; /* the last of a turn's parts */
static const struct part turn_parts[] = {
	{ NULL, PROSE, .labels = turn_head },
	{ "Claims", ITEMS, ONE_ITEM, claim_verbs, .labels = turn_labels, .rule = R(CLAIM_NONE),
		.blank = "new — … [arg-NNN: rating]" },
	{ "Argument", PROSE, .labels = turn_labels },
	[MUTATIONS] = { "Mutations", OPERATIONS, .verbs = operation_verbs, .labels = operation_labels,
		.rule = R(KB_FROZEN) },
	{ 0 }
};
static const struct part ruling_parts[] = {
	{ NULL, PROSE, .labels = ruling_head },
	{ "Mutations", OPERATIONS, .verbs = operation_verbs, .labels = operation_labels, .rule = R(KB_FROZEN) },
	{ 0 }
};
static const struct part synthesis_parts[] = {
	{ "Verdict", ITEMS, ONE_ITEM, .blank = "Q-N: …" },
	{ "What was settled", PROSE, FILLED, .labels = synthesis_labels },
	{ "What was not", PROSE, FILLED, .labels = synthesis_labels },
	{ "What to read next", PROSE, FILLED, .labels = synthesis_labels },
	{ 0 }
};

/* -- kinds of text -- */

static void
print_due_heading(const struct debate *d, unsigned seat, UT_string *out)
{
	print_turn_heading(d, seat, d->n + 1, out);
}

static void
print_turn_blank(const struct debate *d, unsigned seat, UT_string *out)
{
	struct part parts[sizeof turn_parts / sizeof *turn_parts];
	struct kind kind = { "turn", parts + !adv_has_opened(d, seat) }; /* an opening answers nothing */

	memcpy(parts, turn_parts, sizeof parts);
	if (adv_opens_sealed(d, seat))
		parts[MUTATIONS] = (struct part){ 0 };
	blank_print(&kind, NULL, out);
}

static TELLS(synthesis_heading, "Synthesis")

static void
play_text(struct play *play)
{
	play_operations(play);
	if (play->position != NO_POSITION)
		play_claims(play);
	play_rulings(play);
	play_revisions(play);
}

/* Judges a text on a copy of what the debate has come to, which adv_drop frees. */
static struct play
play_on_copy(const struct judging *j)
{
	struct play play = { .d = j->d, .a = adv_copy(adv_of(j->d)), .p = j->p, .by = j->by,
		.position = adv_position(j->d, j->by.seat), .out = j->out };

	play_text(&play);
	return play;
}

static void
judge_turn(const struct judging *j)
{
	const struct section *claims = parts_section(j->p, "Claims");
	struct play play = play_on_copy(j);

	refuse_rulings(&play);
	for (size_t i = 0; j->d->order.phase == PHASE_OPENING_SEALED && i < j->p->n_items; i++)
		if (j->p->items[i].part->shape == OPERATIONS) {
			REFUSE(&play, KB_FROZEN, j->p->items[i].line, "a sealed opening changes nothing in kb/");
			break;
		}
	adv_drop(play.a);
	if (claims)
		repeats_judge(j, claims, true, R(CLAIM_REPEAT));
}

static void
judge_moderator_turn(const struct judging *j)
{
	struct play play = play_on_copy(j);

	for (size_t i = 0; i < j->p->lines.n; i++) {
		struct reader title;

		if (line_title(&j->p->lines.v[i], &title) && says_only(title, "Claims"))
			REFUSE(&play, MODERATOR_ADVOCATES, (int)i + 1, "the moderator claims nothing");
	}
	adv_drop(play.a);
}

static void
apply_turn(struct debate *d, const struct parsed *p, const struct mover *by)
{
	struct play play = { .d = d, .a = d->own, .p = p, .by = *by, .position = adv_position(d, by->seat) };

	play_text(&play);
	for (size_t i = 0; i < p->n_items; i++)
		if (p->items[i].verb == &claim_verbs[MOVE_NEW])
			ledger_raise(&d->ledger, &adv_refs[REF_CLAIM], 0, p, &p->items[i], by, 0);
}

TEXT_FILE(adversarial_told_md);
static const struct format_kind kinds[] = {
	[KIND_TURN] = { { "turn", turn_parts }, .heading = print_due_heading, .judge = judge_turn, .apply = apply_turn,
		.blank = print_turn_blank, .told = text_adversarial_told_md },
	[KIND_RULINGS] = { { "moderator's turn", ruling_parts }, .heading = print_due_heading,
		.judge = judge_moderator_turn, .apply = apply_turn, .told = text_adversarial_told_md },
	[KIND_SYNTHESIS] = { { "synthesis", synthesis_parts }, .heading = synthesis_heading,
		.judge = judge_synthesis, .closes = true, .step = NEXT_WRITE_SYNTHESIS,
		.told = text_adversarial_told_md },
	{ .kind = { NULL, NULL } }
};

/* -- phases -- */

#define DEBATERS_LEAST 2

static bool
is_short_of_debaters(const struct debate *d)
{
	unsigned n = 0;

	for (unsigned seat = 1; seat <= d->n_seats; seat++)
		n += adv_position(d, seat) != NO_POSITION && !adv_is_given_up(d, seat);
	return n < DEBATERS_LEAST;
}

static bool
may_begin(const struct debate *d)
{
	return debate_seat_of(d, ROLE_ORCHESTRATOR) && debate_seat_of(d, ROLE_MODERATOR) && !is_short_of_debaters(d);
}

static bool
openings_are_sealed(const struct debate *d)
{
	return d->terms->sealed_opening;
}

static bool
has_min_turns(const struct debate *d)
{
	return d->order.texts >= (uint64_t)d->terms->min_turns;
}

static const struct order_row phases[] = {
	/* phase, role, kind, clock, then what follows: done, silent, failed (0: it stays) */
	{ .phase = PHASE_GATHERING, .done = PHASE_BEGIN, .when = may_begin },
	{ .phase = PHASE_BEGIN, .done = PHASE_OPENING_SEALED, .when = openings_are_sealed },
	{ .phase = PHASE_BEGIN, .done = PHASE_OPENING },
	{ PHASE_OPENING, ROLE_DEBATER | ONCE, KIND_TURN, TURN_CLOCK, PHASE_SPOKEN, PHASE_SPOKEN, PHASE_SPOKEN, NULL },
	{ PHASE_OPENING_SEALED, ROLE_DEBATER | SEALED, KIND_TURN, TURN_CLOCK, PHASE_SPOKEN, PHASE_SPOKEN, PHASE_SPOKEN,
		NULL },
	{ .phase = PHASE_NAMING, .clock = MOVE_CLOCK, .done = PHASE_ABORTED, .silent = PHASE_NOBODY_NAMED,
		.when = is_short_of_debaters },
	{ PHASE_SPEAKING, ROLE_DEBATER | NAMED, KIND_TURN, TURN_CLOCK, PHASE_SPOKEN, PHASE_SPOKEN, PHASE_SPOKEN, NULL },
	{ PHASE_SPEAKING, ROLE_MODERATOR | NAMED, KIND_RULINGS, TURN_CLOCK, PHASE_SPOKEN, PHASE_SPOKEN, PHASE_SPOKEN,
		NULL },
	{ .phase = PHASE_SPOKEN, .done = PHASE_SYNTHESIS, .when = adv_is_all_said },
	{ .phase = PHASE_SPOKEN, .done = PHASE_NAMING },
	{ .phase = PHASE_NOBODY_NAMED, .done = PHASE_SYNTHESIS, .when = has_min_turns },
	{ .phase = PHASE_NOBODY_NAMED, .done = PHASE_ABORTED },
	{ PHASE_SYNTHESIS, ROLE_ORCHESTRATOR, KIND_SYNTHESIS, MOVE_CLOCK, PHASE_COMPLETED, PHASE_ABORTED, PHASE_ABORTED,
		NULL },
	{ 0 }
};

static const struct debate_phase states[] = {
	{ .phase = PHASE_PREPARING, .name = "preparing" },
	{ .phase = PHASE_GATHERING, .name = "preparing" },
	{ .phase = PHASE_OPENING, .name = "opening" },
	{ .phase = PHASE_OPENING_SEALED, .name = "opening" },
	{ .phase = PHASE_NAMING, .name = "cross_examination" },
	{ .phase = PHASE_SPEAKING, .name = "cross_examination" },
	{ .phase = PHASE_SYNTHESIS, .name = "synthesis" },
	{ PHASE_COMPLETED, "completed", "COMPLETED", "the synthesis is in" },
	{ PHASE_ABORTED, "aborted", "ABORTED",
		"fewer than two debaters are left, nobody is named in time, or no synthesis comes" },
	{ 0 }
};

static enum found
find_question(const void *debate, const struct ref *ref, struct said *said)
{
	(void)said;
	return ref->number[0] && ref->number[0] <= adv_of(debate)->live->fixed->n_questions ? FOUND : FOUND_NOTHING;
}

/* A quotation of an argument or a source stands in its file. An unknown argument may be one that the turn itself adds:
 * play_ tells that. */
static enum found
say_base_file(const struct base *live, unsigned place, struct said *said)
{
	if (place)
		said_add(said, SAID_OUTSIDE, base_file(live, place)->body);
	return place ? FOUND : FOUND_UNASKED;
}

/* The comment of an edge belongs to its arguments, too. */
static enum found
find_cited_argument(const void *debate, const struct ref *ref, struct said *said)
{
	const struct base *live = adv_of(debate)->live;
	const struct argument *a = base_numbered(live, ref->number[0]);

	if (a)
		say_base_file(live, base_find(live, EDGES_FILE), said);
	return say_base_file(live, a ? a->file : 0, said);
}

static enum found
find_path(const void *debate, const struct ref *ref, struct said *said)
{
	return say_base_file(adv_of(debate)->live, base_find_source(adv_of(debate)->live, ref->text), said);
}

static bool
quoted_file(const void *debate, size_t place, struct reader *text)
{
	const struct base *live = adv_of(debate)->live;

	if (place == live->n_files)
		return false;
	*text = live->files[place]->body;
	return true;
}

const struct ref_kind adv_refs[] = {
	[REF_TURN] = { "Turn #", REF_TEXT, debate_find_text },
	[REF_CLAIM] = { "L-###", REF_TEXT, debate_find_point },
	[REF_ARGUMENT] = { "arg-###", 0, find_cited_argument },
	[REF_CONTRADICTION] = { "C-###", 0, NULL },
	[REF_REVISION] = { "R-###", 0, NULL },
	[REF_QUESTION] = { "Q-#", 0, find_question },
	{ REF_PATH, 0, find_path },
	{ 0 }
};

/* -- what a mount shows -- */

/* `debater-SLUG` stands for as many as the base has positions. */
const struct debate_role adv_roles[] = {
	{ ROLE("orchestrator"), .decides = true, .missing = PHASE_ABORTED },
	{ ROLE("moderator"), .missing = PHASE_ABORTED },
	{ ROLE("debater-SLUG"), .missing = PHASE_ABORTED },
	{ 0 }
};

STATUS(asks, json_string(d->order.phase == PHASE_SPEAKING && adv_of(d)->asks ? adv_of(d)->asks : ""))

static json_t *
status_claims_open(const struct debate *d)
{
	const struct adversarial *a = adv_of(d);
	UT_string ids;

	utstring_init(&ids);
	for (size_t i = 0; i < a->n_claims; i++)
		if (a->claims[i].state <= CLAIM_PARTLY || a->claims[i].waits)
			utstring_printf(&ids, "L-%03zu\n", i + 1);
	return status_lines(&ids);
}

static json_t *
status_owed(const struct debate *d)
{
	UT_string ids;

	utstring_init(&ids);
	for (unsigned seat = 1; seat <= d->n_seats; seat++)
		if (!adv_is_given_up(d, seat) && adv_is_owed(d, seat, NULL))
			utstring_printf(&ids, "%s\n", adv_handle(d, seat));
	return status_lines(&ids);
}

static bool
print_outcome(const struct debate *d, UT_string *out)
{
	bool stopped = d->order.phase != PHASE_COMPLETED;

	if (stopped)
		utstring_printf(out, "Stopped");
	else
		print_verdicts(d, "", "; ", "", out);
	return stopped;
}

static void
print_fates(const struct debate *d, unsigned number, UT_string *out)
{
	const struct adversarial *a = adv_of(d);

	for (unsigned i = 1; i <= a->n_claims; i++) {
		const struct claim *c = &a->claims[i - 1];

		if (c->text != number)
			continue;
		utstring_printf(out, "- L-%03u: ", i);
		print_claim_state(c, out);
		utstring_printf(out, "\n");
	}
}

static json_t *
status_verdicts(const struct debate *d)
{
	UT_string lines;

	utstring_init(&lines);
	print_verdicts(d, "", "\n", "\n", &lines);
	return status_lines(&lines);
}

STATUS(revisions, json_integer((json_int_t)adv_of(d)->n_revisions))

static void
print_head(const struct debate *d, UT_string *out)
{
	head_begin(d, "Adversarial Debate: ", false, out);
	head_row(out, "Max turns", "%lld", (long long)d->terms->max_turns);
	head_seats(d, "Harness", out);
}

static void
tell_terms(const struct terms *terms, UT_string *out)
{
	utstring_printf(out, "- the orchestrator names who speaks, `next ORCHESTRATOR to=ROLE asks=…` in `lock`, and "
		"that seat has %lld seconds for its turn; `fail ORCHESTRATOR who=NAME` takes a seat out\n"
		"- a role that nobody took %lld seconds after the first join ends the debate\n",
		(long long)terms->turn_seconds, (long long)terms->wait_seconds);
	utstring_printf(out, "- at most %lld turns, and behind them one of each seat that is owed one (`threads`); "
		"`end ORCHESTRATOR reason=…` begins the synthesis, with a warning below %lld, "
		"when each debater has had a turn in cross-examination and none is owed\n",
		(long long)terms->max_turns, (long long)terms->min_turns);
}

static const char *
add_counts(const struct debate *d, json_t *members)
{
	json_object_set_new(members, "claims", json_integer((json_int_t)adv_of(d)->n_claims));
	json_object_set_new(members, "revisions", json_integer((json_int_t)adv_of(d)->n_revisions));
	return NULL;
}

static const struct status_row status[] = {
	{ "asks", status_asks },
	{ "claims_open", status_claims_open },
	{ "turns_owed", status_owed },
	{ "verdicts", status_verdicts },
	{ "revisions", status_revisions },
	{ 0 }
};

static void
print_lapse(const struct debate *d, unsigned seat, unsigned role, const char *reason, UT_string *out)
{
	const char *between = "the turn of ";

	if (seat && reason) {
		md_escape(out, d->seats[seat - 1].name);
		utstring_printf(out, " is given up: ");
		md_escape(out, reason);
	} else if (role && !seat) {
		utstring_printf(out, "no %s came", role == ROLE_DEBATER ? "debater" : adv_roles[role - 1].name);
	} else if (d->order.phase == PHASE_NAMING) {
		utstring_printf(out, "nobody was named in time");
	} else if (d->order.phase == PHASE_SYNTHESIS) {
		utstring_printf(out, "the synthesis did not come");
	} else {
		for (unsigned i = 1; i <= d->n_seats; i++)
			if (seat ? i == seat : debate_due(d, i) >= 0) {
				utstring_printf(out, "%s", between);
				md_escape(out, d->seats[i - 1].name);
				between = " and of ";
			}
		utstring_printf(out, " did not come");
	}
}

const struct format adversarial_format = {
	.name = "adversarial", .kinds = kinds, .refs = adv_refs, .told = adv_told, .quoted = quoted_file,
	.phases = phases,
	.own = adv_own, .copy = adv_copy, .drop = adv_drop,
	.about = "debaters argue from the arguments and sources of a knowledge base, a moderator rules, and an "
		 "orchestrator says who speaks and writes the synthesis.",
	.roles = adv_roles, .sides = adv_sides, .begins = DEBATERS_LEAST, .naming = PHASE_NAMING, .folder = &adv_folder,
	.reading = &adv_reading, .states = states,
	.rules = adv_rules, .n_rules = ADV_RULES, .status = status, .rows = adv_rows,
	.verbs = adv_verbs, .fails = adv_fail_refused, .turn_seconds = true, .separator = "---", .head = print_head,
	.terms = tell_terms, .lapse = print_lapse, .warns = adv_warn, .brief = adv_brief, .result = adv_conclusion,
	.came_to = print_outcome, .fates = print_fates, .updated = add_counts,
};
/* clang-format on */
