/*
 * A judge's hand-in: scores of one exchange, their sum, rescores and why one is skipped, totals.
 */
#include "tests/unit/validators/dialectic_fixture.h"

#include <math.h>

#define SCORE(id, score) "{\"argument_id\": \"" id "\", \"score\": " score ", \"reasoning\": \"What " id " says is weighed.\"}"
#define SCORES(a, b) "{\"scores\": [" SCORE("prop_001", a) ", " SCORE("opp_001", b) "]}"
#define WITH(rescores) "{\"scores\": [" SCORE("prop_001", "0.1") ", " SCORE("opp_001", "-0.1") "], \"rescores\": " rescores "}"
#define RESCORE(id, from, to) \
	"{\"argument_id\": \"" id "\", \"old_score\": " from ", \"new_score\": " to ", \"reasoning\": \"To " id " something new was said.\"}"

/* How things stand after an exchange 0 in which prop_000a got 0.3, opp_000a -0.3 and the others 0. */
static struct scoreboard *
board(void)
{
	struct scoreboard *b = scoreboard_new(NULL, exchange_first(1));

	b->scores[0] = (struct number){ .value = 0.3 };
	b->scores[3] = (struct number){ .value = -0.3 };
	return b;
}

static struct judgement *
judge(const char *text, bool strict, int *err)
{
	struct scoreboard *b = board();
	struct judgement *j = hand_in_judgement(text, 1, b, strict, err);

	scoreboard_drop(b);
	return j;
}

/* Of exchange 1. */
static void
refuse(const char *text, const char *says)
{
	int err;

	if (judge(text, false, &err) || err != -EINVAL)
		fail_msg("not refused with EINVAL: %s\n%s", text, found_text());
	assert_found(says);
}

static struct judgement *
accept(const char *text)
{
	int err;
	struct judgement *j = judge(text, false, &err);

	if (!j)
		fail_msg("%s\n%s", text, found_text());
	return j;
}

static void
accept_silently(const char *text)
{
	judgement_drop(accept(text));
	assert_string_equal(found_text(), "");
}

/* -- scores ---------------------------------------------------------------------------------------------------------------------- */

TEST(an_array_of_scores_is_read)
{
	struct judgement *j = accept(SCORES("0.4", "-0.4"));

	assert_int_equal(j->n_scores, 2);
	assert_int_equal(j->scores[1].id.side, SIDE_OPPOSITION);
	assert_true(j->scores[1].score.value == -0.4);
	assert_string_equal(j->scores[1].reasoning, "What opp_001 says is weighed.");
	judgement_drop(j);
}

TEST(rescores_that_are_null_are_left_out)
{
	struct judgement *j = accept(WITH("null"));

	assert_int_equal(j->n_rescores, 0);
	judgement_drop(j);
}

/* The form is known; but an exchange has two arguments at least, and each needs a score. */
TEST(a_single_score_is_read_and_lacks_the_others)
{
	refuse(SCORE("prop_001", "0"), "h: error: [judgement.missing] opp_001 has no score");
	assert_null(strstr(found_text(), "prop_001"));
	refuse("{\"argument_id\": \"prop_001\", \"score\": 0, \"reasoning\": \"x\", \"rescores\": 5}", "h:rescores: error: [handin.type]");
	refuse("{\"scores\": null, \"argument_id\": \"prop_001\"}", "h:score: error: [handin.missing]"); /* left out */
	refuse("{\"argument_id\": \"prop_001\"}", "h:score: error: [handin.missing]");
	assert_found("h:reasoning: error: [judgement.reasoning]");
}

