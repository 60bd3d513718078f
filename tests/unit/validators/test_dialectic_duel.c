/*
 * Whole debates through the format's functions: roles, whose move it is, what is refused and why, what a file shows while a hand-in is
 * sealed, the report and the end; and that a replay comes to the same.
 */
#include "tests/unit/validators/dialectic_duel.h"

#include "validators/dialectic/blank.h"

static int
open_duel(void **state)
{
	struct duel *d = mem_calloc(1, sizeof *d);

	duel_init(d);
	*state = d;
	return 0;
}

EACH_TEST(open_duel, close_duel);

static void
gets_floor(struct duel *d, unsigned seat)
{
	struct floor_ask ask = { .seat = seat };
	struct floor_answer a;

	f->floor(d->state, &d->ctx, &ask, &a);
	if (a.rule)
		fail_msg("%s: %s", a.rule->id, a.text);
	assert_int_equal(a.grant, GRANT_TURN);
	assert_false(a.has_note);
}

static enum next_step
next_of(struct duel *d, unsigned seat)
{
	return f->next(d->state, &d->ctx, seat);
}

/* `release … outcome=` by this seat: the id of the refusal; NULL: it is folded in. */
static const char *
closing(struct duel *d, unsigned seat, const char *outcome, const char *reason)
{
	struct verdict out = { .n = 0 };
	char *sentence = NULL;
	const struct rule *rule;

	d->ctx.holder = seat;
	rule = f->close(d->state, &d->ctx, outcome, reason, &out, &sentence);
	utstring_clear(&d->printed);
	utstring_printf(&d->printed, "%s", sentence ? sentence : "");
	free(sentence);
	d->ctx.holder = 0;
	/* A line of the filesystem's is the last of the record here. */
	for (unsigned i = 0; !rule && i < out.n; i++)
		duel_fold(d, out.drafts[i].kind, seat, out.drafts[i].data, out.drafts[i].body, out.drafts[i].body_len, NULL);
	verdict_free(&out);
	return rule ? rule->id : NULL;
}

/* -- seats ------------------------------------------------------------------------------------------------------------------------ */

TEST(a_role_is_taken_by_name)
{
	struct duel *d = *state;

	assert_string_equal(f->missing(d->state, &d->ctx), "both sides: somebody with role=proposition and somebody with role=opposition");
	assert_string_equal(duel_join(d, "x", ""), "value.bad");
	assert_printed(d, "free are: role=proposition, role=opposition, role=judge");
	assert_string_equal(duel_join(d, "x", "audience"), "value.bad");
	assert_printed(d, "there is no role \"audience\"");
	assert_null(duel_join(d, "alice", "proposition"));
	assert_string_equal(f->missing(d->state, &d->ctx), "somebody with role=opposition");
	assert_string_equal(duel_join(d, "x", "proposition"), "seat.taken");
	assert_printed(d, "the role of the proposition is taken; free are: role=opposition, role=judge");
	assert_null(duel_join(d, "bob", "opposition"));
	assert_null(f->missing(d->state, &d->ctx));
	assert_null(duel_join(d, "carol", "judge"));
	assert_string_equal(duel_join(d, "x", "judge"), "seat.taken");
	assert_string_equal(duel_join(d, "x", ""), "seat.taken");
}

TEST(debating_begins_with_both_sides)
{
	struct duel *d = *state;

	assert_null(duel_join(d, "carol", "judge"));
	no_floor(d, 1, false, "lease.wait", "missing is both sides");
	assert_int_equal(next_of(d, 1), NEXT_WAIT_PEER);
	assert_null(duel_join(d, "bob", "opposition"));
	no_floor(d, 2, false, "lease.wait", "missing is somebody with role=proposition");
	duel_refuse_as(d, 2, OPENINGS, -EBUSY, "[lease.wait]");
	assert_string_equal(fstate_phase_name(d->state), "waiting_for_participant");
	assert_null(duel_join(d, "alice", "proposition"));
	assert_string_equal(fstate_phase_name(d->state), "debating");
	gets_floor(d, 2);
	gets_floor(d, 3);
	no_floor(d, 1, false, "lease.order", "exchange 0 waits for the hand-ins of both sides");
	no_floor(d, 9, false, "lease.none", "join with a role first");
}

TEST(the_judge_may_come_late)
{
	struct duel *d = *state;

	assert_null(duel_join(d, "alice", "proposition"));
	assert_null(duel_join(d, "bob", "opposition"));
	duel_corpus(d, PROP);
	duel_corpus(d, OPP);
	no_floor(d, PROP, false, "lease.order", "waits for the judgement of it, and nobody has joined as judge yet");
	assert_int_equal(next_of(d, PROP), NEXT_WAIT_PEER);
	assert_int_equal(next_of(d, 0), NEXT_WAIT_PEER);
	assert_int_equal(f->next_seat(d->state, &d->ctx), 0);
	assert_null(duel_join(d, "carol", "judge"));
	assert_int_equal(next_of(d, PROP), NEXT_WAIT_TURN);
	assert_int_equal(next_of(d, JUDGE), NEXT_CLAIM_LOCK);
	assert_int_equal(f->next_seat(d->state, &d->ctx), JUDGE);
	duel_corpus(d, JUDGE);
}

/* -- whose move -------------------------------------------------------------------------------------------------------------------- */

TEST(the_floor_follows_the_hand_ins)
{
	struct duel *d = *state;

	duel_join_all(d);
	gets_floor(d, PROP);
	gets_floor(d, OPP);
	no_floor(d, JUDGE, false, "lease.order", "the judge moves when both sides are in; exchange 0 waits for the hand-ins of both sides");
	no_floor(d, PROP, true, "lease.order", "claim without for=timeout");
	assert_int_equal(f->next_seat(d->state, &d->ctx), 0);
	assert_int_equal(next_of(d, 0), NEXT_CLAIM_LOCK);
	d->ctx.holder = OPP;
	assert_int_equal(next_of(d, OPP), NEXT_COMPOSE_TURN);
	assert_int_equal(next_of(d, PROP), NEXT_WAIT_TURN);
	assert_int_equal(f->next_seat(d->state, &d->ctx), OPP);
	duel_corpus(d, OPP);
	no_floor(d, OPP, false, "lease.order", "the opposition is in; exchange 0 waits for the hand-in of the proposition");
	no_floor(d, JUDGE, false, "lease.order", "waits for the hand-in of the proposition");
	assert_int_equal(f->next_seat(d->state, &d->ctx), PROP);
	assert_int_equal(next_of(d, OPP), NEXT_WAIT_TURN);
	assert_int_equal(next_of(d, PROP), NEXT_CLAIM_LOCK);
	d->ctx.holder = OPP;
	assert_int_equal(next_of(d, OPP), NEXT_WAIT_TURN);
	d->ctx.holder = 0;
	duel_corpus(d, PROP);
	no_floor(d, OPP, false, "lease.order", "exchange 0 waits for the judgement of it");
	gets_floor(d, JUDGE);
	assert_int_equal(f->next_seat(d->state, &d->ctx), JUDGE);
	duel_corpus(d, JUDGE);
	no_floor(d, JUDGE, false, "lease.order", "exchange 1 waits for the hand-ins of both sides");
	duel_corpus(d, PROP);
	no_floor(d, PROP, false, "lease.order", "exchange 1 waits for the hand-in of the opposition");
}

