/*
 * The table of format `rounds` is whole: every rule has an id of its own, an errno or none, and a sentence.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>
#include "validators/rounds/rules.h"
#include "validators/text/text.h"

static void
every_rule_has_an_id_an_errno_and_a_sentence(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROUNDS_RULES; i++) {
		const struct rule *r = &rounds_rules[i];

		assert_non_null(r->id);
		assert_non_null(strchr(r->id, '.'));
		assert_int_equal(r->err, r->severity == SEVERITY_ERROR ? EINVAL : 0);
		assert_true(r->gloss && *r->gloss && r->gloss[strlen(r->gloss) - 1] != '.');
		assert_true(text_clean_line(r->gloss, strlen(r->gloss)));
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(rounds_rules[k].id, r->id);
	}
}

static void
a_claim_without_evidence_a_concession_taken_back_and_a_summarys_length_warn_and_nothing_else_does(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROUNDS_RULES; i++)
		assert_int_equal(rounds_rules[i].severity == SEVERITY_WARNING,
			i == ROUNDS_EVIDENCE_ITEM || i == ROUNDS_CONCESSION_KEPT || i == ROUNDS_SUMMARY_LENGTH);
}

static void
a_claim_without_evidence_warns_or_refuses_under_one_id(void **state)
{
	(void)state;
	assert_ptr_equal(rounds_rules[ROUNDS_EVIDENCE_ITEM].strict, &rounds_evidence_item_strict);
	assert_string_equal(rounds_evidence_item_strict.id, rounds_rules[ROUNDS_EVIDENCE_ITEM].id);
	assert_string_equal(rounds_evidence_item_strict.gloss, rounds_rules[ROUNDS_EVIDENCE_ITEM].gloss);
	assert_int_equal(rounds_evidence_item_strict.severity, SEVERITY_ERROR);
	assert_int_equal(rounds_evidence_item_strict.err, EINVAL);
}

static void
the_names_are_those_of_the_heading_and_of_the_lock(void **state)
{
	(void)state;
	assert_string_equal(rounds_speakers[SPEAKER_PROPOSER].role, "proposer");
	assert_string_equal(rounds_speakers[SPEAKER_CHALLENGER].title, "Challenger");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rule_has_an_id_an_errno_and_a_sentence),
		cmocka_unit_test(a_claim_without_evidence_a_concession_taken_back_and_a_summarys_length_warn_and_nothing_else_does),
		cmocka_unit_test(a_claim_without_evidence_warns_or_refuses_under_one_id),
		cmocka_unit_test(the_names_are_those_of_the_heading_and_of_the_lock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
