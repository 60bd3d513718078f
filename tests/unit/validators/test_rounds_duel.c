/*
 * Whole debates in rounds: who joins, whose move it is, every ending, what status and last-debate.json show, and that a replay comes to the
 * same.
 */
#include "tests/unit/validators/rounds_duel_fixture.h"

#include <errno.h>
#include <jansson.h>
#include "validators/rounds/hand.h"
#include "validators/rounds/head.h"
#include "validators/rounds/rules.h"

static int
open_duel(void **state)
{
	struct duel *d = mem_calloc(1, sizeof *d);

	duel_init(d, 2);
	*state = d;
	return 0;
}

EACH_TEST(open_duel, close_duel);

static enum next_step
next_of(const struct duel *d, unsigned seat)
{
	return format_rounds.next(d->state, &d->ctx, seat);
}

/* -- seats ----------------------------------------------------------------------------------------------------------------------- */

TEST(a_debate_waits_for_a_proposer_and_a_challenger)
{
	struct duel *d = *state;

	assert_string_equal(state_of(d), "waiting_for_participant");
	assert_string_equal(format_rounds.missing(d->state, &d->ctx), "somebody with role=proposer and somebody with role=challenger");
	assert_null(duel_sit(d, "olga", "orchestrator", "claude", "opus"));
	assert_null(duel_sit(d, "bob", "challenger", "gemini", "x"));
	assert_string_equal(format_rounds.missing(d->state, &d->ctx), "somebody with role=proposer");
	assert_int_equal(next_of(d, 2), NEXT_WAIT_PEER);
	assert_string_equal(duel_claim(d, 2, false), "lease.wait");
	assert_printed(d, "somebody with role=proposer has not joined");
	assert_null(duel_sit(d, "alice", "proposer", "claude", "opus"));
	assert_string_equal(state_of(d), "debating");
	assert_null(format_rounds.missing(d->state, &d->ctx));
	assert_int_equal(format_rounds.next_seat(d->state, &d->ctx), 3);
	assert_int_equal(next_of(d, 3), NEXT_CLAIM_LOCK);
	assert_int_equal(next_of(d, 2), NEXT_WAIT_TURN);
}

TEST(everybody_joins_as_something)
{
	struct duel *d = *state;

	assert_string_equal(duel_sit(d, "alice", "", "claude", "opus"), "value.bad");
	assert_printed(d, "join with role=proposer or role=challenger or role=orchestrator");
	assert_string_equal(duel_sit(d, "alice", "judge", "claude", "opus"), "value.bad");
	assert_null(duel_sit(d, "alice", "proposer", "claude", "opus"));
	assert_string_equal(duel_sit(d, "carol", "proposer", "codex", "x"), "seat.taken");
	assert_printed(d, "the proposer is \"alice\"");
}

TEST(proposer_and_challenger_speak_for_different_tools)
{
	struct duel *d = *state;

	assert_null(duel_sit(d, "bob", "challenger", "Gemini", "x"));
	assert_string_equal(duel_sit(d, "alice", "proposer", "gemini", "y"), "seat.identity");
	assert_printed(d, "different tools");
	assert_string_equal(duel_sit(d, "alice", "proposer", "unknown", "y"), "seat.identity");
	assert_null(duel_sit(d, "olga", "orchestrator", "gemini", "x"));
	assert_null(duel_sit(d, "alice", "proposer", "gemini-cli", "y"));
}

/* -- whole debates --------------------------------------------------------------------------------------------------------------- */

TEST(two_rounds_run_to_a_verdict)
{
	struct duel *d = *state;

	duel_join_all(d);
	assert_string_equal(duel_claim(d, BOB, false), "lease.order");
	assert_printed(d, "it is the move of alice: the proposer's turn of round 1");
	duel_accept(d, ALICE, opening);
	assert_int_equal(format_rounds.next_seat(d->state, &d->ctx), BOB);
	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, defense);
	duel_accept(d, BOB, followup);
	assert_string_equal(state_of(d), "judging");
	assert_int_equal(format_rounds.next_seat(d->state, &d->ctx), OLGA);
	assert_string_equal(duel_claim(d, ALICE, false), "lease.order");
	assert_null(duel_claim(d, OLGA, false));
	assert_int_equal(next_of(d, OLGA), NEXT_UPDATE_MARKDOWN);
	duel_release(d);
	duel_accept(d, OLGA, VERDICT_OF("2"));
	assert_string_equal(state_of(d), "completed");
	assert_string_equal(fstate_outcome(d->state), "COMPLETED");
	assert_string_equal(fstate_reason(d->state), "claude had the stronger argument");
	assert_int_equal(next_of(d, ALICE), NEXT_CLOSED);
	assert_string_equal(duel_claim(d, OLGA, false), "duel.closed");
	assert_int_equal(duel_try(d, OLGA, opening, false), -EROFS);
}

TEST(the_points_of_a_challenge_stand_behind_it_in_one_line)
{
	struct duel *d = *state;

	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	assert_null(strstr(utstring_body(&d->record), "> Points of"));
	duel_accept(d, BOB, challenge);
	assert_non_null(strstr(utstring_body(&d->record), "> Points of round 1: C1.1, C1.2, C1.3, 2026-11-20T"));
	duel_accept(d, ALICE, defense);
	duel_accept(d, BOB, followup);
	assert_non_null(strstr(utstring_body(&d->record), "\n> Points of round 2: C2.1, 2026-11-20T"));
}

TEST(very_many_points_are_told_by_the_first_and_the_last)
{
	char *few = rounds_head_points(2, 64, DUEL_START_MS), *many = rounds_head_points(2, 65, DUEL_START_MS);

	(void)state;
	assert_non_null(strstr(few, ": C2.1, C2.2, "));
	assert_non_null(strstr(few, ", C2.64, 20"));
	assert_non_null(strstr(many, "> Points of round 2: C2.1–C2.65, 20"));
	free(few);
	free(many);
}

