/*
 * How a debate ended: who engages a question, what verdict that earns, and no other one.
 */
#include "tests/unit/validators/settle_fixture.h"

/* "better-grounded pro" */
static char *
verdict_of(const struct fstate_common *d, size_t question)
{
	struct settle_ask ask = debate_ask(d);
	struct settlement *s = settle(&ask);
	struct question_verdict v = settlement_verdict(s, question);
	UT_string out;
	utstring_init(&out);
	utstring_printf(&out, "%s", verdict_kind_names[v.kind]);
	for (size_t i = 0; i < v.n_sides; i++)
		utstring_printf(&out, "%s%s", i ? ", " : " ", kb_position(d->kb, v.sides[i])->slug);
	assert_true(settlement_earned(s, question, &v));
	settlement_free(s);
	return utstring_body(&out);
}

static void
assert_verdict(const struct fstate_common *d, const char *due)
{
	char *is = verdict_of(d, 0);
	assert_string_equal(is, due);
	free(is);
}

static void
assert_settled(const char *snapshot, const char *now, const char *due)
{
	struct fstate_common d;
	debate_begin(&d, snapshot, now);
	assert_verdict(&d, due);
	debate_end(&d);
}

static bool
engages(const struct fstate_common *d, const char *side)
{
	struct settle_ask ask = debate_ask(d);
	struct settlement *s = settle(&ask);
	bool is = settlement_standing(s, 0, side_of(d->kb, side))->engages;
	settlement_free(s);
	return is;
}

static void
assert_engages(const char *line, const char *side, bool due)
{
	struct fstate_common d;
	debate_begin(&d, line, NULL);
	assert_int_equal(engages(&d, side), due);
	debate_end(&d);
}

TEST(a_position_engages_by_its_own_arguments_that_stand_for_a_question_or_address_what_does)
{
	assert_engages("pro1 strong, con2 strong, Q 1", "pro", true);
	assert_engages("pro1 strong, con2 strong, Q 1", "con", false);
	assert_engages("pro1 strong, con2 strong, 2>1, Q 1", "con", true);
	assert_engages("pro1 strong, con2 strong, 2~1, Q 1", "con", false);
	assert_engages("pro1 strong, con2 strong, 1>2, Q 1", "con", false);
	assert_engages("pro1 strong, con2 strong, neutral3 robust, 2>3, 3>1, Q 1", "con", false);
	assert_engages("pro1 strong, con2 strong, neutral3 robust, 3>1, Q 3", "con", false);
	assert_engages("pro1 strong, con2 strong, neutral3 robust, 2>3, Q 3", "con", true);
	assert_engages("pro1 strong, con2 strong/ethical, 2>1, Q 1", "con", true);
}

TEST(what_is_refuted_or_baseless_engages_nothing)
{
	assert_engages("pro1 weak, con2 weak, Q 1", "pro", true);
	assert_engages("pro1 refuted, con2 weak, Q 1", "pro", false);
	assert_engages("pro1 baseless, con2 weak, Q 1", "pro", false);
	assert_engages("pro1 strong, con2 refuted, 2>1, Q 1", "con", false);
}

TEST(an_edge_of_the_debate_counts_within_a_layer_and_where_its_side_cites_both)
{
	struct fstate_common d;
	debate_begin(&d, "pro1 strong, con2 strong, con3 strong, Q 1", "pro1 strong, con2 strong, con3 strong, 2>1, Q 1");
	assert_false(engages(&d, "con"));
	debate_claim(&d, "con", "arg-002", NULL);
	debate_claim(&d, "con", "arg-001", "arg-003");
	debate_claim(&d, "pro", "arg-001", "arg-002");
	assert_false(engages(&d, "con"));
	debate_claim(&d, "con", "arg-001", "arg-002");
	assert_true(engages(&d, "con"));
	debate_end(&d);
	debate_begin(&d, "pro1 strong, con2 strong/ethical, Q 1", "pro1 strong, con2 strong/ethical, 2>1, Q 1");
	debate_claim(&d, "con", "arg-001", "arg-002");
	assert_false(engages(&d, "con"));
	debate_end(&d);
}

