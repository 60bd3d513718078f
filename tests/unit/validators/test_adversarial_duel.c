/*
 * Format `adversarial` as the core drives it: who joins and speaks, what the orchestrator says, clocks, how it ends.
 */
#include "tests/unit/validators/adversarial_duel.h"

#include "validators/adversarial/settle.h"

EACH_TEST(begin, end);

/* -- joining -- */

TEST(roles_are_those_of_the_base)
{
	assert_string_equal(duel_sit(&d, "vic", "debater-vim", "h", "m"), "value.bad");
	assert_printed(&d, "join with role=orchestrator, role=moderator, role=debater-spaces, role=debater-tabs");
	assert_null(sit(TESS));
	assert_string_equal(duel_sit(&d, "tom", "debater-tabs", "h", "m"), "seat.taken");
	assert_printed(&d, "the debater-tabs is \"tess\"");
}

TEST(opening_begins_with_orchestrator_moderator_and_two_debaters)
{
	static const char *const missing[] = {"an orchestrator, a moderator and two debaters",
		"an orchestrator, a moderator and another debater", "an orchestrator and a moderator", "somebody with role=orchestrator"};
	for (unsigned who = TESS; who <= OLGA; who++) {
		assert_string_equal(state_of(&d), "preparing");
		assert_string_equal(d.f->missing(d.state, &d.ctx), missing[who - 1]);
		if (who > TESS)
			no_floor(&d, TESS, false, "lease.wait", missing[who - 1]);
		assert_null(sit(who));
	}
	assert_string_equal(state_of(&d), "opening");
	assert_int_equal(d.f->next_seat(d.state, &d.ctx), OLGA);
	no_floor(&d, TESS, false, "lease.order", "the orchestrator has named nobody yet");
}

TEST(what_is_missing_counts_the_debater_who_is_there)
{
	assert_null(sit(OLGA));
	assert_string_equal(d.f->missing(d.state, &d.ctx), "a moderator and two debaters");
	assert_null(sit(TESS));
	assert_string_equal(d.f->missing(d.state, &d.ctx), "a moderator and another debater");
}

/* Whichever of the four comes last. */
TEST(opening_waits_for_each_of_them)
{
	static const char *const missing[] = {[TESS] = "another debater, of another position", [SAM] = "another debater, of another position",
		[MONA] = "somebody with role=moderator", [OLGA] = "somebody with role=orchestrator"};
	for (unsigned last = TESS; last <= OLGA; last++) {
		end(NULL);
		begin(NULL);
		for (unsigned who = TESS; who <= OLGA; who++)
			if (who != last)
				assert_null(sit(who));
		assert_string_equal(state_of(&d), "preparing");
		assert_string_equal(d.f->missing(d.state, &d.ctx), missing[last]);
		for (unsigned seat = 0; seat <= 3; seat++)
			assert_int_equal(d.f->next(d.state, &d.ctx, seat), NEXT_WAIT_PEER);
		assert_int_equal(d.f->next_seat(d.state, &d.ctx), 0);
		assert_null(sit(last));
		assert_string_equal(state_of(&d), "opening");
	}
}

/* -- who speaks -- */

static void
steps(unsigned mover, enum next_step its, enum next_step others, enum next_step anybody)
{
	assert_int_equal(d.f->next_seat(d.state, &d.ctx), mover);
	assert_int_equal(d.f->next(d.state, &d.ctx, 0), anybody);
	for (unsigned seat = TESS; seat <= OLGA; seat++)
		assert_int_equal(d.f->next(d.state, &d.ctx, seat), seat == mover ? its : others);
}

TEST(each_seat_is_told_whose_step_it_is)
{
	all_join();
	steps(OLGA, NEXT_NAME_SPEAKER, NEXT_WAIT_TURN, NEXT_NAME_SPEAKER);
	assert_string_equal(d.f->missing(d.state, &d.ctx), "the orchestrator, who names whoever speaks next");
	assert_null(next_to("tess"));
	steps(TESS, NEXT_CLAIM_LOCK, NEXT_WAIT_TURN, NEXT_CLAIM_LOCK);
	assert_null(d.f->missing(d.state, &d.ctx));
	assert_null(duel_claim(&d, TESS, false));
	steps(TESS, NEXT_COMPOSE_TURN, NEXT_WAIT_TURN, NEXT_COMPOSE_TURN);
	duel_release(&d);
	play(2);
	/* The floor is still held behind a turn: nobody is named before it is free. */
	duel_floor(&d, SAM, GRANT_TURN);
	steps(OLGA, NEXT_WAIT_TURN, NEXT_WAIT_TURN, NEXT_WAIT_TURN);
	duel_floor(&d, 0, GRANT_NONE);
	assert_null(end_for("enough"));
	assert_null(d.f->missing(d.state, &d.ctx));
	steps(OLGA, NEXT_CLAIM_LOCK, NEXT_WAIT_TURN, NEXT_CLAIM_LOCK);
	assert_null(duel_claim(&d, OLGA, false));
	steps(OLGA, NEXT_UPDATE_MARKDOWN, NEXT_WAIT_TURN, NEXT_UPDATE_MARKDOWN);
	duel_release(&d);
}

static void
assert_due(unsigned seat, enum hand_in_when turn, enum hand_in_when synthesis)
{
	assert_int_equal(d.f->hand_ins[0].when(d.state, &d.ctx, seat), turn);
	assert_int_equal(d.f->hand_ins[1].when(d.state, &d.ctx, seat), synthesis);
}

