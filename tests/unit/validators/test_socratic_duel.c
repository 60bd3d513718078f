/*
 * Whole duels: states and their exits, whose move it is, timeouts, conclusions, events, and that a replay comes to the same.
 */
#include "tests/unit/validators/socratic_fixture.h"

#include <errno.h>

static const char source[] = "# Caching\n\n## Rollout\n\nFailures are rare.\n";

static const char *const claims[] = { "",
	"old prices lose customers for good", "holidays leave nobody to clear what went bad", "marks on stale answers keep readers honest",
	"two clocks never agree about midnight", "budgets pay for memory before they pay for people",
		"logs outlive the teams that read them" };

struct turn_spec {
	unsigned number;
	const char *stance;
	const char *items;    /* under Unresolved Items; NULL: one that does not block */
	const char *revision; /* NULL: none */
	const char *claim;    /* NULL: one of its own */
	const char *consensus; /* NULL: of who accepts, a statement, or in an even turn that of the one before */
};

#define STATEMENT "Caching is worth it\nwhere *reads* outnumber writes."

static char *
turn(const struct turn_spec *t)
{
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "## Turn %u — %s — %s\n\n", t->number,
		t->number % 2 ? "alice (claude-code / opus)" : "bob (codex / x/y)", t->stance);
	utstring_printf(&out, "**Position**\nCaching position number %u stands.\n\n", t->number);
	utstring_printf(&out,
		"**Counterpoints**\n- Addresses: Source\n  Claim: caching point number %u stands\n  Support:\n    - https://a.org/%u\n\n",
		t->number, t->number);
	utstring_printf(&out, "**Agreements**\n- Some.\n\n**Novel Argument**\n%s\n\nSupport:\n    - Principle: x\n\n",
		t->claim ? t->claim : claims[t->number]);
	utstring_printf(&out, "**Unresolved Items**\n%s\n", t->items ? t->items : "- how long (non-blocking)");
	if (t->revision)
		utstring_printf(&out, "\n**Stance Revision Support**\n%s\n", t->revision);
	if (t->consensus)
		utstring_printf(&out, "\n**Consensus**\n%s\n", t->consensus);
	else if (!strcmp(t->stance, "ACCEPTING_CONSENSUS") && t->number % 2)
		utstring_printf(&out, "\n**Consensus**\n" STATEMENT "\n");
	else if (!strcmp(t->stance, "ACCEPTING_CONSENSUS"))
		utstring_printf(&out, "\n**Consensus**\nAccepts: Turn %u\n", t->number - 1);
	return utstring_body(&out);
}

#define SPEC(n, s, ...) (&(struct turn_spec){ .number = n, .stance = s, ##__VA_ARGS__ })

static void
submit(struct duel *d, const struct turn_spec *t)
{
	char *text = turn(t);

	duel_accept(d, 2 - t->number % 2, text, strlen(text));
	free(text);
}

static void
take_turn(struct duel *d, const struct turn_spec *t)
{
	submit(d, t);
	duel_fold(d, ENTRY_RELEASE, d->ctx.holder, NULL, NULL, 0);
	duel_floor(d, 0, GRANT_NONE);
	duel_tick(d, 10);
}

static void
refuse_turn(struct duel *d, const struct turn_spec *t, const char *says)
{
	char *text = turn(t);

	if (!d->ctx.holder)
		duel_floor(d, 2 - t->number % 2, GRANT_TURN);
	if (duel_try_bytes(d, text, strlen(text)) >= 0)
		fail_msg("accepted:\n%s", text);
	assert_printed(d, says);
	free(text);
}

static char *
conclusion(const char *outcome)
{
	return mem_format("## Terminal Conclusion\n\n**Outcome**: %s\n**Reason**: it is so\n\nMark stale answers.\n", outcome);
}

static void
conclude(struct duel *d, unsigned seat, const char *outcome)
{
	char *text = conclusion(outcome);

	duel_accept(d, seat, text, strlen(text));
	free(text);
}

static void
refuse_text(struct duel *d, unsigned seat, const char *text, const char *says)
{
	if (d->ctx.holder != seat)
		duel_floor(d, seat, GRANT_TURN);
	if (duel_try_bytes(d, text, strlen(text)) != -EINVAL)
		fail_msg("not refused with EINVAL:\n%s\n%s", text, utstring_body(&d->printed));
	assert_printed(d, says);
}

static void
refuse_outcome(struct duel *d, unsigned seat, const char *outcome, const char *says)
{
	char *text = conclusion(outcome);

	refuse_text(d, seat, text, says);
	free(text);
}

