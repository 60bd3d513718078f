/* The lease's arithmetic. */
#include "tests/unit/test.h"

#include "fs/util/lease.h"

static const struct moment at = {.now_ms = 1000000, .clock_ms = 5000};

TEST(a_lease_is_held_until_its_last_millisecond)
{
	struct lease l = {0};
	lease_take(&l, 2, 7, 900, at);
	assert_int_equal(l.holder, 2);
	assert_int_equal(l.number, 7);
	assert_true(lease_held(&l, 5000 + 899999));
	assert_false(lease_held(&l, 5000 + 900000));
	assert_int_equal(l.expires_ms, 1000000 + 900000);
}

TEST(seconds_left_are_rounded_up_and_end_at_nothing)
{
	struct lease l = {0};
	assert_int_equal(lease_left_seconds(&l, 0), 0);
	lease_take(&l, 1, 1, 10, at);
	assert_int_equal(lease_left_seconds(&l, 5000), 10);
	assert_int_equal(lease_left_seconds(&l, 5001), 10);
	assert_int_equal(lease_left_seconds(&l, 6000), 9);
	assert_int_equal(lease_left_seconds(&l, 14999), 1);
	assert_int_equal(lease_left_seconds(&l, 15000), 0);
}

TEST(extending_gives_the_full_time_again_under_the_same_number)
{
	struct lease l = {0};
	lease_take(&l, 1, 3, 10, at);
	lease_extend(&l, 10, (struct moment){.now_ms = 1009000, .clock_ms = 14000});
	assert_true(lease_held(&l, 23999));
	assert_int_equal(l.number, 3);
	assert_int_equal(l.claimed_ms, 1000000);
}

TEST(an_ended_lease_keeps_its_number_and_whose_it_was)
{
	struct lease l = {0};
	lease_take(&l, 2, 9, 10, at);
	lease_end(&l, true);
	assert_int_equal(l.holder, 0);
	assert_int_equal(l.number, 9);
	assert_int_equal(l.last_holder, 2);
	assert_true(l.ran_out);
	assert_false(lease_held(&l, 0));
}
