/* The lease's arithmetic. */
#include "tests/unit/test.h"

#include "fs/util/lease.h"

TEST(seconds_left_are_rounded_up_and_end_at_nothing)
{
	struct lease l = {0};
	assert_int_equal(lease_left_seconds(&l, 0), 0);
	l = (struct lease){.holder = 1, .number = 1, .expires_clock_ms = 15000};
	assert_int_equal(lease_left_seconds(&l, 5000), 10);
	assert_int_equal(lease_left_seconds(&l, 5001), 10);
	assert_int_equal(lease_left_seconds(&l, 6000), 9);
	assert_int_equal(lease_left_seconds(&l, 14999), 1);
	assert_int_equal(lease_left_seconds(&l, 15000), 0);
}

TEST(an_ended_lease_keeps_its_number_and_whose_it_was)
{
	struct lease l = {.holder = 2, .number = 9, .expires_clock_ms = 15000};
	lease_end(&l, true);
	assert_int_equal(l.holder, 0);
	assert_int_equal(l.number, 9);
	assert_int_equal(l.last_holder, 2);
	assert_true(l.ran_out);
	assert_int_equal(lease_left_seconds(&l, 0), 0);
}