/* Whoever waits, granted so, and only then; what comes of it is the end of the debate. */
static void
after_the_wait(struct duel *d, unsigned seat, enum grant grant)
{
	struct floor_ask ask = { .seat = seat, .for_timeout = true };
	struct floor_answer a;

	no_floor(d, seat, true, "lease.order", "for=timeout is granted from `wait_until` in status on");
	d->ctx.clock_ms = f->wait_until(d->state, &d->ctx) - 1;
	no_floor(d, seat, true, "lease.order", "others may still move");
	assert_int_not_equal(next_of(d, seat), NEXT_CLAIM_LOCK);
	d->ctx.clock_ms++;
	assert_int_equal(next_of(d, seat), NEXT_CLAIM_LOCK);
	f->floor(d->state, &d->ctx, &ask, &a);
	assert_null(a.rule);
	assert_int_equal(a.grant, grant);
	duel_fold(d, ENTRY_CLAIM, seat, "{\"seconds\":900}", NULL, 0, NULL);
	d->ctx.clock_ms += 1199000;
	duel_fold(d, ENTRY_EXPIRE, seat, NULL, NULL, 0, NULL);
	no_floor(d, seat, true, "lease.order", "others may still move");
}

TEST(whoever_waits_too_long_may_take_the_floor_and_end_the_debate)
{
	struct duel *d = *state;

	assert_int_equal(f->wait_until(d->state, &d->ctx), 0);
	assert_null(duel_join(d, "alice", "proposition"));
	after_the_wait(d, 1, GRANT_TIMEOUT_MISSING);
	assert_null(duel_join(d, "bob", "opposition"));
	assert_int_equal(f->wait_until(d->state, &d->ctx), 0);
	duel_corpus(d, OPP);
	after_the_wait(d, OPP, GRANT_TIMEOUT_SILENT);
	no_floor(d, PROP, true, "lease.order", "it is your own move");
	duel_refuse_as(d, OPP, OPENINGS, -EBUSY, "[lease.order] the opposition is in");
	/* After a reboot the time since the boot counts. */
	d->ctx.clock_ms = 1000;
	assert_int_equal(f->wait_until(d->state, &d->ctx), 1200000);
	assert_null(closing(d, OPP, "INVALIDATED", "alice is silent"));
	assert_int_equal(f->wait_until(d->state, &d->ctx), 0);
	no_floor(d, OPP, true, "duel.closed", "INVALIDATED");
}

TEST(what_is_no_move_of_the_role_is_refused_at_open_and_at_the_commit)
{
	static const struct {
		unsigned holder;
		int row;
		const char *id; /* NULL: it may open */
	} rows[] = {
		{ PROP, ROW_DEBATE, "lease.order" }, { OPP, ROW_DEBATE, NULL }, { JUDGE, ROW_DEBATE, "lease.order" }, { 0, ROW_DEBATE, "lease.none" },
		{ OPP, ROW_REPORT, "seat.role" }, { JUDGE, ROW_REPORT, "lease.order" },
	};
	struct duel *d = *state;

	duel_join_all(d);
	duel_corpus(d, PROP);
	for (size_t i = 0; i < N(rows); i++) {
		char *sentence = NULL;
		const struct rule *rule;

		d->ctx.holder = rows[i].holder;
		rule = f->may_open(d->state, &d->ctx, rows[i].row, &sentence);
		assert_int_equal(rule != NULL, rows[i].id != NULL);
		assert_int_equal(rule != NULL, sentence != NULL);
		if (rule)
			assert_string_equal(rule->id, rows[i].id);
		free(sentence);
	}
	duel_refuse_as(d, PROP, OPENINGS, -EBUSY, "[lease.order] the proposition is in");
	duel_refuse_as(d, JUDGE, OPENINGS, -EBUSY, "[lease.order] the judge moves when both sides are in");
	duel_refuse_as(d, 0, OPENINGS, -EACCES, "[lease.none]");
}

TEST(a_wrong_seat_is_refused_whatever_it_says)
{
	struct duel *d = *state;

	duel_join_all(d);
	duel_refuse_as(d, PROP, "{\"scores\": []}", -EACCES, "[seat.role] this is a judgement, and this is a side's seat");
	duel_refuse_as(d, OPP, "{\"argument_id\": \"prop_000a\", \"score\": 1, \"reasoning\": \"x\"}", -EACCES, "[seat.role]");
	duel_refuse_as(d, PROP, "{}", -EINVAL, "[handin.count]");
	duel_corpus(d, PROP);
	duel_corpus(d, OPP);
	duel_refuse_as(d, JUDGE, "[{\"argument_id\": \"prop_000a\", \"score\": 1, \"reasoning\": \"x\"}]", -EINVAL,
		"[judgement.form] a judgement is an object: put this array into it as `scores`");
	duel_refuse_as(d, JUDGE, OPENINGS, -EACCES, "[seat.role] these are arguments, and this is the judge's seat");
	duel_refuse_as(d, JUDGE, OPENING, -EACCES, "[seat.role]");
	duel_refuse_as(d, JUDGE, "{}", -EINVAL, "[judgement.form]");
	duel_refuse_as(d, JUDGE, "{\"scores\": []}", -EINVAL, "[judgement.missing]");
}

/* -- a whole debate ------------------------------------------------------------------------------------------------------------------ */

TEST(five_exchanges_come_to_the_same_in_either_order_and_out_of_the_log)
{
	struct duel *d = *state, other;
	UT_string files, other_files;

	duel_join_all(d);
	duel_init(&other);
	duel_join_all(&other);
	for (unsigned i = 0; i < CORPUS_EXCHANGES; i++) {
		duel_corpus_exchange(d, i % 2 ? OPP : PROP);
		assert_replays(d);
		duel_corpus_exchange(&other, OPP);
		assert_replays(&other);
	}
	utstring_init(&files);
	utstring_init(&other_files);
	print_files(d, d->state, true, &files);
	print_files(&other, other.state, true, &other_files);
	assert_string_equal(utstring_body(&files), utstring_body(&other_files));
	assert_int_equal(fstate_pieces(d->state), CORPUS_EXCHANGES);
	utstring_done(&files);
	utstring_done(&other_files);
	duel_done(&other);
}

