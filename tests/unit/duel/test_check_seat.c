/* `check` by one user who has several seats: as whose a draft is judged, and who reads which verdict. */
#include "fixture.h"

#include "fs/registry/registry_inner.h"

EACH_TEST(bed_setup, bed_teardown);

/* What the file that rehearsed last reads back. */
static char said_last[8192];

static int
rehearsal_closed(struct bed *b, struct door *w)
{
	registry_lock(b->r);
	const char *said = door_rehearsal(w);
	snprintf(said_last, sizeof said_last, "%s", said ? said : "");
	registry_unlock(b->r);
	return closed(b, w);
}

/* A whole draft in one write, as `cat draft > check` makes it. */
static int
check_by(struct bed *b, const struct caller *who, const char *text)
{
	struct door *w;
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	int err = door_open(d, DOOR_CHECK, who, true, &w);
	registry_unlock(b->r);
	assert_int_equal(err, 0);
	err = written(b, w, text, 0);
	int flush = flushed(b, w, true);
	rehearsal_closed(b, w);
	return err ? err : flush;
}

static int
check(struct bed *b, const char *text)
{
	struct caller who = caller_of(0);
	return check_by(b, &who, text);
}

static char *
verdict_by(struct bed *b, const struct caller *who)
{
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	char *copy = strdup(duel_rehearsal_of(d, who));
	registry_unlock(b->r);
	return copy;
}

static char *
verdict(struct bed *b)
{
	struct caller who = caller_of(0);
	return verdict_by(b, &who);
}

/* Frees what was got. */
static void
assert_says(char *got, const char *wanted)
{
	assert_string_equal(got, wanted);
	free(got);
}

static void
assert_begins(char *got, const char *wanted)
{
	if (strncmp(got, wanted, strlen(wanted)))
		fail_msg("this does not begin with \"%s\":\n%s", wanted, got);
	free(got);
}

/* -- socratic -------------------------------------------------------------------------------------------------------------------- */

TEST(a_turn_is_its_namesakes_whoever_has_the_floor)
{
	struct bed *b = *state;
	char text[2048];
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(check(b, turn_text(1, "bob", "OPEN_TO_DEBATE")), 0);
	assert_begins(verdict(b), "check: ok (turn 1 of bob, ");
	strcpy(text, turn_text(1, "bob", "OPEN_TO_DEBATE"));
	*strstr(text, "**Novel Argument**") = '\0';
	assert_int_equal(check(b, text), -EINVAL);
	assert_holds(verdict(b), "check: EINVAL (turn 1 of bob, ");
	assert_holds(shown(b, "d", render_last_error, 0), " bob check: EINVAL\n");
	assert_lacks(shown(b, "d", render_last_error, 0), "alice");
}

TEST(a_heading_that_names_nobody_is_told_that_and_not_who_has_the_floor)
{
	struct bed *b = *state;
	two_join(b);
	for (int held = 0; held < 2; held++) {
		assert_int_equal(check(b, turn_text(1, "carol", "OPEN_TO_DEBATE")), -EINVAL);
		assert_says(verdict(b), "check:1: error: [turn.participant] the heading names \"carol\", and nobody of that name has joined\n"
			"check: EINVAL\n");
		assert_int_equal(say(b, "claim alice"), 0);
	}
}

TEST(a_name_of_another_users_seat_is_told_whose_text_this_is)
{
	struct bed *b = *state;
	struct caller who = caller_of(1001);
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say_as(b, "d", 1000, "join alice"), 0);
	assert_int_equal(say_as(b, "d", 1001, "join bob"), 0);
	assert_int_equal(check_by(b, &who, turn_text(1, "alice", "OPEN_TO_DEBATE")), -EINVAL);
	assert_begins(verdict_by(b, &who), "check:1: error: [turn.participant] this is written by \"bob\", and the heading names \"alice\"\n");
	assert_int_equal(check_by(b, &who, turn_text(1, "carol", "OPEN_TO_DEBATE")), -EINVAL);
	assert_begins(verdict_by(b, &who), "check:1: error: [turn.participant] the heading names \"carol\", and nobody of that name has joined: "
		"this is written by \"bob\"\n");
}

