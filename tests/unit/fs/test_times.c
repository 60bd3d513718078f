/* The times that files show: each moves with what its file shows, and with nothing else. The clock stands still unless a test moves it. */
#include "tests/unit/fs/fixture.h"

EACH_TEST(bed_setup, bed_teardown);

typedef int64_t (*time_fn)(const struct duel *d);

static int64_t
record_ms(const struct duel *d)
{
	return d->fold->record_ms;
}

static int64_t
updated_ms(const struct duel *d)
{
	return d->updated_ms;
}

static int64_t
time_of(struct bed *b, time_fn what)
{
	struct duel *d = the_duel(b, "d");
	return LOCKED_VALUE(b, what(d));
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
	two_join(b);
	int64_t before = time_of(b, record_ms);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	assert_moved(b, record_ms, &before);
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	assert_moved(b, record_ms, &before);
	take_turn(b, 3, "alice", "OPEN_TO_DEBATE");
	assert_moved(b, record_ms, &before);
}

TEST(a_turn_moves_it_forward_where_the_clock_was_set_back)
{
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	int64_t before = time_of(b, record_ms);
	__atomic_sub_fetch(&b->now_ms, 3600 * 1000, __ATOMIC_RELAXED);
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	assert_moved(b, record_ms, &before);
	bed_reopen(b);
	assert_int_equal(time_of(b, record_ms), before);
}

TEST(a_wait_that_ends_moves_the_time_of_what_shows_it)
{
	BEGUN(b, NULL, "join alice");
	int64_t ended = b->now_ms + 1200 * 1000;
	char *before = shown(b, "d", render_seat_status, 1);
	bed_pass(b, 1198);
	assert_int_equal(say(b, "claim alice"), -EBUSY); /* an entry */
	int64_t claimed = time_of(b, updated_ms);
	assert_int_equal(claimed, b->now_ms);
	bed_pass(b, 60);
	assert_int_equal(time_of(b, updated_ms), ended);
	assert_int_equal(say(b, "release alice"), -EACCES);
	assert_string_not_equal(before, shown(b, "d", render_seat_status, 1));
	assert_int_equal(time_of(b, updated_ms), ended);
	bed_reopen(b);
	shown(b, "d", render_seat_status, 1);
	assert_int_equal(time_of(b, updated_ms), ended);
}

static int64_t
status_time(struct bed *b)
{
	return LOCKED_VALUE(b, duels_status_ms(b->r));
}

TEST(the_mounts_status_has_the_time_its_counts_changed)
{
	assert_int_equal(status_time(b), b->now_ms);
	bed_pass(b, 5);
	two_join(b);
	assert_int_equal(status_time(b), b->now_ms);
	int64_t before = status_time(b);
	bed_pass(b, 5);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(status_time(b), before);
	bed_pass(b, 5);
	bed_reopen(b);
	assert_int_equal(status_time(b), b->now_ms);
}

TEST(a_page_says_how_long_a_turn_took_from_when_it_could_be_handed_in)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	bed_pass(b, 3600);
	TAKEN(b, "join alice", "join bob");
	bed_pass(b, 120);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	bed_pass(b, 240);
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	assert_holds(shown(b, "d", render_page, 0), " · after 2 min</span>", " · after 4 min</span>");
	assert_lacks(shown(b, "d", render_page, 0), " h</span>");
	assert_lacks(shown(b, "d", render_page, 0), "after 62 min");
}

TEST(a_page_is_made_once_for_each_version_of_its_duel)
{
	two_join(b);
	shown(b, "d", render_page, 0);
	*the_duel(b, "d")->live->page.html = '?';
	assert_int_equal(*shown(b, "d", render_page, 0), '?');
	assert_int_equal(say(b, "claim alice"), 0);
	assert_lacks(shown(b, "d", render_page, 0), "?!doctype");
}

TEST(a_page_that_is_kept_counts_among_the_bytes_that_are_loaded)
{
	two_join(b);
	size_t before = b->r->loaded_bytes, page = strlen(shown(b, "d", render_page, 0));
	assert_int_equal(b->r->loaded_bytes, before + page);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_true(b->r->loaded_bytes >= before + page);
}