TEST(a_turn_is_due_from_who_is_named_and_the_synthesis_from_the_orchestrator_alone)
{
	all_join();
	assert_due(TESS, HAND_IN_LATER, HAND_IN_OVER);
	assert_due(OLGA, HAND_IN_OVER, HAND_IN_LATER);
	play(2);
	assert_null(next_to("tess"));
	assert_due(TESS, HAND_IN_DUE, HAND_IN_OVER);
	assert_due(SAM, HAND_IN_LATER, HAND_IN_OVER);
	assert_due(MONA, HAND_IN_LATER, HAND_IN_OVER);
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "mona"}));
	assert_due(MONA, HAND_IN_OVER, HAND_IN_OVER);
	assert_null(end_for("enough"));
	assert_due(TESS, HAND_IN_OVER, HAND_IN_OVER);
	assert_due(OLGA, HAND_IN_OVER, HAND_IN_DUE);
	synthesize();
	assert_due(TESS, HAND_IN_OVER, HAND_IN_OVER);
	assert_due(OLGA, HAND_IN_OVER, HAND_IN_OVER);
}

/* Somebody may be called as another's role is. */
TEST(who_is_named_is_found_by_name_before_role)
{
	assert_null(duel_sit(&d, "tess", "debater-tabs", "h", "m"));
	assert_null(duel_sit(&d, "moderator", "debater-spaces", "h", "m"));
	assert_null(duel_sit(&d, "mona", "moderator", "h", "m"));
	assert_null(duel_sit(&d, "olga", "orchestrator", "h", "m"));
	assert_null(next_to("moderator"));
	no_floor(&d, TESS, false, "lease.order", "has named moderator to speak");
	assert_null(next_to("debater-spaces"));
	no_floor(&d, TESS, false, "lease.order", "has named moderator to speak");
	assert_null(next_to("TESS"));
	no_floor(&d, MONA, false, "lease.order", "has named tess to speak");
}

static enum entry_kind
first_of_failing(const char *who)
{
	struct verb_ask ask = {.verb = "fail", .seat = OLGA, .who = who};
	struct verdict v = {.n = 0};
	d.f->verb(d.state, &d.ctx, &ask, &v);
	enum entry_kind kind = v.n ? v.drafts[0].kind : ENTRY_KINDS;
	verdict_free(&v);
	return kind;
}

TEST(who_fails_with_the_floor_loses_it_and_who_is_named_is_named_no_more)
{
	all_join();
	play(2);
	assert_null(next_to("mona"));
	assert_null(duel_claim(&d, MONA, false));
	assert_int_equal(first_of_failing("mona"), ENTRY_EXPIRE);
	assert_int_equal(first_of_failing("tess"), ENTRY_NOTE);
	duel_release(&d);
	assert_int_equal(first_of_failing("mona"), ENTRY_NOTE);
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "mona"}));
	assert_non_null(strstr(utstring_body(&d.record), "> mona failed (timeout). 20"));
	steps(OLGA, NEXT_NAME_SPEAKER, NEXT_WAIT_TURN, NEXT_NAME_SPEAKER);
}

TEST(another_that_fails_leaves_who_is_named)
{
	all_join();
	play(2);
	assert_null(next_to("tess"));
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "mona"}));
	steps(TESS, NEXT_CLAIM_LOCK, NEXT_WAIT_TURN, NEXT_CLAIM_LOCK);
}

TEST(only_who_is_named_has_the_floor_and_another_may_be_named_until_then)
{
	all_join();
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "next", .to = "debater-tabs", .asks = "L-003, arg-014"}));
	no_floor(&d, SAM, false, "lease.order", "the orchestrator has named tess to speak");
	assert_null(next_to("sam"));
	no_floor(&d, TESS, false, "lease.order", "the orchestrator has named sam to speak");
	no_floor(&d, SAM, true, "lease.order", "nobody takes another's turn here");
	assert_null(next_to("tess"));
	assert_null(duel_claim(&d, TESS, false));
	assert_refused(next_to("sam"), "lease.order", "tess has the floor");
	assert_refused(end_for("enough"), "lease.order", "tess has the floor");
	duel_release(&d);
	assert_null(next_to("sam"));
}

TEST(what_is_asked_is_told_and_the_forms_of_the_roles_items)
{
	static const char asked[] = "The orchestrator asks: what of arg-003?\n\nAn item of Claims";
	UT_string told;
	all_join();
	utstring_init(&told);
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "next", .to = "tess", .asks = "what of arg-003?"}));
	d.f->hand_ins[0].told(d.state, &d.ctx, TESS, &told);
	assert_memory_equal(utstring_body(&told), asked, strlen(asked));
	assert_non_null(strstr(utstring_body(&told), "`defend L-002: "));
	utstring_clear(&told);
	d.f->hand_ins[0].told(d.state, &d.ctx, MONA, &told);
	assert_non_null(strstr(utstring_body(&told), "`close L-003 (arg-014) as refuted: "));
	assert_null(strstr(utstring_body(&told), "`defend"));
	utstring_done(&told);
}

