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
	utstring_printf(&out, "**Position**\nCaching position number %u.\n\n", t->number);
	utstring_printf(&out,
		"**Counterpoints**\n- Addresses: Source\n  Claim: caching point number %u\n  Support:\n    - https://a.org/%u\n\n",
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
	duel_fold(d, ENTRY_RELEASE, d->ctx.holder, NULL, NULL, 0, NULL);
	duel_floor(d, 0, GRANT_NONE);
	duel_tick(d, 10);
}

static void
refuse_turn(struct duel *d, const struct turn_spec *t, const char *says)
{
	char *text = turn(t);

	if (!d->ctx.holder)
		duel_floor(d, 2 - t->number % 2, GRANT_TURN);
	assert_true(duel_try_bytes(d, text, strlen(text), false) < 0);
	assert_printed(d, says);
	free(text);
}

static char *
conclusion(const char *outcome, const char *convergence)
{
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out,
		"## Terminal Conclusion\n\n**Outcome**: %s\n**Closed At**: 2026-11-20T22:30:00Z\n**Candidate Convergence**: %s\n",
		outcome, convergence);
	utstring_printf(&out, "**Reason**: it is so\n\nThis duel about plan.md and the caching of results is over.\n");
	if (!strcmp(outcome, "ACCEPTED_CONSENSUS"))
		utstring_printf(&out, "\n**Consensus**\n" STATEMENT "\n");
	utstring_printf(&out, "\n**Left open**\n- who pays\n- a\n");
	return utstring_body(&out);
}

static void
conclude(struct duel *d, unsigned seat, const char *outcome, const char *convergence)
{
	char *text = conclusion(outcome, convergence);

	duel_accept(d, seat, text, strlen(text));
	free(text);
}

static void
refuse_text(struct duel *d, unsigned seat, const char *text, const char *says)
{
	if (d->ctx.holder != seat)
		duel_floor(d, seat, GRANT_TURN);
	if (duel_try_bytes(d, text, strlen(text), false) != -EINVAL)
		fail_msg("not refused with EINVAL:\n%s\n%s", text, utstring_body(&d->printed));
	assert_printed(d, says);
}

static void
refuse_outcome(struct duel *d, unsigned seat, const char *outcome, const char *convergence, const char *says)
{
	char *text = conclusion(outcome, convergence);

	refuse_text(d, seat, text, says);
	free(text);
}

static enum next_step
next_of(const struct duel *d, unsigned seat)
{
	return format_socratic.next(d->state, &d->ctx, seat);
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
	duel_fold(d, kind, d->ctx.holder, NULL, NULL, 0, NULL);
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
	assert_int_equal(format_socratic.next_seat(d->state, &d->ctx), 0);
	assert_int_equal(format_socratic.wait_until(d->state, &d->ctx), 0);
}

TEST(the_floor_goes_to_and_fro)
{
	struct duel *d = *state;

	join_both(d);
	claim(d, 1, false, GRANT_TURN, NULL);
	assert_int_equal(next_of(d, 1), NEXT_COMPOSE_TURN);
	assert_int_equal(next_of(d, 2), NEXT_WAIT_TURN);
	assert_int_equal(format_socratic.next_seat(d->state, &d->ctx), 1);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	assert_int_equal(next_of(d, 1), NEXT_WAIT_TURN);
	assert_int_equal(next_of(d, 2), NEXT_CLAIM_LOCK);
	assert_int_equal(next_of(d, 0), NEXT_CLAIM_LOCK);
	assert_int_equal(format_socratic.next_seat(d->state, &d->ctx), 2);
	no_floor(d, 1, false, "lease.order", "turn 1 was yours: it is the move of bob; for=timeout is granted from ");
	claim(d, 2, false, GRANT_TURN, NULL);
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	assert_int_equal(format_socratic.next_seat(d->state, &d->ctx), 1);
}