TEST(each_argument_of_the_exchange_is_scored_once)
{
	refuse("{\"scores\": []}", "[judgement.missing] prop_001 has no score");
	assert_found("[judgement.missing] opp_001 has no score");
	refuse("{\"scores\": [" SCORE("opp_001", "0") "]}", "[judgement.missing] prop_001 has no score");
	refuse("{\"scores\": [" SCORE("prop_001", "0") ", " SCORE("prop_001", "0") "]}",
		"h:scores[1].argument_id: error: [judgement.twice] this argument is scored already");
	refuse("{\"scores\": [" SCORE("prop_001", "0") ", " SCORE("opp_001", "0") ", " SCORE("opp_001", "0") "]}", "[judgement.twice]");
	refuse("{\"scores\": [" SCORE("prop_001", "0") ", " SCORE("opp_001", "0") ", " SCORE("prop_000a", "0") "]}",
		"h:scores[2].argument_id: error: [judgement.other] this is no argument of exchange 1: an earlier one is rescored, under `rescores`");
	refuse("{\"scores\": [" SCORE("prop_001", "0") ", " SCORE("opp_002", "0") "]}", "[judgement.other]");
	assert_found("h: error: [judgement.missing] opp_001 has no score");
	assert_null(strstr(found_text(), "prop_001"));
	refuse("{\"scores\": [" SCORE("prop_000a", "0") ", " SCORE("opp_001", "0") "]}",
		"h:scores[0].argument_id: error: [judgement.other] this is no argument of exchange 1: an earlier one is rescored");
	assert_found("h: error: [judgement.missing] prop_001 has no score");
	assert_null(strstr(found_text(), "scores[1]"));
	refuse("{\"scores\": [" SCORE("prop_001", "0") ", " SCORE("nobody", "0") "]}", "[judgement.other]");
}

TEST(the_six_of_exchange_0_are_scored)
{
	static const char text[] = "{\"scores\": [" SCORE("opp_000c", "0.5") ", " SCORE("prop_000a", "0.1") ", " SCORE("prop_000b", "0") ", "
		SCORE("prop_000c", "-0.1") ", " SCORE("opp_000a", "-0.25") ", " SCORE("opp_000b", "-0.25") "]}";
	int err;
	struct judgement *j = hand_in_judgement(text, 0, NULL, true, &err);

	assert_non_null(j);
	assert_int_equal(j->n_scores, 6);
	judgement_drop(j);
	assert_null(hand_in_judgement(SCORES("0", "0"), 0, NULL, true, &err));
	assert_found("[judgement.other] this is no argument of exchange 0");
}

TEST(a_long_reasoning_is_warned_of_or_refused)
{
	for (unsigned n = 75; n <= 76; n++) {
		char *many = words(n - 4), *text = mem_format("{\"scores\": [" SCORE("prop_001", "0") ", {\"argument_id\": \"opp_001\", \"score\": 0, "
			"\"reasoning\": \"so it is here %s\"}], \"rescores\": [{\"argument_id\": \"opp_000a\", \"old_score\": -0.3, \"new_score\": -0.2, "
			"\"reasoning\": \"last of all comes %s\"}]}", many, many);
		int err;
		struct judgement *j = judge(text, false, &err);

		assert_int_equal(j->n_warnings, n == 76 ? 2 : 0);
		if (n == 76) {
			assert_found("h:scores[1].reasoning: warning: [words.reasoning] this has 76 words, and a reasoning has at most 75 words");
			assert_found("h:rescores[0].reasoning: warning: [words.reasoning]");
		}
		judgement_drop(j);
		j = judge(text, true, &err);
		assert_int_equal(err, n == 76 ? -EINVAL : 0);
		judgement_drop(j);
		free(text);
		free(many);
	}
}

TEST(unknown_keys_are_warned_of)
{
	struct judgement *j = accept("{\"scores\": [{\"argument_id\": \"prop_001\", \"score\": 0, \"reasoning\": \"It says what it rests on.\", \"note\": 1}, "
		SCORE("opp_001", "0") "], \"rescored\": [], \"rescores\": [{\"argument_id\": \"prop_000a\", \"old_score\": 0.3, \"new_score\": 0.2, "
		"\"reasoning\": \"Nobody has asked who pays.\", \"diff\": 1}]}");

	assert_found("h: warning: [handin.unknown]");
	assert_found("h:scores[0]: warning: [handin.unknown]");
	assert_found("h:rescores[0]: warning: [handin.unknown]");
	assert_int_equal(j->n_warnings, 3);
	assert_int_equal(j->n_rescores, 1);
	judgement_drop(j);
}