/* Out of turn: EBUSY, with the verdict on the text all the same. */
static void
refuse_early(struct duel *d, unsigned seat, const char *outcome, const char *says)
{
	char *text = conclusion(outcome);

	duel_refuse_as(d, seat, text, -EBUSY, says);
	free(text);
}

static enum next_step
next_of(const struct duel *d, unsigned seat)
{
	return format_socratic.format.next(d->state, &d->ctx, seat);
}

/* Ask for the floor: granted so. A note goes into the record, then the claim. */
static void
claim(struct duel *d, unsigned seat, bool for_timeout, enum grant grant, const char *note)
{
	size_t n = d->n_log;
	const char *refused = duel_claim(d, seat, for_timeout);
	if (refused)
		fail_msg("%s: %s", refused, duel_said(d));
	assert_int_equal(d->ctx.grant, grant);
	assert_int_equal(d->n_log - n, note ? 2 : 1);
	if (note)
		assert_string_equal(d->log[n]->body, note);
}

static void
release(struct duel *d, enum entry_kind kind)
{
	duel_fold(d, kind, d->ctx.holder, NULL, NULL, 0);
	duel_floor(d, 0, GRANT_NONE);
}

static int
open_duel(void **state)
{
	struct duel *d = mem_calloc(1, sizeof *d);

	duel_init(d, source);
	*state = d;
	return 0;
}

static void
join_both(struct duel *d)
{
	duel_join(d, "alice", "claude-code", "opus");
	duel_join(d, "bob", "codex", "x/y");
}

EACH_TEST(open_duel, close_duel);

/* -- states ---------------------------------------------------------------------------------------------------------------------- */

TEST(a_duel_begins_when_both_have_joined)
{
	struct duel *d = *state;

	assert_string_equal(state_of(d), "preparing");
	assert_int_equal(next_of(d, 0), NEXT_WAIT_PEER);
	duel_join(d, "alice", "claude-code", "opus");
	assert_string_equal(state_of(d), "waiting_for_participant");
	assert_int_equal(next_of(d, 1), NEXT_WAIT_PEER);
	duel_join(d, "bob", "codex", "x/y");
	assert_string_equal(state_of(d), "debating");
	assert_int_equal(next_of(d, 1), NEXT_CLAIM_LOCK);
	assert_int_equal(next_of(d, 2), NEXT_CLAIM_LOCK);
	assert_int_equal(format_socratic.format.next_seat(d->state, &d->ctx), 0);
	assert_int_equal(format_socratic.format.wait_until(d->state, &d->ctx), 0);
}

TEST(the_floor_goes_to_and_fro)
{
	struct duel *d = *state;

	join_both(d);
	claim(d, 1, false, GRANT_TURN, NULL);
	assert_int_equal(next_of(d, 1), NEXT_COMPOSE_TURN);
	assert_int_equal(next_of(d, 2), NEXT_WAIT_TURN);
	assert_int_equal(format_socratic.format.next_seat(d->state, &d->ctx), 1);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	assert_int_equal(next_of(d, 1), NEXT_WAIT_TURN);
	assert_int_equal(next_of(d, 2), NEXT_CLAIM_LOCK);
	assert_int_equal(next_of(d, 0), NEXT_CLAIM_LOCK);
	assert_int_equal(format_socratic.format.next_seat(d->state, &d->ctx), 2);
	no_floor(d, 1, false, "lease.order", "it is the move of bob: turn 2; for=timeout is granted from ");
	claim(d, 2, false, GRANT_TURN, NULL);
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	assert_int_equal(format_socratic.format.next_seat(d->state, &d->ctx), 1);
}

TEST(a_second_turn_in_a_row_is_refused)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	duel_floor(d, 1, GRANT_TURN);
	assert_int_equal(next_of(d, 1), NEXT_WAIT_TURN);
	refuse_turn(d, SPEC(3, "OPEN_TO_DEBATE"), "t: error: [lease.order] it is the move of bob: turn 2; ");
	assert_printed(d, "t:1: error: [turn.number] the heading is `## Turn 2 — alice (claude-code / opus) —`, or left out");
}