TEST(a_second_turn_in_a_row_is_refused)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	duel_floor(d, 1, GRANT_TURN);
	assert_int_equal(next_of(d, 1), NEXT_WAIT_TURN);
	refuse_turn(d, SPEC(3, "OPEN_TO_DEBATE"), "t:1: error: [turn.alternation] turn 1 was this participant's too");
	assert_printed(d, "[turn.number]");
}

TEST(after_the_last_turn_only_a_conclusion_is_accepted)
{
	struct duel *d = *state;

	d->terms.max_turns = 2;
	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	assert_string_equal(state_of(d), "closing");
	assert_int_equal(next_of(d, 1), NEXT_CLAIM_LOCK);
	assert_int_equal(next_of(d, 2), NEXT_CLAIM_LOCK);
	assert_int_equal(format_socratic.next_seat(d->state, &d->ctx), 0);
	claim(d, 2, false, GRANT_TURN, NULL);
	assert_int_equal(next_of(d, 2), NEXT_UPDATE_MARKDOWN);
	refuse_turn(d, SPEC(3, "OPEN_TO_DEBATE"), "[turn.limit] this duel has at most 2 turns, and all of them are taken");
	release(d, ENTRY_RELEASE);
	no_floor(d, 1, true, "lease.order", "nobody is being waited for");
	claim(d, 1, false, GRANT_TURN, NULL);
	conclude(d, 1, "MAX_TURNS", "no");
	assert_string_equal(state_of(d), "completed");
	assert_string_equal(fstate_outcome(d->state), "MAX_TURNS");
	assert_string_equal(fstate_reason(d->state), "it is so");
	assert_int_equal(next_of(d, 1), NEXT_CLOSED);
}

TEST(a_closed_duel_takes_nothing_more)
{
	struct duel *d = *state;
	struct entry *e;
	char *text, *written;

	join_both(d);
	duel_floor(d, 1, GRANT_TURN);
	conclude(d, 1, "INVALIDATED", "no");
	assert_string_equal(state_of(d), "invalidated");
	assert_string_equal(fstate_reason(d->state), "it is so");
	text = mem_format("%s> Invalidated by alice: it is so, 2026-11-20T22:30:00Z\n", written = conclusion("INVALIDATED", "no"));
	assert_string_equal(utstring_body(&d->record), text);
	free(text);
	free(written);
	assert_int_equal(duel_try_bytes(d, "x", 1, false), -EROFS);
	no_floor(d, 1, false, "duel.closed", "INVALIDATED");
	e = entry_new(ENTRY_CLAIM, 1, 9, NULL, NULL, 0);
	assert_null(apply_entry(d->state, &d->ctx, e, 0, NULL));
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
		{ ENTRY_EXPIRE, 3, NULL, NULL }, { ENTRY_TURN, 1, "{}", NULL }, { ENTRY_TURN, 1, "{}", "\n---\n\nx\n" },
		{ ENTRY_TURN, 1, "{}", "\n---\n\n## Turn 2 — a (b / c) — CONVERGING\n" }, { ENTRY_TURN, 1, "{}",
			"\n---\n\n## Turn 1 — a (b / c) — X\n" },
		{ ENTRY_TURN, 1, NULL, "\n---\n\n## Turn 1 — a (b / c) — CONVERGING\n" },
		{ ENTRY_TURN, 0, "{}", "\n---\n\n## Turn 1 — a (b / c) — CONVERGING\n" }, { ENTRY_NOTE, 1, NULL, "x" },
		{ ENTRY_NOTE, 1, "{\"note\":1}", "x" }, { ENTRY_NOTE, 1, "{\"note\":\"else\"}", "x" },
		{ ENTRY_NOTE, 1, "{\"note\":\"invalidated\"}", "x" }, { ENTRY_CONCLUSION, 1, NULL, "x" }, { ENTRY_CONCLUSION, 1,
			"{\"outcome\":\"X\"}", "x" },
		{ ENTRY_CLOSE, 0, "[]", NULL }, { ENTRY_KINDS, 0, NULL, NULL }, { 0, 0, NULL, NULL } };
	struct duel *d = *state;

	join_both(d);
	for (size_t i = 0; i < N(rows); i++) {
		struct entry *e = entry_new(rows[i].kind, rows[i].seat, 1, rows[i].data, rows[i].body,
			rows[i].body ? strlen(rows[i].body) : 0);
		if (apply_entry(d->state, &d->ctx, e, 0, NULL))
			fail_msg("row %zu", i);
		entry_free(e);
	}
	duel_fold(d, ENTRY_TURN, 1, "{\"warnings\":[1,\"w\"]}", "\n---\n\n## Turn 1 — a (b / c) — CONVERGING\n",
		strlen("\n---\n\n## Turn 1 — a (b / c) — CONVERGING\n"), NULL);
	assert_int_equal(fstate_pieces(d->state), 1);
}

