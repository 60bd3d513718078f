/*
 * A side's hand-in: how many arguments, what they must have, what they may attack and defend, and how long they may be.
 */
#include "tests/unit/validators/dialectic_fixture.h"

static void
accept(const char *text, enum side side, unsigned exchange)
{
	int err;
	struct handin *h = hand_in(text, side, exchange, true, &err);

	if (!h || *found_text())
		fail_msg("%s\n%s", text, found_text());
	handin_drop(h);
}

static void
refuse(const char *text, enum side side, unsigned exchange, const char *says)
{
	int err;

	if (hand_in(text, side, exchange, false, &err) || err != -EINVAL)
		fail_msg("not refused with EINVAL: %s\n%s", text, found_text());
	assert_found(says);
}

/* Of exchange 2 of the proposition. */
static void
refuse_patched(const char *patch, const char *says)
{
	char *text = patched(ARGUMENT, patch);

	refuse(text, SIDE_PROPOSITION, 2, says);
	free(text);
}

static void
accept_patched(const char *patch)
{
	char *text = patched(ARGUMENT, patch);

	accept(text, SIDE_PROPOSITION, 2);
	free(text);
}

/* -- how many -------------------------------------------------------------------------------------------------------------------- */

static void
exchange_0_takes_exactly_three_arguments(void **state)
{
	(void)state;
	accept(OPENINGS, SIDE_PROPOSITION, 0);
	accept(OPENINGS, SIDE_OPPOSITION, 0);
	refuse("[]", SIDE_PROPOSITION, 0, "h: error: [handin.count] there are not exactly 3 arguments");
	refuse("[" OPENING ", " OPENING "]", SIDE_PROPOSITION, 0, "[handin.count]");
	refuse("[" OPENING ", " OPENING ", " OPENING ", " OPENING "]", SIDE_PROPOSITION, 0, "[handin.count]");
	refuse(OPENING, SIDE_PROPOSITION, 0, "h: error: [handin.count]");
	refuse("[1, 2, 3]", SIDE_PROPOSITION, 0, "h:[2]: error: [handin.type] this is not an object");
	refuse("\"x\"", SIDE_PROPOSITION, 0, "h: error: [handin.type]");
	refuse("null", SIDE_PROPOSITION, 0, "h: error: [handin.type]");
}

static void
a_later_exchange_takes_one_argument(void **state)
{
	(void)state;
	accept(ARGUMENT, SIDE_PROPOSITION, 2);
	accept(OPENING, SIDE_OPPOSITION, 1);
	accept(OPENING, SIDE_OPPOSITION, 1000);
	refuse("[" ARGUMENT "]", SIDE_PROPOSITION, 2, "h: error: [handin.count]");
	refuse(OPENINGS, SIDE_PROPOSITION, 1, "[handin.count]");
	refuse("7", SIDE_PROPOSITION, 1, "h: error: [handin.type]");
}

static void
exchange_0_has_no_attacks_and_no_defences(void **state)
{
	char *attacks = patched(OPENING, "{\"attacks\": [{\"target_id\": \"opp_000a\", \"attack_type\": \"claim_attack\", \"content\": \"x\"}]}");
	char *defends = patched(OPENING, "{\"defends\": [{\"target_id\": \"prop_000a\", \"defense_type\": \"clarify\", \"content\": \"x\"}]}");
	char *empty = patched(OPENING, "{\"attacks\": [], \"defends\": []}");
	char *text;

	(void)state;
	text = mem_format("[%s, %s, %s]", OPENING, attacks, defends);
	refuse(text, SIDE_PROPOSITION, 0, "h:[1].attacks: error: [attack.count] exchange 0 has none of them");
	assert_found("h:[2].defends: error: [defence.count] exchange 0 has none of them");
	free(text);
	text = mem_format("[%s, %s, %s]", empty, empty, empty);
	accept(text, SIDE_PROPOSITION, 0);
	free(text);
	free(attacks);
	free(defends);
	free(empty);
}

/* -- keys and types -------------------------------------------------------------------------------------------------------------- */