/* What reads such folders reads these: compared with the folder that belongs to the corpus. */
TEST(the_files_are_those_of_the_folder)
{
	struct duel *d = *state;
	const struct format_row *row = &f->rows[0];
	unsigned n;

	duel_join_all(d);
	for (unsigned i = 0; i < CORPUS_EXCHANGES; i++)
		duel_corpus_exchange(d, OPP);
	n = row->many->count(d->state, &d->ctx);
	assert_int_equal(n, 14);
	for (unsigned i = 1; i <= n; i++) {
		char name[FORMAT_NAME_BYTES], path[160];
		size_t len;
		UT_string out;
		char *text;

		row->many->name(d->state, &d->ctx, i, name);
		snprintf(path, sizeof path, CORPUS "folder/arguments/%s", name);
		text = read_whole(path, &len);
		utstring_init(&out);
		f->render(d->state, &d->ctx, row->id, i, &out);
		assert_string_equal(utstring_body(&out), text);
		utstring_done(&out);
		free(text);
	}
	assert_int_equal(row->many->find(d->state, &d->ctx, "prop_005.md"), 0);
	assert_int_equal(row->many->find(d->state, &d->ctx, "prop_000d.md"), 0);
	assert_int_equal(row->many->find(d->state, &d->ctx, "prop_000a"), 0);
	assert_int_equal(row->many->find(d->state, &d->ctx, ".md"), 0);
}

TEST(turns_are_the_judged_exchanges_of_the_record)
{
	struct duel *d = *state;

	duel_join_all(d);
	duel_corpus_exchange(d, PROP);
	duel_corpus_exchange(d, PROP);
	for (unsigned i = 0; i < 2; i++) {
		struct turn_slice t = fstate_turn(d->state, i);
		char *begins = mem_format("## Exchange %u\n", i);

		assert_int_equal(t.number, i + 1);
		assert_int_equal(t.seat, JUDGE);
		assert_memory_equal(utstring_body(&d->record) + t.offset, begins, strlen(begins));
		free(begins);
	}
	assert_int_equal(fstate_turn(d->state, 1).offset + fstate_turn(d->state, 1).len, utstring_len(&d->record));
	assert_int_equal(fstate_turn(d->state, 2).number, 0);
	assert_memory_equal(utstring_body(&d->record), "# Motion\n\nThis house would make buses free\n", 43);
}

/* -- sealed ----------------------------------------------------------------------------------------------------------------------- */

#define SECRET "Zwirbel zwirbelt zwirbelnd zwirbel zwirbel zwirbel zwirbel zwirbel"

/* Warnings and all: a title of too many words, an unknown key. */
static char *
secret_handin(unsigned exchange)
{
	static const char patch[] = "{\"title\": \"" SECRET "\", \"claim\": \"" SECRET "%s\", \"zwirbel\": \"" SECRET "\", "
		"\"warrant\": \"" SECRET " indeed\"}";
	static const char *const more[] = { "", " once more and yet another", " for the third time and a last" };
	char *one[3], *text;

	for (unsigned i = 0; i < 3; i++) {
		char *changes = mem_format(patch, more[i]);
		one[i] = patched(OPENING, changes);
		free(changes);
	}
	text = exchange ? mem_strdup(one[0]) : mem_format("[%s, %s, %s]", one[0], one[1], one[2]);
	for (unsigned i = 0; i < 3; i++)
		free(one[i]);
	return text;
}

/* Every text that can be had without the floor, for every seat. */
static void
assert_sealed(struct duel *d, bool sealed, const char *id)
{
	UT_string out;

	utstring_init(&out);
	print_files(d, d->state, true, &out);
	utstring_concat(&out, &d->events);
	assert_int_equal(strcasestr(utstring_body(&out), "zwirbel") == NULL, sealed);
	assert_int_equal(strstr(utstring_body(&out), id) == NULL, sealed);
	utstring_done(&out);
}

TEST(nothing_of_a_sealed_hand_in_is_shown_anywhere)
{
	struct duel *d = *state;
	char *secret;

	duel_join_all(d);
	for (unsigned exchange = 0; exchange < 2; exchange++) {
		secret = secret_handin(exchange);
		duel_accept(d, OPP, secret);
		assert_printed(d, "warning: [words.title]");
		assert_null(strcasestr(duel_said(d), "zwirbel"));
		assert_sealed(d, true, exchange ? "opp_001" : "opp_000a");
		assert_replays(d);
		assert_int_equal(duel_try(d, OPP, secret, false), -EBUSY);
		assert_null(strcasestr(duel_said(d), "zwirbel"));
		/* What the other side hands in in vain says nothing of it either. */
		duel_refuse_as(d, PROP, "{", -EINVAL, "[handin.json]");
		assert_sealed(d, true, exchange ? "opp_001" : "opp_000a");
		duel_corpus(d, PROP);
		assert_sealed(d, false, exchange ? "opp_001" : "opp_000a");
		free(secret);
		if (exchange)
			return;
		/* The next exchange begins with words of its own. */
		duel_corpus(d, JUDGE);
		duel_done(d);
		duel_init(d);
		duel_join_all(d);
		duel_corpus_exchange(d, PROP);
	}
}

TEST(what_is_refused_says_no_word_of_it)
{
	static const char *const texts[] = { "[\"zwirbel\"", "{\"zwirbel\": 1}", "{\"title\": \"zwirbel\", \"title\": \"zwirbel\"}", "zwirbel",
		"```zwirbel\n[]\n```", "{\"title\": [\"zwirbel\"], \"zwirbel\": {\"zwirbel\": \"zwirbel\\u0007\"}}" };
	struct duel *d = *state;
	char *text = patched(ARGUMENT, "{\"title\": \"zwirbel\", \"attacks\": [{\"target_id\": \"zwirbel\", \"attack_type\": \"zwirbel\", "
		"\"content\": \"zwirbel\"}], \"defends\": [{\"target_id\": \"opp_000a\", \"defense_type\": \"zwirbel\"}]}");

	duel_join_all(d);
	duel_corpus_exchange(d, PROP);
	duel_refuse_as(d, PROP, text, -EINVAL, "t:attacks[0].target_id: error: [attack.target]");
	assert_null(strcasestr(duel_said(d), "zwirbel"));
	for (size_t i = 0; i < N(texts); i++) {
		duel_refuse_as(d, PROP, texts[i], -EINVAL, "error");
		assert_null(strcasestr(duel_said(d), "zwirbel"));
	}
	free(text);
}