TEST(after_the_last_turn_only_a_conclusion_is_accepted)
{
	struct duel *d = *state;

	d->terms.max_turns = 2;
	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	assert_string_equal(state_of(d), "closing");
	assert_int_equal(next_of(d, 1), NEXT_UPDATE_MARKDOWN);
	assert_int_equal(next_of(d, 2), NEXT_UPDATE_MARKDOWN);
	assert_int_equal(format_socratic.format.next_seat(d->state, &d->ctx), 0);
	claim(d, 2, false, GRANT_TURN, NULL);
	assert_int_equal(next_of(d, 2), NEXT_UPDATE_MARKDOWN);
	refuse_turn(d, SPEC(3, "OPEN_TO_DEBATE"), "[turn.limit] turn 2 is the last; a conclusion is due");
	release(d, ENTRY_RELEASE);
	no_floor(d, 1, true, "lease.order", "it is your own move, and no timeout");
	claim(d, 1, false, GRANT_TURN, NULL);
	conclude(d, 1, "MAX_TURNS");
	assert_string_equal(state_of(d), "completed");
	assert_string_equal(fstate_outcome(d->state), "MAX_TURNS");
	assert_string_equal(fstate_reason(d->state), "it is so");
	assert_int_equal(next_of(d, 1), NEXT_CLOSED);
}

TEST(a_closed_duel_takes_nothing_more)
{
	struct duel *d = *state;
	struct entry *e;

	join_both(d);
	duel_floor(d, 1, GRANT_TURN);
	duel_fold(d, ENTRY_CLOSE, 0, "{\"outcome\":\"INVALIDATED\",\"reason\":\"it is so\"}", NULL, 0);
	assert_string_equal(state_of(d), "invalidated");
	assert_string_equal(fstate_reason(d->state), "it is so");
	assert_int_equal(duel_try_bytes(d, "x", 1), -EROFS);
	no_floor(d, 1, false, "duel.closed", "INVALIDATED");
	e = entry_new(ENTRY_CLAIM, 1, 9, NULL, NULL, 0);
	assert_null(apply_entry(d->state, &d->ctx, e, 0));
	entry_free(e);
}

TEST(what_cannot_be_understood_is_damage)
{
	static const struct {
		enum entry_kind kind;
		unsigned seat;
		const char *data, *body;
	} rows[] = {
		{ ENTRY_JOIN, 1, NULL, NULL }, { ENTRY_JOIN, 4, NULL, NULL }, { ENTRY_CLAIM, 0, NULL, NULL }, { ENTRY_CLAIM, 3,
			NULL, NULL },
		{ ENTRY_EXPIRE, 3, NULL, NULL }, { ENTRY_TURN, 1, "{}", NULL },
		{ ENTRY_TURN, 1, "{\"kind\":\"else\"}", "\n---\n\n## Turn 1 — a (b / c) — CONVERGING\n" },
		{ ENTRY_TURN, 1, "{}", "\n---\n\n## Turn 1 — a (b / c) — CONVERGING\n" },
		{ ENTRY_TURN, 0, "{\"kind\":\"turn\"}", "\n---\n\n## Turn 1 — a (b / c) — CONVERGING\n" },
		{ ENTRY_TURN, 3, "{\"kind\":\"turn\"}", "\n---\n\n## Turn 1 — a (b / c) — CONVERGING\n" }, { ENTRY_NOTE, 1, "{\"note\":1}", "x" },
		{ ENTRY_CONCLUSION, 1, NULL, "x" }, { ENTRY_CONCLUSION, 1, "{\"outcome\":\"X\"}", "x" },
		{ ENTRY_CLOSE, 0, "[]", NULL }, { ENTRY_CLOSE, 0, "{\"outcome\":\"X\"}", NULL }, { ENTRY_KINDS, 0, NULL, NULL }, { 0, 0, NULL, NULL } };
	struct duel *d = *state;

	join_both(d);
	for (size_t i = 0; i < N(rows); i++) {
		struct entry *e = entry_new(rows[i].kind, rows[i].seat, 1, rows[i].data, rows[i].body,
			rows[i].body ? strlen(rows[i].body) : 0);
		if (apply_entry(d->state, &d->ctx, e, 0))
			fail_msg("row %zu", i);
		entry_free(e);
	}
	duel_fold(d, ENTRY_TURN, 1, "{\"kind\":\"turn\",\"warnings\":[1,\"w\"]}", "\n---\n\n## Turn 1 — a (b / c) — CONVERGING\n",
		strlen("\n---\n\n## Turn 1 — a (b / c) — CONVERGING\n"));
	assert_int_equal(fstate_pieces(d->state), 1);
}

/* -- timeouts -------------------------------------------------------------------------------------------------------------------- */

