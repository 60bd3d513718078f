/*
 * The tables of format `dialectic` are whole: every rule has an id of its own, an errno or none, and a sentence; every limit of
 * words its rule twice.
 */
#include "tests/unit/validators/dialectic_fixture.h"

#include "validators/text/text.h"

static void
every_rule_has_an_id_an_errno_and_a_sentence(void **state)
{
	(void)state;
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
static void
only_words_rescores_and_unknown_keys_warn(void **state)
{
	(void)state;
	for (size_t i = 0; i < DIALECTIC_RULES; i++) {
		const struct rule *r = &dialectic_rules[i];
		bool warns = !strncmp(r->id, "words.", 6) || !strncmp(r->id, "rescore.", 8) || i == RULE_HANDIN_UNKNOWN;

		assert_int_equal(r->severity == SEVERITY_WARNING, warns);
	}
}

static void
every_limit_of_words_warns_or_refuses_under_one_id(void **state)
{
	(void)state;
	for (enum dialectic_rule rule = RULE_WORDS_TITLE; rule <= RULE_WORDS_REASONING; rule++) {
		const struct word_limit *limit = word_limit_find(rule);

		assert_ptr_equal(dialectic_rules[rule].strict, &limit->strict);
		assert_string_equal(limit->strict.id, dialectic_rules[rule].id);
		assert_string_equal(limit->strict.gloss, dialectic_rules[rule].gloss);
		assert_int_equal(limit->strict.severity, SEVERITY_ERROR);
		assert_int_equal(limit->strict.err, EINVAL);
		assert_true(limit->most > limit->least);
	}
	assert_int_equal(RULE_WORDS_REASONING - RULE_WORDS_TITLE + 1, DIALECTIC_WORD_LIMITS);
}

static void
the_names_are_those_of_the_files(void **state)
{
	(void)state;
	assert_string_equal(dialectic_sides[SIDE_PROPOSITION].abbr, "prop");
	assert_string_equal(dialectic_sides[SIDE_OPPOSITION].abbr, "opp");
	assert_string_equal(dialectic_role_names[ROLE_JUDGE], "judge");
	assert_null(dialectic_role_names[ROLES]);
	assert_string_equal(dialectic_phase_names[PHASE_JUDGEMENT], "awaiting_judgment");
	assert_int_equal(link_type_find(LINK_ATTACK, "claim_attack"), LINK_CLAIM);
	assert_int_equal(link_type_find(LINK_DEFENCE, "concede_and_pivot"), LINK_CONCEDE);
	assert_int_equal(link_type_find(LINK_DEFENCE, "claim_attack"), LINK_TYPES);
	assert_ptr_equal(handin_key("target_id", 9), handin_key("target_idx", 9));
	assert_null(handin_key("target", 6));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rule_has_an_id_an_errno_and_a_sentence),
		cmocka_unit_test(only_words_rescores_and_unknown_keys_warn),
		cmocka_unit_test(every_limit_of_words_warns_or_refuses_under_one_id),
		cmocka_unit_test(the_names_are_those_of_the_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
