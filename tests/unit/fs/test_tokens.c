/* A token in the wrong place: what came with it and holds it elsewhere is neither taken nor quoted. */
#include "fixture.h"

#include "fs/duel/tokens.h"
#include "validators/kit/refusal.h"

EACH_TEST(bed_setup, bed_teardown);

#define SECRET "correct-horse-battery"

/* -- nowhere --------------------------------------------------------------------------------------------------------------------- */

static void
is_nowhere(struct bed *b, const char *line, const char *secret)
{
	static const render_fn files[] = {render_last_error, render_status_toml, render_lock};
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char *text = shown(b, "d", files[i], 0);
		if (strstr(text, secret))
			fail_msg("after %s\nit stands in:\n%s", line, text);
	}
	assert_lacks(events(b, "d"), secret);
	assert_lacks(record(b, "d"), secret);
}

/* The store keeps refusals, too. */
static void
is_not_stored(struct bed *b, const char *secret)
{
	char command[160];
	bed_close(b);
	snprintf(command, sizeof command, "! grep -rqaF -- '%s' %s", secret, b->dir);
	assert_int_equal(system(command), 0);
	bed_open(b);
}

static void
newest_is(struct bed *b, const char *about, const char *rule)
{
	char *text = shown(b, "d", render_last_error, 0), *end = strstr(text, "\n\n");
	if (end)
		*end = '\0';
	if (!strstr(text, rule))
		fail_msg("%s: not %s:\n%s", about, rule, text);
}

/* -- lines of lock --------------------------------------------------------------------------------------------------------------- */

/* As people and programs mistype them; none is a right one. */
static const char *const mistyped[] = {
	"claim alice tokn=" SECRET,
	"claim alice tokn=\"" SECRET "\"",
	"claim alice Token=" SECRET,
	"claim alice token " SECRET,
	"claim alice token:" SECRET,
	"claim alice \"token=" SECRET "\"",
	"claim alice token=\"" SECRET,
	"claim alice " SECRET "=token",
	"claim alice " SECRET,
	"claim alice harness=\"" SECRET "\"",
	"claim alice harness=x," SECRET,
	"claim alice for=" SECRET,
	"claim token=" SECRET " alice",
	"claim tokn=" SECRET,
	"claim token:" SECRET " alice",
	"claim \"alice token " SECRET "\"",
	"claim \"alice token: " SECRET "\"",
	"claim \"alice tokn=" SECRET "\"",
	"claim \"token=" SECRET "\" alice",
	"alice token " SECRET,
	"alice " SECRET,
	SECRET " alice",
	"\"" SECRET "\" alice",
	"token " SECRET " claim alice",
	"dance alice reason=" SECRET,
};

TEST(a_mistyped_line_is_refused_and_not_quoted)
{
	BEGUN(b, NULL, "join alice token=" SECRET, "join bob");
	for (size_t i = 0; i < sizeof mistyped / sizeof *mistyped; i++) {
		if (!say(b, mistyped[i]))
			fail_msg("taken: %s", mistyped[i]);
		is_nowhere(b, mistyped[i], SECRET);
	}
	assert_holds(shown(b, "d", render_status_toml, 0), "\nparticipants = 2\n");
	is_not_stored(b, SECRET);
}

/* Nothing can be compared with yet: what might be one is not shown. */
TEST(a_mistyped_line_before_the_join_is_not_quoted_either)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	for (size_t i = 0; i < sizeof mistyped / sizeof *mistyped; i++) {
		if (strstr(mistyped[i], "harness="))
			continue; /* that says what acts under the name */
		if (!say(b, mistyped[i]))
			fail_msg("taken: %s", mistyped[i]);
		is_nowhere(b, mistyped[i], SECRET);
	}
	assert_int_equal(say(b, "join alice role=" SECRET), -EINVAL);
	is_nowhere(b, "a role", SECRET);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_CONFIG, 0, "format = \"dialectic\"\n"), 0);
	assert_int_equal(say(b, "join alice role=" SECRET), -EINVAL);
	is_nowhere(b, "a role", SECRET);
	assert_holds(shown(b, "d", render_status_toml, 0), "\nparticipants = 0\n");
}