TEST(invalidating_a_debate_reveals_what_was_sealed)
{
	struct duel *d = *state;
	char *secret = secret_handin(0);

	duel_join_all(d);
	duel_accept(d, OPP, secret);
	assert_string_equal(closing(d, OPP, "COMPLETED", ""), "seat.role");
	assert_string_equal(closing(d, OPP, "DISSENT", ""), "value.bad");
	assert_string_equal(closing(d, JUDGE, "COMPLETED", ""), "lease.order");
	assert_printed(d, "a hand-in is sealed");
	assert_sealed(d, true, "opp_000a");
	assert_null(closing(d, OPP, "INVALIDATED", "nobody answers"));
	assert_sealed(d, false, "opp_000a");
	assert_string_equal(fstate_phase_name(d->state), "invalidated");
	assert_string_equal(fstate_reason(d->state), "nobody answers");
	assert_non_null(strstr(utstring_body(&d->events), "arguments_shown exchange:0 \"exchange\":0,\"arguments\":[\"opp_000a\",\"opp_000b\""));
	assert_non_null(strstr(utstring_body(&d->events),
		"invalidated conclusion:INVALIDATED \"participant\":\"bob\",\"outcome\":\"INVALIDATED\",\"reason\":\"nobody answers\"\n"));
	assert_string_equal(utstring_body(&d->record),
		"> Invalidated by bob: nobody answers (revealed: opp_000a, opp_000b, opp_000c), 2026-11-20T22:30:05Z\n");
	assert_int_equal(f->rows[0].many->count(d->state, &d->ctx), 3);
	assert_int_equal(f->rows[0].many->time_ms(d->state, &d->ctx, 1), d->state->debate.closed_ms);
	assert_null(closing(d, OPP, "INVALIDATED", ""));
	assert_string_equal(closing(d, OPP, "COMPLETED", ""), "value.bad");
	assert_int_equal(duel_try_at(d, JUDGE, ROW_REPORT, "# x", false), -EROFS);
	assert_int_equal(f->rows[4].after_close(d->state, &d->ctx), 0);
	free(secret);
}

TEST(what_was_shown_already_is_not_revealed)
{
	struct duel *d = *state;
	char *secret = secret_handin(0);

	d->terms.sealed = false;
	duel_join_all(d);
	duel_accept(d, OPP, secret);
	assert_null(closing(d, OPP, "INVALIDATED", "nobody answers"));
	assert_string_equal(utstring_body(&d->record), "> Invalidated by bob: nobody answers, 2026-11-20T22:30:05Z\n");
	free(secret);
}

TEST(without_a_seal_arguments_are_numbered_as_they_come)
{
	struct duel *d = *state;
	const struct format_many *many = f->rows[0].many;
	char name[FORMAT_NAME_BYTES];

	d->terms.sealed = false;
	duel_join_all(d);
	duel_corpus(d, OPP);
	assert_int_equal(many->count(d->state, &d->ctx), 3);
	many->name(d->state, &d->ctx, 1, name);
	assert_string_equal(name, "opp_000a.md");
	assert_int_equal(many->find(d->state, &d->ctx, "prop_000a.md"), 0);
	duel_corpus(d, PROP);
	duel_corpus(d, JUDGE);
	assert_int_equal(many->find(d->state, &d->ctx, "opp_000c.md"), 3);
	assert_int_equal(many->find(d->state, &d->ctx, "prop_000a.md"), 4);
	duel_corpus(d, PROP);
	assert_int_equal(many->find(d->state, &d->ctx, "prop_001.md"), 7);
	duel_corpus(d, OPP);
	assert_int_equal(many->find(d->state, &d->ctx, "opp_001.md"), 8);
	assert_true(many->time_ms(d->state, &d->ctx, 7) < many->time_ms(d->state, &d->ctx, 8));
}

TEST(a_sealed_file_is_as_old_as_its_showing)
{
	struct duel *d = *state;
	const struct format_many *many = f->rows[0].many;

	duel_join_all(d);
	duel_corpus(d, PROP);
	assert_int_equal(f->rows[ROW_MERMAID - ROW_OWN].time_ms(d->state, &d->ctx), d->ctx.created_ms);
	duel_corpus(d, OPP);
	assert_int_equal(many->time_ms(d->state, &d->ctx, 1), d->state->in[SIDE_OPPOSITION]->time_ms);
	assert_int_equal(f->rows[ROW_SVG - ROW_OWN].time_ms(d->state, &d->ctx), d->state->in[SIDE_OPPOSITION]->time_ms);
	assert_int_equal(f->rows[ROW_SCORES - ROW_OWN].time_ms(d->state, &d->ctx), d->ctx.created_ms);
	duel_corpus(d, JUDGE);
	assert_int_equal(many->time_ms(d->state, &d->ctx, 1), many->time_ms(d->state, &d->ctx, 6));
	assert_int_equal(f->rows[ROW_SCORES - ROW_OWN].time_ms(d->state, &d->ctx), debate_last(d->state)->judgement->time_ms);
}

/* -- handing in again ---------------------------------------------------------------------------------------------------------------- */

TEST(who_has_the_floor_of_the_next_exchange_is_told_that_it_argues_in_the_same_words)
{
	struct duel *d = *state;
	char *text = corpus_text(1, "proposition");

	duel_join_all(d);
	duel_corpus_exchange(d, PROP);
	duel_corpus_exchange(d, PROP);
	d->ctx.holder = PROP;
	duel_refuse_as(d, PROP, text, -EINVAL,
		"t: error: [handin.repeat] the claim and its grounds are the same as those of prop_001: make another argument");
	free(text);
}

/* -- the end ----------------------------------------------------------------------------------------------------------------------- */

TEST(the_judge_closes_after_a_judgement)
{
	struct duel *d = *state;

	duel_join_all(d);
	assert_string_equal(closing(d, JUDGE, "COMPLETED", ""), "lease.order");
	duel_corpus_exchange(d, PROP);
	assert_string_equal(closing(d, PROP, "COMPLETED", ""), "seat.role");
	assert_null(closing(d, JUDGE, "COMPLETED", "enough is said"));
	assert_string_equal(fstate_outcome(d->state), "COMPLETED");
	assert_string_equal(fstate_reason(d->state), "enough is said");
	assert_int_equal(next_of(d, PROP), NEXT_CLOSED);
	assert_int_equal(next_of(d, JUDGE), NEXT_WRITE_REPORT);
	assert_int_equal(next_of(d, 0), NEXT_WRITE_REPORT);
	assert_int_equal(f->next_seat(d->state, &d->ctx), JUDGE);
	no_floor(d, PROP, false, "duel.closed", "COMPLETED");
	duel_refuse_as(d, PROP, OPENING, -EROFS, "[duel.closed]");
	assert_null(closing(d, JUDGE, "COMPLETED", ""));
}