/* -- rescores -------------------------------------------------------------------------------------------------------------------- */

TEST(a_rescore_is_taken)
{
	struct scoreboard *before = board(), *after;
	struct judgement *j = accept(WITH("[" RESCORE("prop_000a", "0.3", "-0.2") ", " RESCORE("opp_000b", "0", "0.5") "]"));

	assert_string_equal(found_text(), "");
	assert_int_equal(j->n_rescores, 2);
	after = judgement_board(j, before);
	assert_true(after->scores[0].value == -0.2);
	assert_true(before->scores[0].value == 0.3);
	assert_int_equal(after->n, 8);
	judgement_drop(j);
	scoreboard_drop(before);
	scoreboard_drop(after);
}

static void
assert_skipped(const char *rescores, const char *says)
{
	char *text = mem_format("{\"scores\": [" SCORE("prop_001", "0.1") ", " SCORE("opp_001", "-0.1") "], \"rescores\": [%s]}", rescores);
	struct judgement *j = accept(text);

	assert_int_equal(j->n_rescores, 0);
	assert_int_equal(j->n_warnings, 1);
	assert_found(says);
	judgement_drop(j);
	free(text);
}

TEST(a_rescore_that_does_not_hold_is_skipped_with_a_warning)
{
	assert_skipped("{\"old_score\": 0.3, \"new_score\": 0.2, \"reasoning\": \"x\"}", "h:rescores[0]: warning: [rescore.incomplete]");
	assert_skipped("{\"argument_id\": \"prop_000a\", \"new_score\": 0.2, \"reasoning\": \"x\"}", "h:rescores[0]: warning: [rescore.incomplete]");
	assert_skipped("{\"argument_id\": \"prop_000a\", \"old_score\": 0.3, \"reasoning\": \"x\"}", "h:rescores[0]: warning: [rescore.incomplete]");
	assert_skipped("{\"argument_id\": \"prop_000a\", \"old_score\": 0.3, \"new_score\": 0.2}", "h:rescores[0]: warning: [rescore.incomplete]");
	assert_skipped("{}", "h:rescores[0]: warning: [rescore.incomplete]");
	assert_skipped(RESCORE("prop_002", "0.3", "0.2"), "h:rescores[0]: warning: [rescore.unknown]");
	assert_skipped(RESCORE("somebody", "0.3", "0.2"), "h:rescores[0]: warning: [rescore.unknown]");
	/* Numbers so big that an index made of them would be another argument's. */
	assert_skipped(RESCORE("prop_4294967295", "0", "0.2"), "h:rescores[0]: warning: [rescore.unknown]");
	assert_skipped(RESCORE("opp_268435455", "0", "0.2"), "h:rescores[0]: warning: [rescore.unknown]");
	assert_skipped(RESCORE("prop_000a", "0.31", "0.2"), "h:rescores[0]: warning: [rescore.old] a rescore whose old_score is not the current one is "
		"skipped: that is 0.3");
	assert_skipped(RESCORE("prop_000a", "-0.3", "-0.2"), "h:rescores[0]: warning: [rescore.old]");
	assert_skipped(RESCORE("prop_000a", "0.3", "0.801"), "h:rescores[0]: warning: [rescore.step]");
	assert_skipped(RESCORE("prop_000a", "0.3", "-0.201"), "h:rescores[0]: warning: [rescore.step]");
	assert_skipped(RESCORE("prop_000a", "0.3", "1e300"), "h:rescores[0]: warning: [rescore.step]");
}

