/* The maker's verbs: say, close. */
#include "fs/registry/registry_inner.h"
#include "fs/show/show.h"
#include "tests/unit/duel/fixture.h"

#define MAKER_UID 1000

static int
makers_setup(void **state)
{
	int err = bed_setup(state);
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", MAKER_UID), 0);
	assert_int_equal(say_as(b, "d", 1001, "join alice"), 0);
	assert_int_equal(say_as(b, "d", 1002, "join bob"), 0);
	return err;
}

EACH_TEST(makers_setup, bed_teardown);

static int
makes(struct bed *b, const char *line)
{
	return say_as(b, "d", MAKER_UID, line);
}

static void
refused(struct bed *b, int err, const char *rule)
{
	char want[64];
	snprintf(want, sizeof want, "[%s]", rule);
	assert_true(err < 0);
	assert_holds(shown(b, "d", render_last_error, 0), want);
}

TEST(only_the_maker_and_root_act_as_the_maker)
{
	struct bed *b = *state;
	static const char *const lines[] = {"say maker text=x", "close maker reason=x"};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		assert_int_equal(say_as(b, "d", 1001, lines[i]), -EACCES);
		refused(b, -EACCES, "seat.uid");
	}
	assert_int_equal(say_as(b, "d", 0, "say maker text=x"), 0);
	assert_int_equal(makes(b, "say alice text=x"), -EINVAL);
	refused(b, -EINVAL, "seat.name");
}

TEST(nobody_joins_as_maker_or_as_a_verb)
{
	struct bed *b = *state;
	static const char *const lines[] = {"join maker", "claim Maker", "join say", "claim close"};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		assert_int_equal(say_as(b, "d", 1003, lines[i]), -EINVAL);
	refused(b, -EINVAL, "seat.name");
}

TEST(what_the_maker_says_stands_before_the_next_text_and_in_the_prompts)
{
	struct bed *b = *state;
	assert_int_equal(say_as(b, "d", 1001, "claim alice"), 0);
	assert_int_equal(makes(b, "say maker text=\"Look at *both* sides\""), 0);
	assert_holds(events(b, "d"), "\"event\":\"maker_said\",\"duel\":\"d\",\"participant\":\"maker\",\"text\":\"Look at *both* sides\"}");
	assert_lacks(record(b, "d"), "> Maker:"); /* it grows behind nobody's back */
	assert_holds(shown(b, "d", render_prompt, 0), "\n> Maker: Look at \\*both\\* sides, 2026-09-21T14:13:20Z\n");
	assert_int_equal(append_to(b, "d", DOOR_DEBATE, 1001, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_holds(record(b, "d"), "\n> Maker: Look at \\*both\\* sides, 2026-09-21T14:13:20Z\n\n---\n\n## Turn 1");
	bed_close(b);
	bed_open(b);
	assert_holds(record(b, "d"), "\n> Maker: Look at \\*both\\* sides, ");
	assert_holds(shown(b, "d", render_prompt, 0), "Whoever made the debate says:");
}

TEST(the_maker_says_at_most_500_bytes_and_50_lines)
{
	struct bed *b = *state;
	char line[700];
	memset(line, 'a', sizeof line);
	memcpy(line, "say maker text=", 15);
	line[15 + 501] = '\0';
	assert_int_equal(makes(b, line), -EINVAL);
	assert_int_equal(makes(b, "say maker"), -EINVAL);
	assert_int_equal(makes(b, "say maker text=\"\""), -EINVAL);
	refused(b, -EINVAL, "value.bad");
	line[15 + 500] = '\0';
	for (unsigned i = 0; i < 50; i++)
		assert_int_equal(makes(b, line), 0);
	assert_int_equal(makes(b, line), -ENOSPC);
	refused(b, -ENOSPC, "limit.events");
}

TEST(the_maker_closes_with_a_reason_that_stands_in_the_record)
{
	struct bed *b = *state;
	assert_int_equal(say_as(b, "d", 1001, "claim alice"), 0);
	assert_int_equal(append_to(b, "d", DOOR_DEBATE, 1001, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(makes(b, "close maker"), -EINVAL);
	assert_int_equal(makes(b, "close maker reason=\"the wrong question\""), 0);
	assert_holds(record(b, "d"), "\n> Maker: closed with INVALIDATED: the wrong question, 2026-09-21T14:13:20Z\n");
	assert_holds(shown(b, "d", render_status_toml, 0),
		"\noutcome = \"INVALIDATED\"\nreason = \"the wrong question\"\nclosed_by = \"maker\"\ninvalidated_by = \"maker\"\n");
	assert_holds(events(b, "d"), "\"event\":\"maker_closed\"");
	assert_int_equal(makes(b, "say maker text=late"), -EROFS);
	bed_close(b);
	bed_open(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "\nclosed_by = \"maker\"\n");
}

TEST(a_format_that_has_aborted_is_aborted)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "r", MAKER_UID), 0);
	assert_int_equal(append_to(b, "r", DOOR_CONFIG, MAKER_UID, "format = \"rounds\"\n"), 0);
	assert_int_equal(say_as(b, "r", MAKER_UID, "close maker reason=x"), -EBUSY); /* rmdir does that */
	assert_int_equal(say_as(b, "r", 1001, "join alice role=proposer harness=claude"), 0);
	assert_int_equal(say_as(b, "r", MAKER_UID, "close maker reason=x"), 0);
	assert_holds(shown(b, "r", render_status_toml, 0), "\noutcome = \"ABORTED\"\n");
}

/* -- maker_token ----------------------------------------------------------------------------------------------------------------- */

#define TOKEN "correct-horse"

static int
set_rules(struct bed *b, const char *duel, const char *text)
{
	return append_to(b, duel, DOOR_CONFIG, MAKER_UID, text);
}

/* A duel of the maker's, in which two have joined. */
static void
begins(struct bed *b, const char *duel, const char *rules)
{
	assert_int_equal(make_duel(b, duel, MAKER_UID), 0);
	assert_int_equal(set_rules(b, duel, rules), 0);
	assert_int_equal(say_as(b, duel, 1001, "join alice"), 0);
	assert_int_equal(say_as(b, duel, 1002, "join bob"), 0);
}

static void
stands_nowhere(struct bed *b, const char *duel)
{
	assert_lacks(shown(b, duel, render_config, 0), TOKEN);
	assert_lacks(shown(b, duel, render_last_error, 0), TOKEN);
	assert_lacks(shown(b, duel, render_status_json, 0), TOKEN);
	assert_lacks(shown(b, duel, render_guide, 0), TOKEN);
	assert_lacks(events(b, duel), TOKEN);
	bed_close(b);
	char command[160];
	snprintf(command, sizeof command, "! grep -rqaF -- '" TOKEN "' %s", b->dir);
	assert_int_equal(system(command), 0);
	bed_open(b);
}

TEST(with_a_makers_token_each_of_its_verbs_wants_it_of_the_maker_and_of_root)
{
	struct bed *b = *state;
	static const char *const lines[] = {"say maker text=x", "close maker reason=x"};
	char line[128];
	begins(b, "e", "maker_token = \"" TOKEN "\"\n");
	assert_holds(shown(b, "e", render_config, 0), "\nmaker_token = \"set\"\n");
	for (int again = 0; again < 2; again++) {
		for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
			assert_int_equal(say_as(b, "e", MAKER_UID, lines[i]), -EACCES);
			assert_holds(shown(b, "e", render_last_error, 0), "[lease.token] the maker's verbs have a token here (maker_token)");
			snprintf(line, sizeof line, "%s token=staple-battery", lines[i]);
			assert_int_equal(say_as(b, "e", 0, line), -EACCES);
			assert_holds(shown(b, "e", render_last_error, 0), "[lease.token] this is not the maker's token");
			assert_int_equal(say_as(b, "e", 0, lines[i]), -EACCES);
		}
		stands_nowhere(b, "e"); /* and after the next mount it is wanted still */
	}
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		snprintf(line, sizeof line, "%s token=" TOKEN, lines[i]);
		assert_int_equal(say_as(b, "e", MAKER_UID, line), 0);
	}
	stands_nowhere(b, "e");
}

