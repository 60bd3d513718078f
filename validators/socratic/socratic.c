#include "validators/socratic/socratic.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include "validators/kit/emit.h"
#include "validators/kit/moves.h"
#include "validators/kit/warnings.h"
#include "validators/socratic/blank.h"
#include "validators/socratic/floor.h"
#include "validators/socratic/head.h"
#include "validators/socratic/state.h"
#include "validators/socratic/told.h"
#include "validators/socratic/turn.h"
#include "validators/text/grow.h"
#include "validators/text/mem.h"
#include "validators/text/novelty.h"
#include "validators/text/text.h"

/* -- what a state shows -- */

static void
each_warning(const struct fstate *state, void (*each)(void *arg, const char *text), void *arg)
{
	for (unsigned number = 1; number <= fstate_pieces(state); number++) {
		const struct record_piece *p = fstate_piece(state, number);
		if (!p->n_warnings)
			continue;
		char *what = mem_format("turn %u", number);
		warnings_tell(what, p->warnings, p->n_warnings, each, arg);
		free(what);
	}
	warnings_tell("the conclusion", state->warnings, state->n_warnings, each, arg);
}

static struct status_value
status_convergence(const struct fstate *state, const struct context *ctx)
{
	(void)ctx;
	return (struct status_value){ .type = STATUS_BOOLEAN, .integer = state_converges(state) };
}

static struct status_value
status_max_turns(const struct fstate *state, const struct context *ctx)
{
	(void)state;
	return (struct status_value){ .type = STATUS_INTEGER, .integer = ctx->terms->max_turns };
}

/* Those that block: `U-2 (bob, turn 2): who owns the job`. */
static struct status_value
status_open_items(const struct fstate *state, const struct context *ctx)
{
	const struct item *item;
	UT_string list;

	utstring_init(&list);
	for (size_t i = 0; (item = items_at(state->items, i)); i++)
		if (item->state == ITEM_BLOCKING)
			utstring_printf(&list, "U-%u (%s, turn %u): %s\n", item->id,
				context_seat_name(ctx, item->seat), item->turn, item->words);
	return (struct status_value){
		.type = STATUS_LIST, .text = utstring_body(&list), .owned = utstring_body(&list)
	};
}

/* Of the items that blocked: what nobody answered besides is a guess (raised.h), and a page tells what is so. */
static void
tell_fates(const struct fstate *state, const struct context *ctx, unsigned number, UT_string *out)
{
	static const char *const fates[] = {
		[ITEM_BLOCKING] = "is open", [ITEM_OPEN] = "no longer blocks", [ITEM_SETTLED] = "is settled"};
	const struct item *item;

	(void)ctx;
	for (size_t i = 0; (item = items_at(state->items, i)); i++)
		if (item->id && item->turn == number)
			utstring_printf(out, "U-%u %s\n", item->id, fates[item->state]);
}

/* What each side would sign: `Turn 4 (bob), accepted: words`. */
static struct status_value
status_statements(const struct fstate *state, const struct context *ctx)
{
	const struct turn *accepted = state_accepted(state);
	UT_string list;

	utstring_init(&list);
	for (unsigned seat = 1; seat <= SOCRATIC_SEATS; seat++) {
		const struct turn *t = state_statement_of(state, seat);
		if (t)
			utstring_printf(&list, "Turn %u (%s)%s: %s\n", t->piece.number, context_seat_name(ctx, seat),
				t == accepted ? ", accepted" : "", t->consensus.plain);
	}
	return (struct status_value){
		.type = STATUS_LIST, .text = utstring_body(&list), .owned = utstring_body(&list)
	};
}

/* Beside the words, mostly. */
#define POINT_BYTES 128

/* As far as can be told: `Turn 2 (bob), claim: words`. */
static struct status_value
status_unanswered(const struct fstate *state, const struct context *ctx)
{
	const struct point *p;
	UT_string list;

	utstring_init(&list);
	for (size_t at = 0; (p = raised_unanswered(state->raised, &at));) {
		size_t len = strlen(p->words), cut = text_cut(p->words, len, ITEM_SHOWN_BYTES);
		grow_for(&list, cut + POINT_BYTES);
		utstring_printf(&list, "Turn %u (%s), %s: ", p->turn, context_seat_name(ctx, p->seat), p->what);
		utstring_bincpy(&list, p->words, cut);
		if (cut < len)
			utstring_bincpy(&list, "…", strlen("…"));
		utstring_bincpy(&list, "\n", 1);
	}
	if (raised_beyond(state->raised))
		utstring_printf(&list, "… and %zu points behind the first %d, which are not followed\n",
			raised_beyond(state->raised), RAISED_POINTS_MAX);
	return (struct status_value){
		.type = STATUS_LIST, .text = utstring_body(&list), .owned = utstring_body(&list)
	};
}