TEST(verbs_are_the_orchestrators_and_want_their_keys)
{
	struct verb_ask all = {.to = "tess", .who = "tess", .asks = "x", .reason = "x"};
	all_join();
	for (const char *const *verb = d.f->verbs; *verb; verb++) {
		all.verb = *verb;
		assert_refused(say_as(OLGA, all), "key.unknown", "takes");
		assert_refused(say_as(TESS, (struct verb_ask){.verb = *verb}), "seat.identity", "only the orchestrator");
		assert_refused(say_as(OLGA, (struct verb_ask){.verb = *verb}), "value.bad", "`");
	}
	assert_refused(next_to("nemo"), "value.bad", "nobody has joined as \"nemo\"");
	assert_refused(next_to("olga"), "value.bad", "does not speak but in the synthesis");
	assert_refused(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "nemo"}), "value.bad", "nobody has joined as \"nemo\"");
	no_floor(&d, 0, false, "lease.wait", "only a participant may take the floor");
	assert_refused(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "olga"}), "value.bad", "does not fail");
	assert_refused(end_for(" … "), "value.bad", "says why");
}

TEST(each_debater_opens_once_before_anybody_is_examined)
{
	all_join();
	assert_refused(next_to("mona"), "lease.order", "the moderator speaks when each debater has opened");
	play(1);
	assert_string_equal(state_of(&d), "opening");
	assert_refused(next_to("tess"), "lease.order", "tess has opened, and sam has not");
	assert_refused(end_for("enough"), "lease.order", "sam has not opened");
	hand_in_file(1);
	assert_string_equal(state_of(&d), "cross_examination");
	assert_refused(next_to("sam"), "lease.order", "nobody speaks twice in a row");
}

/* -- how it ends -- */

TEST(a_debate_goes_from_openings_to_an_accepted_synthesis)
{
	all_join();
	play(5);
	assert_int_equal(duel_try_at(&d, TESS, ROW_SYNTHESIS, "## Synthesis\n", false) != 0, true);
	assert_printed(&d, "[lease.order]");
	duel_floor(&d, 0, GRANT_NONE);
	assert_null(end_for("all is said"));
	assert_string_equal(state_of(&d), "synthesis");
	assert_refused(next_to("tess"), "lease.order", "nothing is due but the synthesis");
	/* Of the orchestrator, too, nothing else is taken, nor its synthesis anywhere else. */
	assert_int_equal(duel_try_at(&d, OLGA, ROW_DEBATE, "## Turn 6 — olga (codex / gpt-5) — moderator\n\n**Press**\n- press L-001: why?\n",
		false) != 0, true);
	assert_int_equal(duel_try_at(&d, OLGA, ROW_DEBATE, "## Synthesis\n", false) != 0, true);
	assert_int_equal(duel_try_at(&d, TESS, ROW_SYNTHESIS, "## Synthesis\n", false) != 0, true);
	duel_floor(&d, 0, GRANT_NONE);
	no_floor(&d, TESS, false, "lease.order", "nothing is due but the orchestrator's synthesis");
	assert_int_equal(d.f->next(d.state, &d.ctx, OLGA), NEXT_CLAIM_LOCK);
	synthesize();
	assert_string_equal(state_of(&d), "completed");
	assert_string_equal(fstate_outcome(d.state), "COMPLETED");
	assert_int_equal(d.f->next(d.state, &d.ctx, OLGA), NEXT_CLOSED);
	no_floor(&d, TESS, false, "duel.closed", "COMPLETED");
	assert_refused(next_to("tess"), "duel.closed", "COMPLETED");
}

TEST(an_objection_is_ruled_on_before_the_end_unless_the_moderator_is_gone)
{
	all_join();
	play(4);
	assert_null(next_to("sam"));
	hand_in(SAM, ROW_DEBATE,
		"## Turn 5 — sam (codex / gpt-5) — debater-spaces\n\n**Answers**: Turn 4\n\n**Claims**\n"
		"- object L-005: the standard has no recipe [kb/sources/standards/ecma-48-1991-tabulation.md]\n\n**Argument**\nSo.\n");
	assert_refused(end_for("enough"), "lease.order", "the closure of L-005 was objected to");
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "moderator", .reason = "crashed"}));
	assert_string_equal(state_of(&d), "cross_examination");
	assert_refused(next_to("mona"), "lease.order", "mona was taken out");
	assert_refused(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "mona"}), "lease.order", "taken out already");
	assert_null(end_for("enough"));
}

static void
warning_to(void *arg, const char *text)
{
	utstring_printf((UT_string *)arg, "%s\n", text);
}

static void
assert_warned_of_its_end(bool warned)
{
	UT_string warnings;
	utstring_init(&warnings);
	d.f->warnings(d.state, warning_to, &warnings);
	if (!strstr(utstring_body(&warnings), "the debate was ended before it had min_turns turns\n") == warned)
		fail_msg("%s", utstring_body(&warnings));
	utstring_done(&warnings);
}

TEST(an_end_below_min_turns_is_warned_of)
{
	all_join();
	play(3);
	assert_null(end_for("enough"));
	assert_string_equal(state_of(&d), "synthesis");
	assert_warned_of_its_end(true);
}

TEST(an_end_with_min_turns_is_none_that_is_warned_of)
{
	all_join();
	play(4);
	assert_null(end_for("enough"));
	assert_warned_of_its_end(false);
}

TEST(the_last_turn_that_there_may_be_begins_the_synthesis)
{
	all_join();
	play(5);
	take_example(TESS);
	assert_string_equal(state_of(&d), "cross_examination");
	take_example(MONA);
	assert_string_equal(state_of(&d), "synthesis");
	assert_warned_of_its_end(false);
	assert_string_equal(duel_sit(&d, "tom", "debater-tabs", "h", "m"), "seat.taken");
}