TEST(from_round_3_on_a_turn_waits_for_the_summary)
{
	struct duel *d = *state;
	char *with = mem_format("%s\n> %s\n", summary, concession);

	d->terms.rounds = 3;
	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, defense);
	duel_accept(d, BOB, followup);
	assert_string_equal(state_of(d), "summarizing");
	assert_string_equal(duel_claim(d, ALICE, false), "lease.order");
	assert_printed(d, "it is the move of olga: the orchestrator's summary of rounds 1–1");
	duel_refuse(d, OLGA, third_defense, "[round.order] `## Summary of rounds 1–1` is due");
	d->ctx.holder = 0;
	duel_accept(d, OLGA, with);
	assert_string_equal(state_of(d), "debating");
	duel_accept(d, ALICE, third_defense);
	duel_accept(d, BOB, third_followup);
	assert_string_equal(state_of(d), "judging");
	duel_refuse(d, OLGA, VERDICT_OF("2"), "[verdict.rounds] 3 rounds are complete, and the line says \"2\"");
	d->ctx.holder = 0;
	duel_accept(d, OLGA, VERDICT_OF("3"));
	assert_int_equal(fstate_pieces(d->state), 7);
	assert_string_equal(state_of(d), "completed");
	free(with);
}

TEST(who_has_spoken_and_has_the_floor_still_writes_nothing_more)
{
	struct duel *d = *state;

	d->terms.rounds = 1;
	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	duel_refuse(d, ALICE, challenge, "[round.role] it is the move of the challenger, and this is written by the proposer");
	d->ctx.holder = 0;
	duel_accept(d, BOB, challenge);
	duel_refuse(d, BOB, VERDICT_OF("1"), "[round.role] it is the move of the orchestrator, and this is written by the challenger");
	assert_int_equal(next_of(d, BOB), NEXT_WAIT_TURN);
	d->ctx.holder = 0;
}

TEST(a_verdict_waits_for_an_orchestrator)
{
	struct duel *d = *state;

	d->terms.rounds = 1;
	assert_null(duel_sit(d, "alice", "proposer", "claude", "opus"));
	assert_null(duel_sit(d, "bob", "challenger", "gemini", "gemini-3-pro"));
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	assert_string_equal(state_of(d), "judging");
	assert_string_equal(format_rounds.missing(d->state, &d->ctx), "somebody with role=orchestrator");
	assert_string_equal(duel_claim(d, ALICE, false), "lease.wait");
	assert_int_equal(next_of(d, ALICE), NEXT_WAIT_PEER);
	assert_null(duel_sit(d, "olga", "orchestrator", "claude", "opus"));
	duel_accept(d, OLGA, VERDICT_OF("1"));
	assert_string_equal(state_of(d), "completed");
}

TEST(nobody_takes_a_turn_for_timeout)
{
	struct duel *d = *state;

	duel_join_all(d);
	duel_tick(d, 100000);
	assert_string_equal(duel_claim(d, BOB, true), "lease.order");
	assert_printed(d, "`fail ORCHESTRATOR who=NAME`");
	assert_string_equal(duel_claim(d, ALICE, true), "lease.order");
	assert_int_equal(format_wait_until(&format_rounds, d->state, &d->ctx), 0);
}

TEST(a_closed_debate_may_be_closed_again_with_its_own_outcome_alone)
{
	struct duel *d = *state;
	struct verdict out = { .n = 0 };
	char *sentence = NULL;

	d->terms.rounds = 1;
	duel_join_all(d);
	assert_string_equal(format_rounds.close(d->state, &d->ctx, "COMPLETED", "", &out, &sentence)->id, "verdict.form");
	free(sentence);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	duel_accept(d, OLGA, VERDICT_OF("1"));
	assert_null(format_rounds.close(d->state, &d->ctx, "COMPLETED", "", &out, &sentence));
	assert_int_equal(out.n, 0);
	assert_string_equal(format_rounds.close(d->state, &d->ctx, "ABORTED", "", &out, &sentence)->id, "value.bad");
	free(sentence);
}

/* -- failures -------------------------------------------------------------------------------------------------------------------- */

/* NULL, or the rule's id; what it becomes is folded in, and whoever has the floor loses it. */
static const char *
fail_by(struct duel *d, unsigned seat, const char *who, const char *reason)
{
	struct verb_ask ask = { .seat = seat, .verb = "fail", .who = who, .reason = reason };
	struct verdict v = { .n = 0 };
	const char *id = NULL;

	format_rounds.verb(d->state, &d->ctx, &ask, &v);
	utstring_clear(&d->printed);
	findings_print(&v.findings, "lock", &d->printed);
	if (findings_first_error(&v.findings)) {
		id = findings_first_error(&v.findings)->rule->id;
		assert_int_equal(v.n, 0);
		verdict_free(&v);
		return id;
	}
	assert_int_equal(v.drafts[0].kind == ENTRY_EXPIRE, d->ctx.holder != 0 && d->ctx.holder != seat);
	duel_take(d, seat, &v);
	d->ctx.holder = 0;
	return NULL;
}

TEST(a_proposer_who_fails_in_round_1_aborts_the_debate)
{
	struct duel *d = *state;

	duel_join_all(d);
	assert_null(fail_by(d, OLGA, "alice", "timeout"));
	assert_string_equal(state_of(d), "aborted");
	assert_string_equal(fstate_outcome(d->state), "ABORTED");
	assert_string_equal(fstate_reason(d->state), "the proposer, alice, failed in round 1: timeout");
	assert_string_equal(utstring_body(&d->record), "> Round 1: Proposer alice failed (timeout). Warning: there is no position to debate, "
		"and the debate is aborted. 2026-11-20T22:30:00Z\n");
	assert_string_equal(fail_by(d, OLGA, "bob", NULL), "duel.closed");
}