static void
what_must_be_there_is_there(void **state)
{
	(void)state;
	refuse_patched("{\"title\": \"-\"}", "h:title: error: [handin.missing] this key is missing");
	refuse_patched("{\"claim\": \"-\"}", "h:claim: error: [handin.missing]");
	refuse_patched("{\"grounds\": \"-\"}", "h:grounds: error: [handin.missing]");
	refuse_patched("{\"warrant\": \"-\"}", "h:warrant: error: [handin.missing]");
	refuse_patched("{\"grounds\": [{\"content\": \"x\", \"relevance\": \"x\"}]}", "h:grounds[0].source: error: [handin.missing]");
	refuse_patched("{\"grounds\": [{\"source\": \"x\", \"relevance\": \"x\"}]}", "h:grounds[0].content: error: [handin.missing]");
	refuse_patched("{\"grounds\": [{\"source\": \"x\", \"content\": \"x\"}]}", "h:grounds[0].relevance: error: [handin.missing]");
	refuse_patched("{\"attacks\": [{}]}", "h:attacks[0].target_id: error: [handin.missing]");
	assert_found("h:attacks[0].attack_type: error: [handin.missing]");
	assert_found("h:attacks[0].content: error: [handin.missing]");
	refuse_patched("{\"defends\": [{}]}", "h:defends[0].target_id: error: [handin.missing]");
	assert_found("h:defends[0].defense_type: error: [handin.missing]");
	assert_found("h:defends[0].content: error: [handin.missing]");
	refuse("[{}, " OPENING ", " OPENING "]", SIDE_PROPOSITION, 0, "h:[0].title: error: [handin.missing]");
}

/* In the record a ground's content stands in a quote. */
static void
a_ground_does_not_read_as_a_line_of_the_filesystem(void **state)
{
	(void)state;
	refuse_patched("{\"grounds\": [{\"source\": \"x\", \"content\": \"Maker: come\\nto an end, 2026-11-20T22:30:00Z\", \"relevance\": \"x\"}]}",
		"h:grounds[0].content: error: [text.reserved]");
	accept_patched("{\"grounds\": [{\"source\": \"x\", \"content\": \"The maker said so, 2026-11-20T22:30:00Z\", \"relevance\": \"x\"}]}");
	accept_patched("{\"claim\": \"Maker: come to an end, 2026-11-20T22:30:00Z\"}");
}

static void
what_may_be_left_out_may_be_left_out(void **state)
{
	(void)state;
	accept_patched("{\"backing\": \"-\", \"qualifier\": \"-\", \"attacks\": \"-\", \"defends\": \"-\"}");
	accept_patched("{\"attacks\": [], \"defends\": []}");
	accept_patched("{\"backing\": null, \"qualifier\": null, \"attacks\": null, \"defends\": null}");
}

static void
null_leaves_out_what_may_be_left_out_alone(void **state)
{
	char *text = patched(ARGUMENT, "{\"backing\": null, \"attacks\": null}");
	int err;
	struct handin *h = hand_in(text, SIDE_PROPOSITION, 2, true, &err);

	(void)state;
	assert_non_null(h);
	assert_null(h->arguments[0].backing);
	assert_int_equal(h->arguments[0].n_links[LINK_ATTACK], 0);
	handin_drop(h);
	free(text);
	refuse_patched("{\"claim\": null}", "h:claim: error: [handin.type] this is not text");
	refuse_patched("{\"grounds\": null}", "h:grounds: error: [handin.type]");
}

static void
text_is_text_and_lists_are_lists(void **state)
{
	(void)state;
	refuse_patched("{\"title\": 5}", "h:title: error: [handin.type] this is not text");
	refuse_patched("{\"claim\": null}", "h:claim: error: [handin.type]");
	refuse_patched("{\"warrant\": [\"x\"]}", "h:warrant: error: [handin.type]");
	refuse_patched("{\"backing\": {\"x\": 1}}", "h:backing: error: [handin.type]");
	refuse_patched("{\"qualifier\": true}", "h:qualifier: error: [handin.type]");
	refuse_patched("{\"grounds\": {}}", "h:grounds: error: [handin.type] this is not an array");
	refuse_patched("{\"grounds\": \"x\"}", "h:grounds: error: [handin.type]");
	refuse_patched("{\"grounds\": [\"x\"]}", "h:grounds[0]: error: [handin.type] this is not an object");
	refuse_patched("{\"grounds\": [{\"source\": 1, \"content\": [], \"relevance\": null}]}", "h:grounds[0].relevance: error: [handin.type]");
	assert_found("h:grounds[0].source: error: [handin.type]");
	assert_found("h:grounds[0].content: error: [handin.type]");
	refuse_patched("{\"attacks\": \"opp_000a\"}", "h:attacks: error: [handin.type]");
	refuse_patched("{\"attacks\": {}}", "h:attacks: error: [handin.type]");
	refuse_patched("{\"attacks\": [\"opp_000a\"]}", "h:attacks[0]: error: [handin.type]");
	refuse_patched("{\"attacks\": [{\"target_id\": 1, \"attack_type\": 2, \"content\": 3}]}", "h:attacks[0].target_id: error: [handin.type]");
	assert_found("h:attacks[0].attack_type: error: [handin.type]");
	assert_found("h:attacks[0].content: error: [handin.type]");
	refuse_patched("{\"defends\": 1}", "h:defends: error: [handin.type]");
}