TEST(a_conclusion_is_of_whoever_has_the_floor_else_it_cannot_be_told)
{
	static const char text[] = "## Terminal Conclusion\n\n**Outcome**: INVALIDATED\n**Candidate Convergence**: no\n**Reason**: over\n\nOn d: over.\n";
	struct bed *b = *state;
	two_join(b);
	take_turn(b, 1, "alice", "DISSENTING");
	take_turn(b, 2, "bob", "DISSENTING");
	assert_int_equal(check(b, text), -EINVAL);
	assert_begins(verdict(b), "check: error: [check.seat] whose text this is cannot be told: it could be of \"alice\" or \"bob\", all of one "
		"user; rehearse it in participants/alice/check or participants/bob/check; here what tells is the floor: a conclusion is of whoever has it, or ");
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(check(b, text), 0);
	assert_begins(verdict(b), "check: ok (the conclusion of alice, ");
}

TEST(a_turn_that_comes_too_early_is_told_its_own_faults_first)
{
	struct bed *b = *state;
	char text[2048];
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	strcpy(text, turn_text(3, "alice", "OPEN_TO_DEBATE"));
	memcpy(strstr(text, "(non-blocking)"), "(perhaps)     ", strlen("(non-blocking)"));
	assert_int_equal(check(b, text), -EINVAL);
	char *said = verdict(b), *own = strstr(said, "[unresolved.flag]"), *number = strstr(said, "[turn.number]");
	assert_true(own && number && own < number && strstr(said, "[turn.alternation]"));
	free(said);
}

TEST(a_text_before_the_heading_is_told_nothing_but_that)
{
	struct bed *b = *state;
	char text[2048 + 16];
	two_join(b);
	snprintf(text, sizeof text, "Here it is:\n\n%s", turn_text(1, "alice", "OPEN_TO_DEBATE"));
	for (int held = 0; held < 2; held++) {
		assert_int_equal(check(b, text), -EINVAL);
		assert_begins(verdict(b), "check:1: error: [turn.one] ");
		assert_lacks(verdict(b), "check.seat");
		assert_lacks(verdict(b), "lease.");
		assert_holds(verdict(b), held ? "check: EINVAL (a text of alice, " : "check: EINVAL\n");
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
three_join_by(struct bed *b, const char *rules)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, rules), 0);
	assert_int_equal(say(b, "join paula role=proposition"), 0);
	assert_int_equal(say(b, "join otto role=opposition"), 0);
	assert_int_equal(say(b, "join judith role=judge"), 0);
}

static void
three_join(struct bed *b)
{
	three_join_by(b, "format = \"dialectic\"\n");
}

static void
hand_in(struct bed *b, const char *name, const char *text)
{
	char line[64];
	snprintf(line, sizeof line, "claim %s", name);
	assert_int_equal(say(b, line), 0);
	if (append(b, text))
		fail_msg("%s", shown(b, "d", render_last_error, 0));
	snprintf(line, sizeof line, "release %s", name);
	assert_int_equal(say(b, line), 0);
}

TEST(an_opening_of_one_users_two_sides_cannot_be_told)
{
	static const char wanted[] = "check: error: [check.seat] whose text this is cannot be told: it could be of \"paula\" (proposition) or \"otto\" "
		"(opposition), all of one user; rehearse it in participants/paula/check or participants/otto/check; here what tells is what it attacks or defends, or the token line of a seat that has one\ncheck: EINVAL\n";
	struct bed *b = *state;
	three_join(b);
	assert_int_equal(check(b, OPENING), -EINVAL);
	assert_says(strdup(said_last), wanted);
	assert_int_equal(say(b, "claim paula"), 0); /* whoever has the floor composes no more than the other side does */
	assert_int_equal(check(b, OPENING), -EINVAL);
	assert_says(strdup(said_last), wanted);
	assert_lacks(shown(b, "d", render_last_error, 0), "check"); /* nothing of it is anybody else's */
	assert_says(verdict(b), CHECK_SEALED);
}

TEST(an_opening_is_of_the_side_that_is_not_in)
{
	struct bed *b = *state;
	three_join(b);
	hand_in(b, "paula", OPENING);
	assert_int_equal(check(b, OPENING), 0);
	assert_begins(strdup(said_last), "check: ok (the three opening arguments of the opposition of otto, ");
}

