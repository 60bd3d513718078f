/* texts.h: texts that are built in, and those that a user puts in their place. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tests/unit/test.h"
#include "validators/formats.h"
#include "validators/text/mem.h"

TEXT_FILE(trial_two_lines_txt);
TEXT_FILE(trial_empty_md);

static int made;

/* Of the text its first letter in upper case; not of one that begins with a digit, which is said to be in line 7. */
static void *
make(const void *of, const char *bytes, size_t len, int *line, const char **fault)
{
	(void)of;
	if (len && *bytes >= '0' && *bytes <= '9') {
		*line = 7;
		*fault = "a digit leads";
		return NULL;
	}
	made++;
	return mem_format("%c", len ? *bytes - 'a' + 'A' : '-');
}

static void
drop(void *p)
{
	made--;
	free(p);
}

static const struct text_row rows[] = {
	{TEXT_ROW("trial/two-lines.txt", trial_two_lines_txt), .make = make, .drop = drop},
	{TEXT_ROW("trial/empty.md", trial_empty_md)},
};

TEST(a_file_beside_the_sources_is_part_of_the_program_under_its_name)
{
	assert_int_equal(*rows[0].len, 8);
	assert_string_equal(rows[0].bytes, "one\ntwo\n");
	assert_int_equal(*rows[1].len, 0);
	assert_string_equal(rows[1].bytes, "");
}

TEST(a_text_has_LF_line_ends_and_what_its_row_makes_of_it)
{
	struct text t;
	int line;
	char *fault = NULL;
	assert_int_equal(text_take(&rows[0], rows[0].bytes, *rows[0].len, &t, &line, &fault), 0);
	assert_string_equal(t.bytes, "one\ntwo\n");
	assert_ptr_not_equal(t.bytes, rows[0].bytes);
	assert_string_equal(t.made, "O");
	assert_int_equal(made, 1);
	text_drop(&rows[0], &t);
	assert_int_equal(made, 0);
	assert_int_equal(text_take(&rows[1], "x\r\ny", 4, &t, &line, &fault), 0);
	assert_string_equal(t.bytes, "x\ny");
	assert_int_equal(t.len, 3);
	assert_null(t.made);
	text_drop(&rows[1], &t);
}

static void
refused(const char *bytes, size_t len, int want_line, const char *want)
{
	struct text t = {.len = 77};
	int line = -1;
	char *fault = NULL;
	assert_int_equal(text_take(&rows[0], bytes, len, &t, &line, &fault), -EINVAL);
	assert_int_equal(line, want_line);
	if (!strstr(fault, want))
		fail_msg("\"%s\" is not in: %s", want, fault);
	assert_int_equal(t.len, 77);
	assert_int_equal(made, 0);
	free(fault);
}

TEST(a_text_that_is_too_large_not_clean_or_not_what_its_row_wants_is_refused_with_its_line)
{
	char *large = mem_calloc(1, LIMIT_TEXT_FILE_BYTES + 1);
	struct text t;
	int line;
	char *fault;
	refused("1", 1, 7, "a digit leads");
	refused("a\nb\x1b\n", 5, 2, "control");
	refused("a\n\n\xff", 4, 3, "UTF-8");
	for (size_t i = 0; i < LIMIT_TEXT_FILE_BYTES + 1; i++)
		large[i] = i % 80 == 79 ? '\n' : 'a';
	refused(large, LIMIT_TEXT_FILE_BYTES + 1, 0, "65536");
	assert_int_equal(text_take(&rows[0], large, LIMIT_TEXT_FILE_BYTES, &t, &line, &fault), 0);
	text_drop(&rows[0], &t);
	free(large);
}
