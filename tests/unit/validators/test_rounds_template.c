/* The templates of prompts in rounds: what each cannot do without, and what the man page says of them. */
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>
#include "validators/rounds/texts.h"
#include "validators/text/mem.h"

static const struct text_row *
row_of(enum rounds_ask_kind kind)
{
	return &rounds_texts[ROUNDS_TEXT_TEMPLATES + kind];
}

static void
assert_fault(enum rounds_ask_kind kind, const char *text, int line, const char *words)
{
	int at = -1;
	const char *fault = NULL;

	assert_null(row_of(kind)->make(row_of(kind)->of, text, strlen(text), &at, &fault));
	assert_int_equal(at, line);
	if (!strstr(fault, words))
		fail_msg("%s", fault);
}

TEST(every_template_that_is_built_in_can_be_used)
{
	for (enum rounds_ask_kind kind = 0; kind < ROUNDS_ASKS; kind++) {
		const struct text_row *row = row_of(kind);
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
TEST(each_row_makes_the_template_of_its_own_file)
{
	static const struct {
		const char *name, *lacking;
	} files[ROUNDS_ASKS] = {
		[ROUNDS_OPENING] = { "rounds/proposer-opening.md", NULL },
		[ROUNDS_RESPONSE] = { "rounds/challenger-response.md", "{previous_exchanges}" },
		[ROUNDS_DEFENSE] = { "rounds/proposer-defense.md", "{previous_exchanges}" },
		[ROUNDS_FOLLOWUP] = { "rounds/challenger-followup.md", "{previous_exchanges}" },
		[ROUNDS_CLOSING] = { "rounds/closing.md", "{previous_exchanges}" },
		[ROUNDS_SUMMARY] = { "rounds/summary.md", "{previous_exchanges}" },
		[ROUNDS_VERDICT] = { "rounds/verdict.md", "{previous_exchanges}" },
	};

	for (enum rounds_ask_kind kind = 0; kind < ROUNDS_ASKS; kind++) {
		assert_string_equal(row_of(kind)->name, files[kind].name);
		if (files[kind].lacking)
			assert_fault(kind, "{topic}\n", 0, files[kind].lacking);
	}
}

/* Is this among the names that it needs? */
static bool
needs(enum rounds_ask_kind kind, const char *name)
{
	char *list = mem_format(" %s ", rounds_templates[kind].needs), *word = mem_format(" %s ", name);
	bool found = strstr(list, word);

	free(list);
	free(word);
	return found;
}

/* Each placeholder that a template needs, taken out of one that has all it needs. */
TEST(a_template_without_what_it_is_about_is_refused)
{
	for (enum rounds_ask_kind kind = 0; kind < ROUNDS_ASKS; kind++)
		for (size_t lacking = 0; lacking < ROUNDS_PLACEHOLDERS; lacking++) {
			const struct text_row *row = row_of(kind);
			char text[512] = "words\n", words[64];
			int line = 0;
			const char *fault = NULL;
			void *t;

			for (size_t p = 0; p < ROUNDS_PLACEHOLDERS; p++)
				if (p != lacking && needs(kind, rounds_placeholders[p].name))
					sprintf(text + strlen(text), "\n{%s}\n", rounds_placeholders[p].name);
			if (needs(kind, rounds_placeholders[lacking].name)) {
				snprintf(words, sizeof words, "there is no {%s}", rounds_placeholders[lacking].name);
				assert_fault(kind, text, 0, words);
				continue;
			}
			t = row->make(row->of, text, strlen(text), &line, &fault);
			assert_non_null(t);
			row->drop(t);
		}
}

/* What the rules ask for is told by the rules of the prompt that a template stands in. */
TEST(no_template_says_what_the_rules_say)
{
	static const char *const told[] = {"level 3", "correctness", "path of a file", "word for word", "high, medium or low",
		"list item", "alternative", "tokens", "plain text", "names the"};

	for (enum rounds_ask_kind kind = 0; kind < ROUNDS_ASKS; kind++) {
		assert_true(*row_of(kind)->len < 1800);
		for (size_t i = 0; i < sizeof told / sizeof *told; i++)
			if (strstr(row_of(kind)->bytes, told[i]))
				fail_msg("%s says \"%s\"", row_of(kind)->name, told[i]);
	}
}
