/* What size the kernel was told of, and which opens are sent back to be told anew. */
#include "fs/mount/attr_cache.h"

#include "tests/unit/test.h"

#include <string.h>
#include "fs/mount/ino.h"

static struct attr_cache cache;

/* An open of what only grows, as edition.c asks. */
static bool
opens(uint64_t ino, off_t size, pid_t thread)
{
	bool again = stale_again(&cache, thread);
	if (again)
		stale_came(&cache, thread);
	return again || attr_size_holds(&cache, ino, size) || !stale_send_back(&cache, thread);
}

static int
start_anew(void **state)
{
	(void)state;
	memset(&cache, 0, sizeof cache);
	return 0;
}

EACH_TEST(start_anew, NULL);

TEST(an_open_goes_on_where_the_kernel_knows_the_size)
{
	attr_size_set(&cache, 17, 400);
	assert_true(opens(17, 400, 1000));
	assert_true(opens(17, 399, 1000));
	assert_true(opens(18, 0, 1000));
}

TEST(an_open_is_sent_back_where_there_is_more_or_nothing_is_known)
{
	assert_false(opens(17, 400, 1000));
	attr_size_set(&cache, 18, 400);
	assert_false(opens(18, 401, 1001));
	attr_size_set(&cache, 20, 0);
	assert_false(opens(20, 1, 1003));
}

TEST(what_was_read_to_a_nearer_end_is_all_that_is_known)
{
	attr_size_set(&cache, 19, 400);
	attr_size_read(&cache, 19, 500);
	assert_true(attr_size_holds(&cache, 19, 400));
	attr_size_read(&cache, 19, 300);
	assert_false(opens(19, 400, 1002));
	assert_true(attr_size_holds(&cache, 19, 300));
}

TEST(no_thread_is_sent_back_twice_in_a_row)
{
	assert_false(opens(17, 400, 1000));
	assert_true(opens(17, 500, 1000));
	assert_false(opens(17, 500, 1000));
	assert_true(opens(17, 500, 1000));
}

TEST(one_that_came_again_and_was_right_counts_as_having_come)
{
	assert_false(opens(17, 400, 1000));
	attr_size_set(&cache, 17, 400);
	assert_true(opens(17, 400, 1000));
	assert_false(opens(17, 500, 1000));
}

TEST(a_thread_waits_once_and_then_takes_what_is_there)
{
	assert_true(stale_waits(&cache, 1000));
	assert_false(stale_waits(&cache, 1000));
	assert_true(opens(17, 400, 1000));
	assert_true(stale_waits(&cache, 1000));
}

TEST(a_thread_that_could_not_be_known_again_does_not_wait)
{
	assert_false(stale_waits(&cache, 0));
	assert_true(stale_waits(&cache, 1000));
	assert_false(stale_waits(&cache, 1000 + ATTR_THREADS));
}

TEST(threads_of_other_namespaces_are_never_sent_back)
{
	assert_true(opens(17, 400, 0));
	assert_true(opens(17, 500, 0));
}

TEST(a_thread_that_shares_a_place_with_one_on_its_way_goes_on)
{
	assert_false(opens(17, 400, 1000));
	assert_true(opens(17, 400, 1000 + ATTR_THREADS));
	assert_true(opens(17, 400, 1000));
}

TEST(the_place_of_a_thread_that_never_came_again_is_free_after_many_opens)
{
	assert_false(opens(17, 400, 1000));
	attr_size_set(&cache, 18, 1);
	for (int i = 0; i < ATTR_OPENS; i++)
		assert_true(opens(18, 1, 7));
	assert_false(opens(17, 400, 1000 + ATTR_THREADS));
}

TEST(what_is_read_of_one_number_does_not_touch_another_in_its_place)
{
	uint64_t other = 18;
	attr_size_set(&cache, 17, 400);
	for (; attr_size_holds(&cache, 17, 400); other++) /* until one pushes it out */
		attr_size_set(&cache, other, 9);
	attr_size_read(&cache, 17, 1);
	assert_true(attr_size_holds(&cache, other - 1, 9));
}

TEST(another_inode_of_a_file_takes_its_place)
{
	attr_size_set(&cache, 17, 400);
	attr_size_set(&cache, ino_with_edition(17, 5), 300);
	assert_ptr_equal(attr_size_of(&cache, 17), attr_size_of(&cache, ino_with_edition(17, 63)));
	assert_false(attr_size_holds(&cache, 17, 400));
	assert_true(attr_size_holds(&cache, ino_with_edition(17, 5), 300));
}
