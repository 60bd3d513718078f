/* moves.h: every state of every format comes to an end by itself, at the time that it should. */
#include "tests/unit/validators/rounds_texts.h"
#include "tests/unit/validators/socratic_filler.h"

#include "validators/formats.h"
#include "validators/kit/moves.h"

#define MOVE 3600
#define TURN 900
#define WAIT 600

static const struct terms terms = {.topic = "Is it so",
	.topic_slug = "is-it-so",
	.max_turns = 4,
	.wait_seconds = WAIT,
	.move_seconds = MOVE,
	.lease_seconds = 300,
	.retry_after_seconds = 30,
	.scope = "",
	.exchanges = 2,
	.rounds = 3,
	.turn_seconds = TURN,
	.effort = "low"};

static const struct format *
format_named(const char *name)
{
	const struct format *f = format_find(name);
	assert_non_null(f);
	return f;
}

static int64_t
ends(const struct fstate *state, const struct context *ctx)
{
	return fstate_common(state)->format->deadline(state, ctx, NULL);
}

/* The drafts become entries of a state alone. */
static struct fstate *
lapsed(struct fstate *state, struct context *ctx, UT_string *lines)
{
	struct verdict v = {.n = 0};
	fstate_common(state)->format->deadline(state, ctx, &v);
	assert_true(v.n >= 2);
	assert_int_equal(v.drafts[0].kind, ENTRY_LAPSE);
	for (unsigned i = 0; i < v.n; i++) {
		struct draft *t = &v.drafts[i];
		struct entry *e = entry_new(t->kind, 0, 0, t->data, t->body, t->body_len);
		e->time_ms = ctx->now_ms;
		e->clock_ms = ctx->clock_ms;
		struct fstate *next = apply_entry(state, ctx, e, 0);
		assert_non_null(next);
		fstate_drop(state);
		state = next;
		if (t->body)
			utstring_bincpy(lines, t->body, t->body_len);
		entry_free(e);
	}
	verdict_free(&v);
	return state;
}

static void
pass_until(struct context *ctx, int64_t clock_ms)
{
	ctx->now_ms += clock_ms - ctx->clock_ms;
	ctx->clock_ms = clock_ms;
}

/* Nobody acts from here on: the outcome; `lines` is what the record gains. */
static const char *
outcome_alone(const struct duel *d, UT_string *lines)
{
	struct fstate *state = fstate_hold(d->state);
	struct context ctx = d->ctx;
	const char *outcome;
	ctx.holder = 0;
	for (unsigned n = 0; !fstate_is_closed(state); n++) {
		int64_t at = ends(state, &ctx);
		assert_true(n < 20);
		if (at < ctx.clock_ms)
			fail_msg("%s, %s: %lld", d->f->name, fstate_phase_name(state), (long long)at);
		pass_until(&ctx, at);
		state = lapsed(state, &ctx, lines);
	}
	outcome = fstate_outcome(state);
	assert_true(*fstate_reason(state));
	fstate_drop(state);
	return outcome;
}

static void
comes_to(const struct duel *d, const char *outcome, const char *line)
{
	UT_string lines;
	utstring_init(&lines);
	assert_string_equal(outcome_alone(d, &lines), outcome);
	if (!strstr(utstring_body(&lines), line))
		fail_msg("%s is not in:\n%s", line, utstring_body(&lines));
	utstring_done(&lines);
}

static void
begin(struct duel *d, const char *format)
{
	duel_begin(d, format_named(format), terms, NULL);
	d->step_ms = 1000;
	assert_int_equal(ends(d->state, &d->ctx), 0);
	duel_tick(d, 10 * MOVE); /* before the first join nothing counts */
}

static void
sits(struct duel *d, const char *name, const char *role)
{
	assert_null(duel_sit(d, name, role, *role == 'c' ? "gemini" : "claude", "opus"));
}

/* What a seat of a dialectic hands in, as the corpus has it; the report is of words. */
static void
dialectic_text(const struct duel *d, const struct hand_in *h, unsigned seat, UT_string *text)
{
	static const char *const roles[] = {"proposition", "opposition", "judge"};
	size_t len;
	char *path = mem_format("tests/corpus/dialectic/debate/%u-%s.json", fstate_pieces(d->state), roles[fstate_role(d->state, seat)]);

	if (strcmp(h->name, "report")) {
		char *whole = read_whole(path, &len);

		utstring_bincpy(text, whole, len);
		free(whole);
	} else {
		utstring_printf(text, "# Buses\n\n## The Question\n\nWho pays?\n\n## The Clash\n\nOf prop_000a.\n\n## Turning Points\n\n");
		for (int i = 0; i < 510; i++)
			utstring_printf(text, "word%s", i % 10 ? " " : "\n");
		utstring_printf(text, "\n\n## The Verdict\n\nSo.\n");
	}
	free(path);
}

