#include "validators/rounds/rounds.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include "validators/kit/emit.h"
#include "validators/kit/moves.h"
#include "validators/kit/warnings.h"
#include "validators/rounds/fail.h"
#include "validators/rounds/floor.h"
#include "validators/rounds/fold.h"
#include "validators/rounds/hand.h"
#include "validators/rounds/head.h"
#include "validators/rounds/judge.h"
#include "validators/rounds/points.h"
#include "validators/rounds/report.h"
#include "validators/rounds/texts.h"
#include "validators/text/mem.h"

/* -- what a state shows -- */

static bool
strict(const struct terms *terms)
{
	return terms->strict_evidence;
}

static void
each_warning(const struct fstate *state, void (*each)(void *arg, const char *text), void *arg)
{
	size_t n;
	const struct rounds_piece **all = rounds_all(state, &n);

	for (size_t i = 0; i < n; i++) {
		if (!all[i]->piece.n_warnings)
			continue;
		char *what = !all[i]->spoken ? mem_format("summary of rounds 1–%u", all[i]->round)
			: all[i]->spoken->closing
			? mem_strdup("closing, proposer")
			: mem_format("round %u, %s", all[i]->round, rounds_role_names[all[i]->role]);
		warnings_tell(what, all[i]->piece.warnings, all[i]->piece.n_warnings, each, arg);
		free(what);
	}
	free(all);
	if (state->conclusion)
		warnings_tell("verdict", state->conclusion->warnings, state->conclusion->n_warnings, each, arg);
	if (state->failure.seat) {
		char *text = mem_format("round %u is incomplete: the %s failed (%s)", state->failure.round,
			rounds_role_names[state->failure.role], state->failure.reason);
		each(arg, text);
		free(text);
	}
	if (state->passed_over) {
		char *text = mem_format("the proposer's closing reply never came (%s)", state->passed_over);
		each(arg, text);
		free(text);
	}
}

/* -- status -- */

static struct status_value
status_rounds(const struct fstate *state, const struct context *ctx)
{
	(void)state;
	return (struct status_value){ .type = STATUS_INTEGER, .integer = ctx->terms->rounds };
}

static struct status_value
status_round(const struct fstate *state, const struct context *ctx)
{
	(void)ctx;
	return (struct status_value){ .type = STATUS_INTEGER, .integer = state->round };
}

static struct status_value
status_completed(const struct fstate *state, const struct context *ctx)
{
	(void)ctx;
	return (struct status_value){ .type = STATUS_INTEGER, .integer = state->completed };
}

/* Takes what the string owns. */
static struct status_value
list_value(UT_string *list)
{
	return (struct status_value){ .type = STATUS_LIST, .text = utstring_body(list), .owned = utstring_body(list) };
}

/* "C1.2: Security: the cache keys in …" */
static void
put_title(UT_string *list, char letter, unsigned round, unsigned n, const char *text)
{
	utstring_printf(list, "%c%u.%u: ", letter, round, n);
	rounds_title(text, list);
	utstring_bincpy(list, "\n", 1);
}

static struct status_value
status_open_points(const struct fstate *state, const struct context *ctx)
{
	size_t n;
	struct rounds_open *open = rounds_open_points(state, &n);
	UT_string list;

	(void)ctx;
	utstring_init(&list);
	for (size_t i = 0; i < n; i++)
		if (rounds_fate_is_open(rounds_point_fate(state, open[i].round, open[i].n)))
			put_title(&list, POINT_CHALLENGE, open[i].round, open[i].n, open[i].point->text);
	free(open);
	return list_value(&list);
}

/* Those of the latest defence, which the challenger takes up next; nobody does once the debate is closed. */
static struct status_value
status_answers(const struct fstate *state, const struct context *ctx)
{
	const struct rounds_piece *p = rounds_last(state);
	UT_string list;

	(void)ctx;
	utstring_init(&list);
	while (p && p->role != ROLE_PROPOSER)
		p = rounds_before(p);
	for (size_t i = 0; p && !fstate_is_closed(state) && i < p->spoken->n_answers; i++)
		put_title(&list, POINT_ANSWER, p->round, (unsigned)i + 1, p->spoken->answers[i].text);
	return list_value(&list);
}

/* A line for each thing of a kind that was said, in order. */
static struct status_value
list_spoken(const struct fstate *state, void (*put)(const struct spoken *s, UT_string *list))
{
	size_t n;
	const struct spoken **spoken = rounds_spoken(state, &n);
	UT_string list;

	utstring_init(&list);
	for (size_t i = 0; i < n; i++)
		put(spoken[i], &list);
	free(spoken);
	return list_value(&list);
}

static void
put_unsupported(const struct spoken *s, UT_string *list)
{
	for (size_t i = 0; i < s->n_unsupported; i++)
		utstring_printf(
			list, "round %u, %s: %s\n", s->round, rounds_speakers[s->speaker].role, s->unsupported[i].text);
}