TEST(an_edge_of_an_argument_of_the_debate_counts_likewise)
{
	struct fstate_common d;
	debate_begin(&d, "pro1 strong, con2 strong, Q 1", "pro1 strong, con2 strong, con3 contested, 3>1, Q 1");
	assert_false(engages(&d, "con"));
	debate_claim(&d, "con", "arg-001", "arg-003");
	assert_true(engages(&d, "con"));
	debate_end(&d);
}

TEST(central_arguments_are_those_that_stand_for_a_question_or_address_it_whatever_their_status)
{
	struct fstate_common d;
	struct settle_ask ask;
	struct settlement *s;
	const struct standing *at;
	debate_begin(&d, "pro1 strong, pro2 refuted, pro3 weak, pro4 robust, con5 weak, 3>1, 4~1, Q 1 2", NULL);
	ask = debate_ask(&d);
	s = settle(&ask);
	at = settlement_standing(s, 0, side_of(d.kb, "pro"));
	assert_int_equal(at->n_central, 3);
	assert_true(at->central[0] == 0 && at->central[1] == 1 && at->central[2] == 2);
	assert_int_equal(at->n_by, 2);
	assert_true(at->by[0] == 0 && at->by[1] == 2);
	settlement_free(s);
	debate_end(&d);
}

TEST(better_grounded_is_who_engages_where_all_others_central_arguments_are_refuted_or_baseless)
{
	assert_settled("pro1 strong, con2 refuted, Q 1 2", NULL, "better-grounded pro");
	assert_settled("pro1 weak, con2 baseless, con3 refuted, 3>1, Q 1 2", NULL, "better-grounded pro");
	assert_settled("pro1 strong, con2 refuted, con3 weak, 3>1, Q 1 2", NULL, "both engaged, evidence contested");
	assert_settled("pro1 strong, con2 refuted, other3 baseless, Q 1 2 3", NULL, "better-grounded pro");
	assert_settled("pro1 strong, con2 refuted, other3 weak, Q 1 2 3", NULL, "asymmetric engagement other, pro");
	assert_settled("pro1 refuted, con2 refuted, Q 1 2", NULL, "neither engaged");
}

TEST(a_claim_closed_for_an_argument_counts_against_it)
{
	struct fstate_common d;
	debate_begin(&d, "pro1 strong, con2 weak, Q 1 2", NULL);
	assert_verdict(&d, "both engaged, evidence contested");
	debate_claim(&d, "con", "arg-002", NULL);
	debate_rule(&d, MOVE_CLOSE, 1, CLOSED_SOURCE_DEBUNKED, "arg-002");
	assert_verdict(&d, "better-grounded pro");
	debate_end(&d);
}

TEST(each_of_the_central_arguments_is_closed_or_refuted_or_baseless)
{
	struct fstate_common d;
	debate_begin(&d, "pro1 strong, con2 weak, con3 refuted, con4 weak, 4>1, Q 1 2 3", NULL);
	debate_claim(&d, "con", "arg-002", "arg-004");
	debate_rule(&d, MOVE_CLOSE, 1, CLOSED_SOURCE_DEBUNKED, "arg-002");
	assert_verdict(&d, "both engaged, evidence contested");
	debate_claim(&d, "con", "arg-004", NULL);
	debate_rule(&d, MOVE_CLOSE, 2, CLOSED_SOURCE_DEBUNKED, "arg-004");
	assert_verdict(&d, "better-grounded pro");
	debate_end(&d);
}

/* Two that are closed likewise: neither is better than the other. */
TEST(where_each_beats_the_other_none_is_better_grounded)
{
	struct fstate_common d;
	debate_begin(&d, "pro1 weak, con2 weak, Q 1 2", NULL);
	debate_claim(&d, "con", "arg-002", NULL);
	debate_claim(&d, "pro", "arg-001", NULL);
	debate_rule(&d, MOVE_CLOSE, 1, CLOSED_SOURCE_DEBUNKED, "arg-002");
	debate_rule(&d, MOVE_CLOSE, 2, CLOSED_SOURCE_DEBUNKED, "arg-001");
	assert_verdict(&d, "not settled by this corpus");
	debate_end(&d);
}

