/*
 * The table of format `rounds` is whole: every rule has an id of its own, an errno or none, and a sentence.
 */
#include "tests/unit/test.h"

#include <errno.h>
#include <string.h>
#include "validators/rounds/rules.h"
#include "validators/text/text.h"

TEST(every_rule_has_an_id_an_errno_and_a_sentence)
{
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

TEST(rules_that_a_turn_may_be_better_than_warn_and_nothing_else_does)
{
	for (size_t i = 0; i < ROUNDS_RULES; i++)
		assert_int_equal(rounds_rules[i].severity == SEVERITY_WARNING,
			i == ROUNDS_EVIDENCE_ITEM || i == ROUNDS_FOLLOWUP_COVERAGE ||
			i == ROUNDS_CONCESSION_NONE || i == ROUNDS_ROUND_UNKNOWN ||
			i == ROUNDS_CONCESSION_KEPT || i == ROUNDS_QUOTE_NOWHERE || i == ROUNDS_SUMMARY_LENGTH || i == ROUNDS_VERDICT_DIRECTION);
}

TEST(a_claim_without_evidence_warns_or_refuses_under_one_id)
{
	assert_ptr_equal(rounds_rules[ROUNDS_EVIDENCE_ITEM].strict, &rounds_evidence_item_strict);
	assert_string_equal(rounds_evidence_item_strict.id, rounds_rules[ROUNDS_EVIDENCE_ITEM].id);
	assert_string_equal(rounds_evidence_item_strict.gloss, rounds_rules[ROUNDS_EVIDENCE_ITEM].gloss);
	assert_int_equal(rounds_evidence_item_strict.severity, SEVERITY_ERROR);
	assert_int_equal(rounds_evidence_item_strict.err, EINVAL);
}

TEST(the_names_are_those_of_the_heading_and_of_the_lock)
{
	assert_string_equal(rounds_speakers[SPEAKER_PROPOSER].role, "proposer");
	assert_string_equal(rounds_speakers[SPEAKER_CHALLENGER].title, "Challenger");
}