/* The token of the request is looked for before it is bound to anything. */
TEST(a_token_that_stands_twice_in_its_own_line_is_refused)
{
	static const char *const lines[] = {
		"join alice harness=" SECRET " token=" SECRET,
		"join alice model=x-" SECRET "-y token=" SECRET,
		"join " SECRET " token=" SECRET,
		"join alice token=" SECRET " role=" SECRET,
	};
	assert_int_equal(make_duel(b, "d", 0), 0);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		assert_int_equal(say(b, lines[i]), -EACCES);
		newest_is(b, lines[i], "[lease.token]");
		is_nowhere(b, lines[i], SECRET);
	}
	assert_int_equal(say(b, "join alice token=" SECRET " token=" SECRET), -EINVAL);
	newest_is(b, "twice", "token stands twice");
	assert_int_equal(say(b, "join alice token=" SECRET), 0);
}

TEST(refusals_of_lines_stay_helpful)
{
	static const struct {
		const char *line, *said;
	} rows[] = {
		{"clame alice", "there is no verb \"clame\""},
		{"steal alice", "there is no verb \"steal\""},
		{"a-verb-of-its-own alice", "the first of these words is no verb; there are claim,"},
		{"claim alice harnes=codex", "there is no key \"harnes\""},
		{"claim alice colour=red", "there is no key \"colour\""},
		{"claim alice a-key-of-its-own=red", "claim takes harness, model, role, token, for; word 3 is none of these"},
		{"invalidate reason=done", "the first of these words is no verb; there are claim,"},
		{"finish reason=done", "there is no verb \"finish\""},
		{"claim alice reason=done", "claim takes no key \"reason\"; it takes harness, model, role, token, for"},
		{"close outcome=DISSENT", "close is the maker's, who made this duel: close maker …; a participant ends a debate by a "
			"conclusion that it hands in, or by release NAME outcome=… where the format has that"},
		{"say text=hello", "say is the maker's, who made this duel: say maker …"},
		{"claim tokn=" SECRET, "the name is missing"},
		{"claim \"alice token " SECRET "\"", "a token stands behind the name, as a word of its own: NAME token=SECRET"},
	};
	assert_int_equal(make_duel(b, "d", 0), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_int_equal(say(b, rows[i].line), -EINVAL);
		newest_is(b, rows[i].line, rows[i].said);
	}
	TAKEN(b, "join token-ring", "join \"a=b\"");
}

TEST(a_token_has_no_white_space)
{
	static const char *const lines[] = {"join alice token=\"two words\"", "join alice token=\"two\u00a0words\"", "join alice token=seven777"};
	assert_int_equal(make_duel(b, "d", 0), 0);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(say(b, lines[i]), -EINVAL);
		newest_is(b, lines[i], "[value.bad] a token has 8 to 128 bytes and no white space");
	}
	assert_int_equal(say(b, lines[2]), 0);
}

/* -- texts ----------------------------------------------------------------------------------------------------------------------- */

static void
begun(struct bed *b)
{
	BEGUN(b, NULL, "join alice token=" SECRET, "join bob token=staple-of-another-seat",
		"claim alice token=" SECRET);
}

/* A turn of alice's behind its token, with `what` where it holds that of `instead`. */
static char *
turn_with(const char *instead, const char *what)
{
	const char *turn = turn_text(1, "alice", "OPEN_TO_DEBATE"), *at = strstr(turn, instead);
	assert_non_null(at);
	return TEXT("<!-- token: " SECRET " -->\n%.*s%s%s", (int)(at - turn), turn, what, at + strlen(instead));
}

static void
is_kept_out(struct bed *b, const char *text)
{
	int err = append(b, text);
	if (err != -EACCES)
		fail_msg("%d: %s\n%s", err, text, shown(b, "d", render_last_error, 0));
	newest_is(b, text, "[lease.token]");
	is_nowhere(b, text, SECRET);
}

