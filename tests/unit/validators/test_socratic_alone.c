/* Conclusions that do not stand alone, as far as no single text of the corpus shows it: bounds, the topic, what is kept of it. */
#include "tests/unit/validators/socratic_fixture.h"

#define TURN_OF(n, who, points) \
	"## Turn " #n " — " who " (claude-code / opus) — OPEN_TO_DEBATE\n\n**Position**\nCaching, says " who " in turn " #n \
	", is worth what it costs in all of these cases, and no more than that.\n\n" points "\n\n**Counterpoints**\n- Addresses: the topic" \
	"\n  Claim: nobody clears" #n " what " who " left" #n " behind\n  Support:\n    - Principle: x" #n ", because of y" #n \
	"\n\n**Agreements**\n- none\n\n**Novel Argument**\nEvery" #n " replica" #n " that" #n " serves" #n " loses" #n \
	" trust" #n " for good.\n\nSupport:\n    - Principle: z" #n ", because of x\n\n**Unresolved Items**\n- x (non-blocking)\n"
#define CONCLUSION(lead, why) \
	"## Terminal Conclusion\n\n**Outcome**: DISSENT\n**Candidate Convergence**: no\n**Reason**: it is so\n\nOn the caching of results. " lead \
	"\n\n**Decided**\n- Nothing changes.\n\n**Left open**\n- Nothing else.\n" why
#define WHY "\n**Why**\n- Nobody measured it.\n"
#define CODES "- A1: ant\n- A2: bee\n- A3: cat\n- A4: dog\n- A5: elk\n- A6: fox\n- A7: gnu\n- A8: hen\n- A9: ibis"

static int
set_up(void **state)
{
	struct duel *d = mem_calloc(1, sizeof *d);

	duel_init(d, NULL);
	duel_join(d, "alice", "claude-code", "opus");
	duel_join(d, "bob", "claude-code", "opus");
	duel_accept(d, 1, TURN_OF(1, "alice", CODES), strlen(TURN_OF(1, "alice", CODES)));
	duel_accept(d, 2, TURN_OF(2, "bob", "Fine."), strlen(TURN_OF(2, "bob", "Fine.")));
	*state = d;
	return 0;
}
EACH_TEST(set_up, close_duel);

static unsigned
told(const struct duel *d)
{
	unsigned n = 0;

	for (const char *s = duel_said(d); (s = strstr(s, "[conclusion.alone]")); s++)
		n++;
	return n;
}

static void
concludes(struct duel *d, const char *text, unsigned expected)
{
	assert_int_equal(duel_try(d, 1, text, false), 0);
	if (told(d) != expected)
		fail_msg("%u of conclusion.alone, not %u: %s", told(d), expected, duel_said(d));
}

TEST(of_many_codes_eight_are_told_and_each_once)
{
	struct duel *d = *state;

	concludes(d, CONCLUSION("A1, A2, A3, A4, A5, A6, A7, A8 and A9.", WHY), 8);
	concludes(d, CONCLUSION("A1 and A1. A1!", WHY), 1);
	concludes(d, CONCLUSION("A1.", "\n**Why**\n- A1: ants are in it.\n"), 0);
}

TEST(what_stands_in_the_topic_is_no_code)
{
	struct duel *d = *state;

	d->terms.topic = "Caching of results in A4";
	concludes(d, CONCLUSION("In A4, as A5 has it.", WHY), 1);
	assert_printed(d, "A5 stands here without its words");
}

TEST(only_what_a_line_of_the_record_begins_with_is_a_code)
{
	struct duel *d = *state;

	concludes(d, CONCLUSION("B1, C17, S3, A10, A1x, xA1, A1.5, A1-b, A1_c, -A1 and HA1.", WHY), 0);
}

TEST(what_a_beginning_lacks_is_not_told)
{
	struct duel *d = *state;

	assert_int_equal(duel_try(d, 1, CONCLUSION("A1 and A2.", ""), true), 0);
	assert_int_equal(told(d), 0);
}

TEST(the_warnings_of_a_conclusion_are_kept_with_its_entry)
{
	struct duel *d = *state;
	const char *text = CONCLUSION("A1.", "");
	UT_string said;

	duel_accept(d, 1, text, strlen(text));
	utstring_init(&said);
	d->f->warnings(d->state, print_warning, &said);
	assert_non_null(strstr(utstring_body(&said), "the conclusion: [conclusion.alone] A1 stands here without its words"));
	assert_non_null(strstr(utstring_body(&said), "the conclusion: [conclusion.alone] lists of whole sentences are missing"));
	utstring_done(&said);
}

TEST(a_conclusion_of_an_earlier_day_has_no_warnings)
{
	struct duel *d = *state;
	const char *text = CONCLUSION("A1.", "");
	UT_string said;

	duel_fold(d, ENTRY_CONCLUSION, 1, "{\"outcome\":\"DISSENT\",\"reason\":\"it is so\"}", text, strlen(text), NULL);
	assert_string_equal(state_of(d), "completed");
	utstring_init(&said);
	d->f->warnings(d->state, print_warning, &said);
	assert_null(strstr(utstring_len(&said) ? utstring_body(&said) : "", "conclusion"));
	utstring_done(&said);
}
