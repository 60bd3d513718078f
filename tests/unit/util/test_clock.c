/* Two clocks read together: what lies between them is the same from one reading to the next, until one of them was set. */
#include "fs/util/clock.h"

#include "tests/unit/test.h"

static struct moment
hands(void *arg)
{
	return *(struct moment *)arg;
}

/* The UTC of clock_ms 60000 as it is worked out now. */
static int64_t
end_of_wait(struct clock *c)
{
	struct moment at = clock_moment(c);
	return at.now_ms + 60000 - at.clock_ms;
}

TEST(the_end_of_a_wait_is_the_same_whenever_it_is_worked_out)
{
	struct moment h = {1700000000999, 5000};
	struct clock c = {.read = hands, .arg = &h};
	int64_t end = end_of_wait(&c);
	assert_int_equal(end, 1700000055999);
	h.now_ms += 1; /* cut to milliseconds one after the other */
	assert_int_equal(end_of_wait(&c), end);
	h.now_ms += 9999;
	h.clock_ms += 10000;
	assert_int_equal(end_of_wait(&c), end);
	h.now_ms += 10000 + CLOCK_DRIFT_MS - 1;
	h.clock_ms += 10000;
	assert_int_equal(end_of_wait(&c), end);
}

TEST(a_clock_that_was_set_is_believed)
{
	struct moment h = {1700000000000, 5000};
	struct clock c = {.read = hands, .arg = &h};
	clock_moment(&c);
	h.now_ms += CLOCK_DRIFT_MS;
	assert_int_equal(clock_moment(&c).now_ms, 1700000000000 + CLOCK_DRIFT_MS);
	h.now_ms -= 3600000;
	assert_int_equal(clock_moment(&c).now_ms, 1700000000000 + CLOCK_DRIFT_MS - 3600000);
}
