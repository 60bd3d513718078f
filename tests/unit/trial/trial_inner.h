/*
 * Format `trial`, for tests alone: what the core does for a format with a front, sealed hand-ins, a judge and a report, in as few rules as
 * that takes. Its state and its functions are for council.c, too.
 *
 * Seats 1 and 2 hand in any text without the word BAD, in any order; then seat 3 hands in a judgement, which becomes a turn with all three
 * texts. The second judgement closes the duel in the same step. After the close seat 3 may write report.md, which begins with "# ".
 */
#ifndef TESTS_UNIT_TRIAL_INNER_H
#define TESTS_UNIT_TRIAL_INNER_H

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "tests/unit/trial/trial.h"
#include "validators/kit/format.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"

static const struct rule trial_dull_strict = {"trial.dull", .err = EINVAL, .gloss = "no text is VERY DULL"};

static const struct rule trial_rules[] = {
	{"trial.bad", .err = EINVAL, .gloss = "no text is BAD"},
	{"trial.report", .err = EINVAL, .gloss = "a report begins with a title"},
	{"trial.dull", SEVERITY_WARNING, .gloss = "no text is DULL", .strict = &trial_dull_strict},
};

static char *
trial_copy(const char *s)
{
	return s ? mem_strdup(s) : NULL;
}

static void
trial_hold_own(struct fstate *s)
{
	for (unsigned i = 0; i <= TRIAL_SEATS; i++) {
		s->in[i] = trial_copy(s->in[i]);
		s->last[i] = trial_copy(s->last[i]);
	}
	s->report = trial_copy(s->report);
}

static void
trial_drop_own(struct fstate *s)
{
	for (unsigned i = 0; i <= TRIAL_SEATS; i++) {
		free(s->in[i]);
		free(s->last[i]);
	}
	free(s->report);
}

static void
trial_set(char **to, const char *bytes, size_t len)
{
	free(*to);
	*to = bytes ? mem_copy(bytes, len) : NULL;
}

static bool
trial_all_in(const struct fstate *s)
{
	return s->in[1] && s->in[2];
}

static bool
trial_step_handin(struct step *st)
{
	const struct entry *e = st->e;
	trial_set(e->kind == ENTRY_REPORT ? &st->s->report : &st->s->in[e->seat], e->body, e->body_len);
	trial_set(&st->s->last[e->seat], e->body, e->body_len);
	if (e->kind == ENTRY_HANDIN && !st->s->began_ms)
		st->s->began_ms = e->clock_ms;
	return true;
}

static bool
trial_step_turn(struct step *st)
{
	const char *text = json_string_value(json_object_get(st->data, "text"));
	step_add_piece(st, sizeof(struct record_piece));
	trial_set(&st->s->in[1], NULL, 0);
	trial_set(&st->s->in[2], NULL, 0);
	trial_set(&st->s->last[st->e->seat], text, text ? strlen(text) : 0);
	return true;
}

static bool (*const trial_steps[ENTRY_KINDS])(struct step *st) = {
	[ENTRY_HANDIN] = trial_step_handin,
	[ENTRY_REPORT] = trial_step_handin,
	[ENTRY_TURN] = trial_step_turn,
};

enum trial_phase { TRIAL_WAITING, TRIAL_DEBATING, TRIAL_COMPLETED, TRIAL_INVALIDATED, TRIAL_PHASES };
#define TRIAL_ENDS (PHASE(TRIAL_COMPLETED) | PHASE(TRIAL_INVALIDATED))
static const struct phase trial_phases[TRIAL_PHASES] = {
	[TRIAL_WAITING] = {"waiting_for_participant", PHASE(TRIAL_DEBATING) | TRIAL_ENDS},
	[TRIAL_DEBATING] = {"debating", TRIAL_ENDS},
	[TRIAL_COMPLETED] = {"completed", 0},
	[TRIAL_INVALIDATED] = {"invalidated", 0},
};
static const struct ending trial_endings[] = {{"COMPLETED", "so"}, {"INVALIDATED", "so"}, {"ABORTED", "so"}};