TEST(a_missing_peer_can_be_waited_for_only_so_long)
{
	struct duel *d = *state;

	no_floor(d, 1, true, "lease.wait", "only a participant");
	duel_join(d, "alice", "claude-code", "opus");
	no_floor(d, 1, false, "lease.wait", "for=timeout from ");
	assert_int_equal(format_socratic.format.wait_until(d->state, &d->ctx), d->ctx.clock_ms + 1200000);
	duel_tick(d, 1199);
	no_floor(d, 1, true, "lease.wait", "for=timeout from ");
	duel_tick(d, 1);
	no_floor(d, 1, false, "lease.wait", "the wait is over: claim with for=timeout to end the duel, for nothing but a conclusion can be written then");
	assert_int_equal(next_of(d, 1), NEXT_CLAIM_LOCK);
	claim(d, 1, true, GRANT_TIMEOUT_MISSING, NULL);
	assert_string_equal(state_of(d), "closing");
	assert_int_equal(next_of(d, 1), NEXT_UPDATE_MARKDOWN);
	assert_int_equal(format_socratic.format.next_seat(d->state, &d->ctx), 1);
	refuse_turn(d, SPEC(1, "OPEN_TO_DEBATE"), "t:1: error: [text.heading] the heading is `## Terminal Conclusion`, or left out");
	assert_null(strstr(duel_said(d), "[turn."));
	refuse_outcome(d, 1, "DISSENT", "[conclusion.unearned] DISSENT is earned when both have spoken");
	refuse_outcome(d, 1, "ACCEPTED_CONSENSUS",
		"[conclusion.unearned] ACCEPTED_CONSENSUS is earned when both latest turns are ACCEPTING_CONSENSUS");
	conclude(d, 1, "TIMEOUT");
	assert_string_equal(state_of(d), "completed");
}

TEST(an_unused_timeout_claim_leaves_a_conclusion_due_until_the_peer_joins)
{
	struct duel *d = *state;

	duel_join(d, "alice", "claude-code", "opus");
	duel_tick(d, 1200);
	claim(d, 1, true, GRANT_TIMEOUT_MISSING, NULL);
	release(d, ENTRY_EXPIRE);
	assert_string_equal(state_of(d), "closing");
	assert_int_equal(next_of(d, 1), NEXT_UPDATE_MARKDOWN);
	duel_join(d, "bob", "codex", "x/y");
	assert_string_equal(state_of(d), "debating");
}

TEST(a_peer_that_joins_after_all_makes_it_a_debate)
{
	struct duel *d = *state;

	duel_join(d, "alice", "claude-code", "opus");
	duel_tick(d, 1200);
	claim(d, 1, true, GRANT_TIMEOUT_MISSING, NULL);
	duel_join(d, "bob", "codex", "x/y");
	assert_string_equal(state_of(d), "debating");
	assert_int_equal(next_of(d, 1), NEXT_COMPOSE_TURN);
	refuse_outcome(d, 1, "TIMEOUT", "t:3: error: [conclusion.unearned] TIMEOUT is earned when it was claimed `for=timeout`, and the other side is missing or was silent");
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
}

TEST(a_silent_peer_lifts_alternation_once)
{
	struct duel *d = *state;

	join_both(d);
	no_floor(d, 2, true, "lease.order", "it is your own move, and no timeout");
	claim(d, 2, false, GRANT_TURN, NULL);
	release(d, ENTRY_RELEASE);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	no_floor(d, 2, true, "lease.order", "it is your own move");
	no_floor(d, 1, true, "lease.order", "bob, who may be silent until ");
	duel_tick(d, 1190);
	assert_int_equal(next_of(d, 1), NEXT_CLAIM_LOCK);
	no_floor(d, 1, false, "lease.order", "claim with for=timeout, the wait is over");
	claim(d, 1, true, GRANT_TIMEOUT_SILENT, "> duelfs: bob was silent for 1200 s, 2026-11-20T22:50:00Z\n");
	assert_int_equal(next_of(d, 1), NEXT_COMPOSE_TURN);
	{
		char *text = turn(SPEC(2, "OPEN_TO_DEBATE"));
		char *own = mem_resize(NULL, strlen(text) + 64, 1);
		sprintf(own, "## Turn 2 — alice (claude-code / opus) — OPEN_TO_DEBATE%s", strchr(text, '\n'));
		duel_accept(d, 1, own, strlen(own));
		free(own);
		free(text);
	}
	refuse_early(d, 1, "TIMEOUT", "[conclusion.unearned] TIMEOUT is earned when it was claimed `for=timeout`, ");
	refuse_turn(d, SPEC(3, "OPEN_TO_DEBATE"), "[lease.order] it is the move of bob: turn 3");
	assert_int_equal(format_socratic.format.next_seat(d->state, &d->ctx), 2);
}

