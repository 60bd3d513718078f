/* What size the kernel was told of, and which opens are sent back to be told anew. */
#include "fs/mount/told.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include "fs/mount/ino.h"

static struct told told;

/* An open of what only grows, as edition.c asks. */
static bool
opens(uint64_t ino, off_t size, pid_t thread)
{
	bool again = told_again(&told, thread);
	if (again)
		told_came(&told, thread);
	return again || told_of(&told, ino, size) || !told_send_back(&told, thread);
}

static int
start_anew(void **state)
{
	(void)state;
	memset(&told, 0, sizeof told);
	return 0;
}

static void
an_open_goes_on_where_the_kernel_knows_the_size(void **state)
{
	(void)state;
	told_size(&told, 17, 400);
	assert_true(opens(17, 400, 1000));
	assert_true(opens(17, 399, 1000));
	assert_true(opens(18, 0, 1000));
}

static void
an_open_is_sent_back_where_there_is_more_or_nothing_is_known(void **state)
{
	(void)state;
	assert_false(opens(17, 400, 1000));
	told_size(&told, 18, 400);
	assert_false(opens(18, 401, 1001));
	told_size(&told, 20, 0);
	assert_false(opens(20, 1, 1003));
}

static void
what_was_read_to_a_nearer_end_is_all_that_is_known(void **state)
{
	(void)state;
	told_size(&told, 19, 400);
	told_read(&told, 19, 500);
	assert_true(told_of(&told, 19, 400));
	told_read(&told, 19, 300);
	assert_false(opens(19, 400, 1002));
	assert_true(told_of(&told, 19, 300));
}

static void
no_thread_is_sent_back_twice_in_a_row(void **state)
{
	(void)state;
	assert_false(opens(17, 400, 1000));
	assert_true(opens(17, 500, 1000));
	assert_false(opens(17, 500, 1000));
	assert_true(opens(17, 500, 1000));
}

static void
one_that_came_again_and_was_right_counts_as_having_come(void **state)
{
	(void)state;
	assert_false(opens(17, 400, 1000));
	told_size(&told, 17, 400);
	assert_true(opens(17, 400, 1000));
	assert_false(opens(17, 500, 1000));
}

static void
a_thread_waits_once_and_then_takes_what_is_there(void **state)
{
	(void)state;
	assert_true(told_waits(&told, 1000));
	assert_false(told_waits(&told, 1000));
	assert_true(opens(17, 400, 1000));
	assert_true(told_waits(&told, 1000));
}

static void
a_thread_that_could_not_be_known_again_does_not_wait(void **state)
{
	(void)state;
	assert_false(told_waits(&told, 0));
	assert_true(told_waits(&told, 1000));
	assert_false(told_waits(&told, 1000 + TOLD_THREADS));
}

static void
threads_of_other_namespaces_are_never_sent_back(void **state)
{
	(void)state;
	assert_true(opens(17, 400, 0));
	assert_true(opens(17, 500, 0));
}

static void
a_thread_that_shares_a_place_with_one_on_its_way_goes_on(void **state)
{
	(void)state;
	assert_false(opens(17, 400, 1000));
	assert_true(opens(17, 400, 1000 + TOLD_THREADS));
	assert_true(opens(17, 400, 1000));
}

static void
the_place_of_a_thread_that_never_came_again_is_free_after_many_opens(void **state)
{
	(void)state;
	assert_false(opens(17, 400, 1000));
	told_size(&told, 18, 1);
	for (int i = 0; i < TOLD_OPENS; i++)
		assert_true(opens(18, 1, 7));
	assert_false(opens(17, 400, 1000 + TOLD_THREADS));
}

static void
what_is_read_of_one_number_does_not_touch_another_in_its_place(void **state)
{
	uint64_t other = 18;
	(void)state;
	told_size(&told, 17, 400);
	for (; told_of(&told, 17, 400); other++) /* until one pushes it out */
		told_size(&told, other, 9);
	told_read(&told, 17, 1);
	assert_true(told_of(&told, other - 1, 9));
}

static void
another_inode_of_a_file_takes_its_place(void **state)
{
	(void)state;
	told_size(&told, 17, 400);
	told_size(&told, ino_with_edition(17, 5), 300);
	assert_ptr_equal(told_place(&told, 17), told_place(&told, ino_with_edition(17, 63)));
	assert_false(told_of(&told, 17, 400));
	assert_true(told_of(&told, ino_with_edition(17, 5), 300));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(an_open_goes_on_where_the_kernel_knows_the_size, start_anew),
		cmocka_unit_test_setup(an_open_is_sent_back_where_there_is_more_or_nothing_is_known, start_anew),
		cmocka_unit_test_setup(what_was_read_to_a_nearer_end_is_all_that_is_known, start_anew),
		cmocka_unit_test_setup(no_thread_is_sent_back_twice_in_a_row, start_anew),
		cmocka_unit_test_setup(one_that_came_again_and_was_right_counts_as_having_come, start_anew),
		cmocka_unit_test_setup(a_thread_waits_once_and_then_takes_what_is_there, start_anew),
		cmocka_unit_test_setup(a_thread_that_could_not_be_known_again_does_not_wait, start_anew),
		cmocka_unit_test_setup(threads_of_other_namespaces_are_never_sent_back, start_anew),
		cmocka_unit_test_setup(a_thread_that_shares_a_place_with_one_on_its_way_goes_on, start_anew),
		cmocka_unit_test_setup(the_place_of_a_thread_that_never_came_again_is_free_after_many_opens, start_anew),
		cmocka_unit_test_setup(what_is_read_of_one_number_does_not_touch_another_in_its_place, start_anew),
		cmocka_unit_test_setup(another_inode_of_a_file_takes_its_place, start_anew),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