TEST(a_claim_that_is_open_again_counts_no_more)
{
	struct fstate_common d;
	debate_begin(&d, "pro1 strong, con2 weak, Q 1 2", NULL);
	debate_claim(&d, "con", "arg-002", NULL);
	debate_rule(&d, MOVE_CLOSE, 1, CLOSED_SOURCE_DEBUNKED, "arg-002");
	{
		const struct claim_cite cite = {.ref = "arg-002"};
		const struct claim_item item = {.move = MOVE_OBJECT, .claim = 1, .words = "x", .cites = &cite, .n_cites = 1};
		debate_turn(&d, "con", (struct adversarial_turn){.items = &item, .n_items = 1});
	}
	assert_verdict(&d, "better-grounded pro");
	debate_rule(&d, MOVE_REOPEN, 1, CLOSED_REFUTED, NULL);
	assert_verdict(&d, "both engaged, evidence contested");
	debate_end(&d);
}

TEST(who_has_no_central_argument_is_not_thereby_beaten)
{
	assert_settled("pro1 strong, con2 strong, Q 1", NULL, "asymmetric engagement pro");
	assert_settled("pro1 strong, con2 strong, 2~1, Q 1", NULL, "asymmetric engagement pro");
}

TEST(non_engagement_that_persists_makes_the_other_better_grounded)
{
	struct fstate_common d;
	debate_begin(&d, "pro1 strong, con2 strong, 2~1, Q 1", NULL);
	debate_call(&d, "con", "arg-002", "arg-001");
	assert_verdict(&d, "asymmetric engagement pro");
	debate_call(&d, "con", "arg-002", "arg-001");
	assert_verdict(&d, "better-grounded pro");
	debate_end(&d);
	/* Of another question's argument. */
	debate_begin(&d, "pro1 strong, con2 strong, pro3 weak, 2~3, Q 1, Q 3", NULL);
	debate_call(&d, "con", "arg-002", "arg-003");
	debate_call(&d, "con", "arg-002", "arg-003");
	assert_verdict(&d, "asymmetric engagement pro");
	debate_end(&d);
	/* It engages otherwise. */
	debate_begin(&d, "pro1 strong, con2 strong, con4 weak, 2~1, Q 1 4", NULL);
	debate_call(&d, "con", "arg-002", "arg-001");
	debate_call(&d, "con", "arg-002", "arg-001");
	assert_verdict(&d, "both engaged, evidence contested");
	debate_end(&d);
}

TEST(asymmetric_names_all_that_engage_where_not_all_do)
{
	assert_settled("pro1 strong, con2 weak, other3 weak, Q 1 2", NULL, "asymmetric engagement con, pro");
}

TEST(all_engage_or_none_does)
{
	assert_settled("pro1 strong, con2 weak, Q 1 2", NULL, "both engaged, evidence contested");
	assert_settled("pro1 strong, con2 weak, neutral3 robust, Q 3", NULL, "neither engaged");
}

TEST(not_settled_is_earned_where_all_engage_by_nothing_better_than_contested)
{
	assert_settled("pro1 contested, con2 weak, Q 1 2", NULL, "not settled by this corpus");
	assert_settled("pro1 contested, con2 weak, con3 strong, Q 1 2 3", NULL, "both engaged, evidence contested");
	assert_settled("pro1 contested, con2 weak, Q 1", NULL, "asymmetric engagement pro");
}

