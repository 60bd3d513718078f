/*
 * Titles as nodes of a graph show them: where lines end, what is cut, and that nothing of a character is.
 */
#include "tests/unit/test.h"

#include "validators/graph/graph.h"

static void
assert_wrapped(const char *title, const char *wanted)
{
	struct node_label label;

	label_wrap(&label, title);
	UT_string *out = test_string();
	for (size_t i = 0; i < label.n; i++)
		utstring_printf(out, "%s%s", i ? "/" : "", label.lines[i]);
	assert_string_equal(utstring_body(out), wanted);
	label_free(&label);
}

TEST(a_title_is_wrapped_into_lines)
{
	assert_wrapped("Short title", "Short title");
	assert_wrapped("Exactly twenty-four char", "Exactly twenty-four char");
	assert_wrapped("Fares Cost More Than They Collect", "Fares Cost More Than/They Collect");
	assert_wrapped("  white \t space\nfolds  ", "white space folds");
	assert_wrapped("日本語のタイトルですよねえ", "日本語のタイトルですよね/え");
	assert_wrapped("twenty-three characters abcdefghijklmnopqrstuvwxyz", "twenty-three characters/abcdefghijklmnopqrstuvwx/yz");
	assert_wrapped("为什么我们 abcdefghijklmnopqrstuvwxyz", "为什么我们/abcdefghijklmnopqrstuvwx/yz");
}

TEST(a_long_word_is_broken_and_a_long_title_cut)
{
	UT_string many;

	assert_wrapped("abcdefghijklmnopqrstuvwxyzabcdefghijklmn", "abcdefghijklmnopqrstuvwx/yzabcdefghijklmn");
	utstring_init(&many);
	for (int i = 0; i < 10000; i++)
		utstring_printf(&many, "word ");
	assert_wrapped(utstring_body(&many),
		"word word word word word/word word word word word/word word word word word/word word word word "
		"word/word word word word word…");
	utstring_done(&many);
}

TEST(a_mark_stays_with_its_character)
{
	struct node_label label;

	assert_wrapped("aaaaaaaaaaaaaaaaaaaaaaae\u0301\u0301b", "aaaaaaaaaaaaaaaaaaaaaaae\u0301\u0301/b");
	/* Bytes that are no text are taken as they are. */
	label_wrap(&label, "\xff\xfe x");
	assert_int_equal(label.n, 1);
	label_free(&label);
}

TEST(a_title_of_the_size_of_a_turn_is_cut_as_a_shorter_one)
{
	char *long_title = TEXT("%0130d%060000d", 0, 0), *many = test_owns(mem_calloc(1, 60001));

	assert_wrapped(long_title,
		"000000000000000000000000/000000000000000000000000/000000000000000000000000/000000000000000000000000/"
		"000000000000000000000000…");
	for (int i = 0; i < 60000; i++)
		many[i] = i % 25 < 24 ? 'a' : ' ';
	many[124] = '\0';
	assert_wrapped(many, "aaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaa/"
		"aaaaaaaaaaaaaaaaaaaaaaaa");
	many[124] = ' ';
	assert_wrapped(many, "aaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaa/"
		"aaaaaaaaaaaaaaaaaaaaaaaa…");
}