TEST(a_text_that_holds_a_token_is_refused_and_not_quoted)
{
	static const struct {
		const char *before, *behind;
	} round[] = {{"", ""}, {"`", "`"}, {"\"", "\"."}, {"token=", ""}, {"tokn:", ","}, {"<!-- token: ", " -->"}, {"(", ")"}, {"**", "**."},
		{"x=y:", ""}, {"{\"token\":\"", "\",\"n\":1}"}, {"“", "”"}, {"「", "」"}, {"token：", "。"}, {"https://example.org/?t=", "&n=1"},
		{"a\\n", "\\nb"}, {"the ", "'s own"}};
	begun(b);
	for (size_t i = 0; i < sizeof round / sizeof *round; i++) {
		char *held = TEXT("%s" SECRET "%s", round[i].before, round[i].behind),
		     *text = turn_with("candour", held);
		is_kept_out(b, text);
	}
	char *text = turn_with("candour", "say" SECRET "so");
	is_kept_out(b, text);
	is_not_stored(b, SECRET);
	assert_holds(events(b, "d"), "\"rules\":[\"lease.token\"]");
}

TEST(a_token_in_a_text_that_breaks_rules_is_not_quoted)
{
	static const struct {
		const char *instead, *what;
	} rows[] = {
		{"## Turn 1", "<!-- token: " SECRET " -->\n## Turn 1"},
		{"— alice", "— " SECRET},
		{"OPEN_TO_DEBATE", SECRET},
		{"Addresses: Source", "Addresses: " SECRET},
		{"(non-blocking)", SECRET},
		{"**Agreements**", "**" SECRET "**"},
		{"Principle: caution", SECRET},
		{"## Turn 1", "## " SECRET},
	};
	begun(b);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *text = turn_with(rows[i].instead, rows[i].what);
		is_kept_out(b, text);
	}
	is_not_stored(b, SECRET);
}

TEST(it_is_so_in_a_rehearsal_too)
{
	begun(b);
	char *text = turn_with("— alice", "— " SECRET);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_SEAT_CHECK + 1, 0, text), -EACCES);
	newest_is(b, text, "[lease.token]");
	is_nowhere(b, text, SECRET);
	assert_lacks(shown(b, "d", render_seat_check, 1), SECRET);
	assert_holds(shown(b, "d", render_seat_check, 1), "[lease.token]");
}

/* A token with a slip in it is no token, and is shown no more than the right one. */
TEST(a_wrong_token_line_is_not_quoted)
{
	static const int intakes[] = {INTAKE_FILE_SEAT_CHECK + 1, INTAKE_FILE_DEBATE};
	begun(b);
	for (size_t i = 0; i < sizeof intakes / sizeof *intakes; i++) {
		assert_int_equal(
			append_to(b, "d", intakes[i], 0, "<!-- token: correct-horse-batery -->\nno turn\n"), -EACCES);
		is_nowhere(b, "a wrong token", "batery");
	}
	assert_int_equal(say(b, "release alice token=" SECRET " force=yes"), 0);
	assert_true(append_to(b, "d", INTAKE_FILE_SEAT_CHECK + 1, 0,
			    "<!-- token: correct-horse-batery -->\nno turn\n") < 0);
	is_nowhere(b, "a wrong token", "batery");
}

TEST(the_line_is_told)
{
	begun(b);
	char *text = turn_with("candour", SECRET), want[64];
	int line = 1;
	for (const char *s = text; s < strstr(strchr(text, '\n'), SECRET); s++)
		line += *s == '\n';
	is_kept_out(b, text);
	snprintf(want, sizeof want, "debate.md:%d: error: [lease.token]", line);
	newest_is(b, text, want);
}

TEST(a_seat_without_a_token_that_signs_is_kept_from_showing_it)
{
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	char *text = turn_with("candour", SECRET);
	is_kept_out(b, text);
	text = turn_with("candour", "candour");
	assert_int_equal(append(b, text), 0);
	is_nowhere(b, "signed", SECRET);
}