/* -- timeouts -------------------------------------------------------------------------------------------------------------------- */

TEST(a_missing_peer_can_be_waited_for_only_so_long)
{
	struct duel *d = *state;
	char *text;

	no_floor(d, 1, true, "lease.wait", "only a participant");
	duel_join(d, "alice", "claude-code", "opus");
	no_floor(d, 1, false, "lease.wait", "for=timeout from ");
	assert_int_equal(format_socratic.wait_until(d->state, &d->ctx), d->ctx.clock_ms + 1200000);
	duel_tick(d, 1199);
	no_floor(d, 1, true, "lease.wait", "for=timeout from ");
	duel_tick(d, 1);
	no_floor(d, 1, false, "lease.wait", "the wait is over: claim with for=timeout to end the duel, for nothing but a conclusion can be written then");
	assert_int_equal(next_of(d, 1), NEXT_CLAIM_LOCK);
	claim(d, 1, true, GRANT_TIMEOUT_MISSING, NULL);
	assert_string_equal(state_of(d), "closing");
	assert_int_equal(next_of(d, 1), NEXT_UPDATE_MARKDOWN);
	assert_int_equal(format_socratic.next_seat(d->state, &d->ctx), 1);
	text = turn(SPEC(1, "OPEN_TO_DEBATE"));
	assert_int_equal(duel_try_bytes(d, text, strlen(text), false), -EBUSY);
	assert_printed(d, "[lease.wait]");
	free(text);
	refuse_outcome(d, 1, "DISSENT", "no", "[conclusion.unearned] DISSENT needs a turn of both, and alice has taken none");
	refuse_outcome(d, 1, "ACCEPTED_CONSENSUS", "yes",
		"[conclusion.unearned] ACCEPTED_CONSENSUS needs a turn of both, and the second participant has not joined");
	conclude(d, 1, "TIMEOUT", "no");
	assert_string_equal(state_of(d), "completed");
}

TEST(an_unused_timeout_claim_leaves_the_duel_waiting)
{
	struct duel *d = *state;

	duel_join(d, "alice", "claude-code", "opus");
	duel_tick(d, 1200);
	claim(d, 1, true, GRANT_TIMEOUT_MISSING, NULL);
	release(d, ENTRY_EXPIRE);
	assert_string_equal(state_of(d), "waiting_for_participant");
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
	refuse_outcome(d, 1, "TIMEOUT", "no", "t:3: error: [conclusion.unearned] the peer has joined after all");
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
}

TEST(a_silent_peer_lifts_alternation_once)
{
	struct duel *d = *state;

	join_both(d);
	no_floor(d, 2, true, "lease.order", "nobody is being waited for");
	claim(d, 2, false, GRANT_TURN, NULL);
	release(d, ENTRY_RELEASE);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	no_floor(d, 2, true, "lease.order", "it is your own move");
	no_floor(d, 1, true, "lease.order", "bob, who may be silent until ");
	duel_tick(d, 1190);
	assert_int_equal(next_of(d, 1), NEXT_CLAIM_LOCK);
	no_floor(d, 1, false, "lease.order", "claim with for=timeout, the wait is over");
	claim(d, 1, true, GRANT_TIMEOUT_SILENT, "> Peer timeout: bob, 2026-11-20T22:50:00Z\n");
	assert_int_equal(next_of(d, 1), NEXT_COMPOSE_TURN);
	{
		char *text = turn(SPEC(2, "OPEN_TO_DEBATE"));
		char *own = mem_resize(NULL, strlen(text) + 64, 1);
		sprintf(own, "## Turn 2 — alice (claude-code / opus) — OPEN_TO_DEBATE%s", strchr(text, '\n'));
		duel_accept(d, 1, own, strlen(own));
		free(own);
		free(text);
	}
	refuse_outcome(d, 1, "TIMEOUT", "no", "[conclusion.unearned] TIMEOUT needs the peer to have been silent");
	refuse_turn(d, SPEC(3, "OPEN_TO_DEBATE"), "[turn.alternation]");
	assert_int_equal(format_socratic.next_seat(d->state, &d->ctx), 2);
}