TEST(with_one_debater_left_a_debate_is_aborted)
{
	all_join();
	play(2);
	assert_null(next_to("tess"));
	assert_null(duel_claim(&d, TESS, false));
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "tess", .reason = "no *answer*"}));
	assert_string_equal(state_of(&d), "aborted");
	assert_string_equal(fstate_reason(d.state), "tess failed (no *answer*), and fewer than two debaters are left");
	assert_non_null(strstr(utstring_body(&d.record), "> tess failed (no \\*answer\\*). 20"));
}

TEST(a_verb_does_not_close_a_debate)
{
	struct verdict v = {.n = 0};
	char *sentence = NULL;
	all_join();
	assert_non_null(d.f->close(d.state, &d.ctx, "COMPLETED", "x", &v, &sentence));
	assert_non_null(strstr(sentence, "a debate is closed by its synthesis"));
	free(sentence);
}

/* -- clocks -- */

TEST(a_turn_that_does_not_come_is_noted_and_the_orchestrator_names_again)
{
	all_join();
	play(3);
	assert_null(next_to("sam"));
	int64_t named = d.ctx.clock_ms;
	assert_null(duel_claim(&d, SAM, false));
	assert_int_equal(d.f->deadline(d.state, &d.ctx, NULL), named + 300 * 1000);
	run_out();
	assert_non_null(strstr(utstring_body(&d.record), "> Turn of sam did not come. 20"));
	assert_string_equal(state_of(&d), "cross_examination");
	no_floor(&d, SAM, false, "lease.order", "has named nobody yet");
	/* Who spoke last may speak again, since another was silent. */
	assert_null(next_to("tess"));
}

TEST(an_orchestrator_that_names_nobody_ends_it_by_a_synthesis_or_without)
{
	all_join();
	play(4);
	int64_t idle = d.f->deadline(d.state, &d.ctx, NULL);
	assert_true(idle > d.ctx.clock_ms + 3000 * 1000);
	run_out();
	assert_string_equal(state_of(&d), "synthesis");
	assert_warned_of_its_end(false);
	run_out();
	assert_string_equal(state_of(&d), "aborted");
}

TEST(an_orchestrator_that_names_nobody_in_time_aborts_a_debate_that_has_hardly_begun)
{
	all_join();
	play(2);
	run_out();
	assert_string_equal(state_of(&d), "aborted");
	assert_string_equal(fstate_reason(d.state), "the orchestrator named nobody in 3600 seconds");
}

TEST(a_seat_that_nobody_takes_aborts_it)
{
	sit(TESS);
	sit(SAM);
	run_out();
	assert_string_equal(state_of(&d), "aborted");
	assert_string_equal(fstate_reason(d.state), "an orchestrator and a moderator did not join in time (1200 seconds)");
}

/* -- what is no entry of a debate, whoever wrote it into a log -- */

static void
no_entry(enum entry_kind kind, unsigned seat, const char *data)
{
	struct entry *e = entry_new(kind, seat, d.n_log, data, NULL, 0);
	e->seq = d.n_log + 1;
	e->time_ms = d.ctx.now_ms;
	e->clock_ms = d.ctx.clock_ms;
	struct fstate *next = apply_entry(d.state, &d.ctx, e, utstring_len(&d.record), NULL);
	if (next)
		fail_msg("%s is taken", data ? data : "an entry");
	entry_free(e);
}

TEST(a_log_has_no_entry_that_nobody_could_have_made)
{
	static const char failed[] = "{\"note\":\"failed\",\"seat\":3,\"reason\":\"x\"}";
	for (unsigned who = TESS; who <= MONA; who++)
		assert_null(sit(who));
	no_entry(ENTRY_HANDIN, OLGA, "{\"next\":1}");
	assert_null(sit(OLGA));
	no_entry(ENTRY_HANDIN, TESS, "{\"next\":1}");
	no_entry(ENTRY_HANDIN, OLGA, "{\"next\":9}");
	no_entry(ENTRY_HANDIN, OLGA, "{}");
	no_entry(ENTRY_CLAIM, SAM, "{\"seconds\":900}");
	no_entry(ENTRY_NOTE, 0, "{\"note\":\"failed\",\"seat\":9,\"reason\":\"x\"}");
	no_entry(ENTRY_NOTE, 0, "{\"note\":\"of another format\"}");
	no_entry(ENTRY_NOTE, 0, "{}");
	no_entry(ENTRY_REPORT, OLGA, "{}");
	play(2);
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "mona", .reason = "x"}));
	no_entry(ENTRY_NOTE, 0, failed);
	assert_null(end_for("enough"));
	no_entry(ENTRY_HANDIN, OLGA, "{\"next\":1}");
	no_entry(ENTRY_REPORT, TESS, "{}");
	no_entry(ENTRY_CLOSE, OLGA, "{\"outcome\":\"COMPLETED\",\"reason\":\"x\"}");
}

/* -- what is shown -- */