/* What each of five debates earns, and of all that can be said what it takes. */
static const struct {
	const char *line, *takes; /* of said[], by their places */
} each_due[] = {
	{"pro1 strong, con2 refuted, Q 1 2", "0"}, /* better-grounded pro */
	{"pro1 strong, con2 weak, Q 1", "2"},	   /* asymmetric engagement pro */
	{"pro1 strong, con2 weak, Q 1 2", "5"},
	{"pro1 strong, con2 weak, neutral3 robust, Q 3", "6"},
	{"pro1 contested, con2 weak, Q 1 2", "57"},
};
static const struct {
	enum verdict_kind kind;
	const char *sides; /* as their first letters */
} said[] = {{VERDICT_BETTER_GROUNDED, "p"}, {VERDICT_BETTER_GROUNDED, "c"}, {VERDICT_ASYMMETRIC, "p"}, {VERDICT_ASYMMETRIC, "c"},
	{VERDICT_ASYMMETRIC, "cp"}, {VERDICT_BOTH_ENGAGED, ""}, {VERDICT_NEITHER, ""}, {VERDICT_NOT_SETTLED, ""}};

TEST(each_verdict_is_earned_where_it_is_and_nowhere_else)
{
	for (size_t i = 0; i < N(each_due) * N(said); i++) {
		size_t due = i / N(said), is = i % N(said), sides[2], n = 0;
		struct fstate_common d;
		debate_begin(&d, each_due[due].line, NULL);
		struct settle_ask ask = debate_ask(&d);
		struct settlement *s = settle(&ask);
		for (const char *c = said[is].sides; *c; c++)
			sides[n++] = side_of(d.kb, *c == 'p' ? "pro" : "con");
		if (settlement_earned(s, 0, &(struct question_verdict){said[is].kind, sides, n}) !=
			!!strchr(each_due[due].takes, '0' + (int)is))
			fail_msg("%s: %s %s", each_due[due].line, verdict_kind_names[said[is].kind], said[is].sides);
		settlement_free(s);
		debate_end(&d);
	}
}

static const struct {
	const char *line;
	enum verdict_kind kind;
	const char *sides; /* as their first letters */
	bool earned;
} earned[] = {
	{"pro1 contested, con2 weak, Q 1 2", VERDICT_NOT_SETTLED, "", true},
	{"pro1 contested, con2 weak, Q 1 2", VERDICT_BOTH_ENGAGED, "", true},
	{"pro1 strong, con2 weak, Q 1 2", VERDICT_NOT_SETTLED, "", false},
	{"pro1 strong, con2 weak, Q 1 2", VERDICT_ASYMMETRIC, "cp", false},
	{"pro1 strong, con2 weak, Q 1 2", VERDICT_BETTER_GROUNDED, "p", false},
	{"pro1 strong, con2 refuted, Q 1 2", VERDICT_BETTER_GROUNDED, "p", true},
	{"pro1 strong, con2 refuted, Q 1 2", VERDICT_BETTER_GROUNDED, "c", false},
	{"pro1 strong, con2 refuted, Q 1 2", VERDICT_ASYMMETRIC, "p", false},
	{"pro1 strong, con2 refuted, Q 1 2", VERDICT_BOTH_ENGAGED, "", false},
	{"pro1 strong, con2 weak, Q 1", VERDICT_ASYMMETRIC, "p", true},
	{"pro1 strong, con2 weak, Q 1", VERDICT_ASYMMETRIC, "cp", false},
	{"pro1 strong, con2 weak, Q 1", VERDICT_BOTH_ENGAGED, "", false},
	{"pro1 strong, con2 weak, Q 1", VERDICT_NEITHER, "", false},
};

TEST(where_more_is_earned_nothing_less_may_be_said_and_nothing_more)
{
	for (size_t i = 0; i < N(earned); i++) {
		struct fstate_common d;
		struct settle_ask ask;
		struct settlement *s;
		size_t sides[2], n = 0;
		debate_begin(&d, earned[i].line, NULL);
		for (const char *c = earned[i].sides; *c; c++)
			sides[n++] = side_of(d.kb, *c == 'p' ? "pro" : "con");
		ask = debate_ask(&d);
		s = settle(&ask);
		if (settlement_earned(s, 0, &(struct question_verdict){earned[i].kind, sides, n}) != earned[i].earned)
			fail_msg("%zu: %s", i, earned[i].line);
		settlement_free(s);
		debate_end(&d);
	}
}

