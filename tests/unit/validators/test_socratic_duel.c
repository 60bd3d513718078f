/* A log that cannot be understood, and a clock that does not begin anew. */
#include "tests/unit/validators/socratic_fixture.h"

#define TURN_BODY "\n---\n\n## Turn 1 — a (b / c) — CONVERGING\n"

static int
open_duel(void **state)
{
	struct duel *d = mem_calloc(1, sizeof *d);

	duel_init(d, NULL);
	duel_join(d, "alice", "claude-code", "opus");
	duel_join(d, "bob", "codex", "x/y");
	*state = d;
	return 0;
}

EACH_TEST(open_duel, close_duel);

TEST(what_cannot_be_understood_is_damage)
{
	static const struct {
		enum entry_kind kind;
		unsigned seat;
		const char *data, *body;
	} rows[] = {{ENTRY_JOIN, 1, NULL, NULL}, {ENTRY_JOIN, 4, NULL, NULL}, {ENTRY_CLAIM, 0, NULL, NULL}, {ENTRY_CLAIM, 3, NULL, NULL},
		{ENTRY_EXPIRE, 3, NULL, NULL}, {ENTRY_TURN, 1, "{}", NULL}, {ENTRY_TURN, 1, "{\"kind\":\"else\"}", TURN_BODY},
		{ENTRY_TURN, 1, "{}", TURN_BODY}, {ENTRY_TURN, 0, "{\"kind\":\"turn\"}", TURN_BODY},
		{ENTRY_TURN, 3, "{\"kind\":\"turn\"}", TURN_BODY}, {ENTRY_NOTE, 1, "{\"note\":1}", "x"}, {ENTRY_CONCLUSION, 1, NULL, "x"},
		{ENTRY_CONCLUSION, 1, "{\"outcome\":\"X\"}", "x"}, {ENTRY_CLOSE, 0, "[]", NULL}, {ENTRY_CLOSE, 0, "{\"outcome\":\"X\"}", NULL},
		{ENTRY_KINDS, 0, NULL, NULL}, {0, 0, NULL, NULL}};
	struct duel *d = state;

	for (size_t i = 0; i < N(rows); i++) {
		struct entry *e = entry_new(rows[i].kind, rows[i].seat, 1, rows[i].data, rows[i].body, rows[i].body ? strlen(rows[i].body) : 0);
		if (apply_entry(d->state, &d->ctx, e, 0))
			fail_msg("row %zu", i);
		entry_free(e);
	}
	duel_fold(d, ENTRY_TURN, 1, "{\"kind\":\"turn\",\"warnings\":[1,\"w\"]}", TURN_BODY, strlen(TURN_BODY));
	assert_int_equal(debate_pieces(d->state), 1);
}

static void
is_waited_for(const struct duel *d, int64_t until_ms)
{
	assert_int_equal(format_wait_until(d->state, &d->ctx), until_ms);
}

static void
hand_in_turn(struct duel *d)
{
	duel_fold(d, ENTRY_TURN, 1, "{\"kind\":\"turn\"}", TURN_BODY, strlen(TURN_BODY));
}

TEST(a_lease_that_ended_does_not_make_the_wait_begin_anew)
{
	struct duel *d = state;

	hand_in_turn(d);
	int64_t until = d->ctx.clock_ms + 1200000;
	is_waited_for(d, until);
	duel_tick(d, 590);
	assert_null(duel_claim(d, 2, false));
	duel_fold(d, ENTRY_EXPIRE, 2, NULL, NULL, 0);
	duel_floor(d, 0);
	is_waited_for(d, until);
	duel_tick(d, 610);
	assert_null(duel_claim(d, 1, true));
}

/* The clock of another boot: never less is waited than wait_seconds. */
TEST(after_a_reboot_the_wait_counts_from_the_boot)
{
	struct duel *d = state;

	hand_in_turn(d);
	d->ctx.clock_ms = 20000;
	is_waited_for(d, 1200000);
	assert_string_equal(duel_claim(d, 1, true), "lease.order");
	d->ctx.clock_ms = 1200000;
	assert_null(duel_claim(d, 1, true));
}
