/* A seat's `check`: of what kind a draft is, and what it is told first. */
#include "fixture.h"

#include "fs/duels/duels_inner.h"

EACH_TEST(bed_setup, bed_teardown);

/* What the seat's file reads once it has rehearsed. */
static char said_last[8192];

static int
rehearsal_closed(struct bed *b, struct door *w, unsigned seat)
{
	int err = closed(b, w);
	char *said = shown(b, "d", render_seat_check, seat);
	snprintf(said_last, sizeof said_last, "%s", said);
	free(said);
	return err;
}

/* A whole draft in one write, as `cat draft > check` makes it. */
static int
check(struct bed *b, unsigned seat, const char *text)
{
	struct door *w;
	assert_int_equal(opened(b, "d", DOOR_CHAIR_CHECK + (int)seat, 0, true, &w), 0);
	int err = written(b, w, text, 0);
	int flush = flushed(b, w, true);
	rehearsal_closed(b, w, seat);
	return err ? err : flush;
}

static char *
verdict(struct bed *b, unsigned seat)
{
	return shown(b, "d", render_seat_check, seat);
}

/* Frees what was got. */
static void
assert_begins(char *got, const char *wanted)
{
	if (strncmp(got, wanted, strlen(wanted)))
		fail_msg("this does not begin with \"%s\":\n%s", wanted, got);
	free(got);
}

/* -- socratic -------------------------------------------------------------------------------------------------------------------- */

TEST(a_turn_that_comes_too_early_is_told_its_own_faults_too)
{
	char text[2048];
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	strcpy(text, turn_text(3, "alice", "OPEN_TO_DEBATE"));
	memcpy(strstr(text, "(non-blocking)"), "(perhaps)     ", strlen("(non-blocking)"));
	assert_int_equal(check(b, 1, text), -EBUSY);
	char *said = verdict(b, 1), *own = strstr(said, "[unresolved.flag]"), *number = strstr(said, "[turn.number]");
	assert_true(own && number && strstr(said, "[lease.order]"));
	free(said);
}

TEST(a_text_before_the_heading_is_told_nothing_but_that)
{
	char text[2048 + 16];
	two_join(b);
	snprintf(text, sizeof text, "Here it is:\n\n%s", turn_text(1, "alice", "OPEN_TO_DEBATE"));
	for (int held = 0; held < 2; held++) {
		assert_int_equal(check(b, 1, text), -EINVAL);
		assert_begins(verdict(b, 1), "turn.md:3: error: [text.one] a heading of level 1 or 2 begins a text of the record; write `###`\n"
			"turn.md:3: error: [turn.one] a second turn begins here\nturn.md: EINVAL (turn 1 of alice, ");
		assert_int_equal(say(b, "claim alice"), 0);
	}
}

/* -- dialectic ------------------------------------------------------------------------------------------------------------------- */

#define ARGUMENT(more) ARGUMENT_AS("A claim stands here.", more)
#define ARGUMENT_AS(claim, more) \
	"{\"title\": \"Five words make a title\", \"claim\": \"" claim "\", \"grounds\": [{\"source\": \"A book\", \"content\": \"It says so itself.\", " \
	"\"relevance\": \"It fits the claim.\"}], \"warrant\": \"A warrant of books.\"" more "}"
#define OPENING "[" ARGUMENT_AS("Another one is this.", "") ", " ARGUMENT_AS("What nobody claims yet.", "") ", " \
	ARGUMENT_AS("A fourth thing is so.", "") "]\n"
#define ATTACK(id) ", \"attacks\": [{\"target_id\": \"" id "\", \"attack_type\": \"claim_attack\", \"content\": \"It is wrong throughout.\"}]"
#define DEFENCE(id) ", \"defends\": [{\"target_id\": \"" id "\", \"defense_type\": \"clarify\", \"content\": \"It was meant so.\"}]"
#define SCORE(id, n) "{\"argument_id\": \"" id "\", \"score\": " n ", \"reasoning\": \"What " id " says holds as far as it goes.\"}"
#define JUDGEMENT \
	"{\"scores\": [" SCORE("prop_000a", "0.2") ", " SCORE("prop_000b", "0.2") ", " SCORE("prop_000c", "0.2") ", " SCORE("opp_000a", "-0.2") ", " \
	SCORE("opp_000b", "-0.2") ", " SCORE("opp_000c", "-0.2") "]}\n"