TEST(a_sound_argument_is_never_judged_as_the_judges)
{
	struct bed *b = *state;
	three_join(b);
	hand_in(b, "paula", OPENING);
	hand_in(b, "otto", OPENING);
	assert_int_equal(check(b, JUDGEMENT), 0);
	assert_begins(strdup(said_last), "check: ok (the judgement of exchange 0 of judith, ");
	assert_int_equal(say(b, "claim judith"), 0);
	assert_int_equal(check(b, ARGUMENT(ATTACK("prop_000a")) "\n"), -EBUSY);
	assert_begins(strdup(said_last), "check: error: [lease.order] the opposition is in");
	assert_holds(strdup(said_last), "\ncheck: EBUSY (the argument of the opposition for exchange 1 of otto, ");
	assert_int_equal(check(b, ARGUMENT(ATTACK("prop_000a") ", \"claim\": 7") "\n"), -EINVAL);
	assert_int_equal(append(b, JUDGEMENT), 0);
	assert_int_equal(check(b, ARGUMENT(ATTACK("prop_000a")) "\n"), 0);
	assert_holds(strdup(said_last), "for exchange 1 of otto, ");
	assert_int_equal(check(b, ARGUMENT(DEFENCE("prop_000a")) "\n"), 0);
	assert_holds(strdup(said_last), "for exchange 1 of paula, ");
	assert_int_equal(check(b, ARGUMENT(ATTACK("opp_000b") DEFENCE("prop_000a")) "\n"), 0);
	assert_holds(strdup(said_last), "for exchange 1 of paula, ");
	assert_int_equal(check(b, ARGUMENT(ATTACK("prop_000b") DEFENCE("prop_000a") ",\n\"qualifier\": \"Mostly\"") "\n"), -EINVAL);
	assert_holds(strdup(said_last), "[check.seat]");
	assert_int_equal(check(b, ARGUMENT("") "\n"), -EINVAL);
	assert_holds(strdup(said_last), "[check.seat]");
}

TEST(an_argument_that_comes_too_early_is_told_its_own_faults_first)
{
	struct bed *b = *state;
	struct caller who = caller_of(1001);
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"dialectic\"\n"), 0);
	assert_int_equal(say_as(b, "d", 1001, "join otto role=opposition"), 0);
	assert_int_equal(check_by(b, &who, "[" ARGUMENT("") ", " ARGUMENT("") "]\n"), -EINVAL);
	char *said = verdict_by(b, &who), *own = strstr(said, "[handin.count]"), *wait = strstr(said, "[lease.wait]");
	assert_true(own && wait && own < wait);
	free(said);
	assert_int_equal(check_by(b, &who, OPENING), -EBUSY);
	assert_begins(verdict_by(b, &who), "check: error: [lease.wait] ");
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
	struct bed *b = *state;
	three_join(b);
	hand_in(b, "paula", OPENING);
	assert_int_equal(check(b, without_newline(OPENING)), 0);
	assert_holds(strdup(said_last), "of the opposition of otto, ");
	hand_in(b, "otto", OPENING);
	assert_int_equal(say(b, "claim judith"), 0);
	assert_int_equal(check(b, without_newline(JUDGEMENT)), 0);
	assert_begins(strdup(said_last), "check: ok (the judgement of exchange 0 of judith, ");
	assert_int_equal(append(b, without_newline(JUDGEMENT)), 0);
	assert_int_equal(check(b, without_newline(ARGUMENT(ATTACK("prop_000a")) "\n")), 0);
	assert_holds(strdup(said_last), "for exchange 1 of otto, ");
	assert_lacks(shown(b, "d", render_last_error, 0), "uid 0");
}

/* Whose it is stands at its end. */
TEST(json_in_pieces_is_not_refused_before_it_says_whose_it_is)
{
	static const char rest[] = "\"scores\": [" SCORE("prop_000a", "0.2") ", " SCORE("prop_000b", "0.2") ", " SCORE("prop_000c", "0.2") ", "
		SCORE("opp_000a", "-0.2") ", " SCORE("opp_000b", "-0.2") ", " SCORE("opp_000c", "-0.2") "]}\n";
	struct bed *b = *state;
	struct door *w;
	three_join(b);
	hand_in(b, "paula", OPENING);
	hand_in(b, "otto", OPENING);
	assert_int_equal(say(b, "claim judith"), 0);
	assert_int_equal(opened(b, "d", DOOR_CHECK, 0, false, &w), 0);
	assert_int_equal(written(b, w, "{\n", -1), 0);
	assert_int_equal(written(b, w, rest, -1), 0);
	assert_int_equal(synced(b, w), 0);
	assert_int_equal(rehearsal_closed(b, w), 0);
	assert_begins(strdup(said_last), "check: ok (the judgement of exchange 0 of judith, ");
}

