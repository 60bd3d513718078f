/* The gated record and config.toml: intakes without a mount. */
#include "tests/unit/fs/fixture.h"

EACH_TEST(bed_setup, bed_teardown);

TEST(a_rewrite_with_something_behind_a_gap_is_judged_whole)
{
	struct intake *w;
	static char image[8192];
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	snprintf(image, sizeof image, "%s\n%s", record(b, "d"), turn_text(1, "alice", "OPEN_TO_DEBATE"));
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 0, true, &w), 0);
	assert_int_equal(written(b, w, "junk \001\n", (int64_t)strlen(image) + 100), 0);
	assert_int_equal(written(b, w, image, 0), 0);
	assert_true(synced(b, w) < 0);
	assert_true(flushed(b, w, true) < 0);
	closed(b, w);
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 0\n");
}

#define LONG "a-name-of-sixty-four-bytes-that-says-what-acts-here-and-with-wha"

TEST(a_heading_that_differs_at_its_end_is_quoted_there)
{
	BEGUN(b, NULL, "join alice harness=" LONG " model=" LONG, "join bob", "claim alice");
	const char *turn = turn_text(1, "alice", "OPEN_TO_DEBATE"), *rest = strchr(turn, '\n');
	char *text = TEXT("## Turn 1 — alice (" LONG " / " LONG "t) — OPEN_TO_DEBATE%s", rest);
	assert_int_equal(append(b, text), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "[turn.identity] the heading is `## Turn 1 — alice (" LONG " / " LONG ") —`");
}

/* By one rule, whichever file it comes to, and whenever it is decided. */
TEST(blank_lines_alone_are_no_text)
{
	static const char *const blank[] = {"\n\n", "\n", " \t\n", "---\n", "\n---\n\n", "<!-- token: 12345678 -->\n", "<!-- token: 12345678 -->"};
	static const int intakes[] = {INTAKE_FILE_DEBATE, INTAKE_FILE_SEAT_CHECK + 1};
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	for (size_t i = 0; i < 2 * sizeof blank / sizeof *blank; i++) {
		assert_int_equal(append_to(b, "d", intakes[i % 2], 0, blank[i / 2]), -EINVAL);
		char *text = shown(b, "d", render_last_error, 0);
		if (!strstr(text, "[text.blank]") || strstr(text, "[turn.one]") || strstr(text, "[value.bad]"))
			fail_msg("%s\n%s", blank[i / 2], text);
	}
	assert_int_equal(say(b, "release alice"), -EINVAL);
}

TEST(blank_lines_and_a_rule_before_a_turn_do_not_count_towards_its_size)
{
	static char text[8192];
	assert_int_equal(make_duel(b, "d", 0), 0);
	const char *turn = turn_text(1, "alice", "OPEN_TO_DEBATE");
	snprintf(text, sizeof text, "max_turn_bytes = 1024\n");
	assert_int_equal(append_to(b, "d", INTAKE_FILE_CONFIG, 0, text), 0);
	TAKEN(b, "join alice", "join bob", "claim alice");
	snprintf(text, sizeof text, "\n\n---\n\n%s", turn);
	char *at = strstr(text, "On d: position");
	size_t room = 1024 - strlen(turn);
	memmove(at + room, at, strlen(at) + 1);
	memset(at, 'x', room);
	at[room - 1] = ' ';
	strcat(text, "\n\n\n");
	assert_int_equal(append(b, text), 0);
}

TEST(two_writers_of_the_config_both_take_effect)
{
	struct intake *v, *w;
	struct meanwhile a, c;
	assert_int_equal(make_duel(b, "d", 0), 0);
	struct duel *d = the_duel(b, "d");
	assert_int_equal(opened(b, "d", INTAKE_FILE_CONFIG, 0, false, &v), 0);
	assert_int_equal(opened(b, "d", INTAKE_FILE_CONFIG, 0, false, &w), 0);
	assert_int_equal(written(b, v, "max_turns = 4\n", -1), 0);
	assert_int_equal(written(b, w, "lease_seconds = 60\n", -1), 0);
	enters(b, d);
	meanwhile(&a, call, &(struct call){.b = b, .intake = v, .with = closed});
	waits_its_turn(&c, d, 2, &(struct call){.b = b, .intake = w, .with = closed});
	leaves_it(b, d);
	assert_int_equal(answer_of(&a), 0);
	assert_int_equal(answer_of(&c), 0);
	char *text = shown(b, "d", render_config, 0);
	assert_non_null(strstr(text, "max_turns = 4\n"));
	assert_holds(text, "lease_seconds = 60\n");
}