/* What this seat may hand in, filled in; `change` may do something to it. */
static void
hands_in(struct duel *d, unsigned seat, void (*change)(UT_string *text))
{
	const struct hand_in *h = hand_in_next(d->f, d->state, &d->ctx, seat);
	UT_string text, head;
	duel_floor(d, seat, GRANT_TURN);
	utstring_init(&text);
	utstring_init(&head);
	if (!strcmp(d->f->name, "dialectic"))
		dialectic_text(d, h, seat, &text);
	else if (!strcmp(d->f->name, "socratic"))
		(strcmp(h->name, "turn") ? put_example_conclusion : put_example)(d->state, &d->ctx, seat, &text);
	else
		utstring_printf(&text, "%s", rounds_text(h->name, fstate_pieces(d->state) > 3 ? 3 : 2));
	if (change)
		change(&text);
	duel_hand_in(d, h->row, utstring_body(&text), utstring_len(&text));
	duel_floor(d, 0, GRANT_NONE);
	utstring_done(&text);
	utstring_done(&head);
}

/* The first seat of which something is due; 0: none. */
static unsigned
due_seat(const struct duel *d)
{
	struct move m;
	return move_first(d->state, &d->ctx, &m) ? m.seat : 0;
}

TEST(every_state_of_every_format_ends_with_nobody_acting)
{
	static const struct {
		const char *format;
		const char *seats[4]; /* roles */
		unsigned n, steps;
	} plays[] = {
		{"socratic", {"", ""}, 2, 5},
		{"dialectic", {"judge", "proposition", "opposition"}, 3, 7}, /* the last is the report */
		{"rounds", {"orchestrator", "proposer", "challenger"}, 3, 8},
	};
	static const char *const names[] = {"alice", "bob", "carol"};
	(void)state;
	for (size_t i = 0; i < N(plays); i++) {
		struct duel d;
		UT_string lines;
		unsigned steps = 0;
		utstring_init(&lines);
		begin(&d, plays[i].format);
		for (unsigned k = 0; k < plays[i].n; k++) {
			sits(&d, names[k], plays[i].seats[k]);
			outcome_alone(&d, &lines);
		}
		for (unsigned seat; (seat = due_seat(&d)); steps++) {
			hands_in(&d, seat, NULL);
			outcome_alone(&d, &lines);
		}
		assert_int_equal(steps, plays[i].steps);
		assert_true(fstate_is_closed(d.state));
		assert_int_equal(ends(d.state, &d.ctx), 0);
		assert_replays(&d);
		utstring_done(&lines);
		duel_done(&d);
	}
}

/* -- socratic -- */

static void
accept_all(UT_string *text)
{
	char *copy = mem_copy(utstring_body(text), utstring_len(text)), *stance = strstr(copy, "OPEN_TO_DEBATE");
	char *blocking = strstr(copy, "- a question that must");
	assert_true(stance && blocking);
	utstring_clear(text);
	utstring_printf(text, "%.*sACCEPTING_CONSENSUS%.*s%s", (int)(stance - copy), copy,
		(int)(blocking - stance) - (int)strlen("OPEN_TO_DEBATE"), stance + strlen("OPEN_TO_DEBATE"),
		strchr(blocking, '\n') + 1);
	utstring_printf(text, "\n**Consensus**\n%s\n",
		strstr(copy, "## Turn 1 ") ? "Whoever wrote it rolls it back." : "Accepts: Turn 1");
	free(copy);
}

TEST(a_socratic_duel_is_concluded_by_the_filesystem)
{
	struct duel d;
	(void)state;
	begin(&d, "socratic");
	sits(&d, "alice", "");
	comes_to(&d, "TIMEOUT", "> duelfs: no second participant joined, ");
	sits(&d, "bob", "");
	comes_to(&d, "TIMEOUT", "> duelfs: nobody handed in for 3600 s, ");
	hands_in(&d, 1, NULL);
	comes_to(&d, "TIMEOUT", "> duelfs: bob was silent for 3600 s, ");
	for (unsigned turn = 2; turn <= 4; turn++)
		hands_in(&d, 2 - turn % 2, NULL);
	comes_to(&d, "MAX_TURNS", "> duelfs: nobody handed in for 3600 s, ");
	duel_done(&d);

	begin(&d, "socratic");
	sits(&d, "alice", "");
	sits(&d, "bob", "");
	hands_in(&d, 1, accept_all);
	hands_in(&d, 2, accept_all);
	comes_to(&d, "ACCEPTED_CONSENSUS", "> duelfs: nobody handed in for 3600 s, ");
	duel_done(&d);
}