static void
three_join(struct bed *b)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"dialectic\"\n"), 0);
	assert_int_equal(say(b, "join paula role=proposition"), 0);
	assert_int_equal(say(b, "join otto role=opposition"), 0);
	assert_int_equal(say(b, "join judith role=judge"), 0);
}

static void
hand_in(struct bed *b, unsigned seat, const char *text)
{
	if (append_to(b, "d", DOOR_DESK + (int)seat, 0, text))
		fail_msg("%s", shown(b, "d", render_last_error, 0));
}

TEST(a_sound_argument_is_never_judged_as_the_judges)
{
	three_join(b);
	hand_in(b, 1, OPENING);
	hand_in(b, 2, OPENING);
	assert_int_equal(check(b, 3, JUDGEMENT), 0);
	assert_begins(strdup(said_last), "turn.md: ok (the judgement of exchange 0 of judith, ");
	assert_int_equal(say(b, "claim judith"), 0);
	assert_int_equal(check(b, 2, ARGUMENT(ATTACK("prop_000a")) "\n"), -EBUSY);
	assert_begins(strdup(said_last), "turn.md: error: [lease.order] it is the move of judith");
	assert_holds(strdup(said_last), "\nturn.md: EBUSY (the argument of exchange 1 of otto, ");
	assert_int_equal(check(b, 2, ARGUMENT(ATTACK("prop_000a") ", \"claim\": 7") "\n"), -EBUSY);
	assert_holds(strdup(said_last), "[handin.twice]");
	assert_int_equal(append(b, JUDGEMENT), 0);
	assert_int_equal(check(b, 2, ARGUMENT(ATTACK("prop_000a")) "\n"), 0);
	assert_holds(strdup(said_last), "the argument of exchange 1 of otto, ");
	assert_int_equal(check(b, 1, ARGUMENT(DEFENCE("prop_000a")) "\n"), 0);
	assert_holds(strdup(said_last), "the argument of exchange 1 of paula, ");
	assert_int_equal(check(b, 1, ARGUMENT(ATTACK("opp_000b") DEFENCE("prop_000a")) "\n"), 0);
	assert_holds(strdup(said_last), "the argument of exchange 1 of paula, ");
	assert_int_equal(check(b, 2, ARGUMENT("") "\n"), 0);
	assert_holds(strdup(said_last), "the argument of exchange 1 of otto, ");
}

TEST(an_argument_that_comes_too_early_is_EBUSY_and_told_its_own_faults_too)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"dialectic\"\n"), 0);
	assert_int_equal(say_as(b, "d", 1001, "join otto role=opposition"), 0);
	assert_int_equal(check(b, 1, "[" ARGUMENT("") ", " ARGUMENT("") "]\n"), -EBUSY);
	char *said = strdup(said_last), *own = strstr(said, "[handin.count]"), *wait = strstr(said, "[lease.wait]");
	assert_true(own && wait && wait < own);
	free(said);
	assert_int_equal(check(b, 1, OPENING), -EBUSY);
	assert_begins(strdup(said_last), "turn.md: error: [lease.wait] ");
}

/* As `printf %s` writes it. */
static const char *
without_newline(const char *text)
{
	static char bare[4096];
	strcpy(bare, text);
	bare[strlen(bare) - 1] = '\0';
	return bare;
}

TEST(json_without_a_last_newline_is_judged_as_it_is_with_one)
{
	three_join(b);
	hand_in(b, 1, OPENING);
	assert_int_equal(check(b, 2, without_newline(OPENING)), 0);
	assert_holds(strdup(said_last), "the three arguments of exchange 0 of otto, ");
	hand_in(b, 2, OPENING);
	assert_int_equal(say(b, "claim judith"), 0);
	assert_int_equal(check(b, 3, without_newline(JUDGEMENT)), 0);
	assert_begins(strdup(said_last), "turn.md: ok (the judgement of exchange 0 of judith, ");
	assert_int_equal(append(b, without_newline(JUDGEMENT)), 0);
	assert_int_equal(check(b, 2, without_newline(ARGUMENT(ATTACK("prop_000a")) "\n")), 0);
	assert_holds(strdup(said_last), "the argument of exchange 1 of otto, ");
	assert_lacks(shown(b, "d", render_last_error, 0), "uid 0");
}