TEST(status_counts_claims_arguments_and_turns)
{
	static const struct {
		const char *key, *says;
	} rows[] = {{"positions", "spaces: sam\ntabs: tess\n"}, {"turns_by_seat", "tess: 2\nsam: 2\nmona: 1\nolga: 0\n"},
		{"claims", "open: 2\npartially-rebutted: 2\nrebutted: 0\nunclaimable: 0\nconceded: 0\nclosed: 1\n"},
		{"arguments", "robust: 2\nstrong: 2\ncontested: 2\nweak: 1\nrefuted: 1\nbaseless: 1\n"}, {"speaks_next", "tess"},
		{"is_asked", "L-002"}};
	all_join();
	play(5);
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "next", .to = "tess", .asks = "L-002"}));
	for (size_t i = 0; i < N(rows); i++) {
		bool found = false;
		for (size_t k = 0; k < d.f->n_status; k++) {
			if (strcmp(d.f->status[k].key, rows[i].key))
				continue;
			struct status_value v = d.f->status[k].value(d.state, &d.ctx);
			assert_string_equal(v.text, rows[i].says);
			free(v.owned);
			found = true;
		}
		assert_true(found);
	}
}

static void
assert_status(const struct fstate *state, const struct context *ctx, const char *key, const char *says)
{
	for (size_t k = 0; k < d.f->n_status; k++)
		if (!strcmp(d.f->status[k].key, key)) {
			struct status_value v = d.f->status[k].value(state, ctx);
			assert_string_equal(v.text, says);
			free(v.owned);
			return;
		}
	fail_msg("there is no %s", key);
}

/* Before the first entry the folder is there, and no base was read of it. */
TEST(status_knows_positions_and_arguments_before_anybody_joins)
{
	static const char none[] = "robust: 0\nstrong: 0\ncontested: 0\nweak: 0\nrefuted: 0\nbaseless: 0\n";
	struct fstate *new = fstate_start(&format_adversarial);
	struct context ctx = d.ctx;
	assert_status(new, &d.ctx, "positions", "spaces: nobody yet\ntabs: nobody yet\n");
	assert_status(new, &d.ctx, "arguments", "robust: 2\nstrong: 2\ncontested: 2\nweak: 1\nrefuted: 1\nbaseless: 1\n");
	ctx.folder = NULL;
	assert_status(new, &ctx, "positions", "");
	assert_status(new, &ctx, "arguments", none);
	fstate_drop(new);
}

TEST(status_tells_which_claims_were_taken_back)
{
	all_join();
	play(3);
	assert_null(next_to("sam"));
	hand_in(SAM, ROW_DEBATE,
		"## Turn 4 — sam (codex / gpt-5) — debater-spaces\n\n**Answers**: Turn 3\n\n**Claims**\n"
		"- withdraw L-004: nobody asked why\n\n**Argument**\nSo.\n");
	assert_status(d.state, &d.ctx, "claims",
		"open: 3\npartially-rebutted: 1\nrebutted: 1 (1 withdrawn)\nunclaimable: 0\nconceded: 0\nclosed: 0\n");
	assert_null(next_to("mona"));
	hand_in(MONA, ROW_DEBATE, "## Turn 5 — mona (gemini / pro) — moderator\n\n**Rulings**\n- find L-001 rebutted: it is not so\n");
	assert_status(d.state, &d.ctx, "claims",
		"open: 2\npartially-rebutted: 1\nrebutted: 2 (1 withdrawn)\nunclaimable: 0\nconceded: 0\nclosed: 0\n");
}

TEST(a_text_is_its_writers_by_its_heading)
{
	static const char turn[] = "## Turn 1 — sam (codex / gpt-5) — debater-spaces\n", stranger[] = "## Turn 1 — tom (h / m) — moderator\n",
			  synthesis[] = "## Synthesis\n";
	struct whose w = {.seat = 0};
	all_join();
	d.f->whose(d.state, &d.ctx, &(struct submission){.text = turn, .len = strlen(turn)}, &w);
	assert_int_equal(w.seat, SAM);
	w = (struct whose){.seat = 0};
	d.f->whose(d.state, &d.ctx, &(struct submission){.text = stranger, .len = strlen(stranger)}, &w);
	assert_true(w.stranger);
	w = (struct whose){.seat = 0};
	d.f->whose(d.state, &d.ctx, &(struct submission){.text = synthesis, .len = strlen(synthesis)}, &w);
	assert_int_equal(w.seat, OLGA);
}

TEST(the_base_is_there_as_files_byte_for_byte)
{
	for (size_t i = 0; i < d.f->n_rows; i++) {
		const struct format_tree *tree = d.f->rows[i].tree;
		if (!tree || !strcmp(d.f->rows[i].name, "output"))
			continue;
		assert_int_equal(tree->count(d.state, &d.ctx), folder.n);
		for (unsigned n = 1; n <= folder.n; n++) {
			const char *bytes;
			size_t len;
			tree->bytes(d.state, &d.ctx, n, &bytes, &len);
			assert_string_equal(tree->path(d.state, &d.ctx, n), files[n - 1].path + 3);
			assert_int_equal(len, files[n - 1].len);
			assert_memory_equal(bytes, files[n - 1].text, len);
		}
	}
}

/* A run directory of an earlier debate has both. */
TEST(a_snapshot_that_is_there_is_the_snapshot)
{
	struct source_file both[] = {{"kb-snapshot-construction/quality-summary.md", "old", 3}, {"kb/a.md", "new", 3}, {"kb/b.md", "b", 1}};
	struct source_folder f = {"/srv/run", "run", both, 3};
	struct context ctx = d.ctx;
	struct fstate *new = fstate_start(&format_adversarial);
	ctx.folder = &f;
	for (size_t i = 0; i < d.f->n_rows; i++) {
		const struct format_tree *tree = d.f->rows[i].tree;
		if (tree && !strcmp(d.f->rows[i].name, "kb"))
			assert_int_equal(tree->count(new, &ctx), 2);
		else if (tree && strcmp(d.f->rows[i].name, "output"))
			assert_string_equal(tree->path(new, &ctx, 1), "quality-summary.md");
	}
	fstate_drop(new);
}