TEST(a_challenger_who_fails_in_round_1_leaves_the_proposer_uncontested)
{
	struct duel *d = *state;

	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	assert_null(fail_by(d, OLGA, "bob", NULL));
	assert_string_equal(state_of(d), "uncontested");
	assert_string_equal(fstate_outcome(d->state), "UNCONTESTED");
	assert_non_null(strstr(utstring_body(&d->record),
		"\n> Round 1: Challenger bob failed (timeout). Warning: the proposer's position stands uncontested. "));
}

TEST(who_fails_later_leaves_the_verdict_to_the_rounds_before)
{
	for (unsigned challenger = 0; challenger < 2; challenger++) {
		struct duel *d = *state;

		if (challenger) {
			close_duel(state);
			open_duel(state);
			d = *state;
		}
		duel_join_all(d);
		duel_accept(d, ALICE, opening);
		duel_accept(d, BOB, challenge);
		if (challenger)
			duel_accept(d, ALICE, defense);
		assert_null(fail_by(d, OLGA, challenger ? "bob" : "alice", "the tool crashed"));
		assert_string_equal(state_of(d), "judging");
		assert_non_null(strstr(utstring_body(&d->record), challenger ? "\n> Round 2: Challenger bob failed (the tool crashed). This round "
			"is incomplete, and the verdict is on those before it. " : "\n> Round 2: Proposer alice failed (the tool crashed). "));
		duel_refuse(d, OLGA, VERDICT_OF("2"), "[verdict.rounds] 1 round is complete");
		d->ctx.holder = 0;
		duel_accept(d, OLGA, VERDICT_OF("1"));
		assert_string_equal(state_of(d), "completed");
	}
}

TEST(only_the_orchestrator_fails_whose_move_it_is)
{
	struct duel *d = *state;

	assert_null(duel_sit(d, "olga", "orchestrator", "claude", "opus"));
	assert_null(duel_sit(d, "alice", "proposer", "claude", "opus"));
	assert_string_equal(fail_by(d, 1, "alice", NULL), "lease.wait");
	assert_null(duel_sit(d, "bob", "challenger", "gemini", "gemini-3-pro"));
	assert_string_equal(fail_by(d, 2, "bob", NULL), "seat.identity");
	assert_string_equal(fail_by(d, 1, "bob", NULL), "lease.order");
	assert_printed(d, "nothing is due from bob now: the next move is the proposer's turn of round 1");
	assert_string_equal(fail_by(d, 1, "olga", NULL), "value.bad");
	assert_string_equal(fail_by(d, 1, "nobody", NULL), "value.bad");
	assert_string_equal(fail_by(d, 1, NULL, NULL), "value.bad");
	assert_null(duel_claim(d, 2, false));
	assert_null(fail_by(d, 1, "alice", NULL));
}

TEST(a_turn_that_is_due_for_longer_than_turn_seconds_fails_by_itself)
{
	struct duel *d = *state;
	struct verdict v = { .n = 0 };

	duel_join_all(d);
	assert_int_equal(format_rounds.deadline(d->state, &d->ctx, NULL), d->ctx.clock_ms + 240000);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	assert_int_equal(format_rounds.deadline(d->state, &d->ctx, NULL), d->ctx.clock_ms + 240000);
	duel_tick(d, 200);
	assert_null(duel_claim(d, ALICE, false));
	duel_tick(d, 39);
	format_rounds.deadline(d->state, &d->ctx, &v);
	assert_int_equal(v.n, 0);
	/* Refreshing does not help. */
	duel_fold(d, ENTRY_REFRESH, ALICE, "{\"seconds\":900}", NULL, 0, NULL);
	duel_tick(d, 1);
	assert_int_equal(format_rounds.deadline(d->state, &d->ctx, &v), d->ctx.clock_ms);
	assert_int_equal(v.n, 2);
	duel_take(d, 0, &v);
	d->ctx.holder = 0;
	assert_string_equal(state_of(d), "judging");
	assert_non_null(strstr(utstring_body(&d->record), "> Round 2: Proposer alice failed (timeout)"));
	assert_null(duel_claim(d, OLGA, false));
	duel_tick(d, 100000);
	assert_int_equal(format_rounds.deadline(d->state, &d->ctx, NULL), 0);
}

/* -- what is shown --------------------------------------------------------------------------------------------------------------- */

static const char *
listed(const struct duel *d, const char *key)
{
	static char text[4096];

	for (size_t i = 0; i < format_rounds.n_status; i++)
		if (!strcmp(format_rounds.status[i].key, key)) {
			struct status_value v = format_rounds.status[i].value(d->state, &d->ctx);
			snprintf(text, sizeof text, "%s", v.text ? v.text : "");
			free(v.owned);
			return text;
		}
	fail_msg("no row %s", key);
	return "";
}

TEST(status_lists_open_points_concessions_and_what_has_no_evidence)
{
	struct duel *d = *state;
	char *text = mem_format("%s\nNobody would ever notice any of this in practice.\n", opening);

	duel_join_all(d);
	duel_accept(d, ALICE, text);
	assert_printed(d, "warning: [evidence.item]");
	assert_string_equal(listed(d, "unsupported_claims"), "round 1, proposer: Nobody would ever notice any of this in practice.\n");
	duel_accept(d, BOB, challenge);
	assert_non_null(strstr(listed(d, "points_open"), "C1.1: Correctness"));
	assert_non_null(strstr(listed(d, "points_open"), "\nC1.3: "));
	duel_accept(d, ALICE, defense);
	assert_null(strstr(listed(d, "points_open"), "C1.2: "));
	assert_non_null(strstr(listed(d, "points_open"), "C1.1: "));
	assert_string_equal(listed(d, "concessions"), "round 2, proposer: I concede C1.2: the keys are unescaped in src/key.c:7. They will be hashed.\n");
	free(text);
}

