/* A real duel in prompt.md and template.md: whose refusal, whose token, and what is left once it is closed. */
#include "tests/unit/fs/fixture.h"

EACH_TEST(bed_setup, bed_teardown);

#define REFUSED "\n## Your last text was refused\n"

static char *
prompt(struct bed *b)
{
	return shown(b, "d", render_prompt, 0);
}

static char *
template(struct bed *b, unsigned seat)
{
	return shown(b, "d", render_seat_template, seat);
}

TEST(a_refusal_is_told_until_the_next_turn_of_that_seat_even_within_one_moment)
{
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(append(b, turn_text(2, "alice", "OPEN_TO_DEBATE")), -EINVAL);
	assert_holds(prompt(b), REFUSED);
	assert_holds(prompt(b), "alice debate.md: EINVAL\ndebate.md:1: error: [turn.number] ");
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(say(b, "release alice"), 0);
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	assert_holds(prompt(b), "You are **alice**");
	assert_lacks(prompt(b), REFUSED);
}

TEST(a_refusal_outlives_the_daemon)
{
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(append(b, turn_text(2, "alice", "OPEN_TO_DEBATE")), -EINVAL);
	bed_reopen(b);
	assert_holds(prompt(b), "[turn.number]");
}

TEST(what_was_rehearsed_or_said_to_the_lock_is_no_text_that_was_refused)
{
	two_join(b);
	assert_int_equal(
		append_to(b, "d", INTAKE_FILE_SEAT_CHECK + 1, 0, turn_text(2, "alice", "OPEN_TO_DEBATE")), -EINVAL);
	assert_int_equal(say(b, "claim alice model=other"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 1), "check:1: error: [turn.number]");
	assert_lacks(prompt(b), REFUSED);
}

TEST(a_seats_token_has_its_place_and_no_others)
{
	BEGUN(b, NULL, "join alice", "join bob token=correct-horse");
	assert_lacks(template(b, 1), "SECRET");
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	assert_holds(template(b, 2), "<!-- token: SECRET -->\nStance: ");
	assert_holds(prompt(b), "<!-- token: SECRET -->\n");
	assert_lacks(prompt(b), "correct-horse");
}

TEST(a_closed_duel_has_an_empty_template_and_a_short_prompt)
{
	char *text;

	two_join(b);
	assert_int_equal(say(b, "close maker reason=\"a mistake\""), 0);
	text = template(b, 1);
	assert_true(!text || !*text);
	assert_holds(prompt(b), "Outcome: **INVALIDATED** by maker: a mistake.");
	assert_lacks(prompt(b), "## Step by step");
}

TEST(a_reason_that_a_conclusion_gives_is_told_as_its_writers_words)
{
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	take_turn(b, 2, "bob", "DISSENTING");
	assert_holds(shown(b, "d", render_status_toml, 0), "\nclosed_by = \"\"\n");
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(append(b, "## Terminal Conclusion\n\n**Outcome**: DISSENT\n**Candidate Convergence**: no\n**Reason**: consensus  *was* reached\n\n"
		"On d, which stays open.\n"), 0);
	for (int restarted = 0; restarted < 2; restarted++) {
		assert_holds(prompt(b), "Outcome: **DISSENT**, in the words of alice: consensus \\*was\\* reached.");
		assert_holds(shown(b, "d", render_guide, 0), "The duel is closed: **DISSENT**, in the words of alice: consensus \\*was\\* reached.");
		assert_holds(shown(b, "d", render_status_toml, 0), "\nreason = \"consensus *was* reached\"\nclosed_by = \"alice\"\n");
		bed_reopen(b);
	}
}