/* When the last text of this seat, or where it is 0 of any, was taken. */
static int64_t
said_ms(unsigned seat)
{
	int64_t last = d.ctx.created_ms;
	for (unsigned i = 0; i < d.n_log; i++)
		if (d.log[i]->kind == ENTRY_TURN && (!seat || d.log[i]->seat == seat))
			last = d.log[i]->time_ms;
	return last;
}

TEST(what_was_said_is_there_whole_and_of_each_seat)
{
	static const struct {
		const char *path;
		unsigned turns;
	} want[] = {{"transcript.md", 5}, {"agents/debater-tabs/transcript.md", 2}, {"agents/debater-spaces/transcript.md", 2},
		{"agents/moderator/transcript.md", 1}, {"agents/orchestrator/transcript.md", 0}};
	const struct format_row *row = row_named("output");
	all_join();
	play(5);
	assert_int_equal(row->tree->count(d.state, &d.ctx), N(want));
	for (unsigned n = 1; n <= N(want); n++) {
		UT_string out;
		unsigned turns = 0;
		utstring_init(&out);
		assert_string_equal(row->tree->path(d.state, &d.ctx, n), want[n - 1].path);
		d.f->render(d.state, &d.ctx, row->id, n, &out);
		for (const char *at = utstring_body(&out); (at = strstr(at, "## Turn ")); at++)
			turns++;
		assert_int_equal(turns, want[n - 1].turns);
		if (turns)
			assert_int_equal(strncmp(utstring_body(&out), "## Turn ", strlen("## Turn ")), 0);
		assert_int_equal(row->tree->time_ms(d.state, &d.ctx, n), said_ms(n == 1 ? 0 : n - 1));
		if (n == 2)
			assert_non_null(strstr(utstring_body(&out), "\n\n---\n\n## Turn 3 "));
		utstring_done(&out);
	}
}

TEST(the_graph_is_drawn)
{
	UT_string out;
	utstring_init(&out);
	d.f->render(d.state, &d.ctx, row_named("argument-graph.svg")->id, 0, &out);
	assert_non_null(strstr(utstring_body(&out), "arg-009"));
	utstring_done(&out);
}

TEST(a_folder_is_judged_as_a_base_and_gives_the_topic)
{
	struct findings found = {.n = 0};
	d.f->folder->judge(&folder, NULL, false, &found);
	assert_int_equal(findings_errno(&found), 0);
	char *topic = d.f->folder->topic(&folder);
	assert_string_equal(topic, "Tabs or spaces");
	free(topic);
	struct source_file *edges = files;
	while (strcmp(edges->path, "kb/edges.md"))
		edges++;
	struct source_file good = *edges;
	*edges = (struct source_file){good.path, "arg-001 likes arg-002 \"\"\n", 25};
	findings_free(&found);
	found = (struct findings){.n = 0};
	d.f->folder->judge(&folder, NULL, false, &found);
	utstring_clear(&d.printed);
	findings_print(&found, "config.toml", &d.printed);
	assert_printed(&d, "config.toml:kb/edges.md:1: error: [kb.edge]");
	findings_free(&found);
	*edges = good;
}

TEST(nobody_joins_a_debate_without_a_base)
{
	const struct source_folder none = {"/srv/run", "run", NULL, 0};
	struct fstate *new = fstate_start(&format_adversarial);
	struct join_ask ask = {.name = "tess", .harness = "h", .model = "m", .role = "debater-tabs"};
	struct context ctx = d.ctx;
	char *sentence;
	ctx.folder = &none;
	const struct rule *rule = d.f->join(new, &ctx, &ask, &sentence);
	assert_string_equal(rule->id, "lease.wait");
	free(sentence);
	/* Before the first entry its roles are known already. */
	assert_null(d.f->join(new, &d.ctx, &ask, &sentence));
	fstate_drop(new);
}

/* -- what a seat is told that remembers nothing -- */

static char *
brief_of(unsigned seat, size_t room)
{
	UT_string out;
	utstring_init(&out);
	d.f->brief(d.state, &d.ctx, seat, room, &out);
	return utstring_body(&out);
}

static void
assert_brief(unsigned seat, size_t room, const char *const *says, const char *not)
{
	char *brief = brief_of(seat, room);
	for (; *says; says++)
		if (!strstr(brief, *says))
			fail_msg("no %s in:\n%s", *says, brief);
	if (not && strstr(brief, not))
		fail_msg("%s in:\n%s", not, brief);
	free(brief);
}

TEST(a_debater_is_told_what_it_answers_what_is_closed_and_what_it_has_said)
{
	all_join();
	play(5);
	assert_brief(TESS, SHOWN_ALL,
		(const char *[]){"You are `debater-tabs`, and argue for the position: tabs\n", "### Claims to answer\n\n- L-003 (spaces, ",
			"\n- L-004 (spaces, ", "### Turn 5\n\n```markdown\n## Turn 5 — sam", "### Turn 4\n",
			"### Closed claims, which are only accepted or objected to\n\n- L-005", "### Your own claims\n\n- L-001",
			"- arg-002 (strong; spaces; methodological): ", "  - addresses arg-001\n", "`kb/arguments/arg-002-", NULL},
		"### Turn 3");
}