static struct status_value
status_unsupported(const struct fstate *state, const struct context *ctx)
{
	(void)ctx;
	return list_spoken(state, put_unsupported);
}

static void
put_concessions(const struct spoken *s, UT_string *list)
{
	for (size_t i = 0; i < s->n_yields; i++) {
		if (s->yields[i].certifies || !rounds_yield_is_first(s, i))
			continue;
		if (s->closing)
			utstring_printf(list, "closing, proposer: %s\n", s->yields[i].paragraph);
		else
			utstring_printf(list, "round %u, %s: %s\n", s->round, rounds_speakers[s->speaker].role,
				s->yields[i].paragraph);
	}
}

static struct status_value
status_concessions(const struct fstate *state, const struct context *ctx)
{
	(void)ctx;
	return list_spoken(state, put_concessions);
}

/* Of the proposer and the challenger. */
static struct status_value
status_positions(const struct fstate *state, const struct context *ctx)
{
	UT_string list;

	(void)state;
	utstring_init(&list);
	utstring_printf(&list, "%s", "");
	for (enum speaker side = 0; side < SPEAKERS; side++) {
		char *position = rounds_position(ctx, side);

		if (position)
			utstring_printf(&list, "%s\n", position);
		free(position);
	}
	return list_value(&list);
}

static struct status_value
status_winner(const struct fstate *state, const struct context *ctx)
{
	const struct seat *seat =
		state->conclusion ? rounds_seat_of(state, ctx, (enum rounds_role)state->conclusion->winner) : NULL;

	return (struct status_value){ .type = STATUS_TEXT, .text = seat ? seat->harness : "" };
}

static const struct status_row status_rows[] = {
	{.key = "rounds", .value = status_rounds},
	{.key = "round", .value = status_round},
	{.key = "rounds_completed", .value = status_completed},
	{.key = "positions", .value = status_positions},
	{.key = "points_open", .value = status_open_points, .in_result = "Points that stayed open"},
	{.key = "answers", .value = status_answers},
	{.key = "unsupported_claims", .value = status_unsupported},
	{.key = "concessions", .value = status_concessions},
	{.key = "winner", .value = status_winner, .in_result = "Winner"},
};

/* -- files -- */

enum rounds_row { ROW_LAST_DEBATE = ROW_OWN, ROW_POINTS };

static void
render(const struct fstate *state, const struct context *ctx, int row, unsigned number, UT_string *out)
{
	(void)number;
	if (row == ROW_POINTS)
		rounds_points_render(state, ctx, out);
	else
		rounds_report_render(state, ctx, out);
}

static const struct format_row rows[] = {
	{.id = ROW_LAST_DEBATE,
		.name = ROUNDS_REPORT_NAME,
		.about = "the debate so far as one JSON object: exchanges, how long each took, the verdict",
		.time_ms = rounds_report_time},
	{.id = ROW_POINTS,
		.name = ROUNDS_POINTS_NAME,
		.about = "every challenge point and every answer with its id, its whole text, and how it stands",
		.time_ms = rounds_report_time},
};

/* -- terms -- */

static void
tell_terms(const struct terms *terms, UT_string *out)
{
	utstring_printf(out, "- %lld %s; in each the proposer speaks, then the challenger\n", (long long)terms->rounds,
		terms->rounds == 1 ? "round" : "rounds");
	if (terms->positions && *terms->positions)
		utstring_printf(out, "- each side stands for a position of its own, as `positions` in `status` says\n");
	else
		utstring_printf(out, "- the challenger has no position of its own: it tests the proposal\n");
	if (terms->closing)
		utstring_printf(
			out, "- after the last round the proposer has one closing reply, of at most 300 words\n");
	utstring_printf(
		out, "- proposer and challenger join for two different tools, each with its own as `harness`\n");
	utstring_printf(out,
		"- they have %lld seconds for a turn, from when it falls due to the append that is accepted, claimed "
		"or not: whoever\n"
		"  takes longer has failed, and `refresh` adds nothing\n",
		(long long)terms->turn_seconds);
	utstring_printf(out,
		"- the orchestrator may fail whoever is due before that: `fail ORCHESTRATOR who=NAME reason=timeout` "
		"in `lock`\n");
	utstring_printf(out, "- a free seat that is needed is waited for %lld seconds\n",
		(long long)terms->wait_seconds);
	if (terms->move_seconds)
		utstring_printf(out, "- a summary that is not in %lld seconds after it fell due is left out, and "
			"without a verdict by then the\n"
			"  debate is aborted\n", (long long)terms->move_seconds);
	utstring_printf(out, "- a claim without evidence is %s\n",
		terms->strict_evidence ? "refused" : "accepted, with a warning");
}

/* -- closing -- */