TEST(a_silent_peer_lets_a_duel_end_with_timeout)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	duel_tick(d, 1200);
	refuse_outcome(d, 1, "TIMEOUT", "no", "[conclusion.unearned] TIMEOUT needs a claim with for=timeout");
	duel_floor(d, 0, GRANT_NONE);
	claim(d, 1, true, GRANT_TIMEOUT_SILENT, "> Peer timeout: bob, 2026-11-20T22:50:10Z\n");
	conclude(d, 1, "TIMEOUT", "no");
	assert_string_equal(fstate_outcome(d->state), "TIMEOUT");
}

TEST(an_own_lease_that_ended_makes_the_wait_begin_anew)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	duel_tick(d, 1190);
	claim(d, 1, true, GRANT_TIMEOUT_SILENT, "> Peer timeout: bob, 2026-11-20T22:50:00Z\n");
	release(d, ENTRY_RELEASE);
	assert_int_equal(format_socratic.next_seat(d->state, &d->ctx), 0);
	no_floor(d, 1, true, "lease.order", "may be silent until ");
	claim(d, 1, false, GRANT_TURN, NULL);
	release(d, ENTRY_RELEASE);
	duel_tick(d, 600);
	claim(d, 2, false, GRANT_TURN, NULL);
	release(d, ENTRY_EXPIRE);
	duel_tick(d, 600);
	claim(d, 1, true, GRANT_TIMEOUT_SILENT, NULL);
}

/* The clock of another boot: never less is waited than wait_seconds. */
TEST(after_a_reboot_the_wait_counts_from_the_boot)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	d->ctx.clock_ms = 20000;
	assert_int_equal(format_socratic.wait_until(d->state, &d->ctx), 1200000);
	no_floor(d, 1, true, "lease.order", "may be silent until ");
	d->ctx.clock_ms = 1200000;
	claim(d, 1, true, GRANT_TIMEOUT_SILENT, "> Peer timeout: bob, 2026-11-20T22:30:10Z\n");
}

/* -- conclusions ------------------------------------------------------------------------------------------------------------------ */

TEST(consensus_is_earned_by_both)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "ACCEPTING_CONSENSUS"));
	refuse_outcome(d, 2, "ACCEPTED_CONSENSUS", "no",
		"t:3: error: [conclusion.unearned] ACCEPTED_CONSENSUS needs a turn of both, and bob has taken none");
	duel_floor(d, 0, GRANT_NONE);
	take_turn(d, SPEC(2, "CONVERGING"));
	refuse_outcome(d, 1, "ACCEPTED_CONSENSUS", "yes", "bob's latest stance is CONVERGING");
	refuse_outcome(d, 1, "DISSENT", "yes", "that is no DISSENT");
	refuse_outcome(d, 1, "MAX_TURNS", "yes", "MAX_TURNS needs all 6 turns, and 2 are taken");
	refuse_outcome(d, 1, "DISSENT", "no", "t:5: error: [conclusion.form] Candidate Convergence is yes");
	duel_floor(d, 0, GRANT_NONE);
	take_turn(d, SPEC(3, "ACCEPTING_CONSENSUS"));
	take_turn(d, SPEC(4, "ACCEPTING_CONSENSUS", .revision = "- Turn 3"));
	assert_int_equal(next_of(d, 1), NEXT_CLAIM_LOCK);
	assert_int_equal(next_of(d, 2), NEXT_CLAIM_LOCK);
	claim(d, 2, false, GRANT_TURN, NULL);
	assert_int_equal(next_of(d, 2), NEXT_UPDATE_MARKDOWN);
	conclude(d, 2, "ACCEPTED_CONSENSUS", "true");
	assert_string_equal(state_of(d), "completed");
}