TEST(a_silent_peer_lets_a_duel_end_with_timeout)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	duel_tick(d, 1200);
	refuse_early(d, 1, "TIMEOUT", "[conclusion.unearned] TIMEOUT is earned when it was claimed `for=timeout`, ");
	duel_floor(d, 0, GRANT_NONE);
	claim(d, 1, true, GRANT_TIMEOUT_SILENT, "> duelfs: bob was silent for 1200 s, 2026-11-20T22:50:10Z\n");
	conclude(d, 1, "TIMEOUT");
	assert_string_equal(fstate_outcome(d->state), "TIMEOUT");
}

TEST(a_lease_that_ended_does_not_make_the_wait_begin_anew)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	duel_tick(d, 590);
	claim(d, 2, false, GRANT_TURN, NULL);
	release(d, ENTRY_EXPIRE);
	duel_tick(d, 600);
	claim(d, 1, true, GRANT_TIMEOUT_SILENT, "> duelfs: bob was silent for 1200 s, 2026-11-20T22:50:00Z\n");
	release(d, ENTRY_RELEASE);
	no_floor(d, 1, true, "lease.order", "it is your own move, and no timeout");
	claim(d, 1, false, GRANT_TURN, NULL);
}

/* The clock of another boot: never less is waited than wait_seconds. */
TEST(after_a_reboot_the_wait_counts_from_the_boot)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	d->ctx.clock_ms = 20000;
	assert_int_equal(format_socratic.format.wait_until(d->state, &d->ctx), 1200000);
	no_floor(d, 1, true, "lease.order", "may be silent until ");
	d->ctx.clock_ms = 1200000;
	claim(d, 1, true, GRANT_TIMEOUT_SILENT, "> duelfs: bob was silent for 1200 s, 2026-11-20T22:30:10Z\n");
}

/* -- conclusions ------------------------------------------------------------------------------------------------------------------ */

TEST(consensus_is_earned_by_both)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "ACCEPTING_CONSENSUS"));
	refuse_outcome(d, 2, "ACCEPTED_CONSENSUS",
		"t:3: error: [conclusion.unearned] ACCEPTED_CONSENSUS is earned when both latest turns are ACCEPTING_CONSENSUS");
	duel_floor(d, 0, GRANT_NONE);
	take_turn(d, SPEC(2, "CONVERGING"));
	refuse_outcome(d, 1, "ACCEPTED_CONSENSUS", "ACCEPTED_CONSENSUS is earned when both latest turns are ACCEPTING_CONSENSUS");
	refuse_outcome(d, 1, "DISSENT", "DISSENT is earned when an item blocks, or a stance is apart");
	refuse_outcome(d, 1, "MAX_TURNS", "MAX_TURNS is earned when the last turn is in, and consensus is not earned");
	duel_floor(d, 0, GRANT_NONE);
	take_turn(d, SPEC(3, "ACCEPTING_CONSENSUS"));
	take_turn(d, SPEC(4, "ACCEPTING_CONSENSUS", .revision = "- Turn 3"));
	assert_int_equal(next_of(d, 1), NEXT_UPDATE_MARKDOWN);
	assert_int_equal(next_of(d, 2), NEXT_UPDATE_MARKDOWN);
	claim(d, 2, false, GRANT_TURN, NULL);
	conclude(d, 2, "ACCEPTED_CONSENSUS");
	assert_string_equal(state_of(d), "completed");
}

TEST(dissent_needs_both_and_something_left)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "CONVERGING"));
	take_turn(d, SPEC(2, "CONVERGING", .items = "- who pays (blocking)"));
	conclude(d, 1, "DISSENT");
	assert_string_equal(fstate_outcome(d->state), "DISSENT");
}

/* What who has just spoken says of the debate is not what it ends with, as long as the other may still answer. */
TEST(dissent_is_not_for_who_has_just_spoken)
{
	static const char says[] = "[conclusion.unearned] DISSENT is earned when the other side has had a turn since, or none is left";
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "DISSENTING"));
	submit(d, SPEC(2, "OPEN_TO_DEBATE"));
	refuse_early(d, 2, "DISSENT", says);
	conclude(d, 1, "DISSENT");
}

TEST(dissent_of_both_is_for_either_at_once)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "DISSENTING"));
	submit(d, SPEC(2, "DISSENTING"));
	conclude(d, 2, "DISSENT");
}

TEST(dissent_is_for_who_spoke_last_where_no_turn_is_left)
{
	struct duel *d = *state;

	d->terms.max_turns = 2;
	join_both(d);
	take_turn(d, SPEC(1, "DISSENTING"));
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	conclude(d, 2, "DISSENT");
}