/* A debate is closed by its verdict, or by who fails: `release … outcome=` after that only says it again. */
static const struct rule *
close_debate(const struct fstate *state, const struct context *ctx, const char *outcome, const char *reason,
	struct verdict *out, char **sentence)
{
	(void)ctx;
	(void)reason;
	(void)out;
	return close_by_text(fstate_is_closed(state) ? fstate_outcome(state) : NULL, outcome,
		&rounds_rules[ROUNDS_VERDICT_FORM],
		"a debate is closed by its verdict: append `## Debate Summary` to debate.md when it is due", sentence);
}

/* -- events -- */

static void
emit_updated(const struct emitter *em)
{
	const struct rounds_piece *p = rounds_last(em->after);

	if (em->e->kind == ENTRY_TURN)
		emit(em, "artifact_updated",
			json_pack("{s:i, s:s, s:s, s:i}", "turn_number", (int)p->piece.number, "participant",
				context_seat_name(em->ctx, p->piece.seat), "role", rounds_role_names[p->role], "round",
				(int)p->round));
	else if (em->e->kind == ENTRY_CONCLUSION)
		emit(em, "artifact_updated", json_pack("{s:s, s:s, s:s}", "participant", emitter_seat(em), "role",
			rounds_role_names[ROLE_ORCHESTRATOR], "terminal_outcome", fstate_outcome(em->after)));
}

static void
emit_failed(const struct emitter *em)
{
	const struct rounds_failure *f = &em->after->failure;

	if (f->seat && !em->before->failure.seat)
		emit(em, "participant_failed",
			json_pack("{s:s, s:s, s:i, s:s}", "participant", context_seat_name(em->ctx, f->seat), "role",
				rounds_role_names[f->role], "round", (int)f->round, "reason", f->reason));
	if (em->after->passed_over && !em->before->passed_over)
		emit(em, "participant_failed",
			json_pack("{s:s, s:s, s:i, s:s, s:b}", "participant",
				context_seat_name(em->ctx, em->after->debate.seats[ROLE_PROPOSER]), "role",
				rounds_role_names[ROLE_PROPOSER], "round", (int)em->after->round, "reason",
				em->after->passed_over, "closing", 1));
}

static void
events(const struct fstate *before, const struct fstate *after, const struct context *ctx, const struct entry *e,
	void (*to)(void *arg, const char *event, const char *unit, const char *members), void *arg)
{
	struct emitter em = { .before = before, .after = after, .ctx = ctx, .e = e, .emit = to, .arg = arg };

	if (e->kind == ENTRY_TURN)
		snprintf(em.unit, sizeof em.unit, "turn:%u", fstate_pieces(after));
	else if (e->kind == ENTRY_NOTE)
		snprintf(em.unit, sizeof em.unit, "round:%u", after->round);
	else
		snprintf(em.unit, sizeof em.unit, "conclusion:%s", fstate_outcome(after));
	if (!before->debate.last && after->debate.last)
		emit_registered(&em);
	emit_updated(&em);
	emit_failed(&em);
	if (fstate_is_closed(after) && !fstate_is_closed(before))
		emit_closed(&em, fstate_phase_name(after), fstate_outcome(after), fstate_reason(after));
}

const struct format format_rounds = {
	.name = "rounds",
	.about = "a proposer and a challenger for two tools argue with evidence, and an orchestrator decides which had "
		 "the stronger argument.",
	.seats_begin = SPEAKERS,
	.seats_max = ROLES,
	.roles = rounds_role_names,
	.decides = "orchestrator",
	.verbs = rounds_verbs,
	.rules = rounds_rules,
	.n_rules = ROUNDS_RULES,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.status = status_rows,
	.n_status = sizeof status_rows / sizeof status_rows[0],
	.hand_ins = rounds_hand_ins,
	.n_hand_ins = ROUNDS_HANDS,
	.endings = rounds_outcomes + 1,
	.n_endings = OUTCOMES - 1,
	.texts = rounds_texts,
	.n_texts = ROUNDS_TEXTS,
	.separator = "---",
	.state_bytes = sizeof(struct fstate),
	.begin = rounds_begin,
	.hold_own = rounds_hold_own,
	.drop_own = rounds_drop_own,
	.piece_empty = rounds_piece_empty,
	.steps = rounds_steps,
	.facts_free = rounds_facts_free,
	.phases = rounds_stages,
	.n_phases = STAGES,
	.phase = rounds_stage,
	.check = rounds_check,
	.head = rounds_head_render,
	.terms = tell_terms,
	.join = rounds_join,
	.missing = rounds_missing,
	.floor = rounds_floor,
	.whose = rounds_whose,
	.judge = rounds_judge,
	.close = close_debate,
	.verb = rounds_verb,
	.next = rounds_next,
	.next_seat = rounds_next_seat,
	.deadline = move_deadline,
	.expire = rounds_expire,
	.clock = rounds_clock,
	.render = render,
	.brief = rounds_brief,
	.fates = rounds_points_fates,
	.warnings = each_warning,
	.strict = strict,
	.events = events,
};