TEST(a_bad_heading_is_refused_at_its_line_and_sticks)
{
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	struct intake *w = staged(
		b, INTAKE_FILE_DEBATE, 0, false, "## Turn 7 — alice (unknown / unknown-model) — OPEN_TO_DEBATE\n", -1);
	assert_int_equal(flushed(b, w, true), -EINVAL);
	assert_int_equal(written(b, w, turn_text(1, "alice", "OPEN_TO_DEBATE"), -1), -EINVAL);
	assert_int_equal(closed(b, w), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "[turn.number]");
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 0\n");
	assert_holds(events(b, "d"), "turn_rejected");
}

TEST(a_conclusion_that_cannot_be_earned_is_refused)
{
	static const struct {
		const char *text, *rule;
	} rows[] = {
		{"## Terminal Conclusion\n\n**Outcome**: MAX_TURNS\n**Candidate Convergence**: no\n", "[conclusion.unearned]"},
		{"## Terminal Conclusion\n\n**Outcome**: WON\n**Reason**: x\n", "[conclusion.form]"},
		{"## Terminal Conclusion\n\n**Outcome**: DISSENT\n**Candidate Convergence**: yes\n**Reason**: x\n", "[conclusion.form]"},
	};
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	assert_int_equal(say(b, "claim alice"), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_int_equal(append(b, rows[i].text), -EINVAL);
		assert_holds(shown(b, "d", render_last_error, 0), rows[i].rule);
	}
}

TEST(a_turn_that_comes_line_by_line_is_decided_at_the_openers_flush)
{
	struct intake *w;
	char text[2048];
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 0, false, &w), 0);
	strcpy(text, turn_text(1, "alice", "OPEN_TO_DEBATE"));
	for (char *p = text, *end; *p; p = end) {
		char line[512] = "";
		end = strchr(p, '\n') + 1;
		memcpy(line, p, (size_t)(end - p));
		assert_int_equal(written(b, w, line, -1), 0);
		assert_int_equal(flushed(b, w, false), 0); /* a child's */
	}
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 0\n");
	assert_int_equal(flushed(b, w, true), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 1\n");
	assert_int_equal(closed(b, w), 0);
}

TEST(rmdir_works_until_somebody_joins_and_ids_are_not_used_again)
{
	struct caller other = caller_of(1001), maker = caller_of(1000);
	assert_int_equal(make_duel(b, "d", 1000), 0);
	assert_int_equal(make_duel(b, "d", 1000), -EEXIST);
	assert_int_equal(make_duel(b, ".d", 1000), -EINVAL);
	struct duel *d = the_duel(b, "d");
	int64_t id = d->id;
	LOCKED(b, assert_int_equal(duels_remove(b->r, d, &other), -EACCES));
	LOCKED(b, assert_int_equal(duels_remove(b->r, d, &maker), 0));
	assert_int_equal(duels_count(b->r), 0);
	bed_reopen(b);
	assert_int_equal(make_duel(b, "d", 1000), 0);
	d = the_duel(b, "d");
	assert_true(d->id > id);
	assert_int_equal(say(b, "join alice"), 0);
	LOCKED(b, assert_int_equal(duels_remove(b->r, d, &maker), -EBUSY));
}

TEST(who_comes_after_the_lease_ran_out_is_told_so)
{
	struct intake *w;
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	bed_pass(b, 901);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 0, false, &w), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.none] a lease ran out, and nobody has the floor: claim it first, as \"alice\"");
	TAKEN(b, "claim alice", "release alice");
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 0, false, &w), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.none] nobody has the floor");
}