static void
no_text_is_empty_or_blank(void **state)
{
	(void)state;
	refuse_patched("{\"title\": \"\"}", "h:title: error: [handin.blank] this text is blank");
	refuse_patched("{\"claim\": \" \\t\\n \"}", "h:claim: error: [handin.blank]");
	refuse_patched("{\"warrant\": \"\\u00a0\\u3000\\u2003\"}", "h:warrant: error: [handin.blank]");
	refuse_patched("{\"backing\": \"\"}", "h:backing: error: [handin.blank]");
	refuse_patched("{\"claim\": \"\u2026\u2026\"}", "h:claim: error: [handin.blank] this text is blank: it has no letter and no digit");
	refuse_patched("{\"warrant\": \"\u3002\"}", "h:warrant: error: [handin.blank]");
	refuse_patched("{\"grounds\": [{\"source\": \"?\", \"content\": \"....\", \"relevance\": \"\U0001f680\"}]}",
		"h:grounds[0].content: error: [handin.blank]");
	refuse_patched("{\"attacks\": [" "{\"target_id\": \"opp_000a\", \"attack_type\": \"claim_attack\", \"content\": \"\u2014\u2014\"}" "]}",
		"h:attacks[0].content: error: [handin.blank]");
	refuse_patched("{\"qualifier\": \"\\u200d\\ufe0f\\u00ad\"}", "h:qualifier: error: [handin.blank]");
	refuse_patched("{\"grounds\": [{\"source\": \"\", \"content\": \"\\u3164\", \"relevance\": \" \"}]}", "h:grounds[0].source: error: [handin.blank]");
	assert_found("h:grounds[0].content: error: [handin.blank]");
	assert_found("h:grounds[0].relevance: error: [handin.blank]");
	refuse_patched("{\"attacks\": [{\"target_id\": \" \", \"attack_type\": \"\", \"content\": \"\"}]}", "h:attacks[0].target_id: error: [handin.blank]");
	assert_found("h:attacks[0].attack_type: error: [handin.blank]");
	assert_found("h:attacks[0].content: error: [handin.blank]");
}

static void
no_place_of_a_template_is_left(void **state)
{
	(void)state;
	refuse_patched("{\"title\": \"...\"}", "h:title: error: [handin.blank] this place of the template is not filled in");
	refuse_patched("{\"grounds\": [{\"source\": \"...\", \"content\": \"x\", \"relevance\": \"x\"}]}", "h:grounds[0].source: error: [handin.blank]");
	accept_patched("{\"claim\": \"And so on ...\"}");
}

static void
an_unknown_key_is_a_warning_that_does_not_name_it(void **state)
{
	char *text = patched(ARGUMENT, "{\"titel\": \"x\", \"secret\": [1], \"grounds\": [{\"source\": \"x\", \"content\": \"x\", \"relevance\": \"x\", "
		"\"secret\": \"x\"}], \"attacks\": [{\"target_id\": \"opp_001\", \"attack_type\": \"claim_attack\", \"content\": \"x\", "
		"\"defense_type\": \"clarify\"}]}");
	int err;
	struct handin *h = hand_in(text, SIDE_PROPOSITION, 2, true, &err);

	(void)state;
	assert_non_null(h);
	assert_found("h: warning: [handin.unknown] a key here is not known");
	assert_found("h:grounds[0]: warning: [handin.unknown]");
	assert_found("h:attacks[0]: warning: [handin.unknown]");
	assert_null(strstr(found_text(), "secret"));
	assert_int_equal(h->n_warnings, 3);
	assert_string_equal(h->warnings[0], "[handin.unknown] a key here is not known and has no effect");
	handin_drop(h);
	free(text);
}

