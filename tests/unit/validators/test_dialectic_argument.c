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

TEST(a_later_exchange_takes_one_argument)
{
	accept(ARGUMENT, SIDE_PROPOSITION, 2);
	accept(OPENING, SIDE_OPPOSITION, 1);
	accept(OPENING, SIDE_OPPOSITION, 1000);
	refuse("[" ARGUMENT "]", SIDE_PROPOSITION, 2, "h: error: [handin.count]");
	refuse(OPENINGS, SIDE_PROPOSITION, 1, "[handin.count]");
	refuse("7", SIDE_PROPOSITION, 1, "h: error: [handin.type]");
}

/* -- keys and types -------------------------------------------------------------------------------------------------------------- */

TEST(null_leaves_out_what_may_be_left_out_alone)
{
	char *text = patched(ARGUMENT, "{\"backing\": null, \"attacks\": null}");
	int err;
	struct handin *h = hand_in(text, SIDE_PROPOSITION, 2, true, &err);

	assert_non_null(h);
	assert_null(h->arguments[0].backing);
	assert_int_equal(h->arguments[0].n_links[LINK_ATTACK], 0);
	handin_drop(h);
	free(text);
	refuse_patched("{\"claim\": null}", "h:claim: error: [handin.type] this is not text");
	refuse_patched("{\"grounds\": null}", "h:grounds: error: [handin.type]");
}

TEST(an_unknown_key_is_a_warning_that_does_not_name_it)
{
	char *text = patched(ARGUMENT, "{\"titel\": \"x\", \"secret\": [1], \"grounds\": [{\"source\": \"x\", \"content\": \"x is said of it\", \"relevance\": \"x fits it well\", "
		"\"secret\": \"x\"}], \"attacks\": [{\"target_id\": \"opp_001\", \"attack_type\": \"claim_attack\", \"content\": \"x is wrong all over\", "
		"\"defense_type\": \"clarify\"}]}");
	int err;
	struct handin *h = hand_in(text, SIDE_PROPOSITION, 2, true, &err);

	assert_non_null(h);
	assert_found("h: warning: [handin.unknown] a key here is not known");
	assert_found("h:grounds[0]: warning: [handin.unknown]");
	assert_found("h:attacks[0]: warning: [handin.unknown]");
	assert_null(strstr(found_text(), "secret"));
	assert_int_equal(h->n_warnings, 3);
	assert_string_equal(h->warnings[0], "[handin.unknown] a key here is not known and has no effect; known are title, claim, grounds, warrant, backing, "
		"qualifier, attacks, defends");
	handin_drop(h);
	free(text);
}

TEST(an_unknown_key_may_hold_anything)
{
	static const char *const values[] = { "1e400", "-1e400", "10000000000000000000000000000000000000000", "[1, [1e999]]", "{\"score\": 1e400, \"title\": [-99999999999999999999]}",
		"null", "[null, true, {}]", "0.1e-999" };

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
	refuse_patched("{\"grounds\": [{\"source\": \"x\", \"content\": \"x is said of it\", \"relevance\": 5}]}", "h:grounds[0].relevance: error: [handin.type]");
}

/* -- grounds, attacks, defences -------------------------------------------------------------------------------------------------- */

#define ATTACK(target, type) "{\"target_id\": \"" target "\", \"attack_type\": \"" type "\", \"content\": \"x is said of it\"}"
#define DEFENCE(target, type) "{\"target_id\": \"" target "\", \"defense_type\": \"" type "\", \"content\": \"x is said of it\"}"

TEST(no_target_is_attacked_twice_in_the_same_way)
{
	refuse_patched("{\"attacks\": [" ATTACK("opp_001", "claim_attack") ", " ATTACK("opp_000a", "claim_attack") ", "
		ATTACK("opp_001", "claim_attack") "]}", "h:attacks[2]: error: [attack.twice] this argument is attacked in this way already");
	accept_patched("{\"attacks\": [" ATTACK("opp_001", "claim_attack") ", " ATTACK("opp_000a", "claim_attack") ", "
		ATTACK("opp_001", "warrant_attack") "]}");
	/* One that is no target at all is no earlier one. */
	refuse_patched("{\"attacks\": [" ATTACK("opp_000z", "claim_attack") ", " ATTACK("opp_000a", "claim_attack") "]}", "[attack.target]");
	assert_null(strstr(found_text(), "[attack.twice]"));
	refuse_patched("{\"attacks\": [{\"attack_type\": \"claim_attack\", \"content\": \"x is said of it\"}, {\"attack_type\": \"claim_attack\", "
		"\"content\": \"x is said of it\"}]}", "[handin.missing]");
	assert_null(strstr(found_text(), "[attack.twice]"));
	accept_patched("{\"defends\": [" DEFENCE("prop_001", "clarify") ", " DEFENCE("prop_001", "reinforce") "]}");
}