TEST(the_last_judgement_closes_the_debate)
{
	struct duel *d = *state;

	d->terms.exchanges = 2;
	duel_join_all(d);
	duel_corpus_exchange(d, PROP);
	assert_string_equal(fstate_outcome(d->state), "");
	duel_corpus_exchange(d, OPP);
	assert_string_equal(fstate_outcome(d->state), "COMPLETED");
	assert_string_equal(fstate_reason(d->state), "exchange 1, the last, is judged");
	assert_string_equal(fstate_phase_name(d->state), "completed");
}

static char *
text_of(const struct duel *d, hand_in_text text, unsigned seat)
{
	UT_string out;

	utstring_init(&out);
	text(d->state, &d->ctx, seat, &out);
	return utstring_body(&out);
}

static const struct hand_in *
hand_in_named(const char *name)
{
	for (const struct hand_in *h = f->hand_ins; h < f->hand_ins + f->n_hand_ins; h++)
		if (!strcmp(h->name, name))
			return h;
	return NULL;
}

TEST(the_report_is_written_once_at_the_end)
{
	struct duel *d = *state;
	char *report;

	duel_join_all(d);
	assert_int_equal(duel_try_at(d, JUDGE, ROW_REPORT, "# x", false), -EBUSY);
	assert_printed(d, "[lease.order] the report is written at the end");
	duel_corpus_exchange(d, PROP);
	report = text_of(d, hand_in_named("report")->example, JUDGE);
	assert_int_equal(duel_try_at(d, PROP, ROW_REPORT, report, false), -EACCES);
	assert_int_equal(duel_try_at(d, JUDGE, ROW_REPORT, report, false), -EBUSY);
	assert_int_equal(f->rows[4].after_close(d->state, &d->ctx), 0);
	assert_null(closing(d, JUDGE, "COMPLETED", ""));
	assert_int_equal(duel_try_at(d, JUDGE, ROW_REPORT, "# x\n", false), -EINVAL);
	assert_int_equal(f->rows[4].after_close(d->state, &d->ctx), JUDGE);
	duel_accept_row(d, JUDGE, ROW_REPORT, report);
	assert_string_equal(d->state->report, report);
	assert_int_equal(f->rows[4].time_ms(d->state, &d->ctx), d->state->report_ms);
	assert_int_equal(f->rows[4].after_close(d->state, &d->ctx), 0);
	assert_int_equal(duel_try_at(d, JUDGE, ROW_REPORT, report, false), -EROFS);
	assert_printed(d, "[duel.closed] the report is written");
	assert_non_null(strstr(utstring_body(&d->events), "report_written report \"participant\":\"carol\",\"path\":\"report.md\"\n"));
	free(report);
}

/* -- guides ----------------------------------------------------------------------------------------------------------------------- */

/* With every place filled but one; `n` counts from 0. NULL: there is no such place. */
static char *
filled_but(const char *blank, unsigned n, const char *with)
{
	UT_string out;
	const char *place;
	unsigned i = 0;

	utstring_init(&out);
	for (; (place = strstr(blank, HAND_IN_PLACE)); blank = place + strlen(HAND_IN_PLACE)) {
		utstring_bincpy(&out, blank, (size_t)(place - blank));
		utstring_printf(&out, "%s", i++ == n ? HAND_IN_PLACE : place[-1] == '"' ? with : "0");
	}
	utstring_printf(&out, "%s", blank);
	if (n < i)
		return utstring_body(&out);
	utstring_done(&out);
	return NULL;
}

/* For each role and each kind that may be handed in now: the example is accepted, the blank is not, nor with one place left. */
static unsigned
assert_guides(struct duel *d)
{
	unsigned taken = 0;

	for (unsigned seat = 1; seat <= d->ctx.n_seats; seat++)
		for (const struct hand_in *h = f->hand_ins; h < f->hand_ins + f->n_hand_ins; h++) {
			char *example, *blank, *left;
			unsigned n = 0;

			d->ctx.holder = fstate_is_closed(d->state) ? 0 : seat;
			if (h->when(d->state, &d->ctx, seat) < HAND_IN_OPEN)
				continue;
			taken++;
			example = text_of(d, h->example, seat);
			blank = text_of(d, h->blank, seat);
			if (duel_try_at(d, seat, h->row, example, false) || *duel_said(d))
				fail_msg("%s of seat %u:\n%s\n%s", h->name, seat, example, duel_said(d));
			assert_int_equal(duel_try_at(d, seat, h->row, blank, false), -EINVAL);
			while ((left = filled_but(blank, n++, "Five words that fill it"))) {
				assert_int_equal(duel_try_at(d, seat, h->row, left, false), -EINVAL);
				free(left);
			}
			assert_true(n > 4);
			if (h->row == ROW_DEBATE) {
				left = filled_but(blank, n, "x");
				assert_null(left);
			}
			free(example);
			free(blank);
		}
	d->ctx.holder = 0;
	return taken;
}

TEST(in_every_phase_the_example_is_accepted_and_the_blank_is_not)
{
	struct duel *d = *state;

	d->terms.strict_words = true;
	assert_int_equal(assert_guides(d), 0);
	duel_join_all(d);
	for (unsigned i = 0; i < 3; i++) {
		char *judgement;

		/* Both sides. */
		assert_int_equal(assert_guides(d), 2);
		for (unsigned seat = PROP; seat <= OPP; seat++) {
			char *text = text_of(d, hand_in_named(i ? "argument" : "opening")->example, seat);

			duel_accept(d, seat, text);
			free(text);
			assert_int_equal(assert_guides(d), 1);
		}
		judgement = text_of(d, hand_in_named("judgement")->example, JUDGE);
		duel_accept(d, JUDGE, judgement);
		free(judgement);
	}
	assert_null(closing(d, JUDGE, "COMPLETED", ""));
	assert_int_equal(assert_guides(d), 1);
	/* A filled blank is taken as it stands. */
}

static bool
stands_before(const char *blank, const char *at, const char *words)
{
	return (size_t)(at - blank) >= strlen(words) && !memcmp(at - strlen(words), words, strlen(words));
}

/* What a place of a side's blank may be filled with; NULL: anything. `defends` has begun, or not. */
static const char *
chosen(const char *blank, const char *at, unsigned seat, bool defends)
{
	if (stands_before(blank, at, "\"target_id\": \""))
		return (seat == PROP) == defends ? "prop_000a" : "opp_000a";
	if (stands_before(blank, at, "\"attack_type\": \""))
		return "claim_attack";
	return stands_before(blank, at, "\"defense_type\": \"") ? "reinforce" : NULL;
}