/* What it is stands at its end. */
TEST(json_in_pieces_is_not_refused_before_it_says_what_it_is)
{
	static const char rest[] = "\"scores\": [" SCORE("prop_000a", "0.2") ", " SCORE("prop_000b", "0.2") ", " SCORE("prop_000c", "0.2") ", "
		SCORE("opp_000a", "-0.2") ", " SCORE("opp_000b", "-0.2") ", " SCORE("opp_000c", "-0.2") "]}\n";
	struct door *w;
	three_join(b);
	hand_in(b, 1, OPENING);
	hand_in(b, 2, OPENING);
	assert_int_equal(say(b, "claim judith"), 0);
	assert_int_equal(opened(b, "d", DOOR_CHAIR_CHECK + 3, 0, false, &w), 0);
	assert_int_equal(written(b, w, "{\n", -1), 0);
	assert_int_equal(written(b, w, rest, -1), 0);
	assert_int_equal(synced(b, w), 0);
	assert_int_equal(rehearsal_closed(b, w, 3), 0);
	assert_begins(strdup(said_last), "turn.md: ok (the judgement of exchange 0 of judith, ");
}

TEST(a_text_that_cannot_be_read_is_told_nothing_but_that)
{
	three_join(b);
	hand_in(b, 1, OPENING);
	assert_int_equal(check(b, 2, "[{\"title\": oops}]\n"), -EINVAL);
	char *said = strdup(said_last);
	assert_begins(strdup(said), "turn.md:1:[0].title: error: [handin.json] ");
	assert_string_equal(strchr(said, '\n'), "\nturn.md: EINVAL (the three arguments of exchange 0 of otto, 18 bytes)\n");
	free(said);
	assert_int_equal(check(b, 2, "{\"foo\": 1}\n"), -EINVAL); /* it can be read, and is of no kind */
	assert_lacks(strdup(said_last), "lease.order");
}

/* -- rounds ---------------------------------------------------------------------------------------------------------------------- */

static const char challenge[] =
	"**Points**\n- [correctness] A copy is read too late.\n  Evidence: src/price.c:20\n- [security] none: keys were looked at.\n"
	"- [experience] none: nobody asked.\n\n**Alternative**\nA read-through table.\n";

TEST(a_text_of_rounds_that_is_not_due_yet_is_judged_as_what_comes_next)
{
	char text[2048], *said;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"rounds\"\n"), 0);
	assert_int_equal(say(b, "join carla harness=gemini model=gemini-3-pro role=challenger"), 0);
	strcpy(text, challenge);
	*strstr(text, "**Alternative") = '\0';
	assert_int_equal(check(b, 1, text), -EBUSY);
	said = verdict(b, 1);
	assert_true(strstr(said, "[lease.wait]") && strstr(said, "[challenge.alternative]"));
	free(said);
	assert_int_equal(say(b, "join anna harness=claude model=opus role=proposer"), 0);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(check(b, 1, challenge), -EBUSY);
	said = verdict(b, 1);
	assert_begins(strdup(said), "turn.md: error: [lease.order] it is the move of anna: the opening of round 1\nturn.md: EBUSY (");
	assert_holds(said, " of carla, ");
	assert_int_equal(check(b, 1, text), -EBUSY);
	said = verdict(b, 1);
	assert_true(strstr(said, "[lease.order]") && strstr(said, "[challenge.alternative]"));
	free(said);
}

TEST(a_report_that_is_still_taken_has_its_verdict_after_the_close)
{
	three_join(b);
	hand_in(b, 1, OPENING);
	hand_in(b, 2, OPENING);
	assert_int_equal(check(b, 3, JUDGEMENT), 0);
	assert_int_equal(say(b, "claim judith"), 0);
	assert_int_equal(append(b, JUDGEMENT), 0);
	assert_int_equal(say(b, "release judith outcome=COMPLETED"), 0);
	assert_holds(verdict(b, 3), "[duel.closed]");
	assert_int_equal(check(b, 3, "# A report\n\nIt is short.\n"), -EINVAL);
	assert_lacks(verdict(b, 3), "[duel.closed]");
}