TEST(dissent_needs_both_and_something_left)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "CONVERGING"));
	take_turn(d, SPEC(2, "CONVERGING", .items = "- who pays (blocking)"));
	conclude(d, 1, "DISSENT", "yes");
	assert_string_equal(fstate_outcome(d->state), "DISSENT");
}

/* What who has just spoken says of the debate is not what it ends with, as long as the other may still answer. */
TEST(dissent_is_not_for_who_has_just_spoken)
{
	static const char says[] = "[conclusion.unearned] DISSENT is not for who has just spoken: turn 2 is yours, and "
				   "alice may answer it or conclude";
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "DISSENTING"));
	submit(d, SPEC(2, "OPEN_TO_DEBATE"));
	refuse_outcome(d, 2, "DISSENT", "no", says);
	conclude(d, 1, "DISSENT", "no");
}

TEST(dissent_of_both_is_for_either_at_once)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "DISSENTING"));
	submit(d, SPEC(2, "DISSENTING"));
	conclude(d, 2, "DISSENT", "no");
}

TEST(dissent_is_for_who_spoke_last_where_the_other_stayed_silent)
{
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "DISSENTING"));
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	duel_tick(d, d->terms.wait_seconds);
	claim(d, 2, true, GRANT_TIMEOUT_SILENT, "> Peer timeout: alice, 2026-11-20T22:50:20Z\n");
	conclude(d, 2, "DISSENT", "no");
}

TEST(dissent_is_for_who_spoke_last_where_no_turn_is_left)
{
	struct duel *d = *state;

	d->terms.max_turns = 2;
	join_both(d);
	take_turn(d, SPEC(1, "DISSENTING"));
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	conclude(d, 2, "DISSENT", "no");
}

TEST(max_turns_is_not_for_consensus)
{
	struct duel *d = *state;

	d->terms.max_turns = 2;
	join_both(d);
	take_turn(d, SPEC(1, "ACCEPTING_CONSENSUS"));
	take_turn(d, SPEC(2, "ACCEPTING_CONSENSUS"));
	refuse_outcome(d, 1, "MAX_TURNS", "yes", "the outcome is ACCEPTED_CONSENSUS");
	conclude(d, 1, "ACCEPTED_CONSENSUS", "yes");
}