TEST(max_turns_is_not_for_consensus)
{
	struct duel *d = *state;

	d->terms.max_turns = 2;
	join_both(d);
	take_turn(d, SPEC(1, "ACCEPTING_CONSENSUS"));
	take_turn(d, SPEC(2, "ACCEPTING_CONSENSUS"));
	refuse_outcome(d, 1, "MAX_TURNS", "MAX_TURNS is earned when the last turn is in, and consensus is not earned");
	conclude(d, 1, "ACCEPTED_CONSENSUS");
}

TEST(a_conclusion_has_its_form)
{
	struct duel *d = *state;
#define C(outcome, reason, summary) "## Terminal Conclusion\n\n" outcome reason summary
#define O "**Outcome**: DISSENT\n"
#define R "**Reason**: it is so\n\n"
#define S "Mark stale answers.\n"

	join_both(d);
	take_turn(d, SPEC(1, "DISSENTING"));
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	refuse_text(d, 1, C("", R, S), "[conclusion.form] the line `Outcome: ACCEPTED_CONSENSUS|DISSENT|MAX_TURNS|TIMEOUT` is missing");
	refuse_text(d, 1, C(O, "\n", S), "[conclusion.form] the line `Reason: …` is missing");
	refuse_text(d, 1, C(O, "**Reason**:\n\n", S), "[conclusion.form]");
	refuse_text(d, 1, C("**Outcome**: VICTORY\n", R, S), "t:3: error: [conclusion.form]");
	refuse_text(d, 1, C(O, R, ""), "[conclusion.form] no summary stands behind `Reason:`");
	refuse_text(d, 1, C(O, R, S "\n## More\n"), "t:8: error: [text.reserved]");
	refuse_text(d, 1, "## Terminal Conclusion of it\n\n" O R S, "t:1: error: [text.heading]");
	refuse_text(d, 1, C(O, R, S "\n```\n"), "t:8: error: [text.open]");
	refuse_text(d, 1, C("> " O, "\n" R, S), "[conclusion.form] the line `Outcome: ACCEPTED_CONSENSUS|DISSENT|MAX_TURNS|TIMEOUT` is missing");
	duel_accept(d, 1, C(O, "**Reason**: it\nis so.\n\n", "### Summary\n\n" S),
		strlen(C(O, "**Reason**: it\nis so.\n\n", "### Summary\n\n" S)));
	assert_string_equal(fstate_reason(d->state), "it is so.");
}

TEST(a_conclusion_may_begin_with_a_rule_which_is_no_part_of_it)
{
	struct duel *d = *state;
	static const char text[] = "---\n\n" C("Outcome: `DISSENT`\n", R, S) "\n\n";

	join_both(d);
	take_turn(d, SPEC(1, "DISSENTING"));
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	utstring_clear(&d->record);
	duel_accept(d, 1, text, strlen(text));
	assert_string_equal(utstring_body(&d->record), C("Outcome: `DISSENT`\n", R, S) "> duelfs: closed DISSENT by alice, "
		"candidate convergence no, source plan.md, topic \"Caching of results\", 2026-11-20T22:30:20Z\n");
}

TEST(release_with_an_outcome_only_says_it_again)
{
	struct duel *d = *state;
	struct verdict out = { .n = 0 };
	char *sentence = NULL;

	join_both(d);
	assert_string_equal(format_socratic.format.close(d->state, &d->ctx, "DISSENT", "", &out, &sentence)->id, "value.bad");
	free(sentence);
	take_turn(d, SPEC(1, "DISSENTING"));
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	conclude(d, 1, "DISSENT");
	assert_null(format_socratic.format.close(d->state, &d->ctx, "DISSENT", "", &out, &sentence));
	assert_int_equal(out.n, 0);
	assert_string_equal(format_socratic.format.close(d->state, &d->ctx, "MAX_TURNS", "", &out, &sentence)->id, "value.bad");
	free(sentence);
}

TEST(the_filesystem_may_invalidate_a_duel)
{
	struct duel *d = *state;

	duel_fold(d, ENTRY_CLOSE, 0, "{\"outcome\":\"INVALIDATED\",\"reason\":\"damage\"}", NULL, 0);
	assert_string_equal(state_of(d), "invalidated");
	assert_string_equal(fstate_reason(d->state), "damage");
}

/* -- rules that look back ---------------------------------------------------------------------------------------------------------- */

