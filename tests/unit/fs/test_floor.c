/* Seats, leases and tokens: `lock` without a mount. */
#include "tests/unit/fs/fixture.h"

EACH_TEST(bed_setup, bed_teardown);

TEST(letters_of_another_alphabet_do_not_join)
{
	BEGUN(b, NULL, "join alice");
	assert_int_equal(say(b, "join \u0430lice"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0),
		"[seat.name] a name has letters of one alphabet: this one mixes Latin, Greek and Cyrillic");
	assert_int_equal(say(b, "join bob harness=\u0430gent"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "[value.bad] harness: a name has letters of one alphabet");
	assert_holds(shown(b, "d", render_status_toml, 0), "participants = 1\n");
	assert_int_equal(say(b, "join bob harness=shell model=o1-\u03b2"), 0);
}

TEST(a_verb_or_a_path_is_no_name)
{
	static const char *const lines[] = {"claim claim", "join ..", "join a/b", "join \"\"", "join", "release", "join 'a(b)'"};
	assert_int_equal(make_duel(b, "d", 0), 0);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (say(b, lines[i]) != -EINVAL)
			fail_msg("%s", lines[i]);
	assert_holds(shown(b, "d", render_status_toml, 0), "participants = 0\n");
}

TEST(lines_that_are_no_verb_line_are_refused_by_their_rule)
{
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
	char *long_line = test_owns(malloc(5000));
	memset(long_line, 'a', 4999);
	long_line[4999] = '\0';
	assert_int_equal(say(b, long_line), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "[limit.verb]");
}

TEST(what_is_not_one_clean_line_is_told_as_what_it_is)
{
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

TEST(what_falls_due_at_the_touch_of_a_verb_does_not_trip_it)
{
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	b->step_ms = 7; /* each look at the clock finds it later: entries fall due between any two */
	for (int i = 0; i < 400; i++)
		assert_int_equal(say(b, i % 2 ? "refresh alice" : "refresh             alice"), 0);
	b->step_ms = 0;
	assert_int_equal(say(b, "release alice"), 0);
}

TEST(every_event_has_the_next_number)
{
	unsigned n = 0, seq;
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	for (char *line = strtok(events(b, "d"), "\n"); line; line = strtok(NULL, "\n")) {
		assert_int_equal(sscanf(line, "{\"seq\":%u,", &seq), 1);
		assert_int_equal(seq, ++n);
	}
	assert_true(n > 8);
}

static char trace[8];

static int
comes(void *arg)
{
	struct call *c = arg;
	enters(c->b, the_duel(c->b, "d"));
	strncat(trace, c->line, 1);
	leaves_it(c->b, the_duel(c->b, "d"));
	return 0;
}

TEST(waiters_go_one_at_a_time_and_in_order)
{
	struct meanwhile waiters[3];
	static struct call calls[3] = {{.line = "a"}, {.line = "b"}, {.line = "c"}};
	assert_int_equal(make_duel(b, "d", 0), 0);
	struct duel *d = the_duel(b, "d");
	*trace = '\0';
	enters(b, d);
	for (unsigned i = 0; i < 3; i++) {
		calls[i].b = b;
		meanwhile(&waiters[i], comes, &calls[i]);
		turns_wait(b, d, i + 1);
	}
	assert_string_equal(trace, "");
	leaves_it(b, d);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(answer_of(&waiters[i]), 0);
	assert_string_equal(trace, "abc");
	assert_false(d->busy);
}