/* arg-006 is an edge away from arg-001, arg-008 from arg-005 alone, which is not at hand for what tess answers. */
TEST(arguments_at_hand_are_those_of_the_claims_and_those_an_edge_away)
{
	all_join();
	assert_brief(TESS, SHOWN_ALL, (const char *[]){"### Arguments at hand\n\n- arg-001 (robust; tabs; ", "\n- arg-009 (contested; tabs; ", NULL},
		"\n- arg-002 (");
	play(5);
	assert_brief(TESS, SHOWN_ALL,
		(const char *[]){"\n- arg-006 (baseless; spaces; ", "\n- arg-004 (weak; spaces; ",
			"  - derived-from-source kb/sources/surveys/pay-survey-2017-spaces.md\n", NULL},
		"\n- arg-007 (");
	assert_brief(MONA, SHOWN_ALL, (const char *[]){"### Turn 5\n\n```markdown\n## Turn 5 — sam", "### Arguments at hand\n\n- arg-001 (", NULL},
		"### Turn 4");
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "next", .to = "tess", .asks = "answer L-005"}));
	assert_brief(TESS, SHOWN_ALL, (const char *[]){"\n- arg-005 (refuted; spaces; ", "\n- arg-008 (robust; factual; ", NULL}, "\n- arg-006 (");
}

/* Who can be named, and why another cannot. */
TEST(an_orchestrator_is_told_who_can_be_named)
{
	static const char late[] = "\ntess was named to speak turn 3, and did not come in time.\n";
	all_join();
	assert_brief(OLGA, SHOWN_ALL,
		(const char *[]){"You are the orchestrator: ", "begins the synthesis, once each debater has opened.\n", "\nTurn 1 comes next, of at most 7; ",
			"### Seats\n\n- tess, `debater-tabs`, 0 turns, has not opened\n- sam, `debater-spaces`, 0 turns, has not opened\n"
			"- mona, `moderator`, 0 turns, may be named once each debater has opened\n", NULL},
		"olga, ");
	play(1);
	assert_brief(OLGA, SHOWN_ALL,
		(const char *[]){"- tess, `debater-tabs`, 1 turn, has opened, and may be named again once each debater has\n- sam, `debater-spaces`, "
			"0 turns, has not opened\n", NULL},
		"did not come in time");
	play_on(1, 2);
	assert_brief(OLGA, SHOWN_ALL,
		(const char *[]){"begins the synthesis.\n", "- tess, `debater-tabs`, 1 turn\n- sam, `debater-spaces`, 1 turn, spoke last, and may not be "
			"named now\n- mona, `moderator`, 0 turns\n", "### Turn 1\n", NULL},
		"did not come in time");
	assert_null(next_to("tess"));
	run_out();
	assert_brief(OLGA, SHOWN_ALL, (const char *[]){late, "- sam, `debater-spaces`, 1 turn\n", NULL}, "spoke last");
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "mona", .reason = "crashed"}));
	assert_brief(OLGA, SHOWN_ALL, (const char *[]){"- mona, `moderator`, 0 turns, taken out\n", NULL}, "mona, `moderator`, 0 turns\n");
}

TEST(once_the_synthesis_is_due_the_orchestrator_is_told_where_it_stands_alone)
{
	all_join();
	play(5);
	assert_brief(OLGA, SHOWN_ALL, (const char *[]){"You are the orchestrator", "### Turn 5\n", "### Turn 3\n", NULL}, "### Turn 2\n");
	assert_null(end_for("all is said"));
	assert_brief(OLGA, SHOWN_ALL, (const char *[]){"### Where it stands\n\n# Threads\n", "### Turn 5\n", NULL}, "You are the orchestrator");
}

TEST(without_a_base_nobody_is_told_anything_of_it)
{
	struct fstate *new = fstate_start(&format_adversarial);
	UT_string out;
	utstring_init(&out);
	d.f->brief(new, &d.ctx, 0, SHOWN_ALL, &out);
	assert_string_equal(utstring_body(&out), "## What it is about\n\n");
	utstring_done(&out);
	fstate_drop(new);
}

TEST(who_is_asked_of_a_claim_is_told_of_that_one)
{
	all_join();
	play(5);
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "next", .to = "tess", .asks = "answer L-003, please"}));
	assert_brief(TESS, SHOWN_ALL, (const char *[]){"### Claims to answer\n\n- L-003 (spaces, open): ", NULL}, "\n- L-004 (spaces");
}

TEST(a_moderator_is_told_warnings_thin_claims_and_objections)
{
	all_join();
	play(1);
	/* Those that nobody has named for equally long, by their numbers. */
	assert_brief(MONA, SHOWN_ALL, (const char *[]){"### Open claims\n\n- L-001 (", NULL}, "### Warnings");
	play_on(1, 5);
	assert_brief(MONA, SHOWN_ALL,
		(const char *[]){"You are the moderator", "### Warnings since your last turn\n\n- turn 5: \\[claim.deflects\\]",
			"### Thin claims\n\n- L-004", "### Open claims\n", NULL},
		"### Objections");
}

TEST(what_there_is_no_room_for_is_left_out_and_named)
{
	all_join();
	play(5);
	char *brief = brief_of(TESS, 2000);
	assert_true(strlen(brief) < 2600);
	assert_non_null(strstr(brief, "Left out here for its length: `"));
	free(brief);
	assert_brief(OLGA, SHOWN_ALL, (const char *[]){"### Where it stands\n\n# Threads\n", NULL}, NULL);
	assert_brief(OLGA, 100, (const char *[]){"Left out here for its length: `threads` has it.\n", NULL}, NULL);
}

