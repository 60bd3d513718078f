/* A folder as one run of bytes. */
#include "fs/util/bundle.h"

#include "tests/unit/test.h"

static const struct source_file some[] = {
	{"kb/a b", "one\n", 4}, {"kb/empty", "", 0}, {"kb/ä/文.md", "a\0b", 3}, {"kc/1/2/3/4/5/6/7/8/deep", "x", 1}};
#define SOME (sizeof some / sizeof *some)

static void
assert_unread(const char *bytes, size_t len)
{
	struct source_file *files = NULL;
	size_t n = 7;
	char *copy = test_owns(mem_copy(bytes, len));
	assert_false(bundle_read(copy, len, &files, &n));
	assert_null(files);
	assert_int_equal(n, 0);
}

TEST(what_is_written_is_read_back)
{
	size_t len, n;
	struct source_file *files;
	char *bytes = test_owns(bundle_write(some, SOME, &len));
	assert_true(bundle_is(bytes, len));
	assert_true(bundle_read(bytes, len, &files, &n));
	assert_int_equal(n, SOME);
	for (size_t i = 0; i < SOME; i++) {
		assert_string_equal(files[i].path, some[i].path);
		assert_int_equal(files[i].len, some[i].len);
		assert_memory_equal(files[i].text, some[i].text, some[i].len + 1);
	}
	free(files);
}

TEST(its_form_is_as_the_header_says)
{
	static const char want[] = BUNDLE_HEAD "kb/a b\0" "4\none\n\0" "kb/empty\0" "0\n";
	size_t len;
	char *bytes = test_owns(bundle_write(some, 2, &len));
	assert_int_equal(len, sizeof want);
	assert_memory_equal(bytes, want, len);
}

TEST(a_folder_without_files_is_its_head_alone)
{
	size_t len, n;
	struct source_file *files;
	char *bytes = test_owns(bundle_write(NULL, 0, &len));
	assert_int_equal(len, strlen(BUNDLE_HEAD));
	assert_true(bundle_read(bytes, len, &files, &n));
	assert_int_equal(n, 0);
	free(files);
}

TEST(a_bundle_that_is_cut_anywhere_is_not_read_but_between_files)
{
	size_t len, n, good = 0;
	struct source_file *files;
	char *bytes = test_owns(bundle_write(some, SOME, &len));
	for (size_t cut = 0; cut < len; cut++) {
		char *copy = test_owns(mem_copy(bytes, cut));
		good += bundle_read(copy, cut, &files, &n);
		free(files);
	}
	assert_int_equal(good, SOME);
}

TEST(what_bundle_write_would_not_give_is_not_read)
{
#define UNREAD(words) assert_unread(BUNDLE_HEAD words, sizeof(BUNDLE_HEAD words) - 1)
	assert_unread("# A plan\n", 9);
	assert_unread("\001duelfs folder 2\n", 17);
	UNREAD("a\0" "\n\0");
	UNREAD("a\0" "1 \nx\0");
	UNREAD("a\0" "2\nx\0");
	UNREAD("a\0" "1\nxy\0");
	UNREAD("a\0" "1\nxy");
	UNREAD("a\0" "18446744073709551617\nx\0");
	UNREAD("a\0" "99999999999999999999999999\nx\0");
}