static unsigned
trial_phase(const struct fstate *s)
{
	if (fstate_is_closed(s))
		return strcmp(fstate_outcome(s), "INVALIDATED") ? TRIAL_COMPLETED : TRIAL_INVALIDATED;
	return s->debate.n_seats < 2 ? TRIAL_WAITING : TRIAL_DEBATING;
}

static void
trial_head(const struct context *ctx, UT_string *out)
{
	utstring_printf(out, "# Trial: %s, %u here\n", ctx->terms->topic, ctx->n_seats);
}

unsigned trial_fronts;

static void
trial_front(const struct fstate *s, const struct context *ctx, UT_string *out)
{
	(void)ctx;
	trial_fronts++;
	utstring_printf(out, "exchange: %u\nphase: %s\n\n", fstate_pieces(s), trial_all_in(s) ? "judgement" : "arguments");
}

static const struct rule *
trial_may_open(const struct fstate *s, const struct context *ctx, int row, char **sentence)
{
	bool judges = ctx->holder == TRIAL_JUDGE;
	if (row == ROW_OWN ? judges : judges ? trial_all_in(s) : !s->in[ctx->holder] && !trial_all_in(s))
		return NULL;
	*sentence = mem_format("nothing of seat %u is due", ctx->holder);
	return &refusals[REFUSAL_LEASE_ORDER];
}

static void
trial_floor(const struct fstate *s, const struct context *ctx, const struct floor_ask *ask, struct floor_answer *a)
{
	(void)ctx, (void)ask;
	*a = (struct floor_answer){.grant = GRANT_TURN};
	if (s->debate.n_seats < 2) {
		a->rule = &refusals[REFUSAL_LEASE_WAIT];
		a->text = mem_strdup("somebody else must join");
	}
}

static struct draft *
trial_draft(struct verdict *v, enum entry_kind kind, json_t *data, char *body)
{
	struct draft *d = &v->drafts[v->n++];
	*d = (struct draft){.kind = kind, .body = body, .body_len = body ? strlen(body) : 0};
	d->data = data ? json_dumps(data, JSON_COMPACT) : NULL;
	json_decref(data);
	return d;
}

static void
trial_judge_debate(const struct fstate *s, const struct context *ctx, const struct submission *sub, struct verdict *out)
{
	if (ctx->holder != TRIAL_JUDGE) {
		trial_draft(out, ENTRY_HANDIN, NULL, mem_copy(sub->text, sub->len));
		return;
	}
	trial_draft(out, ENTRY_TURN, json_pack("{s:s}", "text", sub->text),
		mem_format("\n## Exchange %u\n\n%s%s%s", fstate_pieces(s) + 1, s->in[1], s->in[2], sub->text));
	if (fstate_pieces(s) + 1 == TRIAL_EXCHANGES)
		trial_draft(out, ENTRY_CLOSE, json_pack("{s:s}", "outcome", "COMPLETED"), NULL);
}

static void
trial_judge(const struct fstate *s, const struct context *ctx, const struct submission *sub, struct verdict *out)
{
	if (strstr(sub->text, "BAD"))
		findings_add_path(&out->findings, &trial_rules[0], 0, "[0].text", "this is not for others to read");
	if (strstr(sub->text, "DULL"))
		findings_add(&out->findings, strstr(sub->text, "VERY DULL") ? &trial_dull_strict : &trial_rules[2], 0, "it is dull");
	if (sub->row == ROW_OWN && strncmp(sub->text, "# ", 2))
		findings_add(&out->findings, &trial_rules[1], 1 + sub->line0, "there is no title");
	if (findings_first_error(&out->findings))
		return;
	if (sub->row == ROW_OWN)
		trial_draft(out, ENTRY_REPORT, NULL, mem_copy(sub->text, sub->len));
	else
		trial_judge_debate(s, ctx, sub, out);
}

