/* A text that is judged without its record. */
#include "tests/unit/validators/socratic_fixture.h"

static const char third[] = "## Turn 3 — alice (claude-code / opus) — REVISING\n\n**Position**\nCaching.\n\n**Counterpoints**\n"
			    "- Addresses: Turn %u\n  Claim: so it is\n  Support:\n    - Turn %u\n\n**Agreements**\n- a\n\n**Novel Argument**\nNew.\n\n"
			    "Support:\n    - Turn 2\n\n**Unresolved Items**\n- b (blocking)\n";

static int
judge_alone_as(struct duel *d, const char *text, bool prefix)
{
	struct submission s = { .row = ROW_DEBATE, .text = text, .len = strlen(text), .alone = true, .prefix = prefix };
	struct verdict v = { .n = 0 };
	int err;

	format_socratic.judge(d->state, &d->ctx, &s, &v);
	utstring_clear(&d->printed);
	findings_print(&v.findings, "t", &d->printed);
	err = findings_errno(&v.findings);
	verdict_free(&v);
	return err;
}

static int
judge_alone(struct duel *d, const char *text)
{
	return judge_alone_as(d, text, false);
}

TEST(a_turn_by_itself_is_the_one_it_says)
{
	struct duel d;
	char *text;

	duel_init(&d, NULL);
	text = mem_format(third, 2, 1);
	assert_int_equal(judge_alone(&d, text), 0);
	free(text);
	text = mem_format(third, 3, 1);
	assert_true(judge_alone(&d, text));
	assert_printed(&d, "t:7: error: [counterpoint.addresses]");
	free(text);
	text = mem_format(third, 2, 3);
	assert_true(judge_alone(&d, text));
	assert_printed(&d, "t:10: error: [support.turn]");
	memcpy(strstr(text, "Turn 3"), "Turn x", 6);
	assert_true(judge_alone(&d, text));
	assert_printed(&d, "[turn.number] a turn has a number");
	assert_false(duel_printed(&d, "counterpoint.addresses"));
	free(text);
	duel_done(&d);
}

TEST(a_conclusion_by_itself_is_judged_by_its_form)
{
	struct duel d;

	duel_init(&d, NULL);
	assert_int_equal(judge_alone(&d, "## Terminal Conclusion\n\n**Outcome**: ACCEPTED_CONSENSUS\n**Candidate Convergence**: yes\n"
		"**Reason**: r\n\nCaching of results.\n"), 0);
	assert_true(judge_alone(&d, "## Terminal Conclusion\n\n**Outcome**: NONE\n**Candidate Convergence**: maybe\n**Reason**: r\n\n"
		"Caching of results.\n"));
	assert_printed(&d, "t:3: error: [conclusion.form]");
	assert_printed(&d, "t:4: error: [conclusion.form]");
	assert_int_equal(judge_alone_as(&d, "## Terminal Conclusion\n\n**Outcome**: DISSENT\n**Candidate Convergence**: no\n", true), 0);
	duel_done(&d);
}
