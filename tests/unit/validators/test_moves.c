/* moves.c: every state of every format comes to an end by itself, at the time that it should. */
#include "tests/unit/validators/rounds_texts.h"
#include "tests/unit/validators/socratic_filler.h"

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

static int64_t
ends(const struct debate *state, const struct context *ctx)
{
	return format_deadline(state, ctx, NULL);
}

/* The drafts become entries of a state alone. */
static void
lapsed(struct debate *state, struct context *ctx)
{
	struct verdict v = {.n = 0};
	format_deadline(state, ctx, &v);
	assert_true(v.n >= 2);
	assert_int_equal(v.drafts[0].kind, ENTRY_LAPSE);
	for (unsigned i = 0; i < v.n; i++) {
		struct draft *t = &v.drafts[i];
		struct entry *e = entry_new(t->kind, 0, 0, t->data, t->body, t->body_len);
		e->time_ms = ctx->now_ms;
		e->clock_ms = ctx->clock_ms;
		assert_true(apply_entry(state, ctx, e, 0));
		entry_free(e);
	}
	verdict_free(&v);
}

/* Nobody acts from here on: it ends, and says why. */
static void
ends_alone(const struct duel *d)
{
	struct debate *state = duel_again(d);
	struct context ctx = d->ctx;
	ctx.holder = 0;
	for (unsigned n = 0; !debate_is_closed(state); n++) {
		int64_t at = ends(state, &ctx);
		assert_true(n < 20);
		if (at < ctx.clock_ms)
			fail_msg("%s, %s: %lld", d->f->name, debate_phase_name(state), (long long)at);
		ctx.now_ms += at - ctx.clock_ms;
		ctx.clock_ms = at;
		lapsed(state, &ctx);
	}
	assert_true(*debate_reason(state));
	debate_delete(state);
}

static void
begin(struct duel *d, const char *format)
{
	assert_non_null(format_find(format));
	duel_begin(d, format_find(format), terms, NULL);
	d->step_ms = 1000;
	assert_int_equal(ends(d->state, &d->ctx), 0);
	duel_tick(d, 10 * MOVE); /* before the first join nothing counts */
}

static void
sits(struct duel *d, const char *name, const char *role)
{
	assert_null(duel_sit(d, name, role, *role == 'c' ? "gemini" : "claude", "opus"));
}

/* The text of a seat of a dialectic, as the corpus has it; the report is of words. */
static void
dialectic_text(const struct duel *d, const struct format_kind *h, unsigned seat, UT_string *text)
{
	static const char *const roles[] = {"proposition", "opposition", "judge"};
	size_t len;
	unsigned before = strcmp(d->f->name, "dialectic") ? 0 : 1;
	char *path = mem_format("tests/corpus/dialectic/debate/%u-%s.json", debate_pieces(d->state),
		roles[d->state->seats[seat - 1].role - before]);

	if (strcmp(h->kind.name, "report")) {
		char *whole = test_owns(read_whole(path, &len));

		utstring_bincpy(text, whole, len);
	} else {
		utstring_printf(text, "# Buses\n\n## The Question\n\nWho pays?\n\n## The Clash\n\nOf prop_000a.\n\n## Turning Points\n\n");
		for (int i = 0; i < 510; i++)
			utstring_printf(text, "word%s", i % 10 ? " " : "\n");
		utstring_printf(text, "\n\n## The Verdict\n\nSo.\n");
	}
	free(path);
}

/* The texts that this seat may hand in, filled in. */
static void
hands_in(struct duel *d, unsigned seat)
{
	const struct format_kind *h = hand_in_next(d->state, seat, NULL);
	duel_floor(d, seat);
	UT_string *text = test_string();
	if (!strcmp(d->f->name, "dialectic"))
		dialectic_text(d, h, seat, text);
	else if (!strcmp(d->f->name, "socratic"))
		(strcmp(h->kind.name, "turn") ? put_example_conclusion : put_example)(d->state, &d->ctx, seat, text);
	else
		utstring_printf(text, "%s", rounds_text(h->kind.name, debate_pieces(d->state) > 3 ? 3 : 2));
	duel_hand_in(d, utstring_body(text), utstring_len(text));
	duel_floor(d, 0);
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
	for (size_t i = 0; i < N(plays); i++) {
		struct duel d;
		unsigned steps = 0;
		begin(&d, plays[i].format);
		for (unsigned k = 0; k < plays[i].n; k++) {
			sits(&d, names[k], plays[i].seats[k]);
			ends_alone(&d);
		}
		for (struct move m; move_first(d.state, &d.ctx, &m); steps++) {
			hands_in(&d, m.seat);
			ends_alone(&d);
		}
		assert_int_equal(steps, plays[i].steps);
		assert_true(debate_is_closed(d.state));
		assert_int_equal(ends(d.state, &d.ctx), 0);
		assert_replays(&d);
		duel_done(&d);
	}
}

TEST(who_has_the_floor_changes_no_clock)
{
	struct duel d;
	begin(&d, "socratic");
	sits(&d, "alice", "");
	int64_t at = ends(d.state, &d.ctx);
	duel_tick(&d, WAIT);
	assert_null(duel_claim(&d, 1, true));
	assert_true(ends(d.state, &d.ctx) == at && !format_wait_until(d.state, &d.ctx)); /* nobody is waited for now */
	duel_release(&d);
	assert_int_equal(ends(d.state, &d.ctx), at);
	sits(&d, "bob", "");
	assert_true(ends(d.state, &d.ctx) > at);
	hands_in(&d, 1);
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

TEST(a_side_that_hands_in_does_not_wind_the_others_clock)
{
	struct duel d;
	begin(&d, "dialectic");
	sits(&d, "alice", "proposition");
	sits(&d, "bob", "opposition");
	int64_t at = ends(d.state, &d.ctx);
	duel_tick(&d, 1000);
	hands_in(&d, 1);
	assert_int_equal(ends(d.state, &d.ctx), at);
	duel_done(&d);
}

TEST(while_nothing_is_mounted_no_clock_runs)
{
	struct duel d;
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

TEST(a_clock_of_an_earlier_boot_counts_from_the_boot_on)
{
	struct duel d;
	begin(&d, "socratic");
	sits(&d, "alice", "");
	d.ctx.clock_ms = 1000;
	assert_int_equal(ends(d.state, &d.ctx), MOVE * 1000);
	duel_done(&d);
}