TEST(a_blank_is_taken_once_every_place_is_filled)
{
	static const char *const kinds[] = { "opening", "opening", "judgement", "argument", "argument", "judgement" };
	struct duel *d = *state;

	duel_join_all(d);
	for (unsigned i = 0; i < N(kinds); i++) {
		char *blank = text_of(d, hand_in_named(kinds[i])->blank, i % 3 + 1), *at;
		unsigned place = 100 * i;
		UT_string out;

		utstring_init(&out);
		for (const char *rest = blank; *rest; rest = at + strlen(HAND_IN_PLACE)) {
			at = strstr(rest, HAND_IN_PLACE);
			utstring_bincpy(&out, rest, at ? (size_t)(at - rest) : strlen(rest));
			if (!at)
				break;
			const char *choice = chosen(blank, at, i % 3 + 1, memmem(blank, (size_t)(at - blank), "defends", 7));

			if (choice)
				utstring_printf(&out, "%s", choice);
			else
				utstring_printf(&out, at[-1] == '"' ? "Five words fill place %u" : "0", ++place);
		}
		duel_accept(d, i % 3 + 1, utstring_body(&out));
		utstring_done(&out);
		free(blank);
	}
}

TEST(a_newcomer_is_shown_the_first_free_role)
{
	struct duel *d = *state;
	char *text;

	text = text_of(d, hand_in_named("opening")->label, 0);
	assert_string_equal(text, "the three opening arguments of the proposition");
	free(text);
	assert_ptr_equal(hand_in_next(f, d->state, &d->ctx, 0), hand_in_named("opening"));
	assert_null(duel_join(d, "alice", "proposition"));
	text = text_of(d, hand_in_named("opening")->label, 0);
	assert_string_equal(text, "the three opening arguments of the opposition");
	free(text);
	assert_null(duel_join(d, "bob", "opposition"));
	assert_ptr_equal(hand_in_next(f, d->state, &d->ctx, 0), hand_in_named("judgement"));
	assert_null(duel_join(d, "carol", "judge"));
	assert_null(hand_in_next(f, d->state, &d->ctx, 0));
	duel_corpus(d, PROP);
	assert_ptr_equal(hand_in_next(f, d->state, &d->ctx, PROP), hand_in_named("argument"));
	text = text_of(d, hand_in_named("argument")->label, PROP);
	assert_string_equal(text, "the argument of the proposition for exchange 1");
	free(text);
	duel_corpus(d, OPP);
	text = text_of(d, hand_in_named("judgement")->label, JUDGE);
	assert_string_equal(text, "the judgement of exchange 0");
	free(text);
}

TEST(a_brief_shows_a_side_what_it_argues_with)
{
	static const struct definition definitions[] = { { "free", "without a *fare*" } };
	struct duel *d = *state;
	UT_string out;

	d->terms.definitions = definitions;
	d->terms.n_definitions = 1;
	d->terms.scope = "One city";
	duel_join_all(d);
	duel_corpus_exchange(d, PROP);
	duel_corpus(d, PROP);
	utstring_init(&out);
	f->brief(d->state, &d->ctx, PROP, SHOWN_ALL, &out);
	assert_non_null(strstr(utstring_body(&out), "**Motion:** This house would make buses free\n"));
	assert_non_null(strstr(utstring_body(&out), "**Definition of free:** without a \\*fare\\*\n"));
	assert_non_null(strstr(utstring_body(&out), "**Scope:** One city\n"));
	assert_non_null(strstr(utstring_body(&out), "Your hand-in for exchange 1 is in."));
	assert_non_null(strstr(utstring_body(&out), "### Your arguments of earlier exchanges\n\n#### prop_000a: Fares Cost More"));
	assert_non_null(strstr(utstring_body(&out), "(score 0.35)"));
	assert_non_null(strstr(utstring_body(&out), "### The opponent's arguments of earlier exchanges\n\n#### opp_000a: "));
	assert_null(strstr(utstring_body(&out), "prop_001"));
	duel_corpus(d, OPP);
	utstring_clear(&out);
	f->brief(d->state, &d->ctx, OPP, SHOWN_ALL, &out);
	assert_null(strstr(utstring_body(&out), "#### prop_001"));
	assert_null(strstr(utstring_body(&out), "#### opp_001"));
	utstring_clear(&out);
	f->brief(d->state, &d->ctx, JUDGE, SHOWN_ALL, &out);
	assert_non_null(strstr(utstring_body(&out), "### To be judged now: exchange 1\n\n#### prop_001: "));
	assert_non_null(strstr(utstring_body(&out), "#### opp_001: "));
	assert_non_null(strstr(utstring_body(&out), "### The opposition's arguments of earlier exchanges\n\n#### opp_000a: "));
	utstring_done(&out);
	d->terms.n_definitions = 0;
}

/* The brief of a seat has these words; or, with `not`, has them not. */
static void
assert_briefed(struct duel *d, unsigned seat, bool not, const char *words)
{
	UT_string out;

	utstring_init(&out);
	f->brief(d->state, &d->ctx, seat, SHOWN_ALL, &out);
	if (!strstr(utstring_body(&out), words) != not)
		fail_msg("%s%s in:\n%s", not ? "" : "not ", words, utstring_body(&out));
	utstring_done(&out);
}

TEST(a_brief_has_what_the_judge_said_of_each_argument_and_how_it_is_scored)
{
	static const char judged[] = "\n**Judged in exchange 0, 0.35:** A concrete and measurable cost, well tied to net yield. ";
	static const char rescored[] = "\n**Rescored in exchange 1, 0.35 → 0.2:** The time at the stop turns out to be a cost of cash";
	struct duel *d = *state;

	duel_join_all(d);
	for (unsigned seat = PROP; seat <= JUDGE; seat++)
		assert_briefed(d, seat, false, "### How it is scored\n\nThe judge gives each argument a score from -1 to 1: how far it bears on the "
			"motion, with what was said against it weighed; ");
	assert_briefed(d, PROP, false, "The scores of an exchange sum to 0");
	duel_corpus_exchange(d, PROP);
	duel_corpus_exchange(d, PROP);
	for (unsigned seat = PROP; seat <= JUDGE; seat++) {
		assert_briefed(d, seat, false, judged);
		assert_briefed(d, seat, false, rescored);
	}
}