/* -- words ----------------------------------------------------------------------------------------------------------------------- */

TEST(a_word_limit_says_how_letters_count)
{
	int err;
	char *text = patched(ARGUMENT, "{\"title\": \"公交车\", \"qualifier\": \"One\", \"claim\": \"Buses\"}");

	handin_drop(hand_in(text, SIDE_PROPOSITION, 2, false, &err));
	assert_found("h:title: warning: [words.title] this has 2 words, and a title has 5 to 7 words; of a script without spaces two letters are one\n");
	free(text);
	text = patched(ARGUMENT, "{\"title\": \"Buses\"}");
	handin_drop(hand_in(text, SIDE_PROPOSITION, 2, false, &err));
	assert_found("h:title: warning: [words.title] this has 1 word, and a title has 5 to 7 words\n");
	free(text);
}

/* -- a hand-in kept -------------------------------------------------------------------------------------------------------------- */

TEST(every_fault_is_found_in_one_reading)
{
	refuse_patched("{\"title\": \"\", \"claim\": 5, \"warrant\": \"-\", \"grounds\": [], \"attacks\": [{\"target_id\": \"x\"}]}",
		"h:title: error: [handin.blank]");
	assert_found("h:claim: error: [handin.type]");
	assert_found("h:warrant: error: [handin.missing]");
	assert_found("h:grounds: error: [ground.count]");
	assert_found("h:attacks[0].target_id: error: [attack.target]");
	assert_found("h:attacks[0].attack_type: error: [handin.missing]");
}

TEST(no_finding_repeats_a_word_of_the_hand_in)
{
	char *many = words(200), *patch;

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

TEST(a_hand_in_has_its_ids_and_its_texts)
{
	int err;
	struct handin *h = hand_in(OPENINGS, SIDE_OPPOSITION, 0, false, &err);
	char id[ARGUMENT_ID_BYTES];

	assert_int_equal(h->n, 3);
	assert_string_equal(argument_id_print(h->arguments[2].id, id), "opp_000c");
	assert_null(h->arguments[0].backing);
	handin_drop(h);
	h = hand_in(ARGUMENT, SIDE_PROPOSITION, 2, false, &err);
	assert_int_equal(h->n, 1);
	assert_string_equal(argument_id_print(h->arguments[0].id, id), "prop_002");
	assert_string_equal(h->arguments[0].title, "Five words make a title");
	assert_string_equal(h->arguments[0].grounds[0].relevance, "It fits the claim.");
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

TEST(a_hand_in_whose_texts_are_blank_now_comes_back_out_of_the_log)
{
	char *text = patched(ARGUMENT, "{\"claim\": \"\u2026\u2026\", \"warrant\": \"\u3002\"}");
	struct handin *h = restore(text, "{\"side\": \"proposition\", \"exchange\": 2, \"warnings\": []}");

	assert_non_null(h);
	assert_string_equal(h->arguments[0].claim, "\u2026\u2026");
	handin_drop(h);
	free(text);
}

TEST(a_hand_in_comes_back_out_of_the_log)
{
	char *long_title = words(9), *patch = mem_format("{\"title\": \"%s\"}", long_title), *text = patched(ARGUMENT, patch);
	int err;
	struct handin *h = hand_in(text, SIDE_PROPOSITION, 2, false, &err), *back;
	json_t *data = handin_data(h);
	char *beside = json_dumps(data, JSON_COMPACT);
	UT_string once, twice;

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
TEST(warnings_come_back_out_of_the_log_as_the_findings_that_they_were)
{
	char *json = patched(ARGUMENT, "{\"title\": \"Short\", \"note\": 1, \"grounds\": [{\"source\": \"x\", \"content\": \"x is said of it\", "
		"\"relevance\": \"x fits it well\", \"note\": 1}]}"), *says;
	struct findings again = { .n = 0 };
	struct handin *h;
	json_t *data;
	int err;

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

TEST(what_is_no_hand_in_does_not_come_back_out_of_the_log)
{
	static const char good[] = "{\"side\":\"proposition\",\"exchange\":2,\"warnings\":[]}";
	struct handin *h = restore(ARGUMENT, good);

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