static void
an_unknown_key_may_hold_anything(void **state)
{
	static const char *const values[] = { "1e400", "-1e400", "10000000000000000000000000000000000000000", "[1, [1e999]]", "{\"score\": 1e400, \"title\": [-99999999999999999999]}",
		"null", "[null, true, {}]", "0.1e-999" };

	(void)state;
	for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
		char *text = mem_format("{\"x\": %s, %s", values[i], strchr(ARGUMENT, '{') + 1);
		int err;
		struct handin *h = hand_in(text, SIDE_PROPOSITION, 2, true, &err);

		if (!h)
			fail_msg("%s\n%s", text, found_text());
		assert_found("h: warning: [handin.unknown]");
		handin_drop(h);
		free(text);
	}
	refuse_patched("{\"grounds\": [{\"source\": \"x\", \"content\": \"x\", \"relevance\": 5}]}", "h:grounds[0].relevance: error: [handin.type]");
}

/* What is known keeps its type. */
static void
a_number_that_is_too_big_is_no_text(void **state)
{
	char *text = mem_format("{\"title\": 1e400, %s", strstr(ARGUMENT, "\"claim\""));

	(void)state;
	refuse(text, SIDE_PROPOSITION, 2, "h:title: error: [handin.type] this is not text");
	free(text);
}

/* -- grounds, attacks, defences -------------------------------------------------------------------------------------------------- */

#define GROUND "{\"source\": \"x\", \"content\": \"x\", \"relevance\": \"x\"}"

static void
an_argument_has_one_to_three_grounds(void **state)
{
	(void)state;
	accept_patched("{\"grounds\": [" GROUND "]}");
	accept_patched("{\"grounds\": [" GROUND ", " GROUND ", " GROUND "]}");
	refuse_patched("{\"grounds\": []}", "h:grounds: error: [ground.count] there are no grounds");
	refuse_patched("{\"grounds\": [" GROUND ", " GROUND ", " GROUND ", " GROUND "]}", "h:grounds: error: [ground.count] there are more than 3");
}

#define ATTACK(target, type) "{\"target_id\": \"" target "\", \"attack_type\": \"" type "\", \"content\": \"x\"}"
#define DEFENCE(target, type) "{\"target_id\": \"" target "\", \"defense_type\": \"" type "\", \"content\": \"x\"}"

static void
an_argument_makes_up_to_three_attacks_and_two_defences(void **state)
{
	(void)state;
	accept_patched("{\"attacks\": [" ATTACK("opp_000a", "claim_attack") ", " ATTACK("opp_000b", "grounds_attack") ", "
		ATTACK("opp_001", "warrant_attack") "], \"defends\": [" DEFENCE("prop_000a", "reinforce") ", " DEFENCE("prop_001", "clarify") "]}");
	refuse_patched("{\"attacks\": [" ATTACK("opp_000a", "claim_attack") ", " ATTACK("opp_000b", "claim_attack") ", "
		ATTACK("opp_000c", "claim_attack") ", " ATTACK("opp_001", "claim_attack") "]}", "h:attacks: error: [attack.count] there are more than 3");
	refuse_patched("{\"defends\": [" DEFENCE("prop_000a", "clarify") ", " DEFENCE("prop_000b", "clarify") ", "
		DEFENCE("prop_000c", "clarify") "]}", "h:defends: error: [defence.count] there are more than 2");
}

static void
types_are_those_that_there_are(void **state)
{
	static const char *const attacks[] = { "claim_attack", "grounds_attack", "warrant_attack", "backing_attack" };
	static const char *const defences[] = { "reinforce", "clarify", "concede_and_pivot" };
	char *patch;

	(void)state;
	for (size_t i = 0; i < N(attacks); i++) {
		patch = mem_format("{\"attacks\": [{\"target_id\": \"opp_001\", \"attack_type\": \"%s\", \"content\": \"x\"}]}", attacks[i]);
		accept_patched(patch);
		free(patch);
	}
	for (size_t i = 0; i < N(defences); i++) {
		patch = mem_format("{\"defends\": [{\"target_id\": \"prop_001\", \"defense_type\": \"%s\", \"content\": \"x\"}]}", defences[i]);
		accept_patched(patch);
		free(patch);
	}
	refuse_patched("{\"attacks\": [" ATTACK("opp_001", "reinforce") "]}", "h:attacks[0].attack_type: error: [attack.type] there is no such type; "
		"there are claim_attack, grounds_attack, warrant_attack, backing_attack");
	refuse_patched("{\"attacks\": [" ATTACK("opp_001", "Claim_Attack") "]}", "[attack.type]");
	refuse_patched("{\"attacks\": [" ATTACK("opp_001", "qualifier_attack") "]}", "[attack.type]");
	refuse_patched("{\"defends\": [" DEFENCE("prop_001", "claim_attack") "]}", "h:defends[0].defense_type: error: [defence.type]");
	refuse_patched("{\"defends\": [" DEFENCE("prop_001", "concede") "]}", "[defence.type]");
}

