/* participants/NAME/check: a rehearsal of one seat, whatever its text says, and its verdict. */
#include "sides_fixture.h"

#include "fs/duels/duels_inner.h"

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

TEST(what_names_nobody_is_the_chairs)
{
	static const char text[] = "## Terminal Conclusion\n\n**Outcome**: DISSENT\n**Reason**: over\n\nOn d: over.\n";
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	assert_int_equal(check(b, ALICE, text), 0);
	assert_holds(verdict(b, 1), "turn.md: ok (the conclusion of alice, ");
}

TEST(a_chair_with_a_token_wants_it)
{
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

TEST(nothing_of_a_rehearsal_is_an_event_or_news)
{
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