TEST(a_rescore_stays_between_minus_1_and_1)
{
	static const char text[] = WITH("[" RESCORE("prop_000a", "0.9", "1.1") ", " RESCORE("opp_000a", "-0.6", "-1") "]");
	struct scoreboard *b = board();
	struct judgement *j;
	int err;

	b->scores[0].value = 0.9;
	b->scores[3].value = -0.6;
	j = hand_in_judgement(text, 1, b, false, &err);
	assert_found("h:rescores[0]: warning: [rescore.range]");
	assert_int_equal(j->n_rescores, 1);
	assert_true(j->rescores[0].score.value == -1);
	judgement_drop(j);
	scoreboard_drop(b);
}

TEST(a_rescore_moves_by_a_half_at_most_as_decimals_count)
{
	accept_silently(WITH("[" RESCORE("prop_000a", "0.3", "0.8") ", " RESCORE("opp_000a", "-0.3", "0.2") "]"));
	accept_silently(WITH("[" RESCORE("prop_000a", "0.30", "-0.2") "]"));
}

TEST(what_is_of_another_type_in_a_rescore_is_an_error)
{
	refuse(WITH("{}"), "h:rescores: error: [handin.type] this is not an array");
	refuse(WITH("[\"prop_000a\"]"), "h:rescores[0]: error: [handin.type] this is not an object");
	refuse(WITH("[" RESCORE("prop_000a", "\"0.3\"", "0.2") "]"), "h:rescores[0].old_score: error: [handin.type]");
	refuse(WITH("[" RESCORE("prop_000a", "0.3", "null") "]"), "h:rescores[0].new_score: error: [handin.type]");
	refuse(WITH("[{\"argument_id\": \"prop_000a\", \"old_score\": 0.3, \"new_score\": 0.2, \"reasoning\": \"\u2026\u2026\"}]"),
		"h:rescores[0].reasoning: error: [handin.blank]");
	assert_null(strstr(found_text(), "skipped"));
	refuse(WITH("[{\"argument_id\": 1, \"old_score\": 0.3, \"new_score\": 0.2, \"reasoning\": \"x\"}]"),
		"h:rescores[0].argument_id: error: [handin.type]");
}

TEST(an_argument_is_rescored_once)
{
	refuse(WITH("[" RESCORE("prop_000a", "0.3", "0.7") ", " RESCORE("prop_000b", "0", "0.1") ", " RESCORE("prop_000a", "0.7", "0.9") "]"),
		"h:rescores[2].argument_id: error: [judgement.twice] this argument is rescored already");
	/* Also where the first is skipped. */
	refuse(WITH("[" RESCORE("prop_000a", "0.2", "0.7") ", " RESCORE("prop_000a", "0.3", "0.4") "]"),
		"h:rescores[1].argument_id: error: [judgement.twice]");
	accept_silently(WITH("[" RESCORE("prop_000a", "0.3", "0.7") ", " RESCORE("opp_000a", "-0.3", "-0.4") "]"));
}

/* Otherwise an exchange could sum to anything. */
TEST(what_has_its_first_score_is_not_rescored_beside_it)
{
	refuse(WITH("[" RESCORE("prop_001", "0.1", "0.2") "]"), "h:rescores[0].argument_id: error: [judgement.twice] prop_001 has its first score in "
		"this judgement: score it there as it stands in the end, and rescore only arguments of earlier exchanges");
	refuse(WITH("[" RESCORE("opp_001", "0.3", "0.2") "]"), "h:rescores[0].argument_id: error: [judgement.twice] opp_001");
}

TEST(a_rescore_beside_its_score_stands_in_a_log_that_has_one)
{
	json_t *value = json_loads(WITH("[" RESCORE("prop_001", "0.1", "0.2") "]"), 0, NULL);
	struct judgement *j;
	struct scoreboard *before = board(), *after;

	json_object_set_new(value, "exchange", json_integer(1));
	assert_non_null(j = judgement_restore(value, 1));
	assert_int_equal(j->n_rescores, 1);
	after = judgement_board(j, before);
	assert_true(scoreboard_find(after, j->rescores[0].id)->value == 0.2);
	scoreboard_drop(after);
	scoreboard_drop(before);
	judgement_drop(j);
	json_decref(value);
}