TEST(a_conclusion_has_its_form)
{
	struct duel *d = *state;
#define C(outcome, convergence, reason, summary) "## Terminal Conclusion\n\n" outcome convergence reason summary
#define O "**Outcome**: DISSENT\n"
#define V "**Candidate Convergence**: no\n"
#define R "**Reason**: it is so\n\n"
#define S "About plan.md and the caching of results.\n"

	join_both(d);
	take_turn(d, SPEC(1, "DISSENTING"));
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	refuse_text(d, 1, C("", V, R, S), "t:1: error: [conclusion.form] the line `**Outcome**: …` is missing");
	refuse_text(d, 1, C(O, "", R, S), "t:1: error: [conclusion.form] the line `**Candidate Convergence**: …` is missing");
	refuse_text(d, 1, C(O, V, "\n", S), "[conclusion.form] the line `**Reason**: …` is missing");
	refuse_text(d, 1, C(O, V, "**Reason**:\n\n", S), "t:5: error: [conclusion.form] the line Reason says nothing");
	refuse_text(d, 1, C("**Outcome**: VICTORY\n", V, R, S), "t:3: error: [conclusion.form] \"VICTORY\" is no outcome");
	refuse_text(d, 1, C("**Outcome**: dissent\n", V, R, S), "t:3: error: [conclusion.form]");
	refuse_text(d, 1, C(O O, V, R, S), "t:4: error: [conclusion.form] the line Outcome stands here again");
	refuse_text(d, 1, C(O, "**Candidate Convergence**: maybe\n", R, S),
		"t:4: error: [conclusion.form] Candidate Convergence is yes or no");
	refuse_text(d, 1, C(O, "**Candidate Convergence**: yes\n", R, S), "t:4: error: [conclusion.form] Candidate Convergence is no");
	refuse_text(d, 1, C(O, V, R, ""), "t:1: error: [conclusion.form] there is no summary");
	refuse_text(d, 1, C(O, V, R, "About caching results.\n"), "[conclusion.form] the summary does not name the source, plan.md");
	refuse_text(d, 1, C(O, V, R, "About plan.md.\n"),
		"[conclusion.form] the summary does not name the topic, \"Caching of results\": its words all stand there, in any order");
	refuse_text(d, 1, C(O, V, R, S "\n## More\n"), "t:9: error: [conclusion.form] a second heading");
	refuse_text(d, 1, "Well.\n\n" C(O, V, R, S), "t:1: error: [turn.one]");
	refuse_text(d, 1, "## Terminal Conclusion of it\n\n" O V R S, "t:1: error: [conclusion.form] the heading of a conclusion");
	refuse_text(d, 1, C(O, V, R, S "\n```\n"), "t:9: error: [text.open]");
	refuse_text(d, 1, C("> " O, "\n" V, R, S), "the line `**Outcome**: …` is missing");
	duel_accept(d, 1, C(O, V, "**Reason**: it\nis so.\n\n", "### Summary\n\nAbout [it](/srv/docs/plan.md), results and caching.\n"),
		strlen(C(O, V, "**Reason**: it\nis so.\n\n", "### Summary\n\nAbout [it](/srv/docs/plan.md), results and caching.\n")));
	assert_string_equal(fstate_reason(d->state), "it is so.");
}

TEST(closed_at_is_a_time_about_now)
{
	struct duel *d = *state;
#define AT(time) "**Closed At**: " time "\n"
#define NO_TIME "t:4: error: [conclusion.form] Closed At is a time of RFC 3339 in UTC, such as `2026-11-20T22:30:00Z`, and not "
	static const char *const good[] = { AT("2026-11-20T22:30:00Z"), AT("2026-11-21T22:30:00+00:00."), AT("`2026-11-20T23:30:00.5Z`"),
		AT("２０２６-11-20T22：30：00Z") };

	join_both(d);
	take_turn(d, SPEC(1, "DISSENTING"));
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	d->ctx.created_ms += 300;
	d->ctx.now_ms = d->ctx.created_ms;
	refuse_text(d, 1, C(O, AT("yesterday") V, R, S), NO_TIME "\"yesterday\": it may be left out");
	refuse_text(d, 1, C(O, AT("1999") V, R, S), NO_TIME "\"1999\"");
	refuse_text(d, 1, C(O, AT("") V, R, S), NO_TIME "\"\"");
	refuse_text(d, 1, C(O, AT("2026-11-20T23:30:00+01:00") V, R, S), NO_TIME);
	refuse_text(d, 1, C(O, AT("2026-11-20T22:29:59Z") V, R, S), "t:4: error: [conclusion.form] Closed At is 2026-11-20T22:29:59Z, before this duel was "
		"made at 2026-11-20T22:30:00Z: leave the line out, or write when it is written");
	refuse_text(d, 1, C(O, AT("2026-11-21T22:30:01Z") V, R, S), "t:4: error: [conclusion.form] Closed At is 2026-11-21T22:30:01Z, more than a day after "
		"now, 2026-11-20T22:30:00Z: leave the line out, or write when it is written");
	for (size_t i = 0; i < N(good); i++) {
		char *text = mem_format("## Terminal Conclusion\n\n" O "%s" V R S, good[i]);

		if (duel_try_bytes(d, text, strlen(text), false))
			fail_msg("%s%s", good[i], utstring_body(&d->printed));
		free(text);
	}
}

