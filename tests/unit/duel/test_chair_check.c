/* participants/NAME/check: a rehearsal of one seat, whatever its text says, and its verdict. */
#include "sides_fixture.h"

#include "fs/registry/registry_inner.h"

EACH_TEST(bed_setup, bed_teardown);

#define ALICE (DOOR_CHAIR_CHECK + 1)
#define BOB (DOOR_CHAIR_CHECK + 2)

static int
check(struct bed *b, int door, const char *text)
{
	struct caller who = caller_of(0);
	return put_by(b, door, &who, text);
}

static char *
verdict(struct bed *b, unsigned seat)
{
	return shown(b, "d", render_seat_check, seat);
}

TEST(a_text_at_a_chair_is_judged_as_its_seats_and_stands_there_alone)
{
	struct bed *b = *state;
	char wanted[128];
	two_join(b);
	const char *text = turn_text(1, "bob", "OPEN_TO_DEBATE");
	assert_int_equal(check(b, BOB, text), 0);
	snprintf(wanted, sizeof wanted, "check: ok (turn 1 of bob, %zu bytes; the floor is free)\n", strlen(text));
	assert_says(verdict(b, 2), wanted);
	assert_says(verdict(b, 1), "");
	assert_says(shown(b, "d", render_last_error, 0), "");
}

TEST(a_text_that_names_another_is_refused_as_the_desk_refuses_it)
{
	struct bed *b = *state;
	two_join(b);
	assert_int_equal(check(b, ALICE, turn_text(1, "bob", "OPEN_TO_DEBATE")), -EINVAL);
	assert_holds(verdict(b, 1), "check:1: error: [turn.participant] this is written by \"alice\", and the heading names \"bob\"");
	assert_holds(verdict(b, 1), "\ncheck: EINVAL (turn 1 of alice, ");
	assert_holds(shown(b, "d", render_seat_last_error, 1),
		" alice participants/alice/check: EINVAL\nparticipants/alice/check: error: [turn.participant]\n");
	assert_says(verdict(b, 2), "");
}

TEST(what_names_nobody_is_the_chairs)
{
	static const char text[] = "## Terminal Conclusion\n\n**Outcome**: INVALIDATED\n**Candidate Convergence**: no\n**Reason**: over\n\nOn d: over.\n";
	struct bed *b = *state;
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	assert_int_equal(check(b, ALICE, text), 0);
	assert_holds(verdict(b, 1), "check: ok (the conclusion of alice, ");
}

TEST(only_the_seats_user_and_root_rehearse_there)
{
	struct bed *b = *state;
	struct caller bob = caller_of(1001), alice = caller_of(1000);
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say_as(b, "d", 1000, "join alice"), 0);
	assert_int_equal(say_as(b, "d", 1001, "join bob"), 0);
	assert_int_equal(put_by(b, ALICE, &bob, turn_text(1, "alice", "OPEN_TO_DEBATE")), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "uid 1001 participants/alice/check: EACCES\nparticipants/alice/check: error: [seat.uid]");
	assert_int_equal(put_by(b, ALICE, &alice, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(check(b, ALICE, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
}

TEST(a_chair_with_a_token_wants_it)
{
	struct bed *b = *state;
	char text[2048 + 64];
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say(b, "join alice token=correct-horse"), 0);
	assert_int_equal(say(b, "join bob"), 0);
	assert_int_equal(check(b, ALICE, turn_text(1, "alice", "OPEN_TO_DEBATE")), -EACCES);
	assert_holds(verdict(b, 1), "[lease.token]");
	snprintf(text, sizeof text, "<!-- token: correct-horse -->\n%s", turn_text(1, "alice", "OPEN_TO_DEBATE"));
	assert_int_equal(check(b, ALICE, text), 0);
	assert_lacks(verdict(b, 1), "correct-horse");
}

TEST(a_rehearsal_that_begins_leaves_no_verdict_on_another_text)
{
	struct bed *b = *state;
	struct door *w;
	two_join(b);
	assert_int_equal(check(b, ALICE, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(opened(b, "d", ALICE, 0, true, &w), 0);
	assert_says(verdict(b, 1), "");
	closed(b, w);
}

TEST(nothing_of_a_rehearsal_is_an_event_or_news)
{
	struct bed *b = *state;
	two_join(b);
	char *before = events(b, "d"), *after;
	struct duel *d = the_duel(b, "d");
	uint64_t news = d->fold->version - d->fold->quiet;
	assert_int_equal(check(b, ALICE, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	after = events(b, "d");
	assert_string_equal(before, after);
	assert_int_equal(d->fold->version - d->fold->quiet, news);
	free(before);
	free(after);
}

TEST(once_the_duel_is_closed_the_verdict_is_that)
{
	struct bed *b = *state;
	two_join(b);
	assert_int_equal(check(b, ALICE, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(say(b, "close maker reason=over"), 0);
	assert_says(verdict(b, 1), "check: error: [duel.closed] this duel is closed; its record is read-only\ncheck: EROFS\n");
	assert_says(verdict(b, 2), "");
	assert_int_equal(check(b, ALICE, turn_text(1, "alice", "OPEN_TO_DEBATE")), -EROFS);
}