/* What was conceded and unsupported when it was accepted stays so, whatever the lists say when the log is read again. */
TEST(other_phrases_change_nothing_that_was_accepted)
{
	struct duel *d = *state;
	struct text nothing = { .bytes = "", .len = 0 };
	const struct text *texts[64];

	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, defense);
	duel_accept(d, BOB, followup);
	assert_true(format_rounds.n_texts <= N(texts));
	for (size_t i = 0; i < N(texts); i++)
		texts[i] = &nothing;
	d->ctx.texts = texts;
	assert_replays(d);
	d->ctx.texts = NULL;
}

static json_t *
report_of(const struct duel *d)
{
	UT_string out;
	json_t *o;

	utstring_init(&out);
	format_rounds.render(d->state, &d->ctx, ROW_OWN, 0, &out);
	o = json_loads(utstring_body(&out), 0, NULL);
	assert_non_null(o);
	utstring_done(&out);
	return o;
}

static const char *
text_in(const json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

TEST(last_debate_json_has_the_keys_and_types_of_the_seed)
{
	struct duel *d = *state;
	json_t *o, *exchange, *verdict;

	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	o = report_of(d);
	assert_true(json_is_null(json_object_get(o, "verdict")));
	assert_string_equal(text_in(o, "status"), "debating");
	json_decref(o);
	duel_tick(d, 7); /* it is due, and nobody has claimed it */
	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, defense);
	duel_accept(d, BOB, followup);
	duel_accept(d, OLGA, VERDICT_OF("2"));
	o = report_of(d);
	static const char *const more[] = { "judge", "names", "quality", "rigor", "unresolved", "points", "concessions", "closing",
		"seconds", "positions" };

	assert_int_equal(json_object_size(o), 11 + N(more));
	for (size_t i = 0; i < N(more); i++)
		assert_non_null(json_object_get(o, more[i]));
	assert_string_equal(text_in(json_object_get(o, "judge"), "tool"), "claude");
	assert_string_equal(text_in(json_object_get(o, "names"), "challenger"), "bob");
	assert_string_equal(text_in(json_object_get(o, "quality"), "evidence_quality"), "medium");
	assert_string_equal(text_in(json_object_get(o, "quality"), "challenge_depth"), "low");
	assert_string_equal(text_in(o, "rigor"), "every turn was checked for evidence before it was accepted");
	assert_string_equal(json_string_value(json_array_get(json_object_get(o, "unresolved"), 0)), "What a miss costs at night");
	assert_string_equal(text_in(json_array_get(json_object_get(o, "points"), 1), "state"), "conceded");
	assert_string_equal(text_in(json_array_get(json_object_get(o, "concessions"), 0), "text"),
		"I concede C1.2: the keys are unescaped in src/key.c:7. They will be hashed.");
	assert_int_equal(json_integer_value(json_array_get(json_object_get(o, "seconds"), 3)), 10);
	assert_memory_equal(text_in(o, "id"), "debate-2026-11-20T22:30:00Z-", 28);
	assert_int_equal(strlen(text_in(o, "id")), 32);
	assert_string_equal(text_in(o, "topic"), "Is the cache worth it");
	assert_string_equal(text_in(json_object_get(o, "proposer"), "tool"), "claude");
	assert_string_equal(text_in(json_object_get(o, "challenger"), "model"), "gemini-3-pro");
	assert_string_equal(text_in(o, "effort"), "high");
	assert_int_equal(json_integer_value(json_object_get(o, "rounds_completed")), 2);
	assert_int_equal(json_integer_value(json_object_get(o, "max_rounds")), 2);
	assert_string_equal(text_in(o, "status"), "completed");
	assert_string_equal(text_in(o, "timestamp"), "2026-11-20T22:30:57Z");
	assert_int_equal(json_array_size(json_object_get(o, "exchanges")), 4);
	exchange = json_array_get(json_object_get(o, "exchanges"), 1);
	assert_int_equal(json_object_size(exchange), 5);
	assert_int_equal(json_integer_value(json_object_get(exchange, "round")), 1);
	assert_string_equal(text_in(exchange, "role"), "challenger");
	assert_string_equal(text_in(exchange, "tool"), "gemini");
	assert_memory_equal(text_in(exchange, "response"), "The argument misses", 19);
	assert_int_equal(json_integer_value(json_object_get(exchange, "duration_ms")), 17000);
	verdict = json_object_get(o, "verdict");
	assert_int_equal(json_object_size(verdict), 5);
	assert_string_equal(text_in(verdict, "winner"), "claude");
	assert_memory_equal(text_in(verdict, "reasoning"), "claude had the stronger argument because", 40);
	assert_string_equal(json_string_value(json_array_get(json_object_get(verdict, "agreements"), 0)),
		"Keys have to be hashed (evidence: `src/key.c:7`)");
	assert_int_equal(json_array_size(json_object_get(verdict, "disagreements")), 1);
	assert_string_equal(text_in(verdict, "recommendation"), "Keep the cache and hash its keys before the next release.");
	json_decref(o);
}

static void
collect(void *arg, const char *event, const char *unit, const char *members)
{
	json_t *o;
	char *text = mem_format("{%s}", members);

	assert_non_null(o = json_loads(text, 0, NULL));
	json_decref(o);
	free(text);
	utstring_printf((UT_string *)arg, "%s %s\n", event, unit);
}

TEST(events_tell_what_was_accepted_who_failed_and_how_it_ended)
{
	struct duel *d = *state;
	struct fstate *s = fstate_start(&format_rounds), *next;
	UT_string out;

	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	assert_null(fail_by(d, OLGA, "bob", NULL));
	utstring_init(&out);
	for (size_t i = 0; i < d->n_log; i++) {
		next = apply_entry(s, &d->ctx, d->log[i], 0, NULL);
		if (d->log[i]->kind == ENTRY_TURN || d->log[i]->kind == ENTRY_NOTE || d->log[i]->kind == ENTRY_CLOSE)
			format_rounds.events(s, next, &d->ctx, d->log[i], collect, &out);
		fstate_drop(s);
		s = next;
	}
	assert_string_equal(utstring_body(&out), "artifact_registered turn:1\nartifact_updated turn:1\nparticipant_failed round:1\n"
		"uncontested conclusion:UNCONTESTED\n");
	fstate_drop(s);
	utstring_done(&out);
}

