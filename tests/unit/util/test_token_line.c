#include "tests/unit/test.h"

#include "fs/util/token_line.h"

static const struct row {
	const char *text;
	const char *token; /* NULL: none */
	bool whole, maybe;
} rows[] = {
	{"<!-- token: abc -->\n## Turn 1", "abc", true, true},
	{"\n\n<!-- token: abc -->\n", "abc", true, true},
	{"<!-- token: a b -- c -->\n", "a b -- c", true, true},
	{"<!-- token:  -->\n", "", true, true},
	{"<!-- token: abc -->", "abc", false, true},
	{"<!-- token: abc", NULL, false, true},
	{"<!-- tok", NULL, false, true},
	{"", NULL, false, true},
	{"<!-- token: -->\n", NULL, true, true},
	{"<!-- token: abc --> \n", NULL, true, true},
	{"<!-- note: abc -->\n", NULL, true, false},
	{" <!-- token: abc -->\n", NULL, true, false},
	{"## Turn 1\n<!-- token: abc -->\n", NULL, true, false},
};

TEST(only_the_first_line_that_says_something_is_a_token_line)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct row *row = &rows[i];
		struct token_line t = token_line_read(row->text, strlen(row->text));
		assert_int_equal(t.whole, row->whole);
		assert_int_equal(t.maybe, row->maybe);
		assert_int_equal(t.token != NULL, row->token != NULL);
		if (row->token) {
			assert_int_equal(t.token_len, strlen(row->token));
			assert_memory_equal(t.token, row->token, t.token_len);
		}
	}
}

TEST(a_token_line_says_where_it_stands)
{
	static const char text[] = "\n<!-- token: abc -->\n## Turn 1\n";
	struct token_line t = token_line_read(text, sizeof text - 1);
	assert_ptr_equal(t.line, text + 1);
	assert_int_equal(t.len, strlen("<!-- token: abc -->"));
}