TEST(a_conclusion_may_begin_with_a_rule_which_is_no_part_of_it)
{
	struct duel *d = *state;
	static const char text[] = "---\n\n" C("Outcome: `DISSENT`\n", V, R, S) "\n\n";

	join_both(d);
	take_turn(d, SPEC(1, "DISSENTING"));
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	utstring_clear(&d->record);
	duel_accept(d, 1, text, strlen(text));
	assert_string_equal(utstring_body(&d->record), C("Outcome: `DISSENT`\n", V, R, S));
}

TEST(no_cut_of_a_conclusion_is_refused)
{
	struct duel *d = *state;
	char *text = conclusion("INVALIDATED", "no");

	join_both(d);
	duel_floor(d, 2, GRANT_TURN);
	assert_int_equal(duel_try_bytes(d, text, strlen(text), false), 0);
	for (size_t cut = 0; cut <= strlen(text); cut += sample_step())
		assert_int_equal(duel_try_bytes(d, text, cut, true), 0);
	free(text);
}

TEST(release_with_an_outcome_only_says_it_again)
{
	struct duel *d = *state;
	struct verdict out = { .n = 0 };
	char *sentence = NULL;

	join_both(d);
	assert_string_equal(format_socratic.close(d->state, &d->ctx, "DISSENT", "", &out, &sentence)->id, "conclusion.form");
	free(sentence);
	duel_floor(d, 1, GRANT_TURN);
	conclude(d, 1, "INVALIDATED", "no");
	assert_null(format_socratic.close(d->state, &d->ctx, "INVALIDATED", "", &out, &sentence));
	assert_int_equal(out.n, 0);
	assert_string_equal(format_socratic.close(d->state, &d->ctx, "DISSENT", "", &out, &sentence)->id, "value.bad");
	free(sentence);
}

TEST(the_filesystem_may_invalidate_a_duel)
{
	struct duel *d = *state;

	duel_fold(d, ENTRY_CLOSE, 0, "{\"outcome\":\"INVALIDATED\",\"reason\":\"damage\"}", NULL, 0, NULL);
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
	refuse_turn(d, SPEC(3, "CONVERGING"),
		"t:1: error: [stance.revision] the stance was OPEN_TO_DEBATE in turn 1 and is CONVERGING now: say why under "
		"`**Stance Revision Support**`, with a valid entry, such as `- Turn 2: what moved you`");
	refuse_turn(d, SPEC(3, "CONVERGING", .revision = "- none"), "t:24: error: [stance.revision]");
	refuse_turn(d, SPEC(3, "CONVERGING", .revision = "- I changed my mind"), "t:25: error: [support.kind]");
	refuse_turn(d, SPEC(3, "CONVERGING", .revision = "- Turn 3"), "t:25: error: [support.turn]");
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
		"[support.turn] the support cites turn 2, and only turns 1 to 1");
	duel_floor(d, 0, GRANT_NONE);
	take_turn(d, SPEC(2, "CONVERGING", .claim = "something else\n\nSupport:\n- Turn 1"));
}

TEST(novel_is_what_nobody_has_said)
{
	static const char *const said[] = { "Old PRICES lose customers, for good!", "Caching position number 1", "caching point number 1.",
		"old prices lose customers for good, really" };
	struct duel *d = *state;

	join_both(d);
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE"));
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = said[0]),
		"t:15: error: [novel.repeat] the novel argument repeats the novel argument of turn 1");
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = said[1]), "repeats the position of turn 1");
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = said[2]), "repeats the claim of turn 1");
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = "**Old** `prices` lose\ncustomers for good"), "repeats the novel argument");
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = "- Claim: old prices lose customers for good"), "repeats the novel argument");
	d->terms.novelty_threshold = 0.5;
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = said[3]), "is nearly a copy of the novel argument of turn 1");
	d->terms.novelty_threshold = 0;
	refuse_turn(d, SPEC(2, "CONVERGING", .claim = said[0]), "[novel.repeat]");
	duel_floor(d, 0, GRANT_NONE);
	take_turn(d, SPEC(2, "CONVERGING", .claim = said[3]));
	refuse_turn(d, SPEC(3, "OPEN_TO_DEBATE", .claim = said[0]), "of turn 1");
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
	format_socratic.head(&d->ctx, &out);
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
	format_socratic.head(&d->ctx, &out);
	assert_non_null(strstr(utstring_body(&out), "no source document"));
	d->ctx.source = &d->source;
	utstring_done(&out);
}