TEST(without_a_makers_token_none_is_taken_for_one)
{
	struct bed *b = *state;
	assert_int_equal(makes(b, "say maker text=x token=" TOKEN), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.token] this duel has no maker_token: leave token= out");
	assert_int_equal(makes(b, "say maker text=x"), 0);
}

TEST(a_makers_token_that_reads_as_set_is_kept_where_it_is_written_back)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "e", MAKER_UID), 0);
	assert_int_equal(set_rules(b, "e", "maker_token = \"set\"\n"), -EINVAL);
	assert_holds(shown(b, "e", render_last_error, 0), "config.toml:1: error: [config.bad] maker_token: \"set\" is how one reads that is set, and none is");
	assert_int_equal(set_rules(b, "e", "maker_token = \"" TOKEN "\"\n"), 0);
	assert_int_equal(set_rules(b, "e", "max_turns = 4\n"), 0);
	char *whole = shown(b, "e", render_config, 0);
	struct door *w;
	assert_int_equal(opened(b, "e", DOOR_CONFIG, MAKER_UID, true, &w), 0);
	assert_int_equal(written(b, w, whole, 0), 0);
	assert_int_equal(flushed(b, w, true), 0);
	closed(b, w);
	free(whole);
	assert_int_equal(say_as(b, "e", 1001, "join alice"), 0);
	assert_int_equal(say_as(b, "e", MAKER_UID, "say maker text=x"), -EACCES);
	assert_int_equal(say_as(b, "e", MAKER_UID, "say maker text=x token=" TOKEN), 0);
}

TEST(a_makers_token_is_taken_out_by_an_empty_one)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "e", MAKER_UID), 0);
	assert_int_equal(set_rules(b, "e", "maker_token = \"" TOKEN "\"\n"), 0);
	assert_int_equal(set_rules(b, "e", "maker_token = \"\"\n"), 0);
	assert_int_equal(say_as(b, "e", 1001, "join alice"), 0);
	assert_int_equal(say_as(b, "e", MAKER_UID, "say maker text=x"), 0);
}
