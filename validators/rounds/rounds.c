#include "validators/rounds/rounds.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include "validators/kit/emit.h"
#include "validators/rounds/fail.h"
#include "validators/rounds/floor.h"
#include "validators/rounds/fold.h"
#include "validators/rounds/hand.h"
#include "validators/rounds/head.h"
#include "validators/rounds/judge.h"
#include "validators/rounds/report.h"
#include "validators/rounds/split.h"
#include "validators/rounds/texts.h"
#include "validators/text/mem.h"

/* -- what a state shows ---------------------------------------------------------------------------------------------------------- */

static const char *
state_name(const struct fstate *state, const struct context *ctx)
{
	(void)ctx;
	return rounds_stage_names[state->stage];
}

static const char *
outcome_name(const struct fstate *state)
{
	return rounds_outcomes[state->outcome].name;
}

static const char *
reason_text(const struct fstate *state)
{
	return state->reason ? state->reason : "";
}

static struct turn_slice
turn_at(const struct fstate *state, unsigned index)
{
	const struct rounds_piece *p = state->last;

	while (p && p->number != index + 1)
		p = p->before;
	if (!p)
		return (struct turn_slice){ .number = 0 };
	return (struct turn_slice){ .number = p->number, .seat = p->seat, .offset = p->offset, .len = p->len, .time_ms = p->time_ms };
}

static bool
strict(const struct terms *terms)
{
	return terms->strict_evidence;
}

static void
tell_warnings(const char *what, char *const *warnings, size_t n, void (*each)(void *arg, const char *text), void *arg)
{
	for (size_t i = 0; i < n; i++) {
		char *text = mem_format("%s: %s", what, warnings[i]);
		each(arg, text);
		free(text);
	}
}

static void
each_warning(const struct fstate *state, void (*each)(void *arg, const char *text), void *arg)
{
	size_t n;
	const struct rounds_piece **all = rounds_all(state, &n);

	for (size_t i = 0; i < n; i++) {
		char *what = all[i]->spoken ? mem_format("round %u, %s", all[i]->round, rounds_role_names[all[i]->role])
			: mem_format("summary of rounds 1–%u", all[i]->round);
		tell_warnings(what, all[i]->warnings, all[i]->n_warnings, each, arg);
		free(what);
	}
	free(all);
	if (state->conclusion)
		tell_warnings("verdict", state->conclusion->warnings, state->conclusion->n_warnings, each, arg);
	if (state->failure.seat) {
		char *text = mem_format("round %u is incomplete: the %s failed (%s)", state->failure.round,
			rounds_role_names[state->failure.role], state->failure.reason);
		each(arg, text);
		free(text);
	}
}

/* -- status ---------------------------------------------------------------------------------------------------------------------- */

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

static struct status_value
status_open_points(const struct fstate *state, const struct context *ctx)
{
	size_t n;
	struct rounds_open *open = rounds_open_points(state, &n);
	UT_string list;

	(void)ctx;
	utstring_init(&list);
	for (size_t i = 0; i < n; i++)
		utstring_printf(&list, "C%u.%u: %s\n", open[i].round, open[i].n, open[i].point->text);
	free(open);
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
		utstring_printf(list, "round %u, %s: %s\n", s->round, rounds_speakers[s->speaker].role, s->unsupported[i].text);
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
	for (size_t i = 0; i < s->n_yields; i++)
		if (!s->yields[i].certifies && rounds_yield_is_first(s, i))
			utstring_printf(list, "round %u, %s: %s\n", s->round, rounds_speakers[s->speaker].role, s->yields[i].sentence);
}

static struct status_value
status_concessions(const struct fstate *state, const struct context *ctx)
{
	(void)ctx;
	return list_spoken(state, put_concessions);
}

static struct status_value
status_winner(const struct fstate *state, const struct context *ctx)
{
	const struct seat *seat = state->conclusion ? rounds_seat_of(state, ctx, (enum rounds_role)state->conclusion->winner) : NULL;

	return (struct status_value){ .type = STATUS_TEXT, .text = seat ? seat->harness : "" };
}

static const struct status_row status_rows[] = {
	{ "rounds", status_rounds },
	{ "round", status_round },
	{ "rounds_completed", status_completed },
	{ "points_open", status_open_points },
	{ "unsupported_claims", status_unsupported },
	{ "concessions", status_concessions },
	{ "winner", status_winner },
};

/* -- files ----------------------------------------------------------------------------------------------------------------------- */

static void
render(const struct fstate *state, const struct context *ctx, int row, unsigned number, UT_string *out)
{
	(void)row;
	(void)number;
	rounds_report_render(state, ctx, out);
}

static const struct format_row rows[] = {
	{ .id = ROW_OWN, .name = ROUNDS_REPORT_NAME, .about = "the debate so far as one JSON object: exchanges, how long each took, the verdict",
		.time_ms = rounds_report_time },
};

/* -- terms ---------------------------------------------------------------------------------------------------------------------- */