TEST(a_new_stance_is_supported)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE", .revision = "- None (first turn)"));
	take_turn(d, SPEC(2, "DISSENTING"));
	refuse_turn(d, SPEC(3, "CONVERGING"), "t: error: [stance.revision] the stance was OPEN_TO_DEBATE; below `**Stance Revision Support**` an item "
		"says what changed it");
	refuse_turn(d, SPEC(3, "CONVERGING", .revision = "- none"), "t:24: error: [stance.revision]");
	refuse_turn(d, SPEC(3, "CONVERGING", .revision = "- I changed my mind"), "t:25: error: [support.kind]");
	duel_floor(d, 0, GRANT_NONE);
	take_turn(d, SPEC(3, "CONVERGING", .revision = "- Turn 2, which convinced me"));
	take_turn(d, SPEC(4, "DISSENTING", .revision = "No change."));
	take_turn(d, SPEC(5, "REVISING", .revision = "https://a.org\nPrinciple: x"));
}

TEST(earlier_turns_may_be_addressed_and_cited)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = "something else\n\nSupport:\n- Turn 2"),
		"[ref.unknown] `Turn 2` names nothing that is there");
	duel_floor(d, 0, GRANT_NONE);
	take_turn(d, SPEC(2, "CONVERGING", .claim = "something else\n\nSupport:\n- Turn 1"));
}

TEST(novel_is_what_nobody_has_said)
{
	static const char *const said[] = { "Old PRICES lose customers, for good!", "Caching position number 1 stands", "caching point number 1 stands!",
		"old prices lose customers for good, really" };
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = said[0]),
		"t:16: error: [novel.repeat] this repeats an earlier text: ");
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = said[1]), "[novel.repeat]");
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = said[2]), "[novel.repeat]");
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = "**Old** `prices` lose\ncustomers for good"), "[novel.repeat]");
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = "- old prices lose customers for good"), "[novel.repeat]");
	d->terms.novelty_threshold = 0.5;
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = said[3]), "[novel.repeat]");
	d->terms.novelty_threshold = 0;
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = said[0]), "[novel.repeat]");
	duel_floor(d, 0, GRANT_NONE);
	take_turn(d, SPEC(2, "CONVERGING", .claim = said[3]));
	refuse_turn(d, SPEC(3, "OPEN_TO_DEBATE", .claim = said[0]), "[novel.repeat]");
}

/* -- what is shown ---------------------------------------------------------------------------------------------------------------- */

TEST(the_head_names_everything_and_nothing_can_forge_it)
{
	struct duel *d = *state;
	UT_string out;

	d->terms.topic = "a | b *c* <d>";
	d->source.path = "/srv/my | docs/pl](x)an.md";
	d->source.name = "pl](x)an.md";
	duel_join(d, "al_ice*", "claude-code", "a|b");
	utstring_init(&out);
	format_socratic.format.head(&d->ctx, &out);
	assert_string_equal(utstring_body(&out),
		"# Socratic Duel: a \\| b \\*c\\* \\<d\\>\n\n"
		"Source path: /srv/my \\| docs/pl\\](x)an.md\n\n"
		"Source: [pl\\](x)an.md](/srv/my%20%7C%20docs/pl%5D%28x%29an.md)\n\n"
		"Created: 2026-11-20T22:30:00Z\n\n"
		"| Field | Value |\n|---|---|\n| Duel ID | 7 |\n| Source path | /srv/my \\| docs/pl\\](x)an.md |\n"
		"| Topic | a \\| b \\*c\\* \\<d\\> |\n| Topic slug | caching-of-results |\n| Max turns | 6 |\n\n"
		"| Participant | Harness | Model | Joined |\n|---|---|---|---|\n"
		"| al_ice\\* | claude-code | a\\|b | 2026-11-20T22:30:00Z |\n");
	utstring_clear(&out);
	d->ctx.source = NULL;
	format_socratic.format.head(&d->ctx, &out);
	assert_non_null(strstr(utstring_body(&out), "This duel has no source document.\n\n"));
	d->ctx.source = &d->source;
	utstring_done(&out);
}

TEST(turns_are_slices_of_the_record)
{
	struct duel *d = *state;

	join_both(d);
	duel_fold(d, ENTRY_HEAD, 1, NULL, "# Head\n", 7);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	for (unsigned i = 0; i < 2; i++) {
		struct turn_slice slice = fstate_turn(d->state, i);
		char *text = turn(SPEC(i + 1, "OPEN_TO_DEBATE"));

		assert_int_equal(slice.number, i + 1);
		assert_int_equal(slice.seat, i + 1);
		assert_int_equal(slice.len, strlen(text));
		assert_memory_equal(utstring_body(&d->record) + slice.offset, text, slice.len);
		free(text);
	}
	assert_int_equal(fstate_turn(d->state, 2).number, 0);
}

static void
collect_text(void *arg, const char *text)
{
	/* These texts are short on purpose. */
	if (!strstr(text, "[section.thin]"))
		utstring_printf(arg, "%s\n", text);
}

