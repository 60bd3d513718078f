/*
 * A blank knows the ids of the arguments that a judgement scores. What is attacked or defended, and how, is for the
 * writer to choose, and so a place as everything else; in an example it is of the exchange before.
 *
 * A place is text; where a number belongs it stands bare, so that the blank becomes JSON only once it is
 * filled in.
 */
#include "validators/dialectic/blank.h"

#include <string.h>
#include "validators/dialectic/files.h"
#include "validators/dialectic/floor.h"
#include "validators/dialectic/report.h"
#include "validators/dialectic/told.h"
#include "validators/text/mem.h"

/* -- who -- */

/* Who has not joined takes the first role that is free. */
static enum role
role_of(const struct fstate *state, unsigned seat)
{
	enum role role = 0;

	if (seat)
		return debate_role(state, seat);
	while (role < ROLES && state->debate.seats[role])
		role++;
	return role;
}

static bool
is_side(enum role role)
{
	return role < ROLE_JUDGE;
}

/* What a seat may do now, and a newcomer as soon as it has joined. */
static enum hand_in_when
when_moving(const struct fstate *state, unsigned seat, enum role role)
{
	if (seat)
		return dialectic_may_move(state, role) ? HAND_IN_DUE : HAND_IN_LATER;
	return (role == ROLE_JUDGE) == (debate_phase(state) == PHASE_JUDGEMENT) ? HAND_IN_DUE : HAND_IN_LATER;
}

/* -- arguments -- */

/* Appends it, and takes it. */
static void
put_json(json_t *value, UT_string *out)
{
	json_print_new(value, out);
	utstring_printf(out, "\n");
}

static void
put_opening(bool example, UT_string *out)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < OPENING_ARGUMENTS; i++)
		json_array_append_new(list, form_blank(&opening_form, example ? i + 1 : 0));
	put_json(list, out);
}

static void
set_link(json_t *argument, enum link_kind kind, struct argument_id target, const char *type_key, enum link_type type)
{
	json_t *link = json_array_get(json_object_get(argument, link_kinds[kind].key), 0);

	json_object_set_new(link, "target_id", json_string(id_text(target).s));
	json_object_set_new(link, type_key, json_string(link_type_names[type]));
}

/* Takes the text. */
static void
set_text(json_t *object, const char *key, char *text)
{
	json_object_set_new(object, key, json_string(text));
	free(text);
}

/* An example says something else in each exchange: what was argued before is refused. */
static void
set_said(json_t *argument, struct argument_id own, struct argument_id other)
{
	json_t *ground = json_array_get(json_object_get(argument, "grounds"), 0);
	struct id_text mine = id_text(own), theirs = id_text(other);

	set_text(argument, "claim", mem_format("Whoever grants %s need not grant %s, for the two are about different "
		"things.", mine.s, theirs.s));
	set_text(ground, "content", mem_format("What %s says of %s, in its words or in yours.", theirs.s, mine.s));
	set_text(ground, "relevance", mem_format("Why %s stands once %s is weighed.", mine.s, theirs.s));
}

/* Later arguments have someone to attack and something to defend. */
static void
put_later(const struct fstate *state, unsigned seat, bool example, UT_string *out)
{
	enum role role = role_of(state, seat);
	bool linked = state->exchange && is_side(role);
	json_t *argument = form_blank(linked ? &argument_form : &opening_form, example);
	struct argument_id own = { .side = (enum side)role, .exchange = state->exchange - 1 }, other = own;

	other.side = SIDES - 1 - other.side;
	if (linked && example) {
		set_link(argument, LINK_ATTACK, other, "attack_type", LINK_CLAIM);
		set_link(argument, LINK_DEFENCE, own, "defense_type", LINK_REINFORCE);
		set_said(argument, own, other);
	}
	put_json(argument, out);
}

static void
put_whose(const struct fstate *state, unsigned seat, UT_string *out)
{
	enum role role = role_of(state, seat);

	utstring_printf(out, " of the %s", role < ROLES ? dialectic_role_names[role] : "side");
}

static void
put_last(unsigned exchange, const struct context *ctx, UT_string *out)
{
	if (ctx->terms->exchanges > 0 && exchange + 1 >= ctx->terms->exchanges)
		utstring_printf(out, ", the last");
}

static enum hand_in_when
opening_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	enum role role = role_of(state, seat);

	(void)ctx;
	if (fstate_is_closed(state) || !is_side(role) || state->exchange || state->in[role])
		return HAND_IN_OVER;
	return when_moving(state, seat, role);
}

static void
opening_label(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	utstring_printf(out, "the three opening arguments");
	put_whose(state, seat, out);
	if (dialectic_is_last(state, ctx))
		utstring_printf(out, ", in the only exchange");
}

static void
opening_blank(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)state;
	(void)ctx;
	(void)seat;
	put_opening(false, out);
}

static void
opening_example(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)state;
	(void)ctx;
	(void)seat;
	put_opening(true, out);
}

static enum hand_in_when
argument_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	enum role role = role_of(state, seat);

	if (fstate_is_closed(state) || !is_side(role))
		return HAND_IN_OVER;
	if (!state->exchange || state->in[role])
		return dialectic_is_last(state, ctx) ? HAND_IN_OVER : HAND_IN_LATER;
	return when_moving(state, seat, role);
}

