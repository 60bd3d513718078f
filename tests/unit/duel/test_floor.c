/* Seats, leases and tokens: `lock` without a mount. */
#include "fs/show/show.h"
#include "tests/unit/duel/fixture.h"

EACH_TEST(bed_setup, bed_teardown);

TEST(a_name_joins_once_and_keeps_its_seat)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say(b, "join alice harness=codex model=\"gpt 5\""), 0);
	assert_int_equal(say(b, "join alice"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "participants = 1\n");
	assert_holds(shown(b, "d", render_seat_status, 1), "model = \"gpt 5\"\n");
	assert_int_equal(say(b, "claim alice harness=other"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[seat.identity]");
}

TEST(a_third_name_finds_no_seat)
{
	struct bed *b = *state;
	two_join(b);
	assert_int_equal(say(b, "join carol"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[seat.taken]");
}

TEST(another_spelling_of_a_name_is_refused)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say(b, "join Ünal"), 0);
	assert_int_equal(say(b, "join U\xcc\x88nal"), -EINVAL);
	assert_int_equal(say(b, "join ünal"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "[seat.name]");
}

TEST(letters_of_another_alphabet_and_typographic_quotes_do_not_join)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say(b, "join alice"), 0);
	assert_int_equal(say(b, "join \u0430lice"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "[seat.name] a name has letters of one alphabet: it may not hold U+0430");
	assert_int_equal(say(b, "claim “bob”"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "[seat.name] a name may not stand in quotes that begin with U+201C (“)");
	assert_holds(shown(b, "d", render_status_toml, 0), "participants = 1\n");
}

TEST(a_verb_or_a_path_is_no_name)
{
	struct bed *b = *state;
	static const char *const lines[] = {"claim claim", "join ..", "join a/b", "join \"\"", "join", "release", "join 'a(b)'"};
	assert_int_equal(make_duel(b, "d", 0), 0);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (say(b, lines[i]) != -EINVAL)
			fail_msg("%s", lines[i]);
	assert_holds(shown(b, "d", render_status_toml, 0), "participants = 0\n");
}

TEST(lines_that_are_no_verb_line_are_refused_by_their_rule)
{
	struct bed *b = *state;
	static const struct {
		const char *line, *rule;
	} rows[] = {
		{"", "verb.unknown"}, {"\n", "verb.unknown"}, {"steal alice", "verb.unknown"}, {"claim alice\nclaim bob", "verb.unknown"},
		{"claim alice colour=red", "key.unknown"}, {"release alice for=timeout", "key.unknown"}, {"claim alice for=ever", "value.bad"},
		{"claim alice piecewise=yes", "key.unknown"}, {"claim alice harness=a harness=b", "value.bad"}, {"claim alice role=judge", "value.bad"},
		{"claim alice token=short", "value.bad"}, {"claim alice bob", "value.bad"}, {"claim \"alice", "value.bad"},
		{"claim alice harness=a(b", "value.bad"}, {"claim al\033ice", "value.bad"}, {"fail alice who=bob", "verb.unknown"},
		{"next alice to=bob", "verb.unknown"},
	};
	assert_int_equal(make_duel(b, "d", 0), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (say(b, rows[i].line) != -EINVAL)
			fail_msg("%s", rows[i].line);
		assert_holds(shown(b, "d", render_last_error, 0), rows[i].rule);
	}
	char *long_line = malloc(5000);
	memset(long_line, 'a', 4999);
	long_line[4999] = '\0';
	assert_int_equal(say(b, long_line), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "[limit.verb]");
	free(long_line);
}

TEST(what_is_not_one_clean_line_is_told_as_what_it_is)
{
	struct bed *b = *state;
	static const struct {
		const char *line, *said;
	} rows[] = {
		{"claim \"A\r\nB\"", "[value.bad] a name or value is on one line: a line ends inside the double quotes\n"},
		{"claim alice reason=\"A\nB\"", "[value.bad] a name or value is on one line: a line ends inside the double quotes\n"},
		{"claim \"al\\\"\nice\"", "[value.bad] a name or value is on one line"},
		{"claim alice\r\nclaim bob", "[verb.unknown] one line a write: write the second line by itself\n"},
		{"claim \"A\rB\"", "[value.bad] this line has a carriage return without a newline\n"},
		{"claim al\033ice", "[value.bad] this line has a control character\n"},
		{"claim \"a\tb\"", "[value.bad] this line has a tab\n"},
		{"claim a\u202eb", "[value.bad] this line has a bidirectional control\n"},
		{"claim a\xff", "[value.bad] this line has a byte that is not UTF-8\n"},
	};
	assert_int_equal(make_duel(b, "d", 0), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_int_equal(say(b, rows[i].line), -EINVAL);
		assert_holds(shown(b, "d", render_last_error, 0), rows[i].said);
	}
}

TEST(a_claim_alone_joins_and_waits_for_the_peer)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say(b, "claim alice"), -EBUSY);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.wait]");
	assert_holds(shown(b, "d", render_status_toml, 0), "state = \"waiting_for_participant\"\n");
	assert_int_equal(say(b, "claim alice"), -EBUSY);
	char *text = events(b, "d");
	assert_non_null(strstr(text, "participant_waiting"));
	assert_null(strstr(strstr(text, "participant_waiting") + 1, "participant_waiting"));
	free(text);
}

