/*
 * The tables of format `dialectic` are whole: every rule has an id of its own, an errno or none, and a sentence; every limit of
 * words its rule twice.
 */
#include "tests/unit/validators/dialectic_fixture.h"

#include "validators/text/text.h"
#include "validators/text/wordcount.h"

TEST(every_rule_has_an_id_an_errno_and_a_sentence)
{
	for (size_t i = 0; i < DIALECTIC_RULES; i++) {
		const struct rule *r = &dialectic_rules[i];

		assert_non_null(r->id);
		assert_non_null(strchr(r->id, '.'));
		assert_int_equal(r->err, r->severity != SEVERITY_ERROR ? 0 : i == RULE_SEAT_ROLE ? EACCES : EINVAL);
		assert_true(r->gloss && *r->gloss && r->gloss[strlen(r->gloss) - 1] != '.');
		assert_true(text_clean_line(r->gloss, strlen(r->gloss)));
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(dialectic_rules[k].id, r->id);
	}
}

/* Words, skipped rescores and unknown keys warn; nothing else does. */
TEST(only_words_rescores_and_unknown_keys_warn)
{
	for (size_t i = 0; i < DIALECTIC_RULES; i++) {
		const struct rule *r = &dialectic_rules[i];
		bool warns = !strncmp(r->id, "words.", 6) || !strncmp(r->id, "rescore.", 8) || i == RULE_HANDIN_UNKNOWN;

		assert_int_equal(r->severity == SEVERITY_WARNING, warns);
	}
}

/* Rows of a form, and of what is in it, that count words under a rule. */
static unsigned
rows_counting(const struct form *form, const struct rule *rule)
{
	unsigned n = 0;

	for (const struct form_row *row = form->rows; row < form->rows + form->n; row++) {
		n += row->limit == rule && row->most > row->least;
		n += row->items ? rows_counting(row->items, rule) : 0;
	}
	return n;
}

TEST(every_limit_of_words_warns_or_refuses_under_one_id_and_has_a_row)
{
	for (enum dialectic_rule rule = RULE_WORDS_TITLE; rule <= RULE_WORDS_REASONING; rule++) {
		const struct rule *warns = &dialectic_rules[rule], *refuses = warns->strict;

		assert_non_null(refuses);
		assert_string_equal(refuses->id, warns->id);
		assert_string_equal(refuses->gloss, warns->gloss);
		assert_int_equal(refuses->severity, SEVERITY_ERROR);
		assert_int_equal(refuses->err, EINVAL);
		assert_true(rows_counting(&argument_form, warns) + rows_counting(&judgement_form, warns) > 0);
	}
}

/* The text of every row of a form for the example `n` is there, and the blank of it is a place. */
static void
assert_examples(const struct form *form, unsigned n)
{
	for (const struct form_row *row = form->rows; row < form->rows + form->n; row++)
		if (row->kind == FORM_TEXT && row->examples && !is_blank(row->examples[n - 1], strlen(row->examples[n - 1])))
			continue;
		else if (row->kind == FORM_LIST && row->most)
			assert_examples(row->items, n);
		else
			assert_true(row->kind != FORM_TEXT);
}

TEST(every_text_of_an_argument_has_its_examples)
{
	for (unsigned n = 1; n <= OPENING_ARGUMENTS; n++)
		assert_examples(&opening_form, n);
	assert_examples(&argument_form, 1);
	assert_examples(&scored_form, 1);
}

TEST(the_names_are_those_of_the_files)
{
	assert_string_equal(dialectic_sides[SIDE_PROPOSITION].abbr, "prop");
	assert_string_equal(dialectic_sides[SIDE_OPPOSITION].abbr, "opp");
	assert_string_equal(dialectic_role_names[ROLE_JUDGE], "judge");
	assert_null(dialectic_role_names[ROLES]);
	assert_string_equal(dialectic_phase_names[PHASE_JUDGEMENT], "awaiting_judgment");
	assert_int_equal(link_type_find(LINK_ATTACK, "claim_attack"), LINK_CLAIM);
	assert_int_equal(link_type_find(LINK_DEFENCE, "concede_and_pivot"), LINK_CONCEDE);
	assert_int_equal(link_type_find(LINK_DEFENCE, "claim_attack"), LINK_TYPES);
	assert_non_null(jsonform_row(&dialectic_json, "target_id", 9));
	assert_ptr_equal(jsonform_row(&dialectic_json, "target_id", 9), jsonform_row(&dialectic_json, "target_idx", 9));
	assert_null(jsonform_row(&dialectic_json, "target", 6));
}
