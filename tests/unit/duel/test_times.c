/* The times that files show: each moves with what its file shows, and with nothing else. The clock stands still unless a test moves it. */
#include "fs/show/show.h"
#include "tests/unit/duel/fixture.h"

EACH_TEST(bed_setup, bed_teardown);

typedef int64_t (*time_fn)(const struct duel *d);

static int64_t
time_of(struct bed *b, time_fn what)
{
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	int64_t ms = what(d);
	registry_unlock(b->r);
	return ms;
}

static void
reopened(struct bed *b)
{
	bed_close(b);
	bed_open(b);
}

static int
configure(struct bed *b, const char *line)
{
	return append_to(b, "d", DOOR_CONFIG, 0, line);
}

static void
assert_moved(struct bed *b, time_fn what, int64_t *before)
{
	int64_t now = time_of(b, what);
	if (now <= *before)
		fail_msg("%lld, after %lld", (long long)now, (long long)*before);
	*before = now;
}

TEST(each_turn_moves_the_time_of_the_record_even_within_a_millisecond)
{
	struct bed *b = *state;
	two_join(b);
	int64_t before = time_of(b, duel_record_ms);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	assert_moved(b, duel_record_ms, &before);
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	assert_moved(b, duel_record_ms, &before);
	take_turn(b, 3, "alice", "OPEN_TO_DEBATE");
	assert_moved(b, duel_record_ms, &before);
}

TEST(a_turn_moves_it_forward_where_the_clock_was_set_back)
{
	struct bed *b = *state;
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	int64_t before = time_of(b, duel_record_ms);
	b->now_ms -= 3600 * 1000;
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	assert_moved(b, duel_record_ms, &before);
	reopened(b);
	assert_int_equal(time_of(b, duel_record_ms), before);
}

TEST(each_join_moves_it_for_its_row_in_the_head)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", 0), 0);
	int64_t before = time_of(b, duel_record_ms);
	assert_int_equal(say(b, "join alice"), 0);
	assert_moved(b, duel_record_ms, &before);
	assert_int_equal(say(b, "join bob"), 0);
	assert_moved(b, duel_record_ms, &before);
	reopened(b);
	assert_int_equal(time_of(b, duel_record_ms), before);
}

TEST(rules_move_it_where_the_head_shows_them)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", 0), 0);
	int64_t before = time_of(b, duel_record_ms);
	assert_int_equal(configure(b, "lease_seconds = 100\n"), 0);
	assert_int_equal(time_of(b, duel_record_ms), before);
	assert_int_equal(configure(b, "topic = \"x\"\n"), 0);
	assert_moved(b, duel_record_ms, &before);
	assert_int_equal(configure(b, "topic = \"y\"\n"), 0);
	assert_moved(b, duel_record_ms, &before);
	reopened(b);
	assert_int_equal(time_of(b, duel_record_ms), before);
}

TEST(nothing_else_moves_it)
{
	struct bed *b = *state;
	struct door *w;
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	int64_t before = time_of(b, duel_record_ms);
	bed_pass(b, 5);
	assert_int_equal(say(b, "claim alice"), -EBUSY); /* it waits */
	assert_int_equal(say(b, "claim bob"), 0);
	assert_int_equal(say(b, "refresh bob"), 0);
	assert_int_equal(append(b, turn_text(7, "bob", "OPEN_TO_DEBATE")), -EINVAL);
	assert_int_equal(opened(b, "d", DOOR_DEBATE, 0, false, &w), 0);
	assert_int_equal(written(b, w, turn_text(2, "bob", "OPEN_TO_DEBATE"), -1), 0); /* staged */
	assert_int_equal(time_of(b, duel_record_ms), before);
	bed_pass(b, 1000); /* the lease runs out */
	assert_int_equal(flushed(b, w, true), -ECANCELED);
	closed(b, w);
	assert_int_equal(say(b, "claim bob"), 0);
	assert_int_equal(say(b, "release bob force=yes"), 0);
	bed_pass(b, 10000); /* and the bounded wait */
	assert_int_equal(time_of(b, duel_record_ms), before);
	reopened(b);
	assert_int_equal(time_of(b, duel_record_ms), before);
	strcpy(b->boot_id, "22222222-2222-2222-2222-222222222222");
	reopened(b);
	assert_int_equal(time_of(b, duel_record_ms), before);
}

TEST(last_error_has_the_time_of_its_newest_refusal)
{
	struct bed *b = *state;
	two_join(b);
	int64_t before = time_of(b, duel_refused_ms);
	assert_int_equal(before, time_of(b, duel_created_ms));
	assert_int_equal(say(b, "dance alice"), -EINVAL);
	assert_moved(b, duel_refused_ms, &before);
	assert_int_equal(say(b, "dance alice"), -EINVAL); /* the same again: it is counted */
	assert_moved(b, duel_refused_ms, &before);
	bed_pass(b, 5);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(time_of(b, duel_refused_ms), before);
	assert_int_equal(append(b, turn_text(7, "alice", "OPEN_TO_DEBATE")), -EINVAL);
	assert_moved(b, duel_refused_ms, &before);
	assert_int_equal(before, b->now_ms);
	bed_pass(b, 5);
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(time_of(b, duel_refused_ms), before);
}