static void
tell_terms(const struct terms *terms, UT_string *out)
{
	utstring_printf(out, "- %lld %s; in each the proposer speaks, then the challenger\n", (long long)terms->rounds,
		terms->rounds == 1 ? "round" : "rounds");
	utstring_printf(out, "- proposer and challenger join for two different tools, each with its own as `harness`\n");
	utstring_printf(out, "- they have %lld seconds for a turn, from the claim to the append that is accepted; `refresh` adds nothing to them, and\n"
		"  who has the floor for longer has failed: with a long text, write and rehearse it first, then claim\n",
		(long long)terms->turn_seconds);
	utstring_printf(out, "- who never claims it is failed by the orchestrator: `fail ORCHESTRATOR who=NAME reason=timeout` in `lock`\n");
	utstring_printf(out, "- a claim without evidence is %s\n", terms->strict_evidence ? "refused" : "accepted, with a warning");
}

/* -- closing --------------------------------------------------------------------------------------------------------------------- */

/* A debate is closed by its verdict, or by who fails: `release … outcome=` after that only says it again. */
static const struct rule *
close_debate(const struct fstate *state, const struct context *ctx, const char *outcome, const char *reason,
	struct verdict *out, char **sentence)
{
	(void)ctx;
	(void)reason;
	(void)out;
	return close_by_text(rounds_is_closed(state) ? outcome_name(state) : NULL, outcome, &rounds_rules[ROUNDS_VERDICT_FORM],
		"a debate is closed by its verdict: append `## Debate Summary` to debate.md when it is due", sentence);
}

/* -- events ---------------------------------------------------------------------------------------------------------------------- */

static void
emit_updated(const struct emitter *em)
{
	const struct rounds_piece *p = em->after->last;

	if (em->e->kind == ENTRY_TURN)
		emit(em, "artifact_updated", json_pack("{s:i, s:s, s:s, s:i}", "turn_number", (int)p->number, "participant",
			context_seat_name(em->ctx, p->seat), "role", rounds_role_names[p->role], "round", (int)p->round));
	else if (em->e->kind == ENTRY_CONCLUSION)
		emit(em, "artifact_updated", json_pack("{s:s, s:s, s:s}", "participant", emitter_seat(em), "role",
			rounds_role_names[ROLE_ORCHESTRATOR], "terminal_outcome", rounds_outcomes[em->after->outcome].name));
}

static void
emit_failed(const struct emitter *em)
{
	const struct rounds_failure *f = &em->after->failure;

	if (f->seat && !em->before->failure.seat)
		emit(em, "participant_failed", json_pack("{s:s, s:s, s:i, s:s}", "participant", context_seat_name(em->ctx, f->seat), "role",
			rounds_role_names[f->role], "round", (int)f->round, "reason", f->reason));
}

static void
events(const struct fstate *before, const struct fstate *after, const struct context *ctx, const struct entry *e,
	void (*to)(void *arg, const char *event, const char *unit, const char *members), void *arg)
{
	struct emitter em = { .before = before, .after = after, .ctx = ctx, .e = e, .emit = to, .arg = arg };

	if (e->kind == ENTRY_TURN)
		snprintf(em.unit, sizeof em.unit, "turn:%u", rounds_pieces(after));
	else if (e->kind == ENTRY_NOTE)
		snprintf(em.unit, sizeof em.unit, "round:%u", after->round);
	else
		snprintf(em.unit, sizeof em.unit, "conclusion:%s", rounds_outcomes[after->outcome].name);
	if (!before->last && after->last)
		emit_registered(&em);
	emit_updated(&em);
	emit_failed(&em);
	if (rounds_is_closed(after) && !rounds_is_closed(before))
		emit_closed(&em, rounds_stage_names[after->stage], outcome_name(after), reason_text(after));
}

static const struct rule *const rules_of_record[] = {
	&rounds_rules[ROUNDS_DEFENSE_COVERAGE],
	&rounds_rules[ROUNDS_DEFENSE_RESTATE],
	&rounds_rules[ROUNDS_CONCESSION_KEPT],
	&rounds_rules[ROUNDS_SUMMARY_CONCESSION],
	&rounds_rules[ROUNDS_SUMMARY_EVIDENCE],
	NULL,
};

const struct format format_rounds = {
	.name = "rounds",
	.about = "a proposer and a challenger for two tools argue with evidence, and an orchestrator decides which had the stronger argument.",
	.seats_begin = SPEAKERS,
	.seats_max = ROLES,
	.roles = rounds_role_names,
	.verbs = rounds_verbs,
	.rules = rounds_rules,
	.n_rules = ROUNDS_RULES,
	.of_record = rules_of_record,
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
	.start = rounds_start,
	.hold = rounds_hold,
	.drop = rounds_drop,
	.apply = rounds_apply,
	.head = rounds_head_render,
	.terms = tell_terms,
	.join = rounds_join,
	.missing = rounds_missing,
	.floor = rounds_floor,
	.whose = rounds_whose,
	.judge = rounds_judge,
	.close = close_debate,
	.verb = rounds_verb,
	.state_name = state_name,
	.next = rounds_next,
	.next_seat = rounds_next_seat,
	.deadline = rounds_deadline,
	.turns = rounds_pieces,
	.turn = turn_at,
	.outcome = outcome_name,
	.reason = reason_text,
	.render = render,
	.brief = rounds_brief,
	.warnings = each_warning,
	.strict = strict,
	.split = rounds_split,
	.head_read = rounds_head_read,
	.events = events,
};
