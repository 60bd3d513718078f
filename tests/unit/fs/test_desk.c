/* A seat's desk: what is written there is handed in with the floor or without, and what it reads back. */
#include "sides_fixture.h"

#include "fs/duel/fold.h"
#include "fs/duels/live.h"

EACH_TEST(bed_setup, bed_teardown);

#define ALICE (INTAKE_FILE_DESK + 1)
#define BOB (INTAKE_FILE_DESK + 2)

static char *
on_desk(struct bed *b, unsigned seat)
{
	return shown(b, "d", render_desk, seat);
}

static void
assert_desk(struct bed *b, unsigned seat, const char *wanted)
{
	assert_string_equal(on_desk(b, seat), wanted);
}

static void
assert_blank(struct bed *b, unsigned seat)
{
	char *got = on_desk(b, seat);
	assert_true(!strncmp(got, "Stance: ", 8) && strstr(got, "\n**Position**\n…\n"));
}

TEST(an_empty_desk_reads_as_its_blank_and_then_as_what_was_written)
{
	two_join(b);
	assert_blank(b, 1);
	char *text = TEXT("\n---\n\n%s\n\n", turn_text(1, "alice", "OPEN_TO_DEBATE"));
	assert_int_equal(put(b, ALICE, text), 0);
	assert_desk(b, 1, text);
	assert_blank(b, 2);
	assert_int_equal(times_in(record(b, "d"), "\n---\n"), 1);
}

TEST(the_same_bytes_may_come_in_pieces_and_others_are_refused_as_soon_as_they_differ)
{
	struct intake *w;
	two_join(b);
	const char *text = turn_text(1, "alice", "OPEN_TO_DEBATE");
	assert_int_equal(put(b, ALICE, text), 0);
	assert_int_equal(opened(b, "d", ALICE, 0, true, &w), 0);
	const char *head = TEXT("%.100s", text);
	assert_int_equal(written(b, w, head, 0), 0);
	assert_int_equal(written(b, w, text + 100, 100), 0);
	assert_int_equal(flushed(b, w, true), 0);
	assert_int_equal(closed(b, w), 0);
	w = staged(b, ALICE, 0, true, head, 0);
	assert_int_equal(flushed(b, w, true), -EBUSY); /* no more came: it is another text */
	closed(b, w);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.order]");
	assert_int_equal(opened(b, "d", ALICE, 0, true, &w), 0);
	assert_int_equal(written(b, w, "## Turn 3", 0), -EBUSY);
	closed(b, w);
}

TEST(nothing_but_blank_lines_is_no_text)
{
	two_join(b);
	assert_int_equal(put(b, ALICE, "\n\n"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "participants/alice/turn.md: error: [text.blank]");
	assert_blank(b, 1);
}

TEST(a_refusal_is_still_told_after_a_restart_and_the_desk_shows_the_turn)
{
	two_join(b);
	char *text = TEXT("\n---\n\n%s\n\n", turn_text(1, "alice", "OPEN_TO_DEBATE"));
	assert_int_equal(put(b, ALICE, text), 0);
	assert_int_equal(put(b, BOB, turn_text(1, "bob", "OPEN_TO_DEBATE")), -EINVAL);
	bed_reopen(b);
	assert_holds(shown(b, "d", render_seat_status, 2), "refused = \"turn.number, ");
	assert_desk(b, 1, turn_text(1, "alice", "OPEN_TO_DEBATE"));
	assert_int_equal(put(b, ALICE, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(put(b, BOB, turn_text(2, "bob", "OPEN_TO_DEBATE")), 0);
}

TEST(two_who_hand_in_at_once_are_one_after_the_other)
{
	struct intake *v, *w;
	two_join(b);
	assert_int_equal(opened(b, "d", ALICE, 0, true, &v), 0);
	assert_int_equal(opened(b, "d", BOB, 0, true, &w), 0);
	assert_int_equal(written(b, v, turn_text(1, "alice", "OPEN_TO_DEBATE"), -1), 0);
	assert_int_equal(written(b, w, turn_text(1, "bob", "OPEN_TO_DEBATE"), -1), 0);
	assert_int_equal(flushed(b, v, true), 0);
	assert_int_equal(flushed(b, w, true), -EINVAL); /* turn 2 is due by now */
	assert_holds(shown(b, "d", render_last_error, 0), "participants/bob/turn.md:1: error: [turn.number]");
	closed(b, v), closed(b, w);
}

TEST(a_floor_that_is_taken_before_the_decision_refuses_it)
{
	two_join(b);
	struct intake *w = staged(b, ALICE, 0, true, turn_text(1, "alice", "OPEN_TO_DEBATE"), -1);
	assert_int_equal(say(b, "claim bob"), 0);
	assert_int_equal(flushed(b, w, true), -EBUSY);
	closed(b, w);
	assert_int_equal(say(b, "release bob"), 0);
	assert_int_equal(put(b, ALICE, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
}

TEST(an_own_lease_that_ran_out_meanwhile_is_followed_by_one_of_the_desk)
{
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	struct intake *w = staged(b, ALICE, 0, true, turn_text(1, "alice", "OPEN_TO_DEBATE"), -1);
	bed_pass(b, 901);
	assert_int_equal(flushed(b, w, true), 0);
	closed(b, w);
	assert_int_equal(times_in(events(b, "d"), "\"event\":\"lock_expired\""), 1);
	assert_int_equal(times_in(events(b, "d"), "\"event\":\"lock_acquired\""), 2);
	assert_holds(shown(b, "d", render_lock, 0), "owner = \"\"\n");
}

TEST(what_the_end_of_the_mount_drops_is_told_in_status)
{
	two_join(b);
	struct intake *w = staged(b, ALICE, 0, true, turn_text(1, "alice", "OPEN_TO_DEBATE"), -1);
	LOCKED(b, intake_close(w, false));
	bed_reopen(b);
	assert_holds(shown(b, "d", render_seat_status, 1), "refused = \"store.stopped\"\n");
}

TEST(a_sealed_hand_in_has_a_number_of_its_own_which_no_other_is_given)
{
	sides_join(b, "");
	assert_int_equal(say(b, "claim alice"), -EBUSY);
	if (append_to(b, "d", BOB, 0, OPENING))
		fail_msg("%s", shown(b, "d", render_last_error, 0));
	assert_int_equal(append_to(b, "d", ALICE, 0, OPENING), 0);
	assert_desk(b, 2, OPENING);
	bed_reopen(b);
	assert_holds(shown(b, "d", render_lock, 0), "owner = \"\"\n");
	assert_int_equal(say(b, "claim carol"), 0);
	assert_holds(shown(b, "d", render_lock, 0), "owner = \"carol\"\nlease = 3\n");
	assert_int_equal(append_to(b, "d", BOB, 0, "{}\n"), -EBUSY);
	assert_holds(shown(b, "d", render_last_error, 0), "participants/bob/turn.md: error: [lease.busy]");
}

TEST(a_text_whose_time_is_over_is_refused_and_not_handed_in_by_a_late_decision)
{
	BEGUN(b, "format = \"rounds\"\nturn_seconds = 60\n", "join alice role=proposer harness=claude model=opus",
		"join bob role=challenger harness=gemini model=gemini-3-pro");
	struct intake *w = staged(b, ALICE, 0, true, "## Round 1 — Proposer (claude / opus)", 0);
	bed_pass(b, 61);
	assert_int_equal(flushed(b, w, true), -EROFS);
	closed(b, w);
	assert_holds(shown(b, "d", render_last_error, 0),
		"participants/alice/turn.md: error: [duel.closed] this duel is closed");
	assert_desk(b, 1, "");
}