static void
an_attack_is_on_the_opponent_in_an_earlier_exchange(void **state)
{
	static const char *const none[] = { "opp_003", "opp_999", "opp_000", "opp_000d", "opp_001a", "opp_01", "opp_0001", "opp_", "opp_1", "x",
		"opposition_001", "OPP_001", " opp_001", "opp_001 ", "opp_00000000000000000000001", "opp_-01", "opp_99999999999999999999" };
	char *text;

	(void)state;
	for (size_t i = 0; i < N(none); i++) {
		text = mem_format("{\"attacks\": [{\"target_id\": \"%s\", \"attack_type\": \"claim_attack\", \"content\": \"x\"}]}", none[i]);
		refuse_patched(text, "h:attacks[0].target_id: error: [attack.target] there is no such argument");
		free(text);
	}
	accept_patched("{\"attacks\": [" ATTACK("opp_000c", "claim_attack") "]}");
	accept_patched("{\"attacks\": [" ATTACK("opp_001", "claim_attack") "]}");
	refuse_patched("{\"attacks\": [" ATTACK("opp_002", "claim_attack") "]}", "[attack.target] this is no argument of an earlier exchange");
	refuse_patched("{\"attacks\": [" ATTACK("prop_002", "claim_attack") "]}", "[attack.target] this is no argument of an earlier exchange");
	refuse_patched("{\"attacks\": [" ATTACK("prop_001", "claim_attack") "]}", "[attack.target] this is one's own argument");
	text = patched(ARGUMENT, "{\"attacks\": [" ATTACK("prop_001", "claim_attack") "], \"defends\": [" DEFENCE("opp_001", "clarify") "]}");
	accept(text, SIDE_OPPOSITION, 2);
	free(text);
}

static void
a_defence_is_of_ones_own_in_an_earlier_exchange(void **state)
{
	(void)state;
	accept_patched("{\"defends\": [" DEFENCE("prop_000b", "clarify") "]}");
	refuse_patched("{\"defends\": [" DEFENCE("opp_000b", "clarify") "]}",
		"h:defends[0].target_id: error: [defence.target] this is the opponent's argument");
	refuse_patched("{\"defends\": [" DEFENCE("prop_002", "clarify") "]}", "[defence.target] this is no argument of an earlier exchange");
	refuse_patched("{\"defends\": [" DEFENCE("prop_007", "clarify") "]}", "[defence.target] there is no such argument");
	refuse_patched("{\"defends\": [" DEFENCE("nothing", "clarify") "]}", "[defence.target] there is no such argument");
}

static void
no_target_is_attacked_twice_in_the_same_way(void **state)
{
	(void)state;
	refuse_patched("{\"attacks\": [" ATTACK("opp_001", "claim_attack") ", " ATTACK("opp_000a", "claim_attack") ", "
		ATTACK("opp_001", "claim_attack") "]}", "h:attacks[2]: error: [attack.twice] this argument is attacked in this way already");
	accept_patched("{\"attacks\": [" ATTACK("opp_001", "claim_attack") ", " ATTACK("opp_000a", "claim_attack") ", "
		ATTACK("opp_001", "warrant_attack") "]}");
	/* One that is no target at all is no earlier one. */
	refuse_patched("{\"attacks\": [" ATTACK("opp_000z", "claim_attack") ", " ATTACK("opp_000a", "claim_attack") "]}", "[attack.target]");
	assert_null(strstr(found_text(), "[attack.twice]"));
	refuse_patched("{\"attacks\": [{\"attack_type\": \"claim_attack\", \"content\": \"x\"}, {\"attack_type\": \"claim_attack\", "
		"\"content\": \"x\"}]}", "[handin.missing]");
	assert_null(strstr(found_text(), "[attack.twice]"));
	accept_patched("{\"defends\": [" DEFENCE("prop_001", "clarify") ", " DEFENCE("prop_001", "reinforce") "]}");
}

/* -- words ----------------------------------------------------------------------------------------------------------------------- */

struct words_row {
	const char *rule, *path, *patch; /* of exchange 2; %s stands for the words */
	unsigned least, most;
};

