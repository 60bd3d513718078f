/* What of a debate a prompt shows where not all of it fits. */
#include "tests/unit/test.h"

#include "validators/kit/shown.h"

TEST(the_newest_is_shown_in_any_case_and_older_ones_as_far_as_there_is_room)
{
	static const size_t bytes[] = {10, 1000, 20, 30};
	static const struct {
		size_t room, from;
	} rows[] = {{0, 3}, {29, 3}, {30, 3}, {49, 3}, {50, 2}, {1049, 2}, {1050, 1}, {1059, 1}, {1060, 0}, {SIZE_MAX, 0}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(shown_from(bytes, sizeof bytes / sizeof *bytes, rows[i].room), rows[i].from);
	assert_int_equal(shown_from(bytes, 0, 0), 0);
}

static void
put_name(void *arg, size_t i, UT_string *out)
{
	(void)arg;
	utstring_printf(out, "f%zu", i);
}

static void
assert_left_out(size_t n, const char *words)
{
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "%s", "");
	shown_put_left_out(&out, "turns", n, put_name, NULL);
	assert_string_equal(utstring_body(&out), words);
	utstring_done(&out);
}

TEST(what_is_left_out_is_named_each_or_by_the_first_and_the_last)
{
	assert_left_out(0, "");
	assert_left_out(1, "Earlier turns are left out here for their length: `f0`.\n\n");
	assert_left_out(8, "Earlier turns are left out here for their length: `f0`, `f1`, `f2`, `f3`, `f4`, `f5`, `f6`, `f7`.\n\n");
	assert_left_out(9, "Earlier turns are left out here for their length: `f0` to `f8`, 9 of them.\n\n");
}