TEST(what_cannot_be_understood_is_damage)
{
	static const char turn[] = "\n---\n\n## Round 1 — Proposer (claude / opus)\n\nx\n";
	static const struct {
		enum entry_kind kind;
		unsigned seat;
		const char *data, *body;
	} rows[] = {
		{ ENTRY_JOIN, 1, NULL, NULL }, { ENTRY_JOIN, 9, NULL, NULL }, { ENTRY_CLAIM, 0, NULL, NULL }, { ENTRY_CLAIM, 9, NULL, NULL },
		{ ENTRY_EXPIRE, 9, NULL, NULL }, { ENTRY_TURN, 1, "{}", NULL }, { ENTRY_TURN, 1, NULL, turn }, { ENTRY_TURN, 2, "{}", turn },
		{ ENTRY_TURN, 1, "{\"yields\":1}", turn }, { ENTRY_TURN, 1, "{\"yields\":[{}]}", turn },
		{ ENTRY_TURN, 1, "{\"unsupported\":[{\"line\":1}]}", turn },
		{ ENTRY_TURN, 1, "{}", "\n---\n\n## Round 2 — Proposer (claude / opus)\n\nx\n" },
		{ ENTRY_TURN, 3, "{}", "\n---\n\n## Summary of rounds 1–1\n\nx\n" }, { ENTRY_NOTE, 0, NULL, "x" },
		{ ENTRY_NOTE, 0, "{\"note\":\"failed\"}", "x" },
		{ ENTRY_NOTE, 0, "{\"note\":\"failed\",\"role\":\"challenger\",\"round\":1,\"reason\":\"x\"}", "x" },
		{ ENTRY_CONCLUSION, 3, "{\"outcome\":\"COMPLETED\"}", "x" }, { ENTRY_CLOSE, 0, "{\"outcome\":\"COMPLETED\"}", NULL },
		{ ENTRY_CLOSE, 0, "[]", NULL }, { ENTRY_KINDS, 0, NULL, NULL }, { 0, 0, NULL, NULL },
	};
	struct duel *d = *state;

	duel_join_all(d);
	for (size_t i = 0; i < N(rows); i++) {
		struct entry *e = entry_new(rows[i].kind, rows[i].seat, 1, rows[i].data, rows[i].body, rows[i].body ? strlen(rows[i].body) : 0);
		if (apply_entry(d->state, &d->ctx, e, 0, NULL))
			fail_msg("row %zu", i);
		entry_free(e);
	}
}

static bool
may_break(const struct duel *d, unsigned seat, unsigned what, unsigned rule)
{
	return hand_in_may_break(&format_rounds, d->state, &d->ctx, seat, &rounds_hand_ins[what], &rounds_rules[rule]);
}

TEST(each_turn_can_break_the_rules_of_its_own_kind_alone)
{
	struct duel *d = *state;

	duel_join_all(d);
	assert_true(may_break(d, ALICE, HAND_TURN, ROUNDS_EVIDENCE_NONE));
	assert_false(may_break(d, ALICE, HAND_TURN, ROUNDS_DEFENSE_COVERAGE));
	assert_false(may_break(d, ALICE, HAND_TURN, ROUNDS_CONCESSION_KEPT));
	assert_false(may_break(d, ALICE, HAND_TURN, ROUNDS_ORDER));
	duel_accept(d, ALICE, opening);
	assert_true(may_break(d, BOB, HAND_TURN, ROUNDS_CHALLENGE_LEAD));
	assert_false(may_break(d, BOB, HAND_TURN, ROUNDS_FOLLOWUP_PROGRESS));
	duel_accept(d, BOB, challenge);
	assert_true(may_break(d, ALICE, HAND_TURN, ROUNDS_DEFENSE_COVERAGE));
	assert_true(may_break(d, ALICE, HAND_TURN, ROUNDS_CONCESSION_KEPT));
	duel_accept(d, ALICE, defense);
	assert_false(may_break(d, BOB, HAND_TURN, ROUNDS_CHALLENGE_LEAD));
	assert_true(may_break(d, BOB, HAND_TURN, ROUNDS_FOLLOWUP_PROGRESS));
	assert_false(may_break(d, OLGA, HAND_VERDICT, ROUNDS_EVIDENCE_NONE));
	assert_true(may_break(d, OLGA, HAND_VERDICT, ROUNDS_VERDICT_WINNER));
	assert_false(may_break(d, OLGA, HAND_SUMMARY, ROUNDS_VERDICT_WINNER));
	assert_true(may_break(d, OLGA, HAND_SUMMARY, ROUNDS_SUMMARY_LENGTH));
}

/* -- points, answers, and how they stand ----------------------------------------------------------------------------------------- */

static json_t *
points_of(const struct duel *d)
{
	UT_string out;
	json_t *o;

	utstring_init(&out);
	format_rounds.render(d->state, &d->ctx, ROW_OWN + 1, 0, &out);
	o = json_loads(utstring_body(&out), 0, NULL);
	assert_non_null(o);
	utstring_done(&out);
	return o;
}

static const json_t *
point_of(const json_t *o, const char *list, const char *id)
{
	size_t i;
	const json_t *one;

	json_array_foreach(json_object_get(o, list), i, one)
		if (!strcmp(text_in(one, "id"), id))
			return one;
	fail_msg("no %s", id);
	return NULL;
}

