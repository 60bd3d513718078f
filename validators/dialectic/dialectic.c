#include "validators/dialectic/dialectic.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include "validators/dialectic/blank.h"
#include "validators/dialectic/brief.h"
#include "validators/dialectic/files.h"
#include "validators/dialectic/floor.h"
#include "validators/dialectic/judge.h"
#include "validators/dialectic/told.h"
#include "validators/kit/emit.h"
#include "validators/kit/moves.h"
#include "validators/kit/warnings.h"
#include "validators/text/mem.h"
#include "validators/text/novelty.h"
#include "validators/text/wordcount.h"

/* A hand-in may be one line, of all that max_turn_bytes can allow. */
#define HANDIN_LINE_BYTES (1 << 20)

/* -- what a state shows -- */

static void
head(const struct context *ctx, UT_string *out)
{
	struct debate_terms terms = dialectic_terms(ctx);

	render_head(&terms, out);
}

static void
front(const struct fstate *state, const struct context *ctx, UT_string *out)
{
	struct debate_terms terms = dialectic_terms(ctx);

	render_front(&terms, state, out);
}

static bool
strict(const struct terms *terms)
{
	return terms->strict_words;
}

/* -- warnings -- */

static void
tell_handin(unsigned exchange, enum side side, const struct handin *h,
	void (*each)(void *arg, const char *text), void *arg)
{
	if (!h->n_warnings)
		return;
	char *what = mem_format("exchange %u: %s", exchange, dialectic_sides[side].name);
	warnings_tell(what, h->warnings, h->n_warnings, each, arg);
	free(what);
}

/* Those of a hand-in appear when both sides are in, or the debate is over. */
static void
each_warning(const struct fstate *state, void (*each)(void *arg, const char *text), void *arg)
{
	for (unsigned i = 0; i < state->exchange; i++) {
		const struct exchange *x = debate_exchange(state, i);
		for (enum side side = 0; side < SIDES; side++)
			tell_handin(i, side, x->in[side], each, arg);
		if (!x->piece.n_warnings)
			continue;
		char *what = mem_format("exchange %u: %s", i, dialectic_role_names[ROLE_JUDGE]);
		warnings_tell(what, x->piece.warnings, x->piece.n_warnings, each, arg);
		free(what);
	}
	for (enum side side = 0; side < SIDES; side++)
		if (debate_is_shown(state, true, side))
			tell_handin(state->exchange, side, state->in[side], each, arg);
}

/* -- status -- */

/* Where it is over: the last that anything was handed in for. */
static unsigned
newest_exchange(const struct fstate *state)
{
	bool begun = state->in[SIDE_PROPOSITION] || state->in[SIDE_OPPOSITION];

	return fstate_is_closed(state) && state->exchange && !begun ? state->exchange - 1 : state->exchange;
}

#define STATUS(name, ...) \
	static struct status_value status_##name(const struct fstate *state, const struct context *ctx) \
	{ \
		(void)state; \
		(void)ctx; \
		return (struct status_value){ __VA_ARGS__ }; \
	}

STATUS(exchange, .type = STATUS_INTEGER, .integer = newest_exchange(state))
STATUS(phase, .type = STATUS_TEXT,
	.text = fstate_is_closed(state) ? "" : dialectic_phase_names[debate_phase(state)])
STATUS(exchanges, .type = STATUS_INTEGER, .integer = ctx->terms->exchanges)
STATUS(proposition_in, .type = STATUS_BOOLEAN, .integer = state->in[SIDE_PROPOSITION] != NULL)
STATUS(opposition_in, .type = STATUS_BOOLEAN, .integer = state->in[SIDE_OPPOSITION] != NULL)
STATUS(proposition_total, .type = STATUS_REAL, .real = state->totals[SIDE_PROPOSITION].total.value)
STATUS(opposition_total, .type = STATUS_REAL, .real = state->totals[SIDE_OPPOSITION].total.value)
STATUS(proposition_count, .type = STATUS_INTEGER, .integer = state->totals[SIDE_PROPOSITION].count)
STATUS(winner, .type = STATUS_TEXT, .text = dialectic_winner(state) ?: "")
STATUS(opposition_count, .type = STATUS_INTEGER, .integer = state->totals[SIDE_OPPOSITION].count)

