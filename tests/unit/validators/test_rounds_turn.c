/*
 * The rules about a turn's body: each refuses and each accepts, in several wordings, and is not talked round.
 */
#include "tests/unit/validators/rounds_fixture.h"

#include <errno.h>

WHOLE_FILE(talk_open, talk_close);

#define OPENING "The record should be one row a turn, as `fs/store/sqlite.c` writes it today.\n"

/* A first challenge that breaks no rule; what is tested stands before or in place of a part of it. */
#define LEAD "One row a turn loses what `fsync` would keep.\n\n"
#define CORRECTNESS "- Correctness: a crash between two rows leaves half a turn, see fs/store/sqlite.c:40.\n"
#define SECURITY "- Security: every reader of the `turn` table sees sealed text.\n"
#define EXPERIENCE "- Developer experience: nobody can read the record with `cat`.\n"
#define ALTERNATIVE "- Alternative: keep one file a turn and rename it, as rename(2) allows.\n"
#define CHALLENGE LEAD CORRECTNESS SECURITY EXPERIENCE ALTERNATIVE

struct row {
	const char *text;
	const char *says; /* what is printed for a refusal; NULL: it is accepted */
};

/* Judge each row by one rule alone: other refusals do not count. */
static void
assert_rows(struct talk *t, enum speaker speaker, unsigned round, enum rounds_rule rule, const struct row *rows, size_t n)
{
	char *id = mem_format("[%s]", rounds_rules[rule].id);

	for (size_t i = 0; i < n; i++) {
		int err = talk_body(t, speaker, round, rows[i].text, strlen(rows[i].text), false, false);
		bool told = talk_printed(t, id), refuses = rounds_rules[rule].severity == SEVERITY_ERROR;

		if (told != (rows[i].says != NULL) || (told && !talk_printed(t, rows[i].says)) || (told && refuses && err != -EINVAL))
			fail_msg("%s\n%s: %s", rows[i].text, id, utstring_len(&t->printed) ? utstring_body(&t->printed) : "nothing");
	}
	free(id);
}

static void
open_debate(struct talk *t)
{
	talk_clear(t);
	talk_speak(t, SPEAKER_PROPOSER, 1, OPENING);
}

static void
challenge(struct talk *t)
{
	open_debate(t);
	talk_speak(t, SPEAKER_CHALLENGER, 1, CHALLENGE);
}

/* -- the first challenge --------------------------------------------------------------------------------------------------------- */

TEST(a_first_challenge_that_is_whole_breaks_no_rule)
{
	struct talk *t = *state;

	challenge(t);
	assert_int_equal(utstring_len(&t->printed), 0);
}

TEST(a_rule_whose_list_is_empty_is_off)
{
	struct talk *t = *state;
	struct phrases *all = t->phrases;

	open_debate(t);
	t->phrases = phrases_new();
	assert_int_equal(talk_body(t, SPEAKER_CHALLENGER, 1, "- The lock leaks `src/a.c` twice.", 33, false, false), 0);
	phrases_free(t->phrases);
	t->phrases = all;
}

/* -- the defence ----------------------------------------------------------------------------------------------------------------- */

TEST(a_defence_may_be_a_copy_of_another_sides_turn_and_nearly_one_where_that_rule_is_off)
{
	static const char opening[] = "The record should be one row a turn, as `fs/store/sqlite.c` writes it today, because a row is read, written and "
				      "synced as one, and no reader ever sees half of it, whatever the disk does.\n";
	static const char near[] = "The record should be one row a turn, as `fs/store/sqlite.c` writes it today, because a row is read, written and "
				   "synced as one, and no reader ever sees half of it, whatever disks do.\n\nC1.1 stands.\n";
	struct talk *t = *state;
	talk_clear(t);
	talk_speak(t, SPEAKER_PROPOSER, 1, opening);
	assert_rows(t, SPEAKER_CHALLENGER, 2, ROUNDS_DEFENSE_RESTATE, (const struct row[]){ { opening, NULL } }, 1);
	assert_rows(t, SPEAKER_PROPOSER, 2, ROUNDS_DEFENSE_RESTATE, (const struct row[]){ { near, "is nearly a copy of your turn of round 1" } }, 1);
	t->novelty_threshold = 0;
	assert_rows(t, SPEAKER_PROPOSER, 2, ROUNDS_DEFENSE_RESTATE, (const struct row[]){ { opening, "repeats your turn of round 1" } }, 1);
	assert_rows(t, SPEAKER_PROPOSER, 2, ROUNDS_DEFENSE_RESTATE, (const struct row[]){ { near, NULL } }, 1);
}

/* -- what is kept ---------------------------------------------------------------------------------------------------------------- */