static const struct rule *
trial_close(const struct fstate *s, const struct context *ctx, const char *outcome, const char *reason, struct verdict *out, char **sentence)
{
	if (!strcmp(fstate_outcome(s), outcome))
		return NULL;
	bool may = ctx->holder == TRIAL_JUDGE && fstate_pieces(s) && !s->in[1] && !s->in[2];
	if (strcmp(outcome, "INVALIDATED") && !(may && !strcmp(outcome, "COMPLETED"))) {
		*sentence = mem_strdup("this outcome is not earned");
		return &refusals[REFUSAL_VALUE_BAD];
	}
	trial_draft(out, ENTRY_CLOSE, json_pack("{s:s,s:s}", "outcome", outcome, "reason", reason), NULL);
	return NULL;
}

static enum next_step
trial_next(const struct fstate *s, const struct context *ctx, unsigned seat)
{
	(void)ctx, (void)seat;
	return fstate_is_closed(s) ? NEXT_CLOSED : NEXT_CLAIM_LOCK;
}

static unsigned
trial_next_seat(const struct fstate *s, const struct context *ctx)
{
	(void)ctx;
	return trial_all_in(s) ? TRIAL_JUDGE : 0;
}

static int64_t
trial_wait_until(const struct fstate *s, const struct context *ctx)
{
	(void)s, (void)ctx;
	return 0;
}

static void
trial_warnings(const struct fstate *s, void (*each)(void *arg, const char *text), void *arg)
{
	(void)s, (void)each, (void)arg;
}

static void
trial_events(const struct fstate *before, const struct fstate *after, const struct context *ctx, const struct entry *e,
	void (*emit)(void *arg, const char *event, const char *unit, const char *members), void *arg)
{
	(void)ctx;
	if (e->kind == ENTRY_HANDIN && trial_all_in(after) && !trial_all_in(before))
		emit(arg, "revealed", "exchange", "");
	if (fstate_is_closed(after) && !fstate_is_closed(before))
		emit(arg, "completed", "conclusion", "");
}

static void
trial_render(const struct fstate *s, const struct context *ctx, int row, unsigned number, UT_string *out)
{
	(void)ctx, (void)row, (void)number;
	if (s->report)
		utstring_printf(out, "%s", s->report);
}

static unsigned
trial_after_close(const struct fstate *s, const struct context *ctx)
{
	(void)ctx;
	return s->report ? 0 : TRIAL_JUDGE;
}

static const struct format_row trial_rows[] = {
	{.id = ROW_OWN, .name = "report.md", .gated = true, .about = "the report", .after_close = trial_after_close},
};

/* What another format of the kind may take over; it sets after it what is its own. */
#define TRIAL_MEMBERS \
	.seats_begin = 2, \
	.seats_max = TRIAL_SEATS, \
	.rules = trial_rules, \
	.n_rules = sizeof trial_rules / sizeof *trial_rules, \
	.rows = trial_rows, \
	.n_rows = sizeof trial_rows / sizeof *trial_rows, \
	.line_bytes = TRIAL_LINE_BYTES, \
	.endings = trial_endings, \
	.n_endings = sizeof trial_endings / sizeof *trial_endings, \
	.state_bytes = sizeof(struct fstate), \
	.hold_own = trial_hold_own, \
	.drop_own = trial_drop_own, \
	.steps = trial_steps, \
	.phases = trial_phases, \
	.n_phases = TRIAL_PHASES, \
	.phase = trial_phase, \
	.head = trial_head, \
	.front = trial_front, \
	.may_open = trial_may_open, \
	.judge = trial_judge, \
	.close = trial_close, \
	.next = trial_next, \
	.next_seat = trial_next_seat, \
	.wait_until = trial_wait_until, \
	.warnings = trial_warnings, \
	.events = trial_events, \
	.render = trial_render

const struct format format_trial = {
	.name = "trial",
	.about = "a trial, for tests.",
	TRIAL_MEMBERS,
	.floor = trial_floor,
};

#endif