static const struct status_row status_rows[] = {
	{ .key = "current_exchange", .value = status_exchange },
	{ .key = "current_phase", .value = status_phase },
	{ .key = "exchanges", .value = status_exchanges },
	{ .key = "proposition_in", .value = status_proposition_in },
	{ .key = "opposition_in", .value = status_opposition_in },
	{ .key = "cumulative_scores.proposition.total", .value = status_proposition_total },
	{ .key = "cumulative_scores.proposition.count", .value = status_proposition_count },
	{ .key = "cumulative_scores.opposition.total", .value = status_opposition_total },
	{ .key = "cumulative_scores.opposition.count", .value = status_opposition_count },
	{ .key = "winner", .value = status_winner },
};

/* -- terms -- */

static void
tell_terms(const struct terms *terms, UT_string *out)
{
	if (terms->exchanges)
		utstring_printf(out, "- the debate is over after %lld judged %s\n", (long long)terms->exchanges,
			terms->exchanges == 1 ? "exchange" : "exchanges");
	else
		utstring_printf(out, "- there are as many exchanges as the judge lets there be\n");
	utstring_printf(out, terms->sealed ? "- what one side hands in is sealed until the other side's is in, too\n"
		: "- what is handed in can be read at once\n");
	utstring_printf(out,
		"- `debate.md` shows what was handed in once it is judged; until then `proposition_in` and "
		"`opposition_in` of `status` show that it was\n");
	utstring_printf(out, "- what has too many or too few words is %s; " DENSE_LETTERS_COUNT "\n",
		terms->strict_words ? "refused" : "accepted, with a warning");
	if (terms->novelty_threshold > 0)
		utstring_printf(out,
			"- an argument, or a reasoning, that shares %g or more of its " NOVELTY_RUNS
			" with another one repeats it\n",
			terms->novelty_threshold);
	utstring_printf(out,
		"- whoever has the floor by `for=timeout` ends the debate with it: `release NAME outcome=INVALIDATED "
		"reason=\"why\"`\n");
}

/* -- events -- */

/* The ids of the open exchange's arguments that appeared. */
static json_t *
ids_shown(const struct emitter *em)
{
	bool sealed = em->ctx->terms->sealed;
	json_t *ids = json_array();

	for (enum side side = 0; side < SIDES; side++) {
		const struct handin *h = em->after->in[side];

		if (!debate_is_shown(em->after, sealed, side) || debate_is_shown(em->before, sealed, side))
			continue;
		for (unsigned i = 0; i < h->n; i++) {
			char id[ARGUMENT_ID_BYTES];

			json_array_append_new(ids, json_string(argument_id_print(h->arguments[i].id, id)));
		}
	}
	return ids;
}

static void
emit_shown(const struct emitter *em)
{
	json_t *ids = ids_shown(em);

	if (json_array_size(ids))
		emit(em, "arguments_shown",
			json_pack("{s:i, s:O}", "exchange", (int)em->after->exchange, "arguments", ids));
	json_decref(ids);
}

static void
emit_handin(struct emitter *em)
{
	enum role role = debate_role(em->after, em->e->seat);
	int exchange = (int)em->after->exchange;

	if (!em->before->in[SIDE_PROPOSITION] && !em->before->in[SIDE_OPPOSITION])
		emit(em, "exchange_opened", json_pack("{s:i}", "exchange", exchange));
	emit(em, "arguments_handed_in", json_pack("{s:s, s:s, s:i}", "participant", emitter_seat(em), "role",
		role < ROLES ? dialectic_role_names[role] : "", "exchange", exchange));
	emit_shown(em);
}

static json_t *
total_json(const struct total *t)
{
	return json_pack("{s:o, s:i}", "total", number_json(t->total), "count", (int)t->count);
}

static void
emit_judged(struct emitter *em)
{
	const struct total *totals = em->after->totals;

	emit(em, "exchange_judged",
		json_pack("{s:s, s:i, s:{s:o, s:o}}", "participant", emitter_seat(em), "exchange",
			(int)em->before->exchange, "cumulative_scores", dialectic_sides[SIDE_PROPOSITION].name,
			total_json(&totals[SIDE_PROPOSITION]), dialectic_sides[SIDE_OPPOSITION].name,
			total_json(&totals[SIDE_OPPOSITION])));
}

