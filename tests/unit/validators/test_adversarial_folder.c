/*
 * The parts of the folder that a debate is held over: each is found among any other files, without a look at all of
 * them.
 */
#include "tests/unit/test.h"

#include <string.h>
#include "tests/unit/validators/work.h"
#include "validators/adversarial/folder.h"
#include "validators/text/mem.h"

#define N(array) (sizeof(array) / sizeof(array)[0])

static void
assert_part(struct folder_part p, const char *first, size_t n)
{
	assert_int_equal(p.n, n);
	if (n)
		assert_string_equal(p.files[0].path + p.skip, first);
}

TEST(a_part_is_the_run_of_files_below_its_name)
{
	struct source_file files[] = {{.path = "k/x.md"}, {.path = "kb-"}, {.path = BASE_SNAPSHOT "/a.md"},
		{.path = BASE_SNAPSHOT "/b.md"}, {.path = "kb.md"}, {.path = "kb/a.md"}, {.path = "kb/b/c.md"}, {.path = "kb/z.md"},
		{.path = "kb0/a.md"}, {.path = "kb\xc3\xa9/a.md"}, {.path = "kbb/a.md"}, {.path = "z"}};
	struct source_folder all = {.files = files, .n = N(files)}, live = {.files = files + 5, .n = 3};
	assert_part(folder_part(&all, BASE_LIVE), "a.md", 3);
	assert_part(folder_part(&all, BASE_SNAPSHOT), "a.md", 2);
	assert_part(folder_snapshot(&all), "a.md", 2);
	assert_part(folder_part(&all, "kb0"), "a.md", 1);
	assert_part(folder_part(&all, "a"), NULL, 0);
	assert_part(folder_part(&all, "zz"), NULL, 0);
	assert_part(folder_part(&live, BASE_LIVE), "a.md", 3);
	assert_part(folder_part(&live, BASE_SNAPSHOT), NULL, 0);
	assert_part(folder_snapshot(&live), "a.md", 3);
	assert_part(folder_part(NULL, BASE_LIVE), NULL, 0);
	assert_part(folder_part(&(struct source_folder){.n = 0}, BASE_LIVE), NULL, 0);
}

/* The path of every file is asked for, as a tree does. */
static void
ask_each(void *arg, const char *text, size_t len)
{
	struct source_folder folder = {.files = arg, .n = len};
	size_t sum = 0;
	(void)text;
	for (size_t i = 0; i < len; i++)
		sum += folder_snapshot(&folder).n;
	assert_int_equal(sum, len * len);
}

TEST(asking_for_the_part_of_each_file_is_no_look_at_all_of_them_each_time)
{
	enum { MANY = 4096, FEW = MANY / WORK_GROWTH };
	struct source_file *files = mem_calloc(MANY, sizeof *files);
	uint64_t small, large;
	for (size_t i = 0; i < MANY; i++)
		files[i].path = mem_format("kb/sources/%04zu.md", i);
	if (!work_in_proportion(ask_each, files, "", FEW, "", MANY, &small, &large))
		fail_msg("%.1f times the work for %d times as many files", (double)large / (double)small, WORK_GROWTH);
	for (size_t i = 0; i < MANY; i++)
		free((char *)files[i].path);
	free(files);
}