TEST(the_judge_is_told_what_could_not_answer_yet_and_what_may_be_rescored)
{
	struct duel *d = *state;

	duel_join_all(d);
	duel_corpus(d, PROP);
	duel_corpus(d, OPP);
	assert_briefed(d, JUDGE, true, "what is attacked here could not answer yet");
	assert_briefed(d, JUDGE, false, "could read the other's: openings attack nothing, and none is worth less for having answered nothing.\n");
	assert_briefed(d, JUDGE, true, "\"rescores\": ");
	duel_corpus(d, JUDGE);
	duel_corpus(d, PROP);
	assert_briefed(d, JUDGE, true, "\"rescores\": ");
	duel_corpus(d, OPP);
	assert_briefed(d, JUDGE, false, "what is attacked here could not answer yet, and is not worth less for having left it unanswered.\n");
	assert_briefed(d, JUDGE, false, "What may stand beside `scores`, of those whose worth this exchange changed; leave out the others:\n\n"
		"```json\n\"rescores\": [\n  {\n    \"argument_id\": \"prop_000a\",\n    \"old_score\": 0.35,\n    \"new_score\": ...,\n    "
		"\"reasoning\": \"...\"\n  }");
	assert_briefed(d, PROP, true, "\"rescores\": ");
}

TEST(the_last_exchange_says_so)
{
	struct duel *d = *state;
	char *text;

	d->terms.exchanges = 2;
	duel_join_all(d);
	assert_briefed(d, PROP, true, "is the last one");
	text = text_of(d, hand_in_named("opening")->label, PROP);
	assert_string_equal(text, "the three opening arguments of the proposition");
	free(text);
	duel_corpus(d, PROP);
	text = text_of(d, hand_in_named("argument")->label, PROP);
	assert_string_equal(text, "the argument of the proposition for exchange 1, the last");
	free(text);
	duel_corpus(d, OPP);
	duel_corpus(d, JUDGE);
	assert_briefed(d, PROP, false, "\n**Exchange 1 is the last one.** Nothing you attack now can be answered, and nothing that attacks you now "
		"can be seen before.\n");
	assert_briefed(d, JUDGE, false, "\n**Exchange 1 is the last one.** What was attacked in it was never answered, and could not be. This "
		"judgement closes the debate; then its report is due, which is yours to write.\n");
	text = text_of(d, hand_in_named("judgement")->label, JUDGE);
	assert_string_equal(text, "the judgement of exchange 1, the last");
	free(text);
	text = text_of(d, hand_in_named("argument")->label, OPP);
	assert_string_equal(text, "the argument of the opposition for exchange 1, the last");
	free(text);
	duel_corpus(d, OPP);
	text = text_of(d, hand_in_named("argument")->label, OPP);
	assert_string_equal(text, "the argument of the opposition for exchange 1, the last");
	free(text);
}

/* -- events and warnings -------------------------------------------------------------------------------------------------------------- */

TEST(events_tell_what_happened_and_not_what_was_said)
{
	struct duel *d = *state;

	d->terms.exchanges = 1;
	duel_join_all(d);
	duel_corpus_exchange(d, OPP);
	assert_string_equal(utstring_body(&d->events),
		"exchange_opened exchange:0 \"exchange\":0\n"
		"arguments_handed_in exchange:0 \"participant\":\"bob\",\"role\":\"opposition\",\"exchange\":0\n"
		"arguments_handed_in exchange:0 \"participant\":\"alice\",\"role\":\"proposition\",\"exchange\":0\n"
		"arguments_shown exchange:0 \"exchange\":0,\"arguments\":[\"prop_000a\",\"prop_000b\",\"prop_000c\",\"opp_000a\",\"opp_000b\","
		"\"opp_000c\"]\n"
		"exchange_judged exchange:0 \"participant\":\"carol\",\"exchange\":0,\"cumulative_scores\":{\"proposition\":{\"total\":0.4,"
		"\"count\":3},\"opposition\":{\"total\":-0.4,\"count\":3}}\n"
		"completed conclusion:COMPLETED \"participant\":\"carol\",\"outcome\":\"COMPLETED\",\"reason\":\"exchange 0, the last, is judged\"\n");
}

TEST(warnings_are_kept_with_their_exchange)
{
	struct duel *d = *state;
	char *secret = secret_handin(0);
	UT_string out;

	duel_join_all(d);
	duel_accept(d, PROP, secret);
	utstring_init(&out);
	f->warnings(d->state, print_warning, &out);
	assert_int_equal(utstring_len(&out), 0);
	duel_corpus(d, OPP);
	f->warnings(d->state, print_warning, &out);
	assert_non_null(strstr(utstring_body(&out), "warning exchange 0: proposition: [words.title] [0].title: this has "));
	assert_non_null(strstr(utstring_body(&out), "warning exchange 0: proposition: [handin.unknown] [2]: a key here is not known"));
	duel_corpus(d, JUDGE);
	duel_corpus_exchange(d, PROP);
	duel_corpus_exchange(d, PROP);
	utstring_clear(&out);
	f->warnings(d->state, print_warning, &out);
	assert_non_null(strstr(utstring_body(&out), "warning exchange 0: proposition: [words.title]"));
	assert_non_null(strstr(utstring_body(&out), "warning exchange 2: judge: [rescore.old] rescores[1]: "));
	utstring_done(&out);
	free(secret);
}

TEST(word_limits_may_refuse)
{
	struct duel *d = *state;
	char *secret = secret_handin(0);

	d->terms.strict_words = true;
	duel_join_all(d);
	duel_refuse_as(d, PROP, secret, -EINVAL, "t:[1].title: error: [words.title]");
	free(secret);
}

/* -- the text as it arrives --------------------------------------------------------------------------------------------------------- */

/* No cut of what would be accepted is refused as the beginning of a text; what nothing could mend is. */
TEST(no_cut_of_a_hand_in_is_refused)
{
	struct duel *d = *state;
	static const char *const who[] = { "proposition", "opposition", "judge" };

	duel_join_all(d);
	for (unsigned i = 0; i < 9; i++) {
		char *text = corpus_text(i / 3, who[i % 3]);
		size_t len = strlen(text);

		for (size_t cut = 0; cut <= len; cut += sample_step()) {
			char *part = mem_copy(text, cut);

			if (duel_try(d, i % 3 + 1, part, true))
				fail_msg("%s\n%s", part, duel_said(d));
			free(part);
		}
		duel_accept(d, i % 3 + 1, text);
		free(text);
	}
	assert_int_equal(duel_try(d, PROP, "I think\n", true), -EINVAL);
	assert_int_equal(duel_try(d, JUDGE, "{\n", true), -EBUSY);
}