TEST(rescores_are_not_bound_by_the_sum)
{
	accept_silently(WITH("[" RESCORE("prop_000a", "0.3", "0.8") ", " RESCORE("prop_000b", "0", "0.5") "]"));
}

/* -- the log --------------------------------------------------------------------------------------------------------------------- */

TEST(a_judgement_comes_back_out_of_the_log_as_it_took_effect)
{
	struct judgement *j = accept("{\"scores\": [" SCORE("opp_001", "1e-05") ", " SCORE("prop_001", "0") "], \"rescores\": ["
		RESCORE("prop_000a", "0.3", "0.35") ", " RESCORE("prop_000b", "0.3", "0.35") "]}"), *back;
	json_t *value = judgement_json(j), *again, *read;
	char *text = json_dumps(value, JSON_COMPACT);

	read = json_loads(text, 0, NULL);
	back = judgement_restore(read, 1);
	assert_non_null(back);
	again = judgement_json(back);
	assert_true(json_equal(value, again));
	assert_int_equal(back->n_rescores, 1);
	assert_int_equal(back->n_warnings, 1);
	assert_true(back->scores[0].score.value == 1e-05 && !back->scores[0].score.whole);
	assert_true(back->scores[1].score.whole);
	judgement_drop(back);
	assert_null(judgement_restore(read, 0));
	assert_null(judgement_restore(read, 2));
	json_decref(value);
	json_decref(again);
	json_decref(read);
	free(text);
	judgement_drop(j);
}

TEST(what_is_no_judgement_does_not_come_back_out_of_the_log)
{
	static const char *const texts[] = { "{}", "[]", "{\"exchange\": 1}", "{\"exchange\": 1, \"scores\": [" SCORE("prop_001", "0") "]}",
		"{\"exchange\": 1, \"scores\": [" SCORE("prop_001", "0") ", " SCORE("prop_001", "0") "]}",
		"{\"exchange\": 1, \"scores\": [" SCORE("prop_001", "0") ", " SCORE("opp_002", "0") "]}",
		"{\"exchange\": 1, \"scores\": [" SCORE("prop_001", "0") ", " SCORE("opp_001", "\"0\"") "]}",
		"{\"exchange\": 1, \"scores\": [" SCORE("prop_001", "0") ", " SCORE("opp_001", "0") "], \"rescores\": ["
			RESCORE("opp_002", "0", "0") "]}" };

	for (size_t i = 0; i < N(texts); i++) {
		json_t *value = json_loads(texts[i], 0, NULL);

		assert_non_null(value);
		assert_null(judgement_restore(value, 1));
		json_decref(value);
	}
}

/* -- totals ---------------------------------------------------------------------------------------------------------------------- */

static void
assert_printed_number(struct number n, const char *text)
{
	assert_string_equal(number_text(n).s, text);
}

static struct number
number(const char *text)
{
	json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
	struct number n = number_of(value);

	assert_non_null(value);
	json_decref(value);
	return n;
}

/* clang-format off */
static const struct { const char *read, *printed; } numbers[] = {
	{ "0", "0" }, { "-0", "0" }, { "1", "1" }, { "-1", "-1" }, { "0.0", "0.0" }, { "-0.0", "0.0" }, { "1.0", "1.0" }, { "0.35", "0.35" },
	{ "-0.05", "-0.05" }, { "0.350", "0.35" }, { "3.5e-1", "0.35" }, { "1e-4", "0.0001" }, { "1e-5", "1e-05" }, { "-1.5e-7", "-1.5e-07" },
	{ "0.1", "0.1" }, { "0.30000000000000004", "0.30000000000000004" }, { "0.123456789", "0.123456789" }, { "100.0", "100.0" },
	{ "1e15", "1000000000000000.0" }, { "1e16", "1e+16" }, { "1e22", "1e+22" }, { "2.5e-1", "0.25" },
};
/* clang-format on */

TEST(a_number_is_printed_with_the_fewest_digits)
{
	for (size_t i = 0; i < N(numbers); i++)
		assert_printed_number(number(numbers[i].read), numbers[i].printed);
}