TEST(warnings_are_kept_with_their_turn)
{
	struct duel *d = *state;
	UT_string out;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE", .claim = "stale data\n\nSupport:\n- `notes.md`"));
	take_turn(d, SPEC(2, "ACCEPTING_CONSENSUS", .consensus = ""));
	for (int again = 0; again < 2; again++) {
		utstring_init(&out);
		format_socratic.format.warnings(d->state, collect_text, &out);
		assert_string_equal(utstring_body(&out),
			"text 1: [support.file] nobody looks up this file: ``notes.md``\n"
			"text 2: [consensus.text] there is no statement below `**Consensus**`\n");
		utstring_done(&out);
		assert_replays(d);
	}
}

/* The events since this was asked last. */
static void
assert_events(struct duel *d, const char *expected)
{
	assert_string_equal(utstring_len(&d->events) ? utstring_body(&d->events) : "", expected);
	utstring_clear(&d->events);
}

#define UPDATED(unit, n, who, kind, converges, outcome) \
	"artifact_updated " unit " \"turn_number\":" n ",\"participant\":\"" who "\",\"kind\":\"" kind "\",\"candidate_convergence\":" converges \
	",\"terminal_outcome\":\"" outcome "\"\n"

TEST(events_tell_of_turns_and_of_the_end)
{
	struct duel *d = *state;

	join_both(d);
	assert_events(d, "");
	submit(d, SPEC(1, "CONVERGING"));
	assert_events(d, "artifact_registered turn:1 \"path\":\"debate.md\",\"type\":\"markdown\",\"source_path\":\"/srv/docs/plan.md\","
			 "\"topic\":\"Caching of results\"\n" UPDATED("turn:1", "1", "alice", "turn", "false", ""));
	submit(d, SPEC(2, "CONVERGING", .items = "- a (blocking)"));
	assert_events(d, UPDATED("turn:2", "2", "bob", "turn", "true",
		"") "btw_update turn:2 \"message\":\"Candidate convergence detected; the duel "
			 "goes on until a conclusion is accepted\",\"turn_number\":2,\"candidate_convergence\":true\n");
	conclude(d, 1, "DISSENT");
	assert_events(d, "artifact_updated conclusion:DISSENT \"turn_number\":2,\"participant\":\"alice\",\"kind\":\"conclusion\",\"terminal_outcome\":\"DISSENT\","
			 "\"candidate_convergence\":true\n" "completed conclusion:DISSENT \"participant\":\"alice\",\"outcome\":\"DISSENT\","
			 "\"reason\":\"it is so\"\n");
}

TEST(status_shows_candidate_convergence)
{
	struct duel *d = *state;
	const struct status_row *row = &format_socratic.format.status[1];

	join_both(d);
	take_turn(d, SPEC(1, "CONVERGING"));
	assert_string_equal(row->key, "candidate_convergence");
	assert_int_equal(row->value(d->state, &d->ctx).integer, 0);
	take_turn(d, SPEC(2, "ACCEPTING_CONSENSUS", .consensus = STATEMENT));
	assert_int_equal(row->value(d->state, &d->ctx).integer, 1);
	take_turn(d, SPEC(3, "DISSENTING", .revision = "- Turn 2"));
	assert_int_equal(row->value(d->state, &d->ctx).integer, 0);
}

/* A state that is held stays as it was, whatever is folded on. */
TEST(states_are_immutable)
{
	struct duel *d = *state;
	struct fstate *held;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	held = fstate_hold(d->state);
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	conclude(d, 1, "DISSENT");
	assert_int_equal(fstate_pieces(held), 1);
	assert_string_equal(fstate_outcome(held), "");
	assert_int_equal(fstate_turn(held, 0).number, 1);
	fstate_drop(held);
}

TEST(a_whole_duel)
{
	static const char *const names[] = { "OPEN_TO_DEBATE", "DISSENTING", "CONVERGING", "REVISING", "ACCEPTING_CONSENSUS",
		"ACCEPTING_CONSENSUS" };
	struct duel *d = *state;

	join_both(d);
	for (unsigned n = 1; n <= 6; n++) {
		claim(d, 2 - n % 2, false, GRANT_TURN, NULL);
		take_turn(d, SPEC(n, names[n - 1], .revision = n > 2 ? "- Turn 1" : NULL));
		assert_replays(d);
	}
	assert_string_equal(state_of(d), "closing");
	claim(d, 1, false, GRANT_TURN, NULL);
	conclude(d, 1, "ACCEPTED_CONSENSUS");
	assert_string_equal(state_of(d), "completed");
}
