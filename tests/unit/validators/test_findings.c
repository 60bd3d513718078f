#include "tests/unit/test.h"

#include <errno.h>
#include "validators/text/findings.h"
#include "validators/text/limits.h"
#include "validators/text/text.h"

static const struct rule number = {"turn.number", SEVERITY_ERROR, EINVAL, .gloss = "the next number"};
static const struct rule size = {"text.size", SEVERITY_ERROR, EFBIG, .gloss = "not too big"};
static const struct rule drift = {"topic.drift", SEVERITY_WARNING, 0, .gloss = "stay with the topic"};

static struct findings fs;

EACH_TEST_DOES(, findings_free(&fs););

TEST(a_finding_carries_rule_line_and_sentence)
{
	findings_add(&fs, &number, 14, "turn %d is not %s", 3, "next");
	assert_int_equal(fs.n, 1);
	assert_ptr_equal(fs.v[0].rule, &number);
	assert_int_equal(fs.v[0].line, 14);
	assert_null(fs.v[0].path);
	assert_string_equal(fs.v[0].text, "turn 3 is not next");
	findings_free(&fs);
	assert_int_equal(fs.n, 0);
	assert_null(fs.v);
}

TEST(warnings_alone_refuse_nothing)
{
	findings_add(&fs, &drift, 1, "off topic");
	assert_null(findings_first_error(&fs));
	assert_int_equal(findings_errno(&fs), 0);
}

TEST(the_first_error_added_decides_the_errno)
{
	findings_add(&fs, &drift, 1, "off topic");
	findings_add(&fs, &size, 9, "big");
	findings_add(&fs, &number, 2, "wrong");
	assert_ptr_equal(findings_first_error(&fs), &fs.v[1]);
	assert_int_equal(findings_errno(&fs), -EFBIG);
}

TEST(a_sentence_is_escaped)
{
	findings_add(&fs, &number, 1, "\"%s\"", "a\nb\t\x1b[31m\xff\u202e%s");
	assert_string_equal(fs.v[0].text, "\"a\\nb\\t\\x1B[31m\\xFF\\u{202E}%s\"");
}

TEST(a_path_is_escaped)
{
	findings_add_path(&fs, &number, 0, "[0].a\nb", "%s is missing", "title");
	assert_string_equal(fs.v[0].path, "[0].a\\nb");
	assert_string_equal(fs.v[0].text, "title is missing");
}

/* Characters of every length round the limit, each preceded by `shift` bytes. */
static void
assert_cut(const char *character, size_t shift)
{
	size_t n = strlen(character);
	char long_text[2048] = "";
	size_t kept = shift + (512 - shift) / n * n;

	memset(long_text, 'a', shift);
	for (size_t at = shift; at < 1024; at += n)
		memcpy(long_text + at, character, n);
	findings_add(&fs, &number, 1, "%s", long_text);
	assert_int_equal(strlen(fs.v[0].text), kept + strlen("…"));
	assert_memory_equal(fs.v[0].text, long_text, kept);
	assert_string_equal(fs.v[0].text + kept, "…");
	assert_true(text_clean_line(fs.v[0].text, strlen(fs.v[0].text)));
	findings_free(&fs);
}

TEST(a_long_sentence_is_cut_after_512_bytes_between_characters)
{
	static const char *const characters[] = {"x", "é", "—", "🦊"};

	for (size_t i = 0; i < 4; i++)
		for (size_t shift = 0; shift < 4; shift++)
			assert_cut(characters[i], shift);
}

static void
add_many(struct findings *list, const struct rule *rule, int n)
{
	for (int i = 1; i <= n; i++)
		findings_add(list, rule, i, "number %d", i);
}