TEST(a_text_that_cannot_be_read_is_told_nothing_but_that)
{
	struct bed *b = *state;
	three_join(b);
	hand_in(b, "paula", OPENING);
	assert_int_equal(check(b, "[{\"title\": oops}]\n"), -EINVAL);
	char *said = strdup(said_last);
	assert_begins(strdup(said), "check:1:[0].title: error: [handin.json] ");
	assert_string_equal(strchr(said, '\n'), "\ncheck: EINVAL\n");
	free(said);
	assert_int_equal(say(b, "claim otto"), 0);
	assert_int_equal(check(b, "[{\"title\": oops}]\n"), -EINVAL);
	said = strdup(said_last);
	assert_string_equal(strchr(said, '\n'), "\ncheck: EINVAL (a text of otto, 18 bytes)\n");
	free(said);
	assert_int_equal(say(b, "release otto"), 0);
	assert_int_equal(say(b, "claim paula"), -EBUSY);
	assert_int_equal(check(b, "{\"foo\": 1}\n"), -EINVAL); /* it can be read, and is of no kind */
	assert_lacks(strdup(said_last), "lease.order");
	assert_lacks(strdup(said_last), "check.seat");
}

/* -- rounds ---------------------------------------------------------------------------------------------------------------------- */

static const char challenge[] =
	"## Round 1 — Challenger (gemini / gemini-3-pro)\n\n"
	"The argument misses what a stale entry costs, as `src/price.c:20` shows.\n\n"
	"- Correctness: `mark_stale` runs after the reader has its copy, so a wrong result is shown.\n"
	"- Security: the cache keys in `src/key.c:7` are unescaped input, and an attacker can poison them.\n"
	"- Developer experience: debugging needs two tools, as docs/debug.md section 2 says.\n\n"
	"Instead, use a read-through table in `src/table.c` without any cache.\n";

TEST(a_round_is_of_the_role_that_it_names_and_judged_as_that)
{
	struct bed *b = *state;
	char text[2048];
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"rounds\"\n"), 0);
	assert_int_equal(say(b, "join carla harness=gemini model=gemini-3-pro role=challenger"), 0);
	strcpy(text, challenge);
	*strstr(text, "Instead") = '\0';
	assert_int_equal(check(b, text), -EINVAL);
	char *said = verdict(b), *own = strstr(said, "[challenge.alternative]"), *wait = strstr(said, "[lease.wait]");
	assert_true(own && wait && own < wait);
	free(said);
	assert_int_equal(say(b, "join anna harness=claude model=opus role=proposer"), 0);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(check(b, challenge), -EINVAL);
	said = verdict(b);
	assert_begins(strdup(said), "check:1: error: [round.role] it is the move of the proposer, and the heading says Challenger\ncheck: EINVAL (");
	assert_holds(said, " of carla, ");
	assert_int_equal(check(b, text), -EINVAL);
	said = verdict(b), own = strstr(said, "[challenge.alternative]"), wait = strstr(said, "[round.role]");
	assert_true(own && wait && own < wait);
	assert_lacks(said, "[round.identity]");
}

/* -- who reads what -------------------------------------------------------------------------------------------------------------- */

/* A process, its shell, its agent, and what all have in common. */
static struct caller
process_of(pid_t pid, pid_t shell, pid_t agent)
{
	struct caller who = caller_of(0);
	who.lineage = (struct lineage){.n = 4, .v = {{pid, 1}, {shell, 1}, {agent, 1}, {2, 1}}};
	return who;
}