static const char partial[] =
	"## Round 2 — Proposer (claude / opus)\n\n"
	"C1.2 and C1.3 first.\n\n"
	"C1.2: conceded in part. The keys in `src/key.c:7` are hashed, the values stay.\n\n"
	"C1.1 is wrong: `mark_stale` holds the lock that `src/price.c:31` takes.\n\n"
	"I accept the cost in C1.3, see docs/debug.md. It is one tool more.\n";

TEST(points_json_has_every_point_and_answer_whole_and_how_it_stands)
{
	struct duel *d = *state;
	json_t *o;

	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	o = points_of(d);
	assert_int_equal(json_array_size(json_object_get(o, "points")), 0);
	json_decref(o);
	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, partial);
	o = points_of(d);
	assert_int_equal(json_array_size(json_object_get(o, "points")), 3);
	assert_int_equal(json_array_size(json_object_get(o, "answers")), 3);
	assert_string_equal(text_in(point_of(o, "points", "C1.1"), "text"),
		"Correctness: mark_stale runs after the reader has its copy, so a wrong result is shown.");
	assert_string_equal(text_in(point_of(o, "points", "C1.1"), "state"), "open");
	assert_string_equal(text_in(point_of(o, "points", "C1.2"), "state"), "conceded in part");
	assert_string_equal(text_in(point_of(o, "points", "C1.3"), "state"), "open");
	assert_string_equal(text_in(point_of(o, "answers", "D2.1"), "to"), "C1.2");
	assert_string_equal(text_in(point_of(o, "answers", "D2.1"), "text"),
		"C1.2: conceded in part. The keys in src/key.c:7 are hashed, the values stay.");
	assert_string_equal(text_in(point_of(o, "answers", "D2.2"), "to"), "C1.1");
	assert_string_equal(text_in(point_of(o, "answers", "D2.3"), "text"),
		"I accept the cost in C1.3, see docs/debug.md. It is one tool more.");
	assert_int_equal(json_integer_value(json_object_get(point_of(o, "answers", "D2.2"), "line")), 7);
	assert_string_equal(json_string_value(json_array_get(json_object_get(point_of(o, "points", "C1.1"), "answers"), 0)), "D2.2");
	json_decref(o);
}

TEST(a_point_conceded_in_part_and_one_that_is_traded_off_stay_open)
{
	struct duel *d = *state;

	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, partial);
	assert_non_null(strstr(listed(d, "points_open"), "C1.2: "));
	assert_non_null(strstr(listed(d, "points_open"), "C1.3: "));
	assert_string_equal(listed(d, "concessions"),
		"round 2, proposer: C1.2: conceded in part. The keys in src/key.c:7 are hashed, the values stay.\n");
	assert_replays(d);
}

TEST(status_has_ids_and_short_titles)
{
	struct duel *d = *state;

	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	assert_non_null(strstr(listed(d, "points_open"), "C1.1: Correctness: mark_stale runs after the reader has its copy, so a wrong …\n"));
	assert_string_equal(listed(d, "answers"), "");
	duel_accept(d, ALICE, defense);
	assert_non_null(strstr(listed(d, "answers"), "D2.2: I concede C1.2: the keys are unescaped in src/key.c:7. They will be …\n"));
}

TEST(who_certifies_an_answer_certifies_its_point)
{
	struct duel *d = *state;
	json_t *o;

	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, partial);
	duel_accept(d, BOB, "## Round 2 — Challenger (gemini / gemini-3-pro)\n\n"
		"I am convinced by D2.2 because `src/price.c:31` takes the lock first.\n\n"
		"D2.1 and D2.3 I leave to docs/debug.md.\n");
	assert_int_equal(utstring_len(&d->printed), 0);
	assert_null(strstr(listed(d, "points_open"), "C1.1: "));
	assert_non_null(strstr(listed(d, "points_open"), "C1.2: "));
	o = points_of(d);
	assert_string_equal(text_in(point_of(o, "points", "C1.1"), "state"), "certified");
	json_decref(o);
	assert_replays(d);
}

TEST(an_answer_is_shown_with_the_paragraphs_behind_it)
{
	struct duel *d = *state;
	json_t *o;

	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, "## Round 2 — Proposer (claude / opus)\n\n"
		"C1.1 is wrong: the lock in `src/price.c:31` is held.\n\nSo no reader has a copy of `g->first` by then.\n\n- bench/lock.log has it.\n\n"
		"I concede C1.2: the keys are unescaped in `src/key.c:7`. They will be hashed.\n\n"
		"### The rest\n\n- C1.3 is a tradeoff: one tool more in docs/debug.md.\n\nAll told, the cache in `src/price.c:14` stays.\n");
	o = points_of(d);
	assert_string_equal(text_in(point_of(o, "answers", "D2.1"), "text"),
		"C1.1 is wrong: the lock in src/price.c:31 is held. So no reader has a copy of g->first by then. bench/lock.log has it.");
	assert_string_equal(text_in(point_of(o, "answers", "D2.2"), "text"),
		"I concede C1.2: the keys are unescaped in src/key.c:7. They will be hashed.");
	assert_string_equal(text_in(point_of(o, "answers", "D2.3"), "text"), "C1.3 is a tradeoff: one tool more in docs/debug.md.");
	json_decref(o);
	assert_replays(d);
}

/* What the verdict says of the points that nobody settled, each under another of its headings. */
#define VERDICT_ON(agreed, disputed, unresolved, advice) \
	VERDICT(VERDICT_LINES("2"), VERDICT_WORDS, VERDICT_QUALITY, agreed, \
		"### Key Disagreements\n\n" disputed "\n\n### Unresolved Questions\n\n" unresolved "\n\n", advice)