static void
emit_report(struct emitter *em)
{
	snprintf(em->unit, sizeof em->unit, "report");
	emit(em, "report_written", json_pack("{s:s, s:s}", "participant", emitter_seat(em), "path", "report.md"));
}

static void
emit_end(struct emitter *em)
{
	emit_shown(em);
	snprintf(em->unit, sizeof em->unit, "conclusion:%s", fstate_outcome(em->after));
	emit_closed(em, fstate_phase_name(em->after), fstate_outcome(em->after), fstate_reason(em->after));
}

static void (*const emitters[ENTRY_KINDS])(struct emitter *em) = {
	[ENTRY_HANDIN] = emit_handin,
	[ENTRY_TURN] = emit_judged,
	[ENTRY_REPORT] = emit_report,
	[ENTRY_CLOSE] = emit_end,
};

static void
events(const struct fstate *before, const struct fstate *after, const struct context *ctx, const struct entry *e,
	void (*to)(void *arg, const char *event, const char *unit, const char *members), void *arg)
{
	struct emitter em = { .before = before, .after = after, .ctx = ctx, .e = e, .emit = to, .arg = arg };

	snprintf(em.unit, sizeof em.unit, "exchange:%u", before->exchange);
	if (emitters[e->kind])
		emitters[e->kind](&em);
}

/* -- the format -- */

static const struct ending endings[] = {
	[OUTCOME_COMPLETED - 1] = {DIALECTIC_COMPLETED,
		"the judge closes it after a judgement, without the floor, by `release NAME outcome=COMPLETED`, or all "
		"exchanges are judged"},
	[OUTCOME_INVALIDATED - 1] = {DIALECTIC_INVALIDATED,
		"whoever has the floor says that it cannot go on, `release NAME outcome=INVALIDATED reason=\"why\"`, "
		"as may one who has waited "
		"too long; what was sealed is shown then, and the record says who, why, when and what that was"},
};

const struct format format_dialectic = {
	.name = "dialectic",
	.about = "a proposition and an opposition hand in arguments on a motion, sealed until both are in, and a judge "
		 "scores them.",
	.seats_begin = SIDES,
	.seats_max = ROLES,
	.roles = dialectic_role_names,
	.decides = "judge",
	.rules = dialectic_rules,
	.n_rules = DIALECTIC_RULES,
	.rows = dialectic_rows,
	.n_rows = DIALECTIC_ROWS,
	.status = status_rows,
	.n_status = sizeof status_rows / sizeof status_rows[0],
	.hand_ins = dialectic_hand_ins,
	.n_hand_ins = DIALECTIC_HAND_INS,
	.endings = endings,
	.n_endings = sizeof endings / sizeof endings[0],
	.texts = dialectic_texts,
	.n_texts = DIALECTIC_TEXTS,
	.line_bytes = HANDIN_LINE_BYTES,
	.state_bytes = sizeof(struct fstate),
	.begin = debate_begin,
	.hold_own = debate_hold_own,
	.drop_own = debate_drop_own,
	.piece_empty = debate_piece_empty,
	.steps = debate_steps,
	.facts_free = debate_facts_free,
	.ahead = debate_ahead,
	.ahead_work = debate_ahead_work,
	.phases = debate_phases,
	.n_phases = DEBATE_STATES,
	.phase = dialectic_state,
	.check = debate_check,
	.head = head,
	.terms = tell_terms,
	.front = front,
	.join = dialectic_join,
	.missing = dialectic_missing,
	.may_open = dialectic_may_open,
	.whose = dialectic_whose,
	.is_apart = dialectic_is_apart,
	.is_sealed = dialectic_is_sealed,
	.is_sealing = dialectic_is_sealing,
	.floor = dialectic_floor,
	.judge = dialectic_judge,
	.cites = dialectic_cites,
	.free_outcome = DIALECTIC_COMPLETED,
	.close = dialectic_close,
	.next = dialectic_next,
	.next_seat = dialectic_next_seat,
	.wait_until = dialectic_wait_until,
	.deadline = move_deadline,
	.expire = dialectic_expire,
	.render = dialectic_render,
	.strict = strict,
	.brief = dialectic_brief,
	.tally = render_tally,
	.warnings = each_warning,
	.warned = warnings_findings,
	.events = events,
};
