/* Templates of prompts: what may stand in one, what it cannot do without, and that values are data. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "validators/kit/texts.h"
#include "validators/rounds/template.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

/* -- helpers --------------------------------------------------------------------------------------------------------------------- */

/* A word is its name in angle brackets, a block two lines of it. */
static void
put_name(void *arg, enum placeholder p, UT_string *out)
{
	const char *const *values = arg;
	const char *value = values ? values[p] : NULL;

	if (value)
		utstring_printf(out, "%s", value);
	else if (placeholders[p].block)
		utstring_printf(out, "(%s\n%s)\n", placeholders[p].name, placeholders[p].name);
	else
		utstring_printf(out, "<%s>", placeholders[p].name);
}

/* An opening made of this text, rendered; malloc'd. */
static char *
rendered_with(const char *text, const char *const *values)
{
	int line = -1;
	const char *fault = NULL;
	struct rounds_template *t = rounds_template_new(ROUNDS_OPENING, text, strlen(text), &line, &fault);
	UT_string out;

	if (!t)
		fail_msg("%d: %s", line, fault);
	utstring_init(&out);
	rounds_template_render(t, put_name, (void *)values, &out);
	rounds_template_drop(t);
	return utstring_body(&out);
}

static void
assert_rendered(const char *text, const char *expected)
{
	char *s = rendered_with(text, NULL);

	assert_string_equal(s, expected);
	free(s);
}

static void
assert_fault(enum rounds_ask_kind kind, const char *text, int line, const char *words)
{
	int at = -1;
	const char *fault = NULL;

	assert_null(rounds_templates[kind].make(text, strlen(text), &at, &fault));
	assert_int_equal(at, line);
	if (!strstr(fault, words))
		fail_msg("%s", fault);
}

/* -- what a template may hold ---------------------------------------------------------------------------------------------------- */

static void
every_template_that_is_built_in_can_be_used(void **state)
{
	(void)state;
	for (enum rounds_ask_kind kind = 0; kind < ROUNDS_ASKS; kind++) {
		const struct text_row *row = &rounds_templates[kind];
		char *fault = NULL;
		struct text t;
		int line;

		if (text_take(row, row->bytes, *row->len, &t, &line, &fault))
			fail_msg("%s:%d: %s", row->name, line, fault);
		assert_non_null(t.made);
		text_drop(row, &t);
	}
}

/* What a template lacks is told with the name of its own file's placeholder, not of another's. */
static void
each_row_makes_the_template_of_its_own_file(void **state)
{
	static const struct {
		const char *name, *lacking;
	} files[ROUNDS_ASKS] = {
		[ROUNDS_OPENING] = { "rounds/proposer-opening.md", NULL },
		[ROUNDS_RESPONSE] = { "rounds/challenger-response.md", "{previous_exchanges}" },
		[ROUNDS_DEFENSE] = { "rounds/proposer-defense.md", "{previous_exchanges}" },
		[ROUNDS_FOLLOWUP] = { "rounds/challenger-followup.md", "{previous_exchanges}" },
		[ROUNDS_SUMMARY] = { "rounds/summary.md", "{previous_exchanges}" },
		[ROUNDS_VERDICT] = { "rounds/verdict.md", "{previous_exchanges}" },
	};

	(void)state;
	for (enum rounds_ask_kind kind = 0; kind < ROUNDS_ASKS; kind++) {
		assert_string_equal(rounds_templates[kind].name, files[kind].name);
		if (files[kind].lacking)
			assert_fault(kind, "{topic}\n", 0, files[kind].lacking);
	}
}

static void
a_word_stands_anywhere_in_a_line(void **state)
{
	(void)state;
	assert_rendered("{topic}", "<topic>\n");
	assert_rendered("# On {topic}, {round}{rounds}.\n", "# On <topic>, <round><rounds>.\n");
	assert_rendered("- {topic}\n  `{effort}`\n", "- <topic>\n  `<effort>`\n");
}

static void
a_block_has_blank_lines_round_it(void **state)
{
	(void)state;
	assert_rendered("{topic}\n{points}\nend\n", "<topic>\n\n(points\npoints)\n\nend\n");
	assert_rendered("{topic}\n\n\n\n{points}\n\n\n\nend", "<topic>\n\n(points\npoints)\n\nend\n");
	assert_rendered("{points}\n{topic}", "(points\npoints)\n\n<topic>\n");
	assert_rendered("{topic}\n\n{points}\n\n{concessions}\n", "<topic>\n\n(points\npoints)\n\n(concessions\nconcessions)\n");
}