TEST(a_lease_covers_one_text)
{
	struct bed *b = *state;
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(say(b, "claim bob"), -EBUSY);
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_holds(shown(b, "d", render_lock, 0), "owner = \"\"\nlease = 0\n");
	assert_holds(shown(b, "d", render_seat_status, 2), "next_step = \"claim_lock\"\nhand_in = \"turn.md\"\nwaits_for = \"\"\n");
	assert_int_equal(say(b, "refresh alice"), -EACCES);
	assert_int_equal(say(b, "release alice"), 0);
	assert_int_equal(say(b, "release alice"), 0);
	assert_int_equal(say(b, "release bob"), -EACCES);
	assert_int_equal(say(b, "claim bob"), 0);
	assert_holds(shown(b, "d", render_lock, 0), "owner = \"bob\"\nlease = 2\n");
	bed_close(b);
	bed_open(b);
	assert_int_equal(say(b, "release alice"), 0);
	assert_int_equal(say(b, "refresh alice"), -EACCES);
	assert_holds(shown(b, "d", render_lock, 0), "owner = \"bob\"\nlease = 2\n");
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(say(b, "release alice"), 0);
	assert_int_equal(say(b, "release alice"), -EACCES);
}

TEST(who_appends_without_the_floor_is_told_to_claim)
{
	struct bed *b = *state;
	struct door *w;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say_as(b, "d", 1001, "join alice"), 0);
	assert_int_equal(say_as(b, "d", 1002, "join bob"), 0);
	assert_int_equal(say_as(b, "d", 1001, "claim alice"), 0);
	assert_int_equal(opened(b, "d", DOOR_DEBATE, 1002, false, &w), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.none] \"alice\" has the floor, and uid 1002 is not its uid");
	assert_int_equal(append_to(b, "d", DOOR_DEBATE, 1001, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(opened(b, "d", DOOR_DEBATE, 1002, false, &w), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.none] nobody has the floor: claim it first");
	assert_int_equal(say_as(b, "d", 1002, "release alice"), -EACCES);
	assert_int_equal(say_as(b, "d", 1001, "release alice"), 0);
}

TEST(the_floor_is_one_and_its_number_grows)
{
	struct bed *b = *state;
	two_join(b);
	assert_int_equal(say(b, "alice"), 0);
	assert_int_equal(say(b, "claim bob"), -EBUSY);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.busy]");
	assert_holds(shown(b, "d", render_lock, 0), "owner = \"alice\"\nlease = 1\n");
	assert_int_equal(say(b, "release bob"), -EACCES);
	assert_int_equal(say(b, "release alice"), 0);
	assert_holds(shown(b, "d", render_lock, 0), "owner = \"\"\nlease = 0\n");
	assert_int_equal(say(b, "bob"), 0);
	assert_holds(shown(b, "d", render_lock, 0), "lease = 2\n");
}

TEST(a_refresh_gives_the_full_time_and_only_before_the_end)
{
	struct bed *b = *state;
	two_join(b);
	assert_int_equal(say(b, "refresh alice"), -EACCES);
	assert_int_equal(say(b, "claim alice"), 0);
	bed_pass(b, 800);
	assert_holds(shown(b, "d", render_lock, 0), "seconds_left = 100   \n");
	assert_int_equal(say(b, "alice"), 0);
	assert_holds(shown(b, "d", render_lock, 0), "seconds_left = 900   \n");
	bed_pass(b, 900);
	assert_int_equal(say(b, "refresh alice"), -ECANCELED);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.expired]");
	assert_holds(events(b, "d"), "lock_expired");
	assert_int_equal(say(b, "claim bob"), 0);
}

TEST(only_the_uid_that_joined_acts_for_a_seat_and_root)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", 1000), 0);
	assert_int_equal(say_as(b, "d", 1000, "join alice"), 0);
	assert_int_equal(say_as(b, "d", 1001, "join bob"), 0);
	assert_int_equal(say_as(b, "d", 1001, "claim alice"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[seat.uid]");
	assert_int_equal(say_as(b, "d", 0, "claim alice"), 0);
	assert_int_equal(say_as(b, "d", 1001, "release alice"), -EACCES);
}

#define TOLD "correct-horse-battery"
TEST(a_token_is_wanted_ever_after)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say(b, "join alice token=new"), -EINVAL); /* none is made */
	assert_holds(shown(b, "d", render_status_toml, 0), "participants = 0\n");
	assert_int_equal(say(b, "join alice token=" TOLD), 0);
	assert_int_equal(say(b, "join bob"), 0);
	assert_int_equal(say(b, "claim alice"), -EACCES);
	assert_int_equal(say(b, "claim alice token=wrong-one"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.token]");
	assert_int_equal(say(b, "claim alice token=" TOLD), 0);
	assert_int_equal(say(b, "release alice"), -EACCES);
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), -EACCES);
	static char with_token[4096];
	snprintf(with_token, sizeof with_token, "<!-- token: " TOLD " -->\n%s", turn_text(1, "alice", "OPEN_TO_DEBATE"));
	assert_int_equal(append(b, with_token), 0);
	assert_lacks(record(b, "d"), TOLD);
	assert_lacks(record(b, "d"), "<!--");
	assert_lacks(events(b, "d"), TOLD);
	assert_lacks(shown(b, "d", render_status_toml, 0), TOLD);
	assert_lacks(shown(b, "d", render_last_error, 0), TOLD);
}