TEST(two_agents_of_one_user_read_each_their_own_verdict)
{
	struct bed *b = *state;
	struct caller alice = process_of(101, 100, 10), bob = process_of(201, 200, 20);
	two_join(b);
	assert_int_equal(check_by(b, &alice, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(check_by(b, &bob, turn_text(1, "bob", "OPEN_TO_DEBATE")), 0);
	struct caller reader = process_of(102, 100, 10); /* of the same shell */
	assert_begins(verdict_by(b, &reader), "check: ok (turn 1 of alice, ");
	reader = process_of(302, 300, 10); /* of another shell of the same agent */
	assert_begins(verdict_by(b, &reader), "check: ok (turn 1 of alice, ");
	reader = process_of(202, 200, 20);
	assert_begins(verdict_by(b, &reader), "check: ok (turn 1 of bob, ");
	reader = process_of(402, 400, 40); /* no nearer to one than to the other: the newest */
	assert_begins(verdict_by(b, &reader), "check: ok (turn 1 of bob, ");
	reader = caller_of(0); /* of whom nothing is known */
	assert_begins(verdict_by(b, &reader), "check: ok (turn 1 of bob, ");
	alice = process_of(103, 100, 10);
	assert_int_equal(check_by(b, &alice, "hello\nthere\n"), -EINVAL);
	reader = process_of(104, 100, 10);
	assert_holds(verdict_by(b, &reader), "check: EINVAL");
	reader = process_of(202, 200, 20);
	assert_begins(verdict_by(b, &reader), "check: ok (turn 1 of bob, ");
}

TEST(a_number_that_came_again_is_another_process)
{
	struct bed *b = *state;
	struct caller alice = process_of(101, 100, 10), bob = process_of(201, 200, 20), reader = process_of(102, 100, 10);
	two_join(b);
	assert_int_equal(check_by(b, &alice, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(check_by(b, &bob, turn_text(1, "bob", "OPEN_TO_DEBATE")), 0);
	reader.lineage.v[1].began = reader.lineage.v[2].began = 2;
	assert_begins(verdict_by(b, &reader), "check: ok (turn 1 of bob, ");
}

TEST(a_rehearsal_that_was_begun_hides_the_verdict_before_it_from_its_own_alone)
{
	struct bed *b = *state;
	struct door *w;
	struct caller alice = process_of(101, 100, 10), bob = process_of(201, 200, 20), again = process_of(102, 100, 10);
	two_join(b);
	assert_int_equal(check_by(b, &alice, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(check_by(b, &bob, turn_text(1, "bob", "OPEN_TO_DEBATE")), 0);
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	assert_int_equal(door_open(d, DOOR_CHECK, &again, true, &w), 0);
	registry_unlock(b->r);
	assert_says(verdict_by(b, &again), "");
	assert_begins(verdict_by(b, &bob), "check: ok (turn 1 of bob, ");
	closed(b, w);
}

TEST(verdicts_of_many_processes_are_bounded)
{
	struct bed *b = *state;
	two_join(b);
	for (pid_t n = 0; n < 80; n++) {
		struct caller who = process_of(1000 + n, 2000 + n, 3000 + n);
		assert_int_equal(check_by(b, &who, "hello\nthere\n"), -EINVAL);
	}
	assert_int_equal(the_duel(b, "d")->fold->n_rehearsers, 64);
	struct caller first = process_of(1000, 2000, 3000);
	assert_holds(verdict_by(b, &first), "check: EINVAL");
}

TEST(after_the_close_a_verdict_says_that_the_duel_is_closed)
{
	static const char wanted[] = "check: error: [duel.closed] this duel is closed; its record is read-only\ncheck: EROFS\n";
	struct bed *b = *state;
	struct caller alice = process_of(101, 100, 10), other = process_of(201, 200, 20);
	const char *text;
	two_join(b);
	assert_int_equal(check_by(b, &alice, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(append(b, "## Terminal Conclusion\n\n**Outcome**: INVALIDATED\n**Candidate Convergence**: no\n**Reason**: over\n\nOn d: over.\n"),
		0);
	assert_says(verdict_by(b, &alice), wanted);
	assert_says(verdict_by(b, &other), wanted);
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	duel_rehearsal(d, 7, &text); /* who never rehearsed */
	assert_string_equal(text, "");
	registry_unlock(b->r);
}

TEST(a_report_that_is_still_taken_has_its_verdict_after_the_close)
{
	struct bed *b = *state;
	three_join_by(b, "format = \"dialectic\"\nsealed = false\n");
	hand_in(b, "paula", OPENING);
	hand_in(b, "otto", OPENING);
	assert_int_equal(check(b, JUDGEMENT), 0);
	assert_int_equal(say(b, "claim judith"), 0);
	assert_int_equal(append(b, JUDGEMENT), 0);
	assert_int_equal(say(b, "release judith outcome=COMPLETED"), 0);
	assert_holds(verdict(b), "[duel.closed]");
	assert_int_equal(check(b, "# A report\n\nIt is short.\n"), -EINVAL);
	assert_lacks(verdict(b), "[duel.closed]");
}
