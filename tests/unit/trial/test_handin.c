/* Texts that are handed in and are no piece of the record, and what a judge makes of them, with a format made for tests (trial.h). */
#include "fs/registry/registry_inner.h"
#include "fs/show/show.h"
#include "tests/unit/trial/trial.h"

EACH_TEST(bed_setup, bed_teardown);

static unsigned
occurrences(char *text, const char *part)
{
	unsigned n = 0;
	for (const char *p = text; (p = strstr(p, part)); p++)
		n++;
	free(text);
	return n;
}

TEST(a_hand_in_is_accepted_and_is_no_piece_of_the_record)
{
	struct bed *b = *state;
	trial_begins(b);
	char *before = record(b, "d");
	trial_hand_in(b, "anna", "apples are good\n");
	char *after = record(b, "d");
	assert_string_equal(before, after);
	registry_lock(b->r);
	struct duel *d = registry_find(b->r, "d");
	assert_false(d->fold->head_frozen);
	assert_string_equal(d->fold->state->in[1], "apples are good\n");
	registry_unlock(b->r);
	trial_hand_in(b, "boris", "berries are better\n");
	trial_hand_in(b, "judge", "judged so\n");
	assert_holds(record(b, "d"), "## Exchange 1\n\napples are good\nberries are better\njudged so\n");
	free(before);
	free(after);
}

TEST(a_hand_in_becomes_one_event_that_names_its_seat_and_no_word_of_it)
{
	struct bed *b = *state;
	trial_begins(b);
	trial_hand_in(b, "anna", "apples are good\n");
	assert_int_equal(occurrences(events(b, "d"), "\"event\":\"handed_in\""), 1);
	assert_holds(events(b, "d"), "\"unit\":\"participant:anna\",\"event\":\"handed_in\",\"duel\":\"d\",\"participant\":\"anna\"}\n");
	assert_lacks(events(b, "d"), "apples");
	assert_lacks(shown(b, "d", render_status_json, 0), "apples");
	assert_lacks(shown(b, "d", render_last_error, 0), "apples");
	assert_lacks(events(b, "d"), "revealed");
	trial_hand_in(b, "boris", "berries are better\n");
	assert_int_equal(occurrences(events(b, "d"), "\"event\":\"handed_in\""), 2);
	assert_int_equal(occurrences(events(b, "d"), "\"event\":\"revealed\""), 1); /* the format has its say as well */
}

TEST(an_accepted_hand_in_makes_good_a_refused_one)
{
	struct bed *b = *state;
	trial_begins(b);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(append(b, "BAD\n"), -EINVAL);
	assert_int_equal(append(b, "good\n"), 0);
	assert_int_equal(say(b, "release anna"), 0);
	assert_int_equal(say(b, "claim boris"), 0);
	assert_int_equal(append(b, "BAD\n"), -EINVAL);
	assert_int_equal(say(b, "release boris"), -EINVAL);
	assert_int_equal(say(b, "release boris"), 0);
}

static char *
last_refusal(struct bed *b, unsigned seat)
{
	UT_string s;
	struct duel *d = the_duel(b, "d");
	utstring_init(&s);
	registry_lock(b->r);
	refuse_print_last(d->fold, seat, &s);
	registry_unlock(b->r);
	return utstring_body(&s);
}

TEST(an_accepted_hand_in_ends_what_a_prompt_says_of_a_refused_one)
{
	struct bed *b = *state;
	trial_begins(b);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(append(b, "BAD\n"), -EINVAL);
	assert_holds(last_refusal(b, 1), "[trial.bad]");
	assert_int_equal(append(b, "good\n"), 0);
	char *text = last_refusal(b, 1);
	assert_string_equal(text, "");
	free(text);
}

TEST(only_what_is_wrong_with_a_text_is_told_in_a_prompt)
{
	struct bed *b = *state;
	struct door *w;
	trial_begins(b);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(opened(b, "d", DOOR_DEBATE, 0, false, &w), 0);
	assert_int_equal(append(b, "good\n"), 0);
	assert_int_equal(written(b, w, "better\n", -1), -ECANCELED);
	closed(b, w);
	assert_holds(shown(b, "d", render_last_error, 0), " anna debate.md: ECANCELED");
	char *text = last_refusal(b, 1);
	assert_string_equal(text, "");
	free(text);
	assert_int_equal(say(b, "release anna force=yes"), 0);
	assert_int_equal(say(b, "claim boris"), 0);
	assert_int_equal(append(b, "\xff\n"), -EILSEQ);
	assert_holds(last_refusal(b, 2), "debate.md: EILSEQ\n");
	assert_int_equal(opened(b, "d", DOOR_DEBATE, 0, true, &w), 0);
	assert_int_equal(written(b, w, "something\nelse\n", 0), -EPERM);
	closed(b, w);
	assert_holds(last_refusal(b, 2), "debate.md: EILSEQ\n");
}