TEST(points_are_no_longer_open_once_the_debate_is_closed)
{
	static const struct {
		const char *verdict, *first, *third, *new;
		bool first_open, third_open;
	} rows[] = {
		{ VERDICT_ON(VERDICT_AGREED, "- Copies: claude says they are safe", "- Costs", VERDICT_ADVICE), "judged", "left open", "left open", false, true },
		{ VERDICT_ON("- C1.1 and C1.3 (evidence: `src/key.c:7`)\n", "- C2.1: claude says no", "- Costs", VERDICT_ADVICE), "agreed", "agreed", "disputed", false, false },
		{ VERDICT_ON(VERDICT_AGREED, "- C1.3: claude says no", "- What C1.1 costs, and C2.10 or XC2.1", VERDICT_ADVICE), "unresolved", "disputed", "left open", true, true },
		{ VERDICT_ON(VERDICT_AGREED, "- Copies: claude says no", "- C2.1", "Keep the cache and mend C1.3 first.\n"), "judged", "judged", "unresolved", false, false },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct duel *d;
		json_t *o;

		if (i) {
			close_duel(state);
			open_duel(state);
		}
		d = *state;
		duel_join_all(d);
		duel_accept(d, ALICE, opening);
		duel_accept(d, BOB, challenge);
		duel_accept(d, ALICE, defense);
		duel_accept(d, BOB, followup);
		o = points_of(d);
		assert_string_equal(text_in(point_of(o, "points", "C1.1"), "state"), "open");
		json_decref(o);
		if (i == 2)
			duel_refuse(d, OLGA, rows[i].verdict, "[point.unknown] there is no C2.10");
		duel_accept(d, OLGA, i == 2 ? VERDICT_ON(VERDICT_AGREED, "- C1.3: claude says no", "- What C1.1 costs, and `C2.10` or XC2.1", VERDICT_ADVICE) : rows[i].verdict);
		o = points_of(d);
		assert_string_equal(text_in(point_of(o, "points", "C1.1"), "state"), rows[i].first);
		assert_string_equal(text_in(point_of(o, "points", "C1.2"), "state"), "conceded");
		assert_string_equal(text_in(point_of(o, "points", "C1.3"), "state"), rows[i].third);
		assert_string_equal(text_in(point_of(o, "points", "C2.1"), "state"), rows[i].new);
		json_decref(o);
		assert_int_equal(strstr(listed(d, "points_open"), "C1.1: ") != NULL, rows[i].first_open);
		assert_int_equal(strstr(listed(d, "points_open"), "C1.3: ") != NULL, rows[i].third_open);
		assert_string_equal(listed(d, "answers"), "");
		assert_replays(d);
	}
}

TEST(the_verdicts_prompt_lists_what_the_challenger_passed_over)
{
	struct duel *d = *state;
	UT_string out;

	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, partial);
	utstring_init(&out);
	format_rounds.brief(d->state, &d->ctx, BOB, SHOWN_ALL, &out);
	assert_non_null(strstr(utstring_body(&out), "- **D2.2**, to C1.1 (line 7): C1.1 is wrong"));
	utstring_clear(&out);
	duel_accept(d, BOB, followup);
	assert_printed(d, "[followup.coverage] D2.2 (\"C1.1 is wrong");
	format_rounds.brief(d->state, &d->ctx, OLGA, SHOWN_ALL, &out);
	assert_non_null(strstr(utstring_body(&out), "did not take up\n\n- **D2.1**, to C1.2"));
	utstring_done(&out);
}

/* -- the closing reply ----------------------------------------------------------------------------------------------------------- */

static const char closing_reply[] =
	"## Closing — Proposer (claude / opus)\n\n"
	"I concede C2.1: the lock is released too early, as `src/price.c:33` shows. It changes nothing about the rest.\n";

/* Two rounds are over, and the proposer has a reply. */
static void
debate_to_closing(struct duel *d)
{
	d->terms.closing = true;
	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, defense);
	assert_int_equal(format_rounds.hand_ins[HAND_CLOSING].when(d->state, &d->ctx, ALICE), HAND_IN_LATER);
	duel_accept(d, BOB, followup);
	assert_string_equal(state_of(d), "closing_reply");
}

TEST(behind_the_last_round_the_proposer_has_a_reply_where_the_terms_give_it_one)
{
	struct duel *d = *state;
	json_t *o;

	debate_to_closing(d);
	assert_int_equal(format_rounds.next_seat(d->state, &d->ctx), ALICE);
	assert_int_equal(format_rounds.hand_ins[HAND_CLOSING].when(d->state, &d->ctx, ALICE), HAND_IN_DUE);
	assert_int_equal(format_rounds.hand_ins[HAND_CLOSING].when(d->state, &d->ctx, BOB), HAND_IN_OVER);
	assert_int_equal(format_rounds.hand_ins[HAND_TURN].when(d->state, &d->ctx, ALICE), HAND_IN_OVER);
	assert_string_equal(duel_claim(d, OLGA, false), "lease.order");
	assert_printed(d, "it is the move of alice: the proposer's closing reply");
	duel_refuse(d, OLGA, VERDICT_OF("2"), "`## Closing — Proposer (claude / opus)` is due");
	duel_refuse(d, BOB, closing_reply, "[round.role] it is the move of the proposer, and this is written by the challenger");
	duel_accept(d, ALICE, closing_reply);
	assert_string_equal(state_of(d), "judging");
	assert_int_equal(format_rounds.hand_ins[HAND_CLOSING].when(d->state, &d->ctx, ALICE), HAND_IN_OVER);
	assert_null(strstr(listed(d, "points_open"), "C2.1: "));
	assert_non_null(strstr(listed(d, "concessions"), "closing, proposer: I concede C2.1: the lock"));
	assert_replays(d);
	o = report_of(d);
	assert_int_equal(json_array_size(json_object_get(o, "exchanges")), 4);
	assert_int_equal(json_array_size(json_object_get(o, "seconds")), 4);
	assert_memory_equal(text_in(o, "closing"), "I concede C2.1: the lock is released", 30);
	assert_string_equal(text_in(point_of(o, "points", "C2.1"), "state"), "conceded");
	assert_null(json_object_get(json_array_get(json_object_get(o, "concessions"), 0), "closing"));
	assert_true(json_is_true(json_object_get(json_array_get(json_object_get(o, "concessions"), 1), "closing")));
	json_decref(o);
	duel_accept(d, OLGA, VERDICT_OF("2"));
	assert_string_equal(state_of(d), "completed");
}