TEST(findings_past_the_limit_are_counted)
{
	add_many(&fs, &number, LIMIT_FINDINGS);
	assert_int_equal(fs.n, LIMIT_FINDINGS);
	assert_int_equal(fs.dropped, 0);
	findings_add(&fs, &size, 1, "one more");
	findings_add(&fs, &drift, 1, "and one more");
	assert_int_equal(fs.n, LIMIT_FINDINGS);
	assert_int_equal(fs.dropped, 2);
	assert_ptr_equal(fs.v[LIMIT_FINDINGS - 1].rule, &number);
	findings_free(&fs);
	assert_int_equal(fs.dropped, 0);
}

TEST(an_error_pushes_the_last_warning_out_of_a_full_list)
{
	add_many(&fs, &drift, 2);
	add_many(&fs, &number, LIMIT_FINDINGS - 2);
	findings_add(&fs, &size, 7, "an error");
	assert_int_equal(fs.n, LIMIT_FINDINGS);
	assert_int_equal(fs.dropped, 1);
	assert_string_equal(fs.v[0].text, "number 1");
	assert_ptr_equal(fs.v[0].rule, &drift);
	assert_ptr_equal(fs.v[1].rule, &number);
	assert_int_equal(fs.v[1].line, 1);
	assert_ptr_equal(fs.v[LIMIT_FINDINGS - 1].rule, &size);
}

TEST(moving_puts_all_behind_and_empties_the_source)
{
	struct findings a = {0}, b = {0};

	findings_add(&a, &number, 1, "one");
	findings_add_path(&b, &drift, 2, "[1]", "two");
	findings_add(&b, &size, 3, "three");
	findings_move(&a, &b);
	assert_int_equal(a.n, 3);
	assert_string_equal(a.v[1].text, "two");
	assert_string_equal(a.v[1].path, "[1]");
	assert_string_equal(a.v[2].text, "three");
	assert_int_equal(b.n, 0);
	assert_null(b.v);
	findings_free(&b);
	findings_free(&a);
}

TEST(moving_keeps_the_limit_the_errors_and_the_count)
{
	struct findings a = {0}, b = {0};

	add_many(&a, &drift, LIMIT_FINDINGS - 1);
	add_many(&b, &number, LIMIT_FINDINGS);
	findings_add(&b, &number, 1, "dropped before");
	findings_move(&a, &b);
	assert_int_equal(a.n, LIMIT_FINDINGS);
	assert_int_equal(a.dropped, LIMIT_FINDINGS);
	assert_int_equal(b.dropped, 0);
	for (size_t i = 0; i < a.n; i++)
		assert_ptr_equal(a.v[i].rule, &number);
	findings_add(&b, &drift, 1, "no room for it");
	findings_move(&a, &b);
	assert_int_equal(a.dropped, LIMIT_FINDINGS + 1);
	findings_free(&a);
}

TEST(findings_are_printed_as_compilers_do)
{
	UT_string *out = test_string();
	utstring_printf(out, "before\n");
	findings_add(&fs, &number, 14, "this is turn %d", 3);
	findings_add(&fs, &drift, 0, "no word of the topic occurs in this turn");
	findings_add_path(&fs, &number, 0, "[1].title", "100%% empty");
	findings_add_path(&fs, &number, 7, "[1].claim", "too long");
	findings_print(&fs, "debate.md", true, out);
	assert_string_equal(utstring_body(out),
		"before\n"
		"debate.md:14: error: [turn.number] this is turn 3\n"
		"debate.md: warning: [topic.drift] no word of the topic occurs in this turn\n"
		"debate.md:[1].title: error: [turn.number] 100% empty\n"
		"debate.md:7:[1].claim: error: [turn.number] too long\n");
}

TEST(a_file_name_cannot_break_the_line_it_is_printed_on)
{
	UT_string *out = test_string();
	findings_add(&fs, &number, 1, "wrong");
	findings_print(&fs, "a\nb\x1b", true, out);
	assert_string_equal(utstring_body(out), "a\\nb\\x1B:1: error: [turn.number] wrong\n");
}