static void
argument_label(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	enum role role = role_of(state, seat);
	unsigned exchange = state->exchange + (is_side(role) && (!state->exchange || state->in[role]));
	int64_t exchanges = ctx->terms->exchanges;

	/* Behind the last one there is none. */
	if (exchanges > 0 && exchange >= exchanges)
		exchange = (unsigned)exchanges - 1;
	utstring_printf(out, "the argument");
	put_whose(state, seat, out);
	utstring_printf(out, " for exchange %u", exchange);
	put_last(exchange, ctx, out);
}

static void
argument_blank(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	put_later(state, seat, false, out);
}

static void
argument_example(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	put_later(state, seat, true, out);
}

/* -- a judgement -- */

/* Of an example, scores come to 0: what the proposition's arguments get, the opposition's lose. */
static void
put_judgement(const struct fstate *state, bool example, UT_string *out)
{
	json_t *scores = json_array();

	for (unsigned i = exchange_first(state->exchange); i < exchange_first(state->exchange + 1); i++) {
		struct argument_id id = argument_at(i);
		json_t *scored = form_blank(&scored_form, example ? i - exchange_first(state->exchange) + 1 : 0);

		json_object_set_new(scored, "argument_id", json_string(id_text(id).s));
		if (example)
			json_object_set_new(scored, "score", json_real(id.side == SIDE_PROPOSITION ? 0.2 : -0.2));
		json_array_append_new(scores, scored);
	}
	put_json(json_pack("{s:o}", "scores", scores), out);
}

static enum hand_in_when
judgement_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	enum role role = role_of(state, seat);

	(void)ctx;
	if (fstate_is_closed(state) || role != ROLE_JUDGE)
		return HAND_IN_OVER;
	return when_moving(state, seat, role);
}

static void
judgement_label(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)seat;
	utstring_printf(out, "the judgement of exchange %u", state->exchange);
	put_last(state->exchange, ctx, out);
}

static void
judgement_blank(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	(void)seat;
	put_judgement(state, false, out);
}

static void
judgement_example(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	(void)seat;
	put_judgement(state, true, out);
}

/* -- the report -- */

/* An example of so many words as a report has; the line behind it is what this debate came to. */
TEXT_FILE(dialectic_report_md);

static void
put_came_to(const struct fstate *state, UT_string *out)
{
	utstring_printf(out, "\n");
	report_put_totals(state, out);
	utstring_printf(out, "\n");
}

static enum hand_in_when
report_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	bool closed;
	const char *fault = debate_report_fault(state, &closed);

	if (role_of(state, seat) != ROLE_JUDGE || (fault && closed) || (fstate_is_closed(state) && !seat))
		return HAND_IN_OVER;
	(void)ctx;
	return !fault && fstate_is_closed(state) ? HAND_IN_OPEN : HAND_IN_LATER;
}

static void
report_label(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)state;
	(void)ctx;
	(void)seat;
	utstring_printf(out, "the report");
}

static void
report_blank(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	(void)seat;
	report_put_blank(out);
	put_came_to(state, out);
}

static void
report_example(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	(void)seat;
	utstring_bincpy(out, text_dialectic_report_md, text_dialectic_report_md_len);
	utstring_printf(out, "\nIt began with %s.\n", id_text(argument_at(0)).s);
	put_came_to(state, out);
}

/* -- the rows -- */

/* clang-format off */
const struct hand_in dialectic_hand_ins[DIALECTIC_HAND_INS] = {
	[HAND_IN_ARGUMENT] = { .name = "argument", .title = "An argument", .row = ROW_DEBATE,
		.when = argument_when, .label = argument_label, .blank = argument_blank, .example = argument_example,
		.told = argument_told,
		.how = "`backing`, `qualifier`, `attacks` and `defends` may be left out. A `target_id` is such as "
			"`opp_000a`; an `attack_type` is\n"
			"`claim_attack`, `grounds_attack`, `warrant_attack` or `backing_attack`, a `defense_type` "
			"`reinforce`, `clarify` or\n"
			"`concede_and_pivot`.\n" },
	[HAND_IN_OPENING] = { .name = "opening", .title = "An opening", .row = ROW_DEBATE,
		.when = opening_when, .label = opening_label, .blank = opening_blank, .example = opening_example,
		.told = argument_told,
		.how = "Three arguments, which attack and defend nothing; `backing` and `qualifier` may be left "
			"out.\n" },
	[HAND_IN_JUDGEMENT] = { .name = "judgement", .title = "A judgement", .row = ROW_DEBATE,
		.when = judgement_when, .label = judgement_label, .blank = judgement_blank, .example =
		judgement_example,
		.closes = dialectic_is_last,
		.told = judgement_told,
		.how = "Besides `scores` there may be `rescores`, an array of `argument_id`, `old_score`, `new_score` "
			"and `reasoning`, each of an\n"
			"argument that has a score, which it moves by up to 0.5.\n" },
	[HAND_IN_REPORT] = { .name = "report", .title = "The report", .row = ROW_REPORT,
		.when = report_when, .label = report_label, .blank = report_blank, .example = report_example,
		.closes = hand_in_always_closes,
		.how = "The judge writes it into `report.md`, once: when the debate has been closed as `COMPLETED`, "
		"or in "
			"the lease of a judgement, and\n"
			"then it closes the debate. It is Markdown of 500 to 600 words, names at least one argument by "
			"its id, none that is not there, and\n"
			"the total of each side as it stands in `debate.md`; digits, minus and point may be "
			"full-width. The line `Totals: …` of its blank\n"
			"says them, and stays as it is.\n" },
};
/* clang-format on */