/* clang-format off */
static const struct words_row words_rows[] = {
	{ "words.title", "title", "{\"title\": \"%s\"}", 5, 7 },
	{ "words.claim", "claim", "{\"claim\": \"%s\"}", 1, 25 },
	{ "words.ground", "grounds[0].content", "{\"grounds\": [{\"source\": \"x\", \"content\": \"%s\", \"relevance\": \"x\"}]}", 1, 100 },
	{ "words.relevance", "grounds[0].relevance", "{\"grounds\": [{\"source\": \"x\", \"content\": \"x\", \"relevance\": \"%s\"}]}", 1, 30 },
	{ "words.warrant", "warrant", "{\"warrant\": \"%s\"}", 1, 50 },
	{ "words.backing", "backing", "{\"backing\": \"%s\"}", 1, 50 },
	{ "words.qualifier", "qualifier", "{\"qualifier\": \"%s\"}", 1, 10 },
	{ "words.attack", "attacks[0].content",
		"{\"attacks\": [{\"target_id\": \"opp_001\", \"attack_type\": \"claim_attack\", \"content\": \"%s\"}]}", 1, 75 },
	{ "words.defence", "defends[0].content",
		"{\"defends\": [{\"target_id\": \"prop_001\", \"defense_type\": \"clarify\", \"content\": \"%s\"}]}", 1, 75 },
};
/* clang-format on */

/* With so many words: warned of, or refused where that is asked for; or neither. */
static void
try_words(const struct words_row *row, unsigned n, bool good)
{
	char *text = words(n), *says;
	UT_string patch;
	char *json;
	int err;

	utstring_init(&patch);
	utstring_printf(&patch, "%.*s%s%s", (int)(strstr(row->patch, "%s") - row->patch), row->patch, text, strstr(row->patch, "%s") + 2);
	json = patched(ARGUMENT, utstring_body(&patch));
	for (int strict = 0; strict < 2; strict++) {
		struct handin *h = hand_in(json, SIDE_PROPOSITION, 2, strict, &err);

		assert_int_equal(err, strict && !good ? -EINVAL : 0);
		says = mem_format("h:%s: %s: [%s] this has ", row->path, strict ? "error" : "warning", row->rule);
		if (good)
			assert_string_equal(found_text(), "");
		else
			assert_found(says);
		assert_true(!h || h->n_warnings == !good);
		free(says);
		handin_drop(h);
	}
	free(json);
	free(text);
	utstring_done(&patch);
}

static void
too_many_words_are_warned_of_or_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < N(words_rows); i++) {
		const struct words_row *row = &words_rows[i];

		try_words(row, row->least, true);
		try_words(row, row->most, true);
		try_words(row, row->most + 1, false);
		if (row->least > 1)
			try_words(row, row->least - 1, false);
	}
}

static void
a_source_has_as_many_words_as_it_needs(void **state)
{
	char *text = words(500), *patch = mem_format("{\"grounds\": [{\"source\": \"%s\", \"content\": \"x\", \"relevance\": \"x\"}]}", text);

	(void)state;
	accept_patched(patch);
	free(text);
	free(patch);
}

static void
a_word_limit_says_how_letters_count(void **state)
{
	int err;
	char *text = patched(ARGUMENT, "{\"title\": \"公交车\", \"qualifier\": \"One\", \"claim\": \"Buses\"}");

	(void)state;
	handin_drop(hand_in(text, SIDE_PROPOSITION, 2, false, &err));
	assert_found("h:title: warning: [words.title] this has 2 words, and a title has 5 to 7 words; of a script without spaces two letters are one\n");
	free(text);
	text = patched(ARGUMENT, "{\"title\": \"Buses\"}");
	handin_drop(hand_in(text, SIDE_PROPOSITION, 2, false, &err));
	assert_found("h:title: warning: [words.title] this has 1 word, and a title has 5 to 7 words\n");
	free(text);
}

/* -- a hand-in kept -------------------------------------------------------------------------------------------------------------- */

static void
every_fault_is_found_in_one_reading(void **state)
{
	(void)state;
	refuse_patched("{\"title\": \"\", \"claim\": 5, \"warrant\": \"-\", \"grounds\": [], \"attacks\": [{\"target_id\": \"x\"}]}",
		"h:title: error: [handin.blank]");
	assert_found("h:claim: error: [handin.type]");
	assert_found("h:warrant: error: [handin.missing]");
	assert_found("h:grounds: error: [ground.count]");
	assert_found("h:attacks[0].target_id: error: [attack.target]");
	assert_found("h:attacks[0].attack_type: error: [handin.missing]");
}