TEST(who_has_the_floor_changes_no_clock)
{
	struct duel d;
	(void)state;
	begin(&d, "socratic");
	sits(&d, "alice", "");
	int64_t at = ends(d.state, &d.ctx);
	duel_tick(&d, WAIT);
	assert_null(duel_claim(&d, 1, true));
	assert_int_equal(ends(d.state, &d.ctx), at);
	duel_release(&d);
	assert_int_equal(ends(d.state, &d.ctx), at);
	sits(&d, "bob", "");
	assert_true(ends(d.state, &d.ctx) > at);
	hands_in(&d, 1, NULL);
	at = ends(d.state, &d.ctx);
	assert_int_equal(at, d.ctx.clock_ms - 2 * d.step_ms + MOVE * 1000); /* behind the turn stands the line of its ids */
	duel_tick(&d, 60);
	assert_null(duel_claim(&d, 2, false));
	duel_fold(&d, ENTRY_REFRESH, 2, "{\"seconds\":900}", NULL, 0);
	duel_release(&d);
	assert_int_equal(ends(d.state, &d.ctx), at);
	d.terms.move_seconds = 0;
	assert_int_equal(ends(d.state, &d.ctx), 0);
	duel_done(&d);
}

/* -- dialectic -- */

TEST(a_dialectic_is_invalidated_before_its_first_judgement_and_completed_after_it)
{
	struct duel d;
	(void)state;
	begin(&d, "dialectic");
	sits(&d, "alice", "proposition");
	comes_to(&d, "INVALIDATED", "> duelfs: the opposition handed in nothing in time, ");
	sits(&d, "bob", "opposition");
	hands_in(&d, 1, NULL);
	int64_t bobs = ends(d.state, &d.ctx);
	comes_to(&d, "INVALIDATED", "> duelfs: bob, the opposition, handed in nothing in time (revealed: what alice handed in), ");
	duel_tick(&d, 100);
	hands_in(&d, 2, NULL);
	comes_to(&d, "INVALIDATED", "> duelfs: the judge handed in nothing in time, ");
	assert_true(ends(d.state, &d.ctx) > bobs);
	sits(&d, "carol", "judge");
	hands_in(&d, 3, NULL);
	comes_to(&d, "COMPLETED", "> duelfs: both sides handed in nothing in time, ");
	hands_in(&d, 2, NULL);
	comes_to(&d, "COMPLETED", "> duelfs: alice, the proposition, handed in nothing in time (revealed: what bob handed in), ");
	hands_in(&d, 1, NULL);
	comes_to(&d, "COMPLETED", "> duelfs: carol, the judge, handed in nothing in time, ");
	duel_done(&d);
}

TEST(a_side_that_hands_in_does_not_wind_the_others_clock)
{
	struct duel d;
	(void)state;
	begin(&d, "dialectic");
	sits(&d, "alice", "proposition");
	sits(&d, "bob", "opposition");
	int64_t at = ends(d.state, &d.ctx);
	duel_tick(&d, 1000);
	hands_in(&d, 1, NULL);
	assert_int_equal(ends(d.state, &d.ctx), at);
	duel_done(&d);
}

/* -- rounds -- */