TEST(who_has_nothing_but_refuted_and_baseless_arguments_is_held_against_the_evidence)
{
	struct fstate_common d;
	struct settle_ask ask;
	struct settlement *s;
	const size_t *held;
	size_t n;
	debate_begin(&d, "pro1 strong, con2 refuted, con3 baseless, con4 strong, other5 weak, Q 1 2, Q 3 1, Q 5", NULL);
	ask = debate_ask(&d);
	s = settle(&ask);
	held = settlement_held(s, side_of(d.kb, "con"), &n);
	assert_true(n == 2 && held[0] == 1 && held[1] == 2);
	settlement_held(s, side_of(d.kb, "pro"), &n);
	assert_int_equal(n, 0);
	settlement_held(s, side_of(d.kb, "other"), &n);
	assert_int_equal(n, 0);
	settlement_free(s);
	debate_end(&d);
	debate_begin(&d, "pro1 strong, con2 refuted, con3 weak, Q 1 2, Q 3 1", NULL);
	ask = debate_ask(&d);
	s = settle(&ask);
	settlement_held(s, side_of(d.kb, "con"), &n);
	assert_int_equal(n, 0);
	settlement_free(s);
	debate_end(&d);
}

TEST(why_is_said_with_the_edges)
{
	struct fstate_common d;
	struct settle_ask ask;
	struct settlement *s;
	UT_string out;
	utstring_init(&out);
	debate_begin(&d, "pro1 strong, pro4 weak, con2 strong, other3 refuted, 2~1, 4>1, Q 1 3", NULL);
	debate_call(&d, "con", "arg-002", "arg-001");
	debate_call(&d, "con", "arg-002", "arg-001");
	ask = debate_ask(&d);
	s = settle(&ask);
	settlement_put_why(s, 0, &out);
	assert_string_equal(utstring_body(&out), "con does not engage: arg-002 tangential-to arg-001, and its non-engagement "
		"persists; other does not engage: arg-003 stands for it (refuted); pro engages: arg-001 stands for it (strong), "
		"arg-004 addresses arg-001 (weak)");
	settlement_free(s);
	debate_end(&d);
	utstring_clear(&out);
	/* Three of them are named; and an edge that does not count says why there is nothing. */
	debate_begin(&d, "pro1 strong, pro4 weak, pro5 weak, con2 strong, other3 weak, Q 1 4 5",
		"pro1 strong, pro4 weak, pro5 weak, pro6 weak, con2 strong, other3 weak, 6>1, 2>1, Q 1 4 5");
	debate_claim(&d, "pro", "arg-006", "arg-001");
	ask = debate_ask(&d);
	s = settle(&ask);
	settlement_put_why(s, 0, &out);
	assert_string_equal(utstring_body(&out), "con does not engage: arg-002 addresses arg-001; other does not engage: nothing of it "
		"stands for it or addresses it; pro engages: arg-001 stands for it (strong), arg-004 stands for it (weak), arg-005 stands "
		"for it (weak), and 1 more");
	settlement_free(s);
	debate_end(&d);
	utstring_clear(&out);
	debate_begin(&d, "pro1 strong, pro4 weak, pro5 weak, con2 strong, 2>1, Q 1 4 5", NULL);
	debate_claim(&d, "con", "arg-002", NULL);
	debate_rule(&d, MOVE_CLOSE, 1, CLOSED_SOURCE_DEBUNKED, "arg-002");
	ask = debate_ask(&d);
	s = settle(&ask);
	settlement_put_why(s, 0, &out);
	assert_string_equal(utstring_body(&out), "con engages: arg-002 addresses arg-001 (strong, closed); pro engages: arg-001 stands for "
		"it (strong), arg-004 stands for it (weak), arg-005 stands for it (weak)");
	settlement_free(s);
	debate_end(&d);
	utstring_done(&out);
}