TEST(events_have_the_time_of_their_last_line)
{
	struct bed *b = *state;
	two_join(b);
	int64_t joined = time_of(b, duel_events_ms);
	bed_pass(b, 5);
	assert_int_equal(say(b, "dance alice"), -EINVAL);
	assert_int_equal(time_of(b, duel_events_ms), joined);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(time_of(b, duel_events_ms), b->now_ms);
	int64_t claimed = time_of(b, duel_events_ms);
	bed_pass(b, 5);
	reopened(b);
	assert_int_equal(time_of(b, duel_events_ms), claimed);
}

TEST(rules_have_the_time_they_were_set)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", 0), 0);
	int64_t before = time_of(b, duel_rules_ms);
	assert_int_equal(configure(b, "lease_seconds = 100\n"), 0);
	assert_moved(b, duel_rules_ms, &before);
	assert_int_equal(configure(b, "lease_seconds = 200\n"), 0);
	assert_moved(b, duel_rules_ms, &before);
	assert_int_equal(configure(b, "lease_seconds = 200\n"), 0); /* the same */
	assert_int_equal(configure(b, "lease_seconds = 0\n"), -EINVAL);
	assert_int_equal(time_of(b, duel_rules_ms), before);
	reopened(b);
	assert_int_equal(time_of(b, duel_rules_ms), before);
	bed_pass(b, 5);
	assert_int_equal(say(b, "join alice"), 0);
	assert_int_equal(say(b, "join bob"), 0);
	assert_int_equal(say(b, "claim bob"), 0);
	assert_int_equal(time_of(b, duel_rules_ms), before);
	reopened(b);
	assert_int_equal(time_of(b, duel_rules_ms), before);
}

TEST(a_wait_that_ends_moves_the_time_of_what_shows_it)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say(b, "join alice"), 0);
	int64_t ended = b->now_ms + 1200 * 1000;
	char *before = shown(b, "d", render_seat_status, 1);
	bed_pass(b, 1198);
	assert_int_equal(say(b, "claim alice"), -EBUSY); /* an entry */
	the_duel_logged(b, "d");
	int64_t claimed = time_of(b, duel_updated_ms);
	assert_int_equal(claimed, b->now_ms);
	bed_pass(b, 60);
	assert_int_equal(time_of(b, duel_updated_ms), ended);
	assert_int_equal(say(b, "release alice"), -EACCES);
	char *after = shown(b, "d", render_seat_status, 1);
	assert_string_not_equal(before, after);
	assert_int_equal(time_of(b, duel_updated_ms), ended);
	reopened(b);
	free(shown(b, "d", render_seat_status, 1));
	assert_int_equal(time_of(b, duel_updated_ms), ended);
	free(before);
	free(after);
}

static int64_t
rehearsed_ms(const struct duel *d)
{
	return duel_seat_check_ms(d, 1);
}

TEST(check_has_the_time_of_the_last_rehearsal)
{
	struct bed *b = *state;
	two_join(b);
	int64_t before = time_of(b, rehearsed_ms);
	assert_int_equal(append_to(b, "d", DOOR_CHAIR_CHECK + 1, 0, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_moved(b, rehearsed_ms, &before);
	assert_int_equal(append_to(b, "d", DOOR_CHAIR_CHECK + 1, 0, turn_text(2, "alice", "OPEN_TO_DEBATE")), -EINVAL);
	assert_moved(b, rehearsed_ms, &before);
	bed_pass(b, 5);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	assert_int_equal(time_of(b, rehearsed_ms), before);
}

static int64_t
status_time(struct bed *b)
{
	registry_lock(b->r);
	int64_t ms = registry_status_ms(b->r);
	registry_unlock(b->r);
	return ms;
}

TEST(the_mounts_status_has_the_time_its_counts_changed)
{
	struct bed *b = *state;
	assert_int_equal(status_time(b), b->now_ms);
	bed_pass(b, 5);
	two_join(b);
	assert_int_equal(status_time(b), b->now_ms);
	int64_t before = status_time(b);
	bed_pass(b, 5);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(status_time(b), before);
	bed_pass(b, 5);
	reopened(b);
	assert_int_equal(status_time(b), b->now_ms);
}

TEST(a_page_says_how_long_a_turn_took_from_when_it_could_be_handed_in)
{
	struct bed *b = *state;

	assert_int_equal(make_duel(b, "d", 0), 0);
	bed_pass(b, 3600);
	assert_int_equal(say(b, "join alice"), 0);
	assert_int_equal(say(b, "join bob"), 0);
	bed_pass(b, 120);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	bed_pass(b, 240);
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	assert_holds(shown(b, "d", render_page, 0), " · after 2 min</span>");
	assert_holds(shown(b, "d", render_page, 0), " · after 4 min</span>");
	assert_lacks(shown(b, "d", render_page, 0), " h</span>");
	assert_lacks(shown(b, "d", render_page, 0), "after 62 min");
}