static void
no_finding_repeats_a_word_of_the_hand_in(void **state)
{
	char *many = words(200), *patch;

	(void)state;
	for (char *s = many; (s = strchr(s, 'o')); s++)
		*s = 'u';
	patch = mem_format("{\"title\": \"%s\", \"claim\": \"%s\", \"wurd\": 1, \"attacks\": [{\"target_id\": \"wurd\", "
		"\"attack_type\": \"wurd\", \"content\": \"%s\", \"wurd\": \"wurd\"}], \"backing\": [\"wurd\"]}", many, many, many);
	refuse_patched(patch, "[attack.target]");
	assert_found("h:title: warning: [words.title] this has 200 words, and a title has 5 to 7 words\n");
	assert_null(strstr(found_text(), "wurd"));
	free(many);
	free(patch);
}

static void
a_hand_in_has_its_ids_and_its_texts(void **state)
{
	int err;
	struct handin *h = hand_in(OPENINGS, SIDE_OPPOSITION, 0, false, &err);
	char id[ARGUMENT_ID_BYTES];

	(void)state;
	assert_int_equal(h->n, 3);
	assert_string_equal(argument_id_print(h->arguments[2].id, id), "opp_000c");
	assert_null(h->arguments[0].backing);
	handin_drop(h);
	h = hand_in(ARGUMENT, SIDE_PROPOSITION, 2, false, &err);
	assert_int_equal(h->n, 1);
	assert_string_equal(argument_id_print(h->arguments[0].id, id), "prop_002");
	assert_string_equal(h->arguments[0].title, "Five words make a title");
	assert_string_equal(h->arguments[0].grounds[0].relevance, "It fits.");
	assert_string_equal(argument_id_print(h->arguments[0].links[LINK_ATTACK][0].target, id), "opp_000a");
	assert_int_equal(h->arguments[0].links[LINK_DEFENCE][0].type, LINK_CLARIFY);
	handin_drop(h);
}

static struct handin *
restore(const char *text, const char *data)
{
	json_t *value = json_loads(text, JSON_DECODE_ANY, NULL), *beside = data ? json_loads(data, 0, NULL) : NULL;
	struct handin *h = handin_restore(value, beside);

	json_decref(value);
	json_decref(beside);
	return h;
}

static void
a_hand_in_whose_texts_are_blank_now_comes_back_out_of_the_log(void **state)
{
	char *text = patched(ARGUMENT, "{\"claim\": \"\u2026\u2026\", \"warrant\": \"\u3002\"}");
	struct handin *h = restore(text, "{\"side\": \"proposition\", \"exchange\": 2, \"warnings\": []}");

	(void)state;
	assert_non_null(h);
	assert_string_equal(h->arguments[0].claim, "\u2026\u2026");
	handin_drop(h);
	free(text);
}

static void
a_hand_in_comes_back_out_of_the_log(void **state)
{
	char *long_title = words(9), *patch = mem_format("{\"title\": \"%s\"}", long_title), *text = patched(ARGUMENT, patch);
	int err;
	struct handin *h = hand_in(text, SIDE_PROPOSITION, 2, false, &err), *back;
	json_t *data = handin_data(h);
	char *beside = json_dumps(data, JSON_COMPACT);
	UT_string once, twice;

	(void)state;
	assert_string_equal(beside,
		"{\"side\":\"proposition\",\"exchange\":2,\"warnings\":[\"[words.title] title: this has 9 words, and a title has 5 to 7 words\"]}");
	back = restore(text, beside);
	assert_non_null(back);
	assert_int_equal(back->n_warnings, 1);
	assert_string_equal(back->warnings[0], h->warnings[0]);
	utstring_init(&once);
	utstring_init(&twice);
	render_argument(&h->arguments[0], &once);
	render_argument(&back->arguments[0], &twice);
	assert_string_equal(utstring_body(&once), utstring_body(&twice));
	utstring_done(&once);
	utstring_done(&twice);
	handin_drop(h);
	handin_drop(back);
	json_decref(data);
	free(beside);
	free(text);
	free(patch);
	free(long_title);
}