static void
a_brace_that_is_written_twice_is_text(void **state)
{
	(void)state;
	assert_rendered("{{topic} is {topic}\n", "{topic} is <topic>\n");
	assert_rendered("{topic}: {{{{ and } and }}\n", "<topic>: {{ and } and }}\n");
	assert_rendered("{{{topic}}\n", "{<topic>}\n");
	assert_rendered("{topic}\n{{\n", "<topic>\n{\n");
}

static void
what_stands_in_a_value_is_no_placeholder(void **state)
{
	static const char *const values[PLACEHOLDERS] = {
		[HOLDER_TOPIC] = "{round} {{ %s {points}", [HOLDER_POINTS] = "{topic}\n{\n" };
	char *s = rendered_with("{topic}\n\n{points}\n", values);

	(void)state;
	assert_string_equal(s, "{round} {{ %s {points}\n\n{topic}\n{\n");
	free(s);
}

/* -- what it may not ------------------------------------------------------------------------------------------------------------- */

static void
a_placeholder_that_there_is_not_is_named_by_its_line(void **state)
{
	(void)state;
	assert_fault(ROUNDS_OPENING, "{topic}\n\nto {nobody}\n", 3, "no placeholder of this name");
	assert_fault(ROUNDS_OPENING, "{topic}\n{Topic}\n", 2, "no placeholder of this name");
	assert_fault(ROUNDS_OPENING, "{topic}\n{}\n", 2, "no placeholder of this name");
	assert_fault(ROUNDS_OPENING, "{points}\n\n\n{ topic }\n", 4, "no placeholder of this name");
}

static void
a_brace_that_is_not_closed_is_named_by_its_line(void **state)
{
	(void)state;
	assert_fault(ROUNDS_OPENING, "{topic}\nand {topic\n}", 2, "not closed");
	assert_fault(ROUNDS_OPENING, "{topic} {", 1, "not closed");
	assert_fault(ROUNDS_OPENING, "{topic}\n{{{", 2, "not closed");
}

static void
a_block_that_does_not_stand_alone_is_refused(void **state)
{
	(void)state;
	assert_fault(ROUNDS_OPENING, "{topic}\n\nThe {points}\n", 3, "alone on its line");
	assert_fault(ROUNDS_OPENING, "{topic}\n\n{points}.\n", 3, "alone on its line");
	assert_fault(ROUNDS_OPENING, "{topic}\n\n {points}\n", 3, "alone on its line");
	assert_fault(ROUNDS_OPENING, "{topic}\n\n{points}{concessions}\n", 3, "alone on its line");
}

static void
a_block_in_a_list_a_quotation_code_or_html_is_refused(void **state)
{
	(void)state;
	assert_fault(ROUNDS_OPENING, "{topic}\n\n- item\n{points}\n", 4, "in no list");
	assert_fault(ROUNDS_OPENING, "{topic}\n\n> words\n{points}\n", 4, "in no list");
	assert_fault(ROUNDS_OPENING, "{topic}\n\n```\n{points}\n```\n", 4, "in no list");
	assert_fault(ROUNDS_OPENING, "{topic}\n\n<pre>\n\n{points}\n\n</pre>\n", 5, "in no list");
	assert_fault(ROUNDS_OPENING, "{topic}\n\n<!--\n{points}\n-->\n", 4, "in no list");
	assert_fault(ROUNDS_OPENING, "{topic}\n\n{points}\n===\n", 3, "in no list");
	assert_fault(ROUNDS_OPENING, "{topic}\n\n[x]:\n{points}\n", 4, "in no list");
}

static void
what_is_left_open_is_refused(void **state)
{
	(void)state;
	assert_fault(ROUNDS_OPENING, "{topic}\n\n```\nthe end\n", 3, "left open");
	assert_fault(ROUNDS_OPENING, "{topic}\n<!-- the end\n", 2, "left open");
}

static void
a_text_that_nests_too_deep_is_refused(void **state)
{
	static const char quotes[] = "{topic}\n\n>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>> deep\n";

	(void)state;
	assert_fault(ROUNDS_OPENING, quotes, 3, md_fault_sentences[MD_NESTING]);
}

