/*
 * Format `trial`, for tests alone: what the core does for a format with a front, sealed hand-ins, a judge and a report, in as few rules as
 * that takes. Whoever includes this has the list of formats, too (validators/formats.c is not linked then).
 *
 * Seats 1 and 2 hand in any text without the word BAD, in any order; then seat 3 hands in a judgement, which becomes a turn with all three
 * texts. The second judgement closes the duel in the same step. After the close seat 3 may write report.md, which begins with "# ".
 */
#ifndef TESTS_UNIT_DUEL_TRIAL_H
#define TESTS_UNIT_DUEL_TRIAL_H

#include <errno.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "validators/formats.h"
#include "validators/kit/format.h"
#include "validators/kit/refusal.h"
#include "validators/socratic/socratic.h"
#include "validators/text/mem.h"

#define TRIAL_SEATS 3
#define TRIAL_JUDGE 3
#define TRIAL_EXCHANGES 2
#define TRIAL_LINE_BYTES (16 << 10)

struct fstate {
	atomic_uint refs;
	unsigned n_seats;
	char *in[TRIAL_SEATS + 1];   /* by seat: what is handed in and not judged yet */
	char *last[TRIAL_SEATS + 1]; /* by seat: what was accepted last */
	struct turn_slice turns[TRIAL_EXCHANGES];
	unsigned exchange;
	char *outcome;
	char *report;
	int64_t claimed_ms; /* the clock's, of the floor that is held; 0: it is free */
	int64_t began_ms;   /* of the first hand-in */
};

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

static struct fstate *
trial_start(void)
{
	struct fstate *s = mem_calloc(1, sizeof *s);
	s->refs = 1;
	return s;
}

static struct fstate *
trial_hold(struct fstate *s)
{
	s->refs++;
	return s;
}

static void
trial_drop(struct fstate *s)
{
	if (--s->refs)
		return;
	for (unsigned i = 0; i <= TRIAL_SEATS; i++) {
		free(s->in[i]);
		free(s->last[i]);
	}
	free(s->outcome);
	free(s->report);
	free(s);
}

