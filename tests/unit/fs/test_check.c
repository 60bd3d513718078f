/* A seat's `check`: the verdict of an append without the floor and without a trace in the record. */
#include "fixture.h"

#include "fs/duels/duels_inner.h"

EACH_TEST(bed_setup, bed_teardown);

#define ALICE (DOOR_CHAIR_CHECK + 1)

static int
check(struct bed *b, const char *text)
{
	return append_to(b, "d", ALICE, 0, text);
}

static char *
verdict(struct bed *b)
{
	return shown(b, "d", render_seat_check, 1);
}

TEST(a_refused_rehearsal_does_not_hold_up_the_release)
{
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(check(b, "hello\n"), -EINVAL);
	assert_int_equal(say(b, "release alice"), 0);
	assert_lacks(events(b, "d"), "turn_rejected");
}

TEST(an_open_rehearsal_does_not_hold_up_the_release)
{
	struct door *w;
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(opened(b, "d", ALICE, 0, true, &w), 0);
	assert_int_equal(written(b, w, "## Turn 1 — alice", 0), 0);
	assert_int_equal(say(b, "release alice"), 0);
	closed(b, w);
}

TEST(what_was_refused_before_it_was_judged_is_the_verdict)
{
	struct door *w;
	two_join(b);
	assert_int_equal(check(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(opened(b, "d", ALICE, 0, false, &w), 0);
	duels_lock(b->r);
	b->r->given.config.limits.staged_bytes_per_uid = 10;
	duels_unlock(b->r);
	assert_int_equal(written(b, w, "longer than ten bytes\n", -1), -ENOSPC);
	assert_holds(verdict(b), "turn.md: error: [limit.staged]");
	assert_holds(verdict(b), "\nturn.md: ENOSPC\n");
	assert_lacks(events(b, "d"), "turn_rejected");
	closed(b, w);
}

TEST(a_seat_with_a_token_wants_it_here_too)
{
	char text[4096];
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say(b, "join alice token=correct-horse"), 0);
	assert_int_equal(say(b, "join bob"), 0);
	const char *turn = turn_text(1, "alice", "OPEN_TO_DEBATE");
	assert_int_not_equal(check(b, turn), 0);
	snprintf(text, sizeof text, "<!-- token: wrong-horse -->\n%s", turn);
	assert_int_not_equal(check(b, text), 0);
	snprintf(text, sizeof text, "<!-- token: correct-horse -->\n%s", turn);
	assert_int_equal(check(b, text), 0);
	assert_lacks(shown(b, "d", render_last_error, 0), "correct-horse");
	assert_lacks(verdict(b), "correct-horse");
}

TEST(a_whole_draft_in_one_write_is_judged_at_that_write)
{
	struct door *w;
	char half[2048];
	two_join(b);
	strcpy(half, turn_text(1, "alice", "OPEN_TO_DEBATE"));
	*strstr(half, "**Novel Argument**") = '\0';
	assert_int_equal(opened(b, "d", ALICE, 0, true, &w), 0);
	assert_int_equal(written(b, w, half, 0), -EINVAL);
	assert_holds(verdict(b), "[section.missing]");
	closed(b, w);
}

TEST(a_verdict_is_made_once_for_the_same_text)
{
	struct door *w;
	two_join(b);
	assert_int_equal(opened(b, "d", ALICE, 0, false, &w), 0);
	assert_int_equal(written(b, w, turn_text(1, "alice", "OPEN_TO_DEBATE"), -1), 0);
	assert_int_equal(flushed(b, w, true), 0);
	uint64_t version = the_duel(b, "d")->fold->version;
	assert_int_equal(synced(b, w), 0);
	assert_int_equal(closed(b, w), 0);
	assert_int_equal(the_duel(b, "d")->fold->version, version);
}

/* A scratch file that is to become the record. */

TEST(a_draft_of_the_record_is_judged_at_its_write)
{
	struct door *w;
	char text[8192];
	two_join(b);
	assert_int_equal(opened(b, "d", DOOR_DRAFT, 0, true, &w), 0);
	assert_int_equal(written(b, w, "x\ny\n", 0), -EACCES);
	closed(b, w);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(opened(b, "d", DOOR_DRAFT, 0, true, &w), 0);
	assert_int_equal(written(b, w, "something else\nthan the record\n", 0), -EPERM);
	closed(b, w);
	char *before = record(b, "d");
	snprintf(text, sizeof text, "%s## Turn 1 — bob\n\nno sections\n", before);
	free(before);
	assert_int_equal(opened(b, "d", DOOR_DRAFT, 0, true, &w), 0);
	assert_int_equal(written(b, w, text, 0), -EINVAL);
	closed(b, w);
	assert_int_equal(say(b, "release alice"), -EINVAL);
}

TEST(a_good_draft_of_the_record_is_not_recorded_before_its_rename)
{
	struct door *w;
	char text[8192];
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	char *before = record(b, "d");
	snprintf(text, sizeof text, "%s%s", before, turn_text(1, "alice", "OPEN_TO_DEBATE"));
	free(before);
	assert_int_equal(opened(b, "d", DOOR_DRAFT, 0, true, &w), 0);
	assert_int_equal(written(b, w, text, 0), 0);
	assert_int_equal(synced(b, w), 0);
	assert_int_equal(say(b, "release alice"), 0); /* nothing here waits for a decision */
	assert_int_equal(closed(b, w), 0);
	assert_int_equal(fstate_pieces(the_duel(b, "d")->fold->state), 0);
}
