/*
 * Titles as nodes of a graph show them: where lines end, what is cut, and that nothing of a character is.
 */
#include "tests/unit/test.h"

#include <string.h>
#include <utstring.h>
#include "validators/graph/label.h"
#include "validators/text/mem.h"

static void
assert_wrapped(const char *title, const char *wanted)
{
	struct node_label label;
	UT_string out;

	label_wrap(&label, title);
	utstring_init(&out);
	for (size_t i = 0; i < label.n; i++)
		utstring_printf(&out, "%s%s", i ? "/" : "", label.lines[i]);
	assert_string_equal(utstring_len(&out) ? utstring_body(&out) : "", wanted);
	utstring_done(&out);
	label_free(&label);
}

TEST(a_title_is_wrapped_into_even_lines)
{
	assert_wrapped("Short title", "Short title");
	assert_wrapped("Exactly twenty-four char", "Exactly twenty-four char");
	assert_wrapped("Fares Cost More Than They Collect", "Fares Cost More/Than They Collect");
	assert_wrapped("one two three four five six seven eight", "one two three four/five six seven eight");
	assert_wrapped("  white \t space\nfolds  ", "white space folds");
	assert_wrapped("\u65e5\u672c\u8a9e\u306e\u30bf\u30a4\u30c8\u30eb\u3067\u3059\u3088\u306d\u3048",
		"\u65e5\u672c\u8a9e\u306e\u30bf\u30a4\u30c8/\u30eb\u3067\u3059\u3088\u306d\u3048");
}

TEST(a_title_without_spaces_is_broken_at_punctuation)
{
	assert_wrapped("免费公交车让更多人出行，也让城市更加公平", "免费公交车让更多人出行，/也让城市更加公平");
	assert_wrapped("票价再低也是门槛：免费才是公共服务", "票价再低也是门槛：/免费才是公共服务");
	assert_wrapped("公交车“免费乘坐”之后的城市财政问题", "公交车“免费乘坐”/之后的城市财政问题");
	assert_wrapped("路上的汽车更少了。城市更安静。", "路上的汽车更少了。/城市更安静。");
	assert_wrapped("バスを無料にすると、渋滞が減る", "バスを無料にすると、/渋滞が減る");
	/* Words of other scripts stay whole. */
	assert_wrapped("为什么我们应该用Kubernetes部署服务", "为什么我们应该用/Kubernetes部署服务");
	/* Nothing to end a line at: even lines, none of which begins with a mark that closes something. */
	assert_wrapped("一二三四五六七八九十一二三四五六", "一二三四五六七八/九十一二三四五六");
	assert_wrapped("一二三四五六七八九十一二，三", "一二三四五六七/八九十一二，三");
	assert_wrapped("一二三四五六七八九十一二，", "一二三四五六七/八九十一二，");
	assert_wrapped("don\u2019t stop here now please", "don\u2019t stop here/now please");
}

TEST(a_long_word_is_broken_and_a_long_title_cut)
{
	UT_string many;

	assert_wrapped("abcdefghijklmnopqrstuvwxyzabcdefghijklmn", "abcdefghijklmnopqrst/uvwxyzabcdefghijklmn");
	utstring_init(&many);
	for (int i = 0; i < 10000; i++)
		utstring_printf(&many, "word ");
	assert_wrapped(utstring_body(&many),
		"word word word word word/word word word word word/word word word word word/word word word word "
		"word/word word word word word…");
	utstring_done(&many);
}

TEST(a_character_is_never_broken_and_never_a_tower)
{
	UT_string tower;
	struct node_label label;

	assert_wrapped("aaaaaaaaaaaaaaaaaaaaaaa\U0001f468\u200d\U0001f469\u200d\U0001f467",
		"aaaaaaaaaaaaa/aaaaaaaaaa\U0001f468\u200d\U0001f469\u200d\U0001f467");
	utstring_init(&tower);
	utstring_printf(&tower, "a");
	for (int i = 0; i < 1000; i++)
		utstring_printf(&tower, "\u0301");
	utstring_printf(&tower, "b");
	assert_wrapped(utstring_body(&tower), "a\u0301\u0301\u0301\u0301b");
	utstring_done(&tower);
	/* Bytes that are no text are taken as they are. */
	label_wrap(&label, "\xff\xfe x");
	assert_int_equal(label.n, 1);
	label_free(&label);
}

TEST(a_title_of_the_size_of_a_turn_is_cut_as_a_shorter_one)
{
	char *long_title = mem_format("%0130d%060000d", 0, 0), *many = mem_calloc(1, 60001);

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
	free(many);
	free(long_title);
}
