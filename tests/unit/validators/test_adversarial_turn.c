/*
 * Turns of an adversarial debate, read and judged one behind the other.
 */
#include "tests/unit/validators/adversarial_fixture.h"

TEST(the_debate_of_the_corpus_is_accepted)
{
	struct adversarial d;

	adversarial_begin(&d);
	adversarial_play(&d, 5);
	assert_int_equal(ledger_claims(d.ledger), 5);
	assert_int_equal(ledger_claim(d.ledger, 5)->status, CLAIM_CLOSED);
	adversarial_done(&d);
}