TEST(turns_are_slices_of_the_record)
{
	struct duel *d = *state;

	join_both(d);
	duel_fold(d, ENTRY_HEAD, 1, NULL, "# Head\n", 7, NULL);
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
	take_turn(d, SPEC(1, "OPEN_TO_DEBATE", .claim = "stale data\n\nSupport:\n- notes.md"));
	d->terms.topic = "weather";
	take_turn(d, SPEC(2, "OPEN_TO_DEBATE"));
	for (int again = 0; again < 2; again++) {
		utstring_init(&out);
		format_socratic.warnings(d->state, collect_text, &out);
		assert_string_equal(utstring_body(&out),
			"turn 1: [support.file] \"notes.md\" is another file than the source, which is cited as \"plan.md\", and was not looked into\n"
			"turn 2: [topic.drift] no word of the topic \"weather\" occurs in this turn\n");
		utstring_done(&out);
		assert_replays(d);
	}
}

static void
collect_event(void *arg, const char *event, const char *unit, const char *members)
{
	utstring_printf(arg, "%s %s %s\n", event, unit, members);
}

/* The events of the newest entry. */
static void
assert_events(struct duel *d, const char *expected)
{
	struct fstate *before = fstate_start(&format_socratic);
	UT_string out;
	size_t offset = 0;

	utstring_init(&out);
	utstring_printf(&out, "%s", "");
	for (size_t i = 0; i < d->n_log; i++) {
		struct fstate *after = apply_entry(before, &d->ctx, d->log[i], offset, NULL);

		if (i + 1 == d->n_log)
			format_socratic.events(before, after, &d->ctx, d->log[i], collect_event, &out);
		fstate_drop(before);
		before = after;
		offset += d->log[i]->body_len;
	}
	fstate_drop(before);
	assert_string_equal(utstring_body(&out), expected);
	utstring_done(&out);
}

#define UPDATED(unit, n, who, converges, outcome) \
	"artifact_updated " unit " \"turn_number\":" n ",\"participant\":\"" who "\",\"candidate_convergence\":" converges \
	",\"terminal_outcome\":\"" outcome "\"\n"

TEST(events_tell_of_turns_and_of_the_end)
{
	struct duel *d = *state;

	join_both(d);
	assert_events(d, "");
	submit(d, SPEC(1, "CONVERGING"));
	assert_events(d, "artifact_registered turn:1 \"path\":\"debate.md\",\"type\":\"markdown\",\"source_path\":\"/srv/docs/plan.md\","
			 "\"topic\":\"Caching of results\"\n" UPDATED("turn:1", "1", "alice", "false", ""));
	submit(d, SPEC(2, "CONVERGING", .items = "- a (blocking)"));
	assert_events(d, UPDATED("turn:2", "2", "bob", "true",
		"") "btw_update turn:2 \"message\":\"Candidate convergence detected; the duel "
			 "goes on until a conclusion is accepted\",\"turn_number\":2,\"candidate_convergence\":true\n");
	conclude(d, 1, "DISSENT", "yes");
	assert_events(d, UPDATED("conclusion:DISSENT", "2", "alice", "true",
		"DISSENT") "completed conclusion:DISSENT \"participant\":\"alice\",\"outcome\":\"DISSENT\","
			 "\"reason\":\"it is so\"\n");
}

TEST(status_shows_candidate_convergence)
{
	struct duel *d = *state;
	const struct status_row *row = &format_socratic.status[1];

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
	conclude(d, 1, "DISSENT", "no");
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
	conclude(d, 1, "ACCEPTED_CONSENSUS", "yes");
	assert_string_equal(state_of(d), "completed");
}