TEST(a_closing_reply_needs_no_evidence_and_is_no_exchange)
{
	struct duel *d = *state;
	static const char bare[] = "## Closing — Proposer (claude / opus)\n\nC2.1 does not hold. Nothing else was raised.\n";
	json_t *o;

	d->terms.strict_evidence = true;
	debate_to_closing(d);
	o = report_of(d);
	assert_true(json_is_null(json_object_get(o, "closing")));
	json_decref(o);
	duel_accept(d, ALICE, bare);
	assert_string_equal(duel_said(d), "");
	assert_string_equal(listed(d, "unsupported_claims"), "");
}

TEST(without_the_key_the_verdict_follows_the_last_round)
{
	struct duel *d = *state;

	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, defense);
	duel_accept(d, BOB, followup);
	assert_string_equal(state_of(d), "judging");
	assert_int_equal(format_rounds.hand_ins[HAND_CLOSING].when(d->state, &d->ctx, ALICE), HAND_IN_OVER);
	duel_refuse(d, ALICE, closing_reply, "`## Debate Summary` is due");
}

static char *
brief_of(const struct duel *d, unsigned seat)
{
	UT_string out;

	utstring_init(&out);
	format_rounds.brief(d->state, &d->ctx, seat, SHOWN_ALL, &out);
	return utstring_body(&out);
}

TEST(a_closing_reply_that_does_not_come_is_passed_over_and_the_verdict_is_told)
{
	struct duel *d = *state;
	struct verdict v = {.n = 0};
	struct verb_ask ask = {.seat = OLGA, .verb = "fail", .who = "alice", .reason = "it crashed"};
	char *brief;

	debate_to_closing(d);
	format_rounds.verb(d->state, &d->ctx, &ask, &v);
	assert_null(findings_first_error(&v.findings));
	duel_take(d, 0, &v);
	assert_string_equal(state_of(d), "judging");
	assert_non_null(strstr(utstring_body(&d->record), "> Time is up: alice (no closing reply), 2026-"));
	assert_non_null(strstr(utstring_body(&d->events), "participant_failed"));
	brief = brief_of(d, OLGA);
	assert_non_null(strstr(brief, "The proposer's closing reply never came (it crashed)."));
	assert_non_null(strstr(brief, "of the last challenge, and the closing reply never came"));
	free(brief);
	assert_replays(d);
	duel_accept(d, OLGA, VERDICT_OF("2"));
}

TEST(the_prompt_of_a_closing_reply_has_the_last_challenge_and_its_points_alone)
{
	struct duel *d = *state;
	char *brief;

	debate_to_closing(d);
	brief = brief_of(d, ALICE);
	assert_non_null(strstr(brief, "## What you are asked for: the closing reply\n"));
	assert_non_null(strstr(brief, "- **C2.1** (line 5): "));
	assert_null(strstr(brief, "- **C1.1**"));
	assert_true(strstr(brief, "**Round 2 — Challenger") < strstr(brief, "**Round 1 — Challenger"));
	free(brief);
	duel_accept(d, ALICE, closing_reply);
	brief = brief_of(d, OLGA);
	assert_non_null(strstr(brief, "**Closing — Proposer (claude / opus)**"));
	assert_null(strstr(brief, "nobody could answer it"));
	assert_non_null(strstr(brief, "- proposer, closing, line 3"));
	free(brief);
}

/* -- positions ------------------------------------------------------------------------------------------------------------------- */

TEST(where_the_sides_have_positions_every_prompt_says_which_and_status_and_the_report_have_them)
{
	struct duel *d = *state;
	json_t *o;

	d->terms.positions = "FUSE\nNFS *4*";
	duel_join_all(d);
	assert_string_equal(listed(d, "positions"), "FUSE\nNFS *4*\n");
	o = report_of(d);
	assert_string_equal(text_in(json_object_get(o, "positions"), "proposer"), "FUSE");
	assert_string_equal(text_in(json_object_get(o, "positions"), "challenger"), "NFS *4*");
	json_decref(o);
	duel_accept(d, ALICE, opening);
	for (unsigned seat = 0; seat <= OLGA; seat++) {
		char *brief = brief_of(d, seat);
		assert_non_null(strstr(brief, "The proposer stands for **FUSE**, the challenger for **NFS \\*4\\***."));
		free(brief);
	}
	char *brief = brief_of(d, BOB);
	assert_non_null(strstr(brief, "**Round 1 — Proposer, for FUSE (claude / opus)**"));
	free(brief);
	assert_replays(d);
	d->terms.positions = NULL;
	brief = brief_of(d, BOB);
	assert_non_null(strstr(brief, "the challenger has no position of its own, and tests that one."));
	free(brief);
	assert_string_equal(listed(d, "positions"), "");
	o = report_of(d);
	assert_true(json_is_null(json_object_get(o, "positions")));
	json_decref(o);
}

TEST(a_recommendation_that_goes_with_the_losers_position_is_warned_of)
{
	struct duel *d = *state;

	d->terms.positions = "a cache\na table";
	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, defense);
	duel_accept(d, BOB, followup);
	char *loser = mem_strdup(VERDICT_OF("2")), *at = strstr(loser, "Keep the cache and hash");
	assert_non_null(at);
	memcpy(at, "Go with a table and run", 23);
	duel_try(d, OLGA, loser, false);
	assert_printed(d, "[verdict.direction]");
	memcpy(at, "Go with a cache and run", 23);
	duel_try(d, OLGA, loser, false);
	assert_false(duel_printed(d, "[verdict.direction]"));
	free(loser);
}