/* As many as it takes to read the same number back, tried one after another. */
static int
fewest_digits(double value)
{
	char text[64];
	int digits = 0;

	do
		snprintf(text, sizeof text, "%.*e", digits++, value);
	while (strtod(text, NULL) != value);
	return digits;
}

static int
digits_printed(const char *s)
{
	int digits = 0, zeros = 0;

	for (; *s && *s != 'e'; s++)
		if (*s > '0' && *s <= '9') {
			digits += zeros + 1;
			zeros = 0;
		} else if (*s == '0') {
			zeros += digits > 0;
		}
	return digits;
}

static void
assert_fewest(double value)
{
	struct number_text text = number_text((struct number){.value = value});

	assert_true(strtod(text.s, NULL) == value);
	assert_int_equal(digits_printed(text.s), fewest_digits(value));
}

TEST(numbers_of_three_decimals_and_of_more_have_the_fewest_digits)
{
	static const double others[] = {0.1 + 0.2, 1.0 / 3, 1e-3, 5e-4, 1e-300, 123456789012.345, 999999999999.999, 9999999999999.99,
		1e15, 1e12 + 0.001, 4503599627370496.5, 1.7976931348623157e308, 0.0009999999999999999, 0.0010000000000000002};

	for (int i = -3000; i <= 3000; i++) {
		assert_fewest(i ? i / 1000.0 : 1);
		assert_fewest(i ? i / 10000.0 : 1);
		assert_fewest(i * 1000.1 + 0.001);
		assert_fewest(nextafter(i / 1000.0, 10));
	}
	for (size_t i = 0; i < N(others); i++) {
		assert_fewest(others[i]);
		assert_fewest(-others[i]);
	}
}

TEST(totals_are_rounded_to_three_decimals)
{
	assert_printed_number(number_round(number("0.12349")), "0.123");
	assert_printed_number(number_round(number("0.6000000000000001")), "0.6");
	assert_printed_number(number_round(number("-0.0004")), "0.0");
	assert_printed_number(number_round(number("0.0625")), "0.062");
	assert_printed_number(number_round(number("0.1875")), "0.188");
	assert_printed_number(number_round(number("7")), "7");
	assert_printed_number(number_difference(number("0.2"), number("0.35")), "-0.15");
	assert_printed_number(number_difference(number("1"), number("0")), "1");
	assert_printed_number(number_difference(number("1"), number("0.5")), "0.5");
}

TEST(a_total_is_whole_only_where_all_scores_are)
{
	struct scoreboard *b = scoreboard_new(NULL, exchange_first(1));
	struct total t;

	t = scoreboard_total(NULL, SIDE_PROPOSITION);
	assert_printed_number(t.total, "0");
	assert_int_equal(t.count, 0);
	for (unsigned i = 0; i < b->n; i++)
		b->scores[i] = (struct number){ .value = i < 3 ? 1 : -1, .whole = true };
	t = scoreboard_total(b, SIDE_OPPOSITION);
	assert_printed_number(t.total, "-3");
	assert_int_equal(t.count, 3);
	b->scores[0].whole = false;
	assert_printed_number(scoreboard_total(b, SIDE_PROPOSITION).total, "3.0");
	scoreboard_drop(b);
}

TEST(ids_and_places_belong_together)
{
	char text[ARGUMENT_ID_BYTES];

	for (unsigned i = 0; i < 5000; i++) {
		struct argument_id id = argument_at(i), back;

		assert_int_equal(argument_index(id), i);
		argument_id_print(id, text);
		assert_true(argument_id_parse(text, strlen(text), &back));
		assert_true(argument_id_equal(id, back));
	}
	assert_string_equal(argument_id_print(argument_at(0), text), "prop_000a");
	assert_string_equal(argument_id_print(argument_at(5), text), "opp_000c");
	assert_string_equal(argument_id_print(argument_at(6), text), "prop_001");
	assert_string_equal(argument_id_print(argument_at(4 + 2 * 1000), text), "prop_1000");
}