TEST(a_token_in_the_wrong_place_is_not_shown)
{
	struct bed *b = *state;
	static const char *const lines[] = {"claim token=mysecret-123", "token=mysecret-123", "join \"carol token=mysecret-123\"",
		"join carol \"token=mysecret-123\"", "join carol colour=red token=mysecret-123"};
	assert_int_equal(make_duel(b, "d", 0), 0);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		assert_int_equal(say(b, lines[i]), -EINVAL);
	assert_lacks(shown(b, "d", render_last_error, 0), "mysecret");
	assert_holds(shown(b, "d", render_status_toml, 0), "participants = 0\n");
	assert_lacks(events(b, "d"), "mysecret");
}

TEST(what_falls_due_at_the_touch_of_a_verb_does_not_trip_it)
{
	struct bed *b = *state;
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	b->step_ms = 7; /* each look at the clock finds it later: entries fall due between any two */
	for (int i = 0; i < 400; i++)
		assert_int_equal(say(b, i % 2 ? "refresh alice" : "refresh             alice"), 0);
	b->step_ms = 0;
	assert_int_equal(say(b, "release alice"), 0);
}

TEST(a_token_comes_with_the_first_claim_or_never)
{
	struct bed *b = *state;
	two_join(b);
	assert_int_equal(say(b, "claim alice token=0123456789"), 0);
	assert_int_equal(say(b, "release alice"), -EACCES);
	assert_int_equal(say(b, "release alice token=0123456789"), 0);
	assert_int_equal(say(b, "claim bob"), 0);
	assert_int_equal(say(b, "release bob token=0123456789"), -EACCES);
	assert_int_equal(say(b, "release bob"), 0);
}

TEST(a_duel_may_want_tokens_of_all)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "require_token = true\n"), 0);
	assert_int_equal(say(b, "join alice"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.token]");
	assert_int_equal(say(b, "join alice token=0123456789"), 0);
}

TEST(seats_floor_and_numbers_are_there_after_a_restart)
{
	struct bed *b = *state;
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	bed_pass(b, 100);
	bed_close(b);
	bed_open(b);
	assert_holds(shown(b, "d", render_lock, 0), "owner = \"alice\"\nlease = 1\n");
	assert_holds(shown(b, "d", render_lock, 0), "seconds_left = 800   \n");
	bed_close(b);
	strcpy(b->boot_id, "22222222-2222-2222-2222-222222222222");
	b->clock_ms = 5000;
	bed_open(b);
	assert_holds(shown(b, "d", render_lock, 0), "seconds_left = 900   \n");
	bed_pass(b, 901);
	assert_int_equal(say(b, "claim bob"), 0);
	assert_holds(shown(b, "d", render_lock, 0), "lease = 2\n");
}

TEST(a_claim_and_a_release_are_on_the_disk_when_they_return)
{
	struct bed *b = *state;
	static const char *const owners[] = {"alice", "", "bob"}, *const lines[] = {"claim alice", "release alice", "claim bob"};
	two_join(b);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		char copy[256], want[64];
		assert_int_equal(say(b, lines[i]), 0);
		snprintf(copy, sizeof copy, "mkdir %s/copy && cp %s/duelfs.db* %s/copy", b->dir, b->dir, b->dir);
		assert_int_equal(system(copy), 0); /* what a crash would leave */
		bed_close(b);
		strcat(b->dir, "/copy");
		bed_open(b);
		snprintf(want, sizeof want, "owner = \"%s\"\n", owners[i]);
		assert_holds(shown(b, "d", render_lock, 0), want);
		bed_close(b);
		snprintf(copy, sizeof copy, "rm -r %s", b->dir);
		assert_int_equal(system(copy), 0);
		*strrchr(b->dir, '/') = '\0';
		bed_open(b);
	}
}

TEST(every_event_has_the_next_number)
{
	struct bed *b = *state;
	unsigned n = 0, seq;
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	char *text = events(b, "d");
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		assert_int_equal(sscanf(line, "{\"seq\":%u,", &seq), 1);
		assert_int_equal(seq, ++n);
	}
	assert_true(n > 8);
	free(text);
}

TEST(a_flood_of_events_ends_and_turns_still_go_through)
{
	struct bed *b = *state;
	bed_close(b);
	b->events_limit = 300;
	bed_open(b);
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	for (int i = 0; i < 400; i++)
		assert_int_equal(say(b, "refresh alice"), 0);
	assert_int_equal(the_duel(b, "d")->fold->n_events, 300);
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
}