TEST(debates_in_rounds_end_as_their_page_says)
{
	struct duel d;
	(void)state;
	begin(&d, "rounds");
	sits(&d, "bob", "challenger");
	assert_int_equal(ends(d.state, &d.ctx), d.ctx.clock_ms - d.step_ms + WAIT * 1000);
	comes_to(&d, "ABORTED", "> duelfs: the proposer failed (timeout); there is no position, and the debate is aborted, ");
	duel_done(&d);

	begin(&d, "rounds");
	sits(&d, "alice", "proposer");
	comes_to(&d, "UNCONTESTED", "> duelfs: the challenger failed (timeout); the position is uncontested, ");
	sits(&d, "bob", "challenger");
	assert_int_equal(ends(d.state, &d.ctx), d.ctx.clock_ms - d.step_ms + TURN * 1000);
	comes_to(&d, "ABORTED", "> duelfs: the proposer failed (timeout); there is no position, ");
	hands_in(&d, 1, NULL);
	comes_to(&d, "UNCONTESTED", "> duelfs: the challenger failed (timeout); the position is uncontested, ");
	hands_in(&d, 2, NULL);
	comes_to(&d, "ABORTED", "> duelfs: the proposer failed (timeout); round 2 is incomplete, and the verdict is on those before it, "); /* and nobody to judge it */
	hands_in(&d, 1, NULL);
	hands_in(&d, 2, NULL);
	assert_string_equal(state_of(&d), "summarizing");
	assert_int_equal(ends(d.state, &d.ctx), d.ctx.clock_ms - d.step_ms + WAIT * 1000);
	sits(&d, "carol", "orchestrator");
	comes_to(&d, "ABORTED", "> duelfs: the orchestrator failed (timeout); the next turn goes without a summary, ");
	duel_tick(&d, TURN);
	struct fstate *next;
	UT_string lines, prompt;
	utstring_init(&lines);
	next = lapsed(fstate_hold(d.state), &d.ctx, &lines);
	assert_string_equal(fstate_phase_name(next), "debating");
	assert_int_equal(ends(next, &d.ctx), d.ctx.clock_ms + TURN * 1000);
	utstring_init(&prompt);
	d.f->brief(next, &d.ctx, 1, SIZE_MAX, &prompt);
	assert_non_null(strstr(utstring_body(&prompt), "Round 1"));
	utstring_done(&prompt);
	utstring_done(&lines);
	fstate_drop(next);
	duel_done(&d);
}

TEST(without_a_verdict_a_debate_in_rounds_is_aborted)
{
	struct duel d;
	(void)state;
	begin(&d, "rounds");
	d.terms.rounds = 1;
	sits(&d, "alice", "proposer");
	sits(&d, "bob", "challenger");
	hands_in(&d, 1, NULL);
	hands_in(&d, 2, NULL);
	comes_to(&d, "ABORTED", "> duelfs: the orchestrator failed (timeout); there is no verdict, ");
	sits(&d, "carol", "orchestrator");
	comes_to(&d, "ABORTED", "> duelfs: the orchestrator failed (timeout); there is no verdict, ");
	duel_done(&d);
}

/* -- what stops a clock -- */

TEST(while_nothing_is_mounted_no_clock_runs)
{
	struct duel d;
	(void)state;
	begin(&d, "socratic");
	sits(&d, "alice", "");
	int64_t at = ends(d.state, &d.ctx), since = at - MOVE * 1000;
	const struct downtime before = {0, since - 500000}, across = {since - 500, since + 500}, after = {since + 1000, since + 601000};
	d.ctx.n_downtime = 1;
	d.ctx.downtime = &before;
	assert_int_equal(ends(d.state, &d.ctx), at);
	d.ctx.downtime = &across;
	assert_int_equal(ends(d.state, &d.ctx), at + 500);
	d.ctx.downtime = &after;
	assert_int_equal(ends(d.state, &d.ctx), at + 600000);
	const struct downtime two[] = {{since + 1000, since + 2000}, {since + 3000, since + 9000}};
	d.ctx.downtime = two;
	d.ctx.n_downtime = 2;
	assert_int_equal(ends(d.state, &d.ctx), at + 7000);
	duel_done(&d);
}

TEST(behind_a_mount_a_minute_is_left_also_of_a_shorter_clock)
{
	struct duel d;
	(void)state;
	begin(&d, "rounds");
	d.terms.turn_seconds = 30;
	sits(&d, "alice", "proposer");
	sits(&d, "bob", "challenger");
	int64_t at = ends(d.state, &d.ctx);
	struct downtime down = {at - 1000, at + 50000};
	d.ctx.downtime = &down;
	d.ctx.n_downtime = 1;
	assert_int_equal(ends(d.state, &d.ctx), at + 50000 + MOVE_LEAST_MS);
	down = (struct downtime){at - 40000, at - 30000}; /* it fell due as the mount began */
	assert_int_equal(ends(d.state, &d.ctx), at - 30000 + MOVE_LEAST_MS);
	down = (struct downtime){at - 50000, at - 40000}; /* and behind it */
	assert_int_equal(ends(d.state, &d.ctx), at);
	duel_done(&d);
}

TEST(a_clock_of_an_earlier_boot_counts_from_the_boot_on)
{
	struct duel d;
	(void)state;
	begin(&d, "socratic");
	sits(&d, "alice", "");
	d.ctx.clock_ms = 1000;
	assert_int_equal(ends(d.state, &d.ctx), MOVE * 1000);
	duel_done(&d);
}
