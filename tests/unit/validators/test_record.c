/* The bytes between the texts of a record. */
#include "tests/unit/test.h"

#include "fs/util/record_lead.h"

static const char *
needs(const char *tail, const char *body)
{
	return record_needs(tail, strlen(tail), body, strlen(body));
}

TEST(a_gap_is_what_is_missing_to_a_blank_line)
{
	static const struct {
		const char *before, *gap;
	} rows[] = {
		{ "", "" },
		{ "a", "\n\n" },
		{ "a\n", "\n" },
		{ "a\r\n", "\n" },
		{ "a\n\n", "" },
		{ "a\n\n\n", "" },
		{ "a\r\n\r\n", "" },
		{ "a\n \t\n", "" },
		{ "a\n  ", "\n\n" },
		{ "\n", "" },
	};

	for (size_t i = 0; i < N(rows); i++)
		assert_string_equal(record_gap(rows[i].before, strlen(rows[i].before)), rows[i].gap);
}

TEST(a_heading_stands_behind_blank_lines_and_a_break)
{
	static const char *const before[] = { "", "\n", "\r\n", "---\n", "\n---\n\n", "\r\n---\r\n\r\n", " \n* * *\n\t\n", "\n\n\n", "___\n" };
	char text[64];

	for (size_t i = 0; i < N(before); i++) {
		strcat(strcpy(text, before[i]), "## Turn 1\r\n\r\nText\n");
		assert_int_equal(record_heading(text, strlen(text)), strlen(before[i]));
		strcat(strcpy(text, before[i]), "  ## Turn 1");
		assert_int_equal(record_heading(text, strlen(text)), strlen(before[i]));
	}
	assert_int_equal(record_heading("\n", 1), 1);
}

TEST(nothing_is_needed_where_a_text_says_behind_the_record_what_it_says_alone)
{
	static const char *const tails[] = { "# Head\n", "# Head\n\nText.\n", "- item\n", "> quote\n", "    code\n", "```\nx\n```\n", "| a |\n", "",
		"<!-- x -->\n", "<div>\n\n", "text\n\n", "text\r\n\r\n" };
	static const char *const bodies[] = { "## Turn\n", "\n## Turn\n", "\n\n\n## Turn", "\n---\n\n## Turn\n", "\r\n---\r\n\r\n## Turn\r\n" };

	for (size_t i = 0; i < N(tails); i++)
		for (size_t k = 0; k < N(bodies); k++)
			assert_string_equal(needs(tails[i], bodies[k]), "");
}

TEST(a_last_line_without_its_newline_gets_one_unless_the_text_brings_it)
{
	assert_string_equal(needs("- item", "## Turn\n"), "\n");
	assert_string_equal(needs("- item", "---\n\n## Turn\n"), "\n");
	assert_string_equal(needs("- item", "\n## Turn\n"), "");
	assert_string_equal(needs("- item", " \n## Turn\n"), "");
	assert_string_equal(needs("- item", "\r\n\r\n---\r\n\r\n## Turn\r\n"), "");
}

TEST(a_rule_that_would_underline_the_last_paragraph_gets_a_blank_line)
{
	assert_string_equal(needs("text\n", "---\n\n## Turn\n"), "\n");
	assert_string_equal(needs("text", "---\n\n## Turn\n"), "\n\n");
	assert_string_equal(needs("text", "\n---\n\n## Turn\n"), "\n");
	assert_string_equal(needs("text\r\n", "---\r\n\r\n## Turn\r\n"), "\n");
	assert_string_equal(needs("- item\n", "---\n\n## Turn\n"), "");
}

TEST(what_a_list_would_take_gets_a_rule)
{
	assert_string_equal(needs("- item\n", "   ## Turn\n"), "\n---\n\n");
	assert_string_equal(needs("- item\n\n", "\n   ## Turn\n"), "---\n\n");
	assert_string_equal(needs("- item", "\n   ## Turn\n"), "\n\n---\n\n");
	assert_string_equal(needs("- item\n", "\n---\n\n   ## Turn\n"), "");
	assert_string_equal(needs("- item\n", "\n   ---\n\n## Turn\n"), "\n---\n\n");
}