TEST(a_turn_is_kept_with_its_points_concessions_and_unsupported_claims)
{
	struct talk *t = *state;
	const struct spoken *s;

	open_debate(t);
	talk_speak(t, SPEAKER_CHALLENGER, 1, "Wrong.\n\n### Locks\n\nThey leak in `lease.c`.\n\n" CORRECTNESS SECURITY EXPERIENCE ALTERNATIVE);
	s = t->before[1];
	assert_int_equal(s->round, 1);
	assert_int_equal(s->n_points, 5);
	assert_string_equal(s->points[0].text, "Locks");
	assert_string_equal(s->points[2].text, "Security: every reader of the turn table sees sealed text.");
	assert_int_equal(s->points[2].line, 8);
	assert_int_equal(s->n_unsupported, 1);
	assert_string_equal(s->unsupported[0].text, "Wrong.");
	assert_int_equal(s->unsupported[0].line, 1);
	talk_speak(t, SPEAKER_PROPOSER, 2,
		"C1.1: you name it well. I concede\nthe **leak**, `lease.c` has it.\n\nC1.2 is wrong, as sqlite.c shows.\n\nI concede C1.3 and C1.4. See\nfs/x.c and "
		"https://a.org.\n\nC1.4 stays a matter of taste, and worth its price.\n\nC1.5 costs two syncs a turn.\n");
	s = t->before[2];
	assert_int_equal(s->n_points, 0);
	assert_int_equal(s->n_yields, 3);
	assert_string_equal(s->yields[0].sentence, "I concede the leak, lease.c has it.");
	assert_false(s->yields[0].certifies);
	assert_int_equal(s->yields[0].line, 1);
	assert_int_equal(s->yields[0].round, 1);
	assert_int_equal(s->yields[0].n, 1);
	assert_int_equal(s->yields[0].n_cited, 1);
	assert_string_equal(s->yields[0].cited[0], "lease.c");
	assert_string_equal(s->yields[1].sentence, "I concede C1.3 and C1.4.");
	assert_int_equal(s->yields[1].n, 3);
	assert_int_equal(s->yields[2].n, 4);
	assert_string_equal(s->yields[2].sentence, "I concede C1.3 and C1.4.");
	assert_int_equal(s->yields[2].n_cited, 2);
	assert_string_equal(s->yields[2].cited[1], "https://a.org");
	talk_speak(t, SPEAKER_CHALLENGER, 2, "C1.2 is resolved: sqlite.c syncs.\n");
	s = t->before[3];
	assert_int_equal(s->n_yields, 1);
	assert_true(s->yields[0].certifies);
	assert_string_equal(s->yields[0].cited[0], "sqlite.c");
}

TEST(a_sentence_yields_sixteen_points_at_most)
{
	struct talk *t = *state;
	UT_string text;

	open_debate(t);
	utstring_init(&text);
	utstring_printf(&text, "I concede, for `src/a.c`,");
	for (unsigned n = 1; n <= SPOKEN_YIELD_POINTS + 1; n++)
		utstring_printf(&text, " C1.%u C1.%u", n, n);
	talk_speak(t, SPEAKER_PROPOSER, 2, utstring_body(&text));
	assert_int_equal(t->before[1]->n_yields, SPOKEN_YIELD_POINTS);
	assert_int_equal(t->before[1]->yields[SPOKEN_YIELD_POINTS - 1].n, SPOKEN_YIELD_POINTS);
	utstring_done(&text);
}

/* -- beginnings ------------------------------------------------------------------------------------------------------------------ */

TEST(of_a_beginning_only_what_nothing_can_mend_is_refused)
{
	static const struct {
		enum speaker speaker;
		unsigned round;
		bool reject;
		const char *text;
		const char *says;
	} rows[] = {
		{ SPEAKER_CHALLENGER, 1, false, "Great point.\n\nBut.\n\nOr", "opens by praising" },
		{ SPEAKER_CHALLENGER, 1, false, "Great point.\n\nBut", NULL },
		{ SPEAKER_CHALLENGER, 1, false, "[Great point].\n\nBut.\n\nOr", NULL },
		{ SPEAKER_CHALLENGER, 1, false, "Wrong.\n\nBut.\n\nOr", NULL },
		{ SPEAKER_CHALLENGER, 1, true, "Wrong it is.\n\nBut `x`.\n\nOr", "Wrong it is" },
		{ SPEAKER_PROPOSER, 1, true, "Right it is.\n\nBut `x`.\n\nOr", "Right it is" },
		{ SPEAKER_PROPOSER, 1, true, "Right it is.\n\nBut", NULL },
		{ SPEAKER_PROPOSER, 1, true, "Right it is [x].\n\nBut `x`.\n\nOr", NULL },
		{ SPEAKER_PROPOSER, 1, false, "Right it is.\n\nBut `x`.\n\nOr", NULL },
		{ SPEAKER_PROPOSER, 2, false, "C1.1 is wrong.\n\nBut.\n\nOr", NULL },
		{ SPEAKER_PROPOSER, 2, false, OPENING, NULL },
		{ SPEAKER_CHALLENGER, 2, false, "I agree now.\n\nBut.\n\nOr", NULL },
	};
	struct talk *t = *state;

	for (size_t i = 0; i < N(rows); i++) {
		int err;

		challenge(t);
		t->reject = rows[i].reject;
		err = talk_body(t, rows[i].speaker, rows[i].round, rows[i].text, strlen(rows[i].text), true, false);
		if ((err != 0) != (rows[i].says != NULL) || (err && !talk_printed(t, rows[i].says)) || (!err && utstring_len(&t->printed)))
			fail_msg("%s: %s", rows[i].text, utstring_len(&t->printed) ? utstring_body(&t->printed) : "nothing");
	}
}

TEST(a_challenge_that_nobody_made_needs_no_defence)
{
	struct talk *t = *state;

	open_debate(t);
	assert_int_equal(talk_body(t, SPEAKER_PROPOSER, 2, "It is `a.md`, still and always.", 31, false, false), 0);
}