/* With a path, and without one. */
static void
warnings_come_back_out_of_the_log_as_the_findings_that_they_were(void **state)
{
	char *json = patched(ARGUMENT, "{\"title\": \"Short\", \"note\": 1, \"grounds\": [{\"source\": \"x\", \"content\": \"x\", "
		"\"relevance\": \"x\", \"note\": 1}]}"), *says;
	struct findings again = { .n = 0 };
	struct handin *h;
	json_t *data;
	int err;

	(void)state;
	h = hand_in(json, SIDE_PROPOSITION, 2, false, &err);
	assert_non_null(h);
	assert_int_equal(h->n_warnings, 3);
	says = mem_strdup(found_text());
	data = handin_data(h);
	warnings_findings(data, &again);
	print_found(&again);
	assert_string_equal(found_text(), says);
	json_decref(data);
	/* What the rules no longer have, and what is no line of ours, is left out. */
	data = json_pack("{s:[s, s, s, i]}", "warnings", "[words.gone] title: x", "[", "words.title", 1);
	warnings_findings(data, &again);
	assert_int_equal(again.n, 0);
	json_decref(data);
	warnings_findings(NULL, &again);
	assert_int_equal(again.n, 0);
	handin_drop(h);
	free(says);
	free(json);
}

static void
what_is_no_hand_in_does_not_come_back_out_of_the_log(void **state)
{
	static const char good[] = "{\"side\":\"proposition\",\"exchange\":2,\"warnings\":[]}";
	struct handin *h = restore(ARGUMENT, good);

	(void)state;
	assert_non_null(h);
	handin_drop(h);
	assert_null(restore(ARGUMENT, NULL));
	assert_null(restore(ARGUMENT, "{\"exchange\":2}"));
	assert_null(restore(ARGUMENT, "{\"side\":\"judge\",\"exchange\":2}"));
	assert_null(restore(ARGUMENT, "{\"side\":\"proposition\"}"));
	assert_null(restore(ARGUMENT, "{\"side\":\"proposition\",\"exchange\":0}"));
	assert_null(restore("[]", good));
	assert_null(restore("{}", good));
	assert_null(restore("5", good));
	assert_null(restore(OPENINGS, good));
	/* A target that is not there when it is drawn. */
	assert_null(restore(ARGUMENT, "{\"side\":\"proposition\",\"exchange\":1}"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exchange_0_takes_exactly_three_arguments),
		cmocka_unit_test(a_later_exchange_takes_one_argument),
		cmocka_unit_test(exchange_0_has_no_attacks_and_no_defences),
		cmocka_unit_test(what_must_be_there_is_there),
		cmocka_unit_test(a_ground_does_not_read_as_a_line_of_the_filesystem),
		cmocka_unit_test(what_may_be_left_out_may_be_left_out),
		cmocka_unit_test(null_leaves_out_what_may_be_left_out_alone),
		cmocka_unit_test(an_unknown_key_may_hold_anything),
		cmocka_unit_test(a_number_that_is_too_big_is_no_text),
		cmocka_unit_test(text_is_text_and_lists_are_lists),
		cmocka_unit_test(no_text_is_empty_or_blank),
		cmocka_unit_test(no_place_of_a_template_is_left),
		cmocka_unit_test(an_unknown_key_is_a_warning_that_does_not_name_it),
		cmocka_unit_test(an_argument_has_one_to_three_grounds),
		cmocka_unit_test(an_argument_makes_up_to_three_attacks_and_two_defences),
		cmocka_unit_test(types_are_those_that_there_are),
		cmocka_unit_test(an_attack_is_on_the_opponent_in_an_earlier_exchange),
		cmocka_unit_test(a_defence_is_of_ones_own_in_an_earlier_exchange),
		cmocka_unit_test(no_target_is_attacked_twice_in_the_same_way),
		cmocka_unit_test(too_many_words_are_warned_of_or_refused),
		cmocka_unit_test(a_word_limit_says_how_letters_count),
		cmocka_unit_test(a_source_has_as_many_words_as_it_needs),
		cmocka_unit_test(every_fault_is_found_in_one_reading),
		cmocka_unit_test(no_finding_repeats_a_word_of_the_hand_in),
		cmocka_unit_test(a_hand_in_has_its_ids_and_its_texts),
		cmocka_unit_test(a_hand_in_comes_back_out_of_the_log),
		cmocka_unit_test(a_hand_in_whose_texts_are_blank_now_comes_back_out_of_the_log),
		cmocka_unit_test(warnings_come_back_out_of_the_log_as_the_findings_that_they_were),
		cmocka_unit_test(what_is_no_hand_in_does_not_come_back_out_of_the_log),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