TEST(an_orchestrator_is_told_who_did_not_come_before_the_first_turn_too)
{
	static const char *const nothing[] = {NULL};
	all_join();
	assert_null(next_to("sam"));
	assert_brief(OLGA, SHOWN_ALL, nothing, "did not come");
	run_out();
	assert_brief(OLGA, SHOWN_ALL, (const char *[]){"\nsam was named to speak turn 1, and did not come in time.\n", NULL}, NULL);
	assert_null(next_to("tess"));
	assert_brief(OLGA, SHOWN_ALL, nothing, "did not come");
	run_out();
	assert_brief(OLGA, SHOWN_ALL, (const char *[]){"\ntess was named to speak turn 1, and did not come in time.\n", NULL}, "sam was named");
	play(1);
	assert_brief(OLGA, SHOWN_ALL, nothing, "did not come");
}

TEST(an_orchestrator_invalidates_in_place_of_the_synthesis_with_a_reason)
{
	struct verdict v = {.n = 0};
	char *sentence = NULL;
	all_join();
	play(2);
	assert_null(end_for("it went wrong"));
	assert_null(duel_claim(&d, OLGA, false));
	assert_non_null(d.f->close(d.state, &d.ctx, "INVALIDATED", "", &v, &sentence));
	free(sentence);
	sentence = NULL;
	assert_null(d.f->close(d.state, &d.ctx, "INVALIDATED", "the source was not stable", &v, &sentence));
	duel_floor(&d, 0, GRANT_NONE);
	duel_take(&d, OLGA, &v);
	assert_string_equal(state_of(&d), "invalidated");
	assert_non_null(strstr(utstring_body(&d.record), "> Invalidated by olga: the source was not stable"));
}

/* -- three positions -- */

static const struct test_around over_large = {begin_large, end};

enum { STAN = 1, DYNA, KIM, GRETA = 5 };

static void
all_but_greta_join(void)
{
	assert_null(duel_sit(&d, "stan", "debater-static-typing", "h", "m"));
	assert_null(duel_sit(&d, "dyna", "debater-dynamic-typing", "h", "m"));
	assert_null(duel_sit(&d, "kim", "moderator", "h", "m"));
	assert_null(duel_sit(&d, "olga", "orchestrator", "h", "m"));
}

static void
greta_joins(void)
{
	assert_null(duel_sit(&d, "greta", "debater-gradual-typing", "h", "m"));
}

TEST_IN(over_large, who_joins_late_brings_no_opening_back)
{
	all_but_greta_join();
	take_example(DYNA);
	take_example(STAN);
	greta_joins();
	take_example(DYNA);
	assert_string_equal(state_of(&d), "cross_examination");
	assert_null(next_to("kim"));
	assert_null(next_to("greta"));
	/* Said so early, it opens: it need not answer anything. */
	take_example(GRETA);
	assert_null(end_for("enough"));
	assert_string_equal(state_of(&d), "synthesis");
}

TEST_IN(over_large, nobody_joins_what_has_but_its_synthesis_before_it)
{
	all_but_greta_join();
	take_example(STAN);
	take_example(DYNA);
	assert_null(end_for("enough"));
	assert_string_equal(duel_sit(&d, "greta", "debater-gradual-typing", "h", "m"), "lease.order");
	assert_printed(&d, "nothing before it but its synthesis");
}

TEST_IN(over_large, openings_are_over_without_one_that_failed)
{
	all_but_greta_join();
	greta_joins();
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "stan"}));
	assert_string_equal(state_of(&d), "opening");
	take_example(DYNA);
	take_example(GRETA);
	assert_string_equal(state_of(&d), "cross_examination");
	assert_refused(next_to("stan"), "lease.order", "stan was taken out");
}

TEST_IN(over_large, the_last_that_has_not_opened_fails_and_the_openings_are_over)
{
	all_but_greta_join();
	greta_joins();
	take_example(STAN);
	take_example(DYNA);
	assert_string_equal(state_of(&d), "opening");
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "greta"}));
	assert_string_equal(state_of(&d), "cross_examination");
	/* Two are left; with one it is none. */
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "dyna"}));
	assert_string_equal(state_of(&d), "aborted");
}

/* min_turns are in, but somebody has not opened: that is not summed up. */
TEST_IN(over_large, an_orchestrator_that_names_nobody_sums_up_nothing_before_all_have_opened)
{
	all_but_greta_join();
	take_example(STAN);
	take_example(DYNA);
	greta_joins();
	run_out();
	assert_string_equal(state_of(&d), "aborted");
}

TEST_IN(over_large, a_third_debater_opens_when_it_is_named_and_may_fail)
{
	all_but_greta_join();
	take_example(STAN);
	take_example(DYNA);
	assert_string_equal(state_of(&d), "cross_examination");
	greta_joins();
	assert_refused(end_for("enough"), "lease.order", "greta has not opened");
	take_example(GRETA);
	take_example(STAN);
	assert_null(say_as(OLGA, (struct verb_ask){.verb = "fail", .who = "debater-gradual-typing"}));
	assert_string_equal(state_of(&d), "cross_examination");
	no_floor(&d, GRETA, false, "lease.order", "this seat was taken out");
	assert_null(end_for("enough"));
	assert_string_equal(duel_sit(&d, "gus", "debater-gradual-typing", "h", "m"), "seat.taken");
	synthesize();
	assert_string_equal(state_of(&d), "completed");
}