static int
judge_alone(struct duel *d, const char *text)
{
	struct submission s = { .row = ROW_DEBATE, .text = text, .len = strlen(text), .alone = true };
	struct fstate *empty = fstate_start(f);
	struct verdict v = { .n = 0 };
	int err;

	f->judge(empty, &d->ctx, &s, &v);
	err = findings_errno(&v.findings);
	utstring_clear(&d->printed);
	findings_print(&v.findings, "t", &d->printed);
	assert_int_equal(v.n, 0);
	verdict_free(&v);
	fstate_drop(empty);
	return err;
}

TEST(a_hand_in_by_itself_is_judged_by_its_shape)
{
	static const char *const who[] = { "proposition", "opposition", "judge" };
	struct duel *d = *state;

	for (unsigned i = 0; i < 3 * CORPUS_EXCHANGES; i++) {
		char *text = corpus_text(i / 3, who[i % 3]);

		if (judge_alone(d, text))
			fail_msg("%u %s\n%s", i / 3, who[i % 3], duel_said(d));
		free(text);
	}
	assert_int_equal(judge_alone(d, "[" OPENING "]"), -EINVAL);
	assert_printed(d, "[handin.count]");
	assert_int_equal(judge_alone(d, "{\"title\": \"x\"}"), -EINVAL);
	assert_printed(d, "t:claim: error: [handin.missing]");
	assert_int_equal(judge_alone(d, "{\"scores\": [{\"argument_id\": \"prop_004\", \"score\": 2, \"reasoning\": \"x\"}]}"), -EINVAL);
	assert_printed(d, "[judgement.range]");
	/* Which exchange is judged, and who is in it, the record tells. */
	assert_int_equal(judge_alone(d, "{\"scores\": [{\"argument_id\": \"prop_4294967295\", \"score\": 0, \"reasoning\": \"It says what it rests on.\"}]}"), 0);
	assert_int_equal(judge_alone(d, "{\"scores\": [{\"argument_id\": \"prop_001\", \"score\": 0, \"reasoning\": \"It says what it rests on.\"}, "
		"{\"argument_id\": \"opp_002\", \"score\": 0, \"reasoning\": \"Nobody has asked who pays.\"}]}"), 0);
	assert_string_equal(duel_said(d), "");
	assert_int_equal(judge_alone(d, "# A report\n"), -EINVAL);
	assert_printed(d, "[report.section]");
	assert_int_equal(judge_alone(d, "nonsense"), -EINVAL);
}

/* -- damage ----------------------------------------------------------------------------------------------------------------------- */

TEST(what_cannot_be_understood_is_damage)
{
	static const struct {
		enum entry_kind kind;
		unsigned seat;
		const char *data, *body;
	} rows[] = {
		{ ENTRY_JOIN, 1, NULL, NULL }, { ENTRY_JOIN, 9, NULL, NULL }, { ENTRY_HANDIN, PROP, NULL, OPENINGS },
		{ ENTRY_HANDIN, PROP, "{\"side\":\"proposition\",\"exchange\":0}", NULL },
		{ ENTRY_HANDIN, PROP, "{\"side\":\"proposition\",\"exchange\":0}", "{" },
		{ ENTRY_HANDIN, PROP, "{\"side\":\"proposition\",\"exchange\":0}", "[]" },
		{ ENTRY_HANDIN, PROP, "{\"side\":\"proposition\",\"exchange\":1}", OPENING },
		{ ENTRY_HANDIN, OPP, "{\"side\":\"proposition\",\"exchange\":0}", OPENINGS },
		{ ENTRY_HANDIN, 0, "{\"side\":\"proposition\",\"exchange\":0}", OPENINGS }, { ENTRY_TURN, JUDGE, "{}", "\nx" },
		{ ENTRY_TURN, JUDGE, NULL, "\nx" }, { ENTRY_NOTE, 1, "{}", "x" }, { ENTRY_NOTE, 1, "{\"note\":\"else\"}", "x" }, { ENTRY_CONCLUSION, 1, "{\"outcome\":\"COMPLETED\"}", "x" },
		{ ENTRY_CLOSE, 1, "{}", NULL }, { ENTRY_CLOSE, 1, "{\"outcome\":\"DISSENT\"}", NULL }, { ENTRY_REPORT, JUDGE, NULL, "x" },
		{ ENTRY_REPORT, JUDGE, NULL, NULL }, { ENTRY_KINDS, 0, NULL, NULL }, { 0, 0, NULL, NULL },
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

/* A command that ends a debate stands with its outcome: no blank shows it. */
TEST(the_endings_name_the_command_for_each)
{
	assert_non_null(strstr(f->endings[0].earned, "`release NAME outcome=COMPLETED`"));
	assert_non_null(strstr(f->endings[1].earned, "`release NAME outcome=INVALIDATED reason=\"why\"`"));
}

static bool
may_break(const struct duel *d, unsigned seat, unsigned what, unsigned rule)
{
	return hand_in_may_break(f, d->state, &d->ctx, seat, &dialectic_hand_ins[what], &dialectic_rules[rule]);
}

TEST(an_opening_cannot_break_the_rules_of_attacks_nor_of_judgements)
{
	struct duel *d = *state;

	duel_join_all(d);
	assert_false(may_break(d, PROP, HAND_IN_OPENING, RULE_ATTACK_TARGET));
	assert_false(may_break(d, PROP, HAND_IN_OPENING, RULE_JUDGEMENT_SUM));
	assert_false(may_break(d, PROP, HAND_IN_OPENING, RULE_WORDS_DEFENCE));
	assert_true(may_break(d, PROP, HAND_IN_OPENING, RULE_GROUND_COUNT));
	assert_true(may_break(d, PROP, HAND_IN_OPENING, RULE_WORDS_TITLE));
	assert_true(may_break(d, PROP, HAND_IN_ARGUMENT, RULE_ATTACK_TARGET));
	assert_true(may_break(d, PROP, HAND_IN_ARGUMENT, RULE_WORDS_DEFENCE));
}

TEST(a_first_judgement_cannot_break_the_rules_of_rescores)
{
	struct duel *d = *state;

	duel_join_all(d);
	assert_false(may_break(d, JUDGE, HAND_IN_JUDGEMENT, RULE_RESCORE_STEP));
	assert_true(may_break(d, JUDGE, HAND_IN_JUDGEMENT, RULE_JUDGEMENT_SUM));
	assert_false(may_break(d, JUDGE, HAND_IN_JUDGEMENT, RULE_REPORT_WORDS));
	duel_corpus(d, PROP);
	duel_corpus(d, OPP);
	duel_corpus(d, JUDGE);
	assert_true(may_break(d, JUDGE, HAND_IN_JUDGEMENT, RULE_RESCORE_STEP));
}