TEST(a_place_in_json_stands_in_last_error_also_after_a_restart)
{
	struct bed *b = *state;
	trial_begins(b);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(append(b, "BAD\n"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "debate.md:[0].text: error: [trial.bad]");
	bed_close(b);
	bed_open(b);
	assert_holds(shown(b, "d", render_last_error, 0), "debate.md:[0].text: error: [trial.bad]");
}

TEST(a_rule_that_warns_elsewhere_refuses_in_last_error_also_after_a_restart)
{
	struct bed *b = *state;
	trial_begins(b);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(append(b, "VERY DULL, and BAD\n"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "debate.md: error: [trial.dull] it is dull\n");
	bed_close(b);
	bed_open(b);
	assert_holds(shown(b, "d", render_last_error, 0), "debate.md: error: [trial.dull] it is dull\n");
	assert_int_equal(append(b, "DULL, and BAD\n"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "debate.md: warning: [trial.dull] it is dull\n");
	assert_int_equal(append(b, "DULL\n"), 0);
}

TEST(hand_ins_are_there_after_a_restart)
{
	struct bed *b = *state;
	trial_begins(b);
	trial_hand_in(b, "anna", "apples are good\n");
	char *before = events(b, "d");
	bed_close(b);
	bed_open(b);
	char *after = events(b, "d");
	assert_string_equal(before, after);
	trial_hand_in(b, "boris", "berries are better\n");
	trial_hand_in(b, "judge", "judged so\n");
	assert_holds(record(b, "d"), "apples are good\nberries are better\n");
	free(before);
	free(after);
}

TEST(a_judgement_may_close_the_duel_in_the_same_step)
{
	struct bed *b = *state;
	trial_begins(b);
	trial_exchange(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "outcome = \"\"\n");
	trial_hand_in(b, "anna", "a second one\n");
	trial_hand_in(b, "boris", "and another\n");
	assert_int_equal(say(b, "claim judge"), 0);
	assert_int_equal(append(b, "judged again\n"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "outcome = \"COMPLETED\"\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 2\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"\"\n");
	assert_int_equal(occurrences(events(b, "d"), "\"event\":\"completed\""), 1);
	struct door *w;
	assert_int_equal(opened(b, "d", DOOR_DEBATE, 0, false, &w), -EROFS);
	assert_int_equal(say(b, "claim anna"), -EROFS);
	assert_int_equal(say(b, "release judge outcome=COMPLETED"), 0); /* said again */
}

TEST(a_judge_closes_by_its_release_where_the_format_lets_it)
{
	struct bed *b = *state;
	trial_begins(b);
	assert_int_equal(say(b, "claim judge"), 0);
	assert_int_equal(say(b, "release judge outcome=COMPLETED"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "this outcome is not earned");
	assert_int_equal(say(b, "release judge"), 0);
	trial_exchange(b);
	assert_int_equal(say(b, "claim judge"), 0);
	assert_int_equal(say(b, "release judge outcome=COMPLETED reason=enough"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "outcome = \"COMPLETED\"\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "state = \"completed\"\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "invalidated_by = \"\"\n");
	assert_int_equal(say(b, "release judge outcome=COMPLETED"), 0);
	assert_int_equal(say(b, "release judge outcome=INVALIDATED"), -EROFS);
}

TEST(whoever_invalidates_by_a_release_is_named_and_says_why)
{
	static const char *const empty[] = {"release boris outcome=INVALIDATED force=yes", "release boris outcome=INVALIDATED force=yes reason=\"\"",
		"release boris outcome=INVALIDATED force=yes reason=\" \u3000\u200b\""};
	struct bed *b = *state;
	trial_begins(b);
	trial_hand_in(b, "anna", "apples are good\n");
	assert_int_equal(say(b, "claim boris"), 0);
	for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
		assert_int_equal(say(b, empty[i]), -EINVAL);
		assert_holds(shown(b, "d", render_last_error, 0), "[value.bad] whoever invalidates a debate says why, for the record: "
			"outcome=INVALIDATED reason=\"WHY\"");
		assert_holds(shown(b, "d", render_status_toml, 0), "outcome = \"\"\n");
	}
	assert_int_equal(say(b, "release boris outcome=INVALIDATED reason=void"), 0);
	assert_int_equal(say(b, "release boris outcome=INVALIDATED"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "outcome = \"INVALIDATED\"\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "state = \"invalidated\"\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "closed_by = \"boris\"\ninvalidated_by = \"boris\"\n");
	assert_holds(shown(b, "d", render_guide, 0), "**INVALIDATED** by boris: void.");
	assert_lacks(events(b, "d"), "apples");
}

TEST(a_line_may_be_as_long_as_its_format_says)
{
	struct bed *b = *state;
	static char text[TRIAL_LINE_BYTES + 3];
	trial_begins(b);
	assert_int_equal(say(b, "claim anna"), 0);
	memset(text, 'x', TRIAL_LINE_BYTES + 1);
	text[TRIAL_LINE_BYTES + 1] = '\n';
	assert_int_equal(append(b, text), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "[limit.line]");
	text[TRIAL_LINE_BYTES] = '\n';
	text[TRIAL_LINE_BYTES + 1] = '\0';
	assert_int_equal(append(b, text), 0);
}

/* Only a format that names a separator does not count it. */
TEST(a_line_that_separates_elsewhere_is_text_here)
{
	struct bed *b = *state;
	char text[1024 + 2] = "---\n";
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"trial\"\nmax_turn_bytes = 1024\n"), 0);
	assert_int_equal(say(b, "join anna"), 0);
	assert_int_equal(say(b, "join boris"), 0);
	assert_int_equal(say(b, "claim anna"), 0);
	memset(text + 4, 'x', 1021);
	text[1024] = '\n';
	assert_int_equal(append(b, text), -EFBIG);
	strcpy(text + 1023, "\n");
	assert_int_equal(append(b, text), 0);
}