/* Each placeholder that a template needs, taken out of one that has all it needs. */
static void
a_template_without_what_it_is_about_is_refused(void **state)
{
	(void)state;
	for (enum rounds_ask_kind kind = 0; kind < ROUNDS_ASKS; kind++)
		for (enum placeholder lacking = 0; lacking < PLACEHOLDERS; lacking++) {
			char text[512] = "words\n", words[64];
			int line = 0;
			const char *fault = NULL;
			void *t;

			for (enum placeholder p = 0; p < PLACEHOLDERS; p++)
				if (p != lacking && rounds_template_needs[kind] & 1u << p)
					sprintf(text + strlen(text), "\n{%s}\n", placeholders[p].name);
			if (rounds_template_needs[kind] & 1u << lacking) {
				snprintf(words, sizeof words, "there is no {%s}", placeholders[lacking].name);
				assert_fault(kind, text, 0, words);
				continue;
			}
			t = rounds_templates[kind].make(text, strlen(text), &line, &fault);
			assert_non_null(t);
			rounds_template_drop(t);
		}
}

/* -- the man page ---------------------------------------------------------------------------------------------------------------- */

/* With a space for each newline; malloc'd. */
static char *
man_page(void)
{
	size_t room = 1 << 20, len;
	char *s = mem_calloc(1, room);
	FILE *f = fopen("config/duelfs.toml.5", "r");

	assert_non_null(f);
	len = fread(s, 1, room - 1, f);
	fclose(f);
	for (size_t i = 0; i < len; i++)
		s[i] = s[i] == '\n' ? ' ' : s[i];
	return s;
}

static void
the_man_page_says_what_each_placeholder_stands_for(void **state)
{
	char *page = man_page(), *want;

	(void)state;
	for (enum placeholder p = 0; p < PLACEHOLDERS; p++) {
		const char *about = placeholders[p].about;

		want = mem_format(" .It Li {%s} %c%s. ", placeholders[p].name, toupper((unsigned char)about[0]), about + 1);
		if (!strstr(page, want))
			fail_msg("not in config/duelfs.toml.5:%s", want);
		free(want);
	}
	free(page);
}

static void
the_man_page_names_each_template(void **state)
{
	char *page = man_page(), *want;

	(void)state;
	for (enum rounds_ask_kind kind = 0; kind < ROUNDS_ASKS; kind++) {
		want = mem_format(" .It Pa %s ", rounds_templates[kind].name);
		assert_non_null(strstr(page, want));
		free(want);
	}
	free(page);
}

/* -- limits ---------------------------------------------------------------------------------------------------------------------- */

static void
a_template_may_be_as_long_as_its_file(void **state)
{
	static const char *const lines[] = { "{topic}\n", "{{{{{{{{\n", "{points}\n\n", "x{{" };

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		char *text = mem_calloc(1, LIMIT_TEXT_FILE_BYTES + 1), *s;
		size_t len = 0, n = strlen(lines[i]);

		for (len = sprintf(text, "{topic}\n\n"); len + n <= LIMIT_TEXT_FILE_BYTES; len += n)
			memcpy(text + len, lines[i], n);
		s = rendered_with(text, NULL);
		assert_true(strlen(s) > LIMIT_TEXT_FILE_BYTES / 2);
		free(s);
		free(text);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_template_that_is_built_in_can_be_used),
		cmocka_unit_test(each_row_makes_the_template_of_its_own_file),
		cmocka_unit_test(a_word_stands_anywhere_in_a_line),
		cmocka_unit_test(a_block_has_blank_lines_round_it),
		cmocka_unit_test(a_brace_that_is_written_twice_is_text),
		cmocka_unit_test(what_stands_in_a_value_is_no_placeholder),
		cmocka_unit_test(a_placeholder_that_there_is_not_is_named_by_its_line),
		cmocka_unit_test(a_brace_that_is_not_closed_is_named_by_its_line),
		cmocka_unit_test(a_block_that_does_not_stand_alone_is_refused),
		cmocka_unit_test(a_block_in_a_list_a_quotation_code_or_html_is_refused),
		cmocka_unit_test(what_is_left_open_is_refused),
		cmocka_unit_test(a_text_that_nests_too_deep_is_refused),
		cmocka_unit_test(a_template_without_what_it_is_about_is_refused),
		cmocka_unit_test(the_man_page_says_what_each_placeholder_stands_for),
		cmocka_unit_test(the_man_page_names_each_template),
		cmocka_unit_test(a_template_may_be_as_long_as_its_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