static const struct status_row status_rows[] = {
	{ .key = "max_turns", .value = status_max_turns },
	{ .key = "candidate_convergence", .value = status_convergence },
	{ .key = "open_items", .value = status_open_items },
	{ .key = "statements", .value = status_statements },
	{ .key = "unanswered", .value = status_unanswered,
		.in_result = "Raised, and as far as can be told not answered" },
};

/* -- terms -- */

static void
tell_terms(const struct terms *terms, UT_string *out)
{
	if (terms->novelty_threshold > 0)
		utstring_printf(out,
			"- a novel argument that shares %g or more of its " NOVELTY_RUNS " with an earlier position, "
			"claim or novel argument repeats it; nothing else is held against what was said before\n",
			terms->novelty_threshold);
}

/* -- closing -- */

/* A duel is closed by its conclusion, never by a verb: `release … outcome=` after it only says it again. */
static const struct rule *
close_duel(const struct fstate *state, const struct context *ctx, const char *outcome, const char *reason,
	struct verdict *out, char **sentence)
{
	(void)ctx;
	(void)reason;
	(void)out;
	return close_by_text(fstate_is_closed(state) ? fstate_outcome(state) : NULL, outcome,
		&socratic_rules[RULE_CONCLUSION_FORM],
		"a duel is closed by its conclusion: append `## Terminal Conclusion` to debate.md first", sentence);
}

/* -- events -- */

static void
emit_updated(const struct emitter *em)
{
	emit(em, "artifact_updated",
		json_pack("{s:i, s:s, s:b, s:s}", "turn_number", (int)fstate_pieces(em->after), "participant",
			emitter_seat(em), "candidate_convergence", (int)state_converges(em->after), "terminal_outcome",
			fstate_outcome(em->after)));
}

static void
emit_convergence(const struct emitter *em)
{
	if (em->e->kind == ENTRY_TURN && state_converges(em->after))
		emit(em, "btw_update",
			json_pack("{s:s, s:i, s:b}", "message",
				"Candidate convergence detected; the duel goes on until a conclusion is accepted",
				"turn_number", (int)fstate_pieces(em->after), "candidate_convergence", 1));
}

static void
events(const struct fstate *before, const struct fstate *after, const struct context *ctx, const struct entry *e,
	void (*to)(void *arg, const char *event, const char *unit, const char *members), void *arg)
{
	struct emitter em = { .before = before, .after = after, .ctx = ctx, .e = e, .emit = to, .arg = arg };

	if (e->kind == ENTRY_TURN)
		snprintf(em.unit, sizeof em.unit, "turn:%u", fstate_pieces(after));
	else if (e->kind == ENTRY_CONCLUSION || e->kind == ENTRY_CLOSE)
		snprintf(em.unit, sizeof em.unit, "conclusion:%s", fstate_outcome(after));
	else
		return;
	if (!before->recorded && after->recorded)
		emit_registered(&em);
	if (e->kind == ENTRY_TURN || e->kind == ENTRY_CONCLUSION)
		emit_updated(&em);
	emit_convergence(&em);
	if (fstate_is_closed(after) && !fstate_is_closed(before))
		emit_closed(&em, fstate_phase_name(after), fstate_outcome(after), fstate_reason(after));
}

const struct format format_socratic = {
	.name = "socratic",
	.about = "two participants take turns on a question or a document, until the record has earned a conclusion.",
	.seats_begin = SOCRATIC_SEATS,
	.seats_max = SOCRATIC_SEATS,
	.rules = socratic_rules,
	.n_rules = SOCRATIC_RULES,
	.status = status_rows,
	.n_status = sizeof status_rows / sizeof status_rows[0],
	.hand_ins = socratic_hand_ins,
	.n_hand_ins = SOCRATIC_HAND_INS,
	.endings = outcomes + 1,
	.n_endings = OUTCOMES - 1,
	.texts = socratic_texts,
	.n_texts = SOCRATIC_TEXTS,
	.separator = "---",
	.reading = &state_reading,
	.state_bytes = sizeof(struct fstate),
	.hold_own = state_hold_own,
	.drop_own = state_drop_own,
	.piece_empty = state_piece_empty,
	.steps = state_steps,
	.facts_free = state_facts_free,
	.ahead = state_ahead,
	.ahead_work = state_ahead_work,
	.phases = duel_phases,
	.n_phases = DUEL_STATES,
	.phase = state_phase,
	.check = state_check,
	.head = head_render,
	.terms = tell_terms,
	.whose = submission_whose,
	.floor = floor_answer,
	.judge = submission_judge,
	.close = close_duel,
	.next = floor_next,
	.next_seat = floor_next_seat,
	.wait_until = floor_wait_until,
	.deadline = move_deadline,
	.expire = socratic_expire,
	.fates = tell_fates,
	.warnings = each_warning,
	.events = events,
};