static struct fstate *
trial_next_state(const struct fstate *before)
{
	struct fstate *s = trial_start();
	memcpy(s->turns, before->turns, sizeof s->turns);
	s->n_seats = before->n_seats;
	s->exchange = before->exchange;
	s->claimed_ms = before->claimed_ms;
	s->began_ms = before->began_ms;
	s->outcome = trial_copy(before->outcome);
	s->report = trial_copy(before->report);
	for (unsigned i = 0; i <= TRIAL_SEATS; i++) {
		s->in[i] = trial_copy(before->in[i]);
		s->last[i] = trial_copy(before->last[i]);
	}
	return s;
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

static struct fstate *
trial_apply(const struct fstate *before, const struct context *ctx, const struct entry *e, const json_t *data, size_t offset, void *facts)
{
	struct fstate *s = trial_next_state(before);
	const char *text = json_string_value(json_object_get(data, "text"));
	(void)ctx, (void)facts;
	if (e->kind == ENTRY_CLAIM)
		s->claimed_ms = e->clock_ms;
	else if (e->kind == ENTRY_RELEASE || e->kind == ENTRY_EXPIRE || e->kind == ENTRY_CLOSE)
		s->claimed_ms = 0;
	else if (e->kind == ENTRY_HANDIN && !s->began_ms)
		s->began_ms = e->clock_ms;
	if (e->kind == ENTRY_JOIN) {
		s->n_seats++;
	} else if (e->kind == ENTRY_HANDIN) {
		trial_set(&s->in[e->seat], e->body, e->body_len);
		trial_set(&s->last[e->seat], e->body, e->body_len);
	} else if (e->kind == ENTRY_TURN) {
		s->turns[s->exchange] = (struct turn_slice){.number = s->exchange + 1, .seat = e->seat, .offset = offset + 1, .len = e->body_len - 1,
			.time_ms = e->time_ms};
		s->exchange++;
		trial_set(&s->in[1], NULL, 0);
		trial_set(&s->in[2], NULL, 0);
		trial_set(&s->last[e->seat], text, text ? strlen(text) : 0);
	} else if (e->kind == ENTRY_CLOSE) {
		trial_set(&s->outcome, json_string_value(json_object_get(data, "outcome")), strlen(json_string_value(json_object_get(data, "outcome"))));
	} else if (e->kind == ENTRY_REPORT) {
		trial_set(&s->report, e->body, e->body_len);
		trial_set(&s->last[e->seat], e->body, e->body_len);
	}
	return s;
}

static void
trial_head(const struct context *ctx, UT_string *out)
{
	utstring_printf(out, "# Trial: %s, %u here\n", ctx->terms->topic, ctx->n_seats);
}

static void
trial_front(const struct fstate *s, const struct context *ctx, UT_string *out)
{
	(void)ctx;
	utstring_printf(out, "exchange: %u\nphase: %s\n\n", s->exchange, trial_all_in(s) ? "judgement" : "arguments");
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

static bool
trial_repeats(const struct fstate *s, const struct context *ctx, unsigned seat, const char *text, size_t len)
{
	(void)ctx;
	return s->last[seat] && strlen(s->last[seat]) == len && !memcmp(s->last[seat], text, len);
}

static void
trial_floor(const struct fstate *s, const struct context *ctx, const struct floor_ask *ask, struct floor_answer *a)
{
	(void)ctx, (void)ask;
	*a = (struct floor_answer){.grant = GRANT_TURN};
	if (s->n_seats < 2) {
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
		mem_format("\n## Exchange %u\n\n%s%s%s", s->exchange + 1, s->in[1], s->in[2], sub->text));
	if (s->exchange + 1 == TRIAL_EXCHANGES)
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
	if (sub->prefix || findings_first_error(&out->findings))
		return;
	if (sub->row == ROW_OWN)
		trial_draft(out, ENTRY_REPORT, NULL, mem_copy(sub->text, sub->len));
	else
		trial_judge_debate(s, ctx, sub, out);
}

static const struct rule *
trial_close(const struct fstate *s, const struct context *ctx, const char *outcome, const char *reason, struct verdict *out, char **sentence)
{
	if (s->outcome && !strcmp(s->outcome, outcome))
		return NULL;
	bool may = ctx->holder == TRIAL_JUDGE && s->exchange && !s->in[1] && !s->in[2];
	if (strcmp(outcome, "INVALIDATED") && !(may && !strcmp(outcome, "COMPLETED"))) {
		*sentence = mem_strdup("this outcome is not earned");
		return &refusals[REFUSAL_VALUE_BAD];
	}
	trial_draft(out, ENTRY_CLOSE, json_pack("{s:s,s:s}", "outcome", outcome, "reason", reason), NULL);
	return NULL;
}

static const char *
trial_state_name(const struct fstate *s, const struct context *ctx)
{
	(void)ctx;
	if (s->outcome)
		return strcmp(s->outcome, "INVALIDATED") ? "completed" : "invalidated";
	return s->n_seats < 2 ? "waiting_for_participant" : "debating";
}

static enum next_step
trial_next(const struct fstate *s, const struct context *ctx, unsigned seat)
{
	(void)ctx, (void)seat;
	return s->outcome ? NEXT_CLOSED : NEXT_CLAIM_LOCK;
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

static unsigned
trial_turns(const struct fstate *s)
{
	return s->exchange;
}

static struct turn_slice
trial_turn(const struct fstate *s, unsigned index)
{
	return s->turns[index];
}

static const char *
trial_outcome(const struct fstate *s)
{
	return s->outcome ? s->outcome : "";
}

static const char *
trial_reason(const struct fstate *s)
{
	(void)s;
	return "";
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
	if (after->outcome && !before->outcome)
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
	.start = trial_start, \
	.hold = trial_hold, \
	.drop = trial_drop, \
	.apply = trial_apply, \
	.head = trial_head, \
	.front = trial_front, \
	.may_open = trial_may_open, \
	.repeats = trial_repeats, \
	.judge = trial_judge, \
	.close = trial_close, \
	.state_name = trial_state_name, \
	.next = trial_next, \
	.next_seat = trial_next_seat, \
	.wait_until = trial_wait_until, \
	.turns = trial_turns, \
	.turn = trial_turn, \
	.outcome = trial_outcome, \
	.reason = trial_reason, \
	.warnings = trial_warnings, \
	.events = trial_events, \
	.render = trial_render

static const struct format format_trial = {
	.name = "trial",
	TRIAL_MEMBERS,
	.floor = trial_floor,
};

#ifndef TRIAL_MORE
#define TRIAL_MORE
#endif
const struct format *const formats[] = {&format_socratic, &format_trial, TRIAL_MORE NULL};

/* -- a duel of it ---------------------------------------------------------------------------------------------------------------- */

/* Seats 1, 2, 3: "anna", "boris", "judge"; all of uid 0. */
static inline void
trial_begins(struct bed *b)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"trial\"\n"), 0);
	assert_int_equal(say(b, "join anna"), 0);
	assert_int_equal(say(b, "join boris"), 0);
	assert_int_equal(say(b, "join judge"), 0);
}

/* Claim, append, release. */
static inline void
trial_hand_in(struct bed *b, const char *name, const char *text)
{
	char line[64];
	snprintf(line, sizeof line, "claim %s", name);
	assert_int_equal(say(b, line), 0);
	int err = append(b, text);
	if (err)
		fail_msg("%s: %d\n%s", name, err, shown(b, "d", render_last_error, 0));
	snprintf(line, sizeof line, "release %s", name);
	assert_int_equal(say(b, line), 0);
}

static inline void
trial_exchange(struct bed *b)
{
	trial_hand_in(b, "anna", "apples are good\n");
	trial_hand_in(b, "boris", "berries are better\n");
	trial_hand_in(b, "judge", "judged so\n");
}

#endif
