/* A seat's `check`: the verdict of an append, whatever the text says it is, without the floor and without a trace in
 * the record. */
#include "sides_fixture.h"

EACH_TEST(bed_setup, bed_teardown);

#define ALICE (INTAKE_FILE_SEAT_CHECK + 1)

static int
check(struct bed *b, unsigned seat, const char *text)
{
	return put(b, INTAKE_FILE_SEAT_CHECK + (int)seat, text);
}

/* The text of the seat's file then. */
static const char *
verdict(struct bed *b, unsigned seat)
{
	return shown(b, "d", render_seat_check, seat);
}

/* The draft is rehearsed with this errno, and the verdict says so. */
static void
assert_says(struct bed *b, unsigned seat, const char *text, int err, const char *part)
{
	assert_int_equal(check(b, seat, text), err);
	assert_holds(verdict(b, seat), part);
}

static void
assert_begins(const char *got, const char *wanted)
{
	if (strncmp(got, wanted, strlen(wanted)))
		fail_msg("this does not begin with \"%s\":\n%s", wanted, got);
}

TEST(a_refused_rehearsal_does_not_hold_up_the_release)
{
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(check(b, 1, "hello\n"), -EINVAL);
	assert_int_equal(say(b, "release alice"), 0);
	assert_lacks(events(b, "d"), "turn_rejected");
}

TEST(an_open_rehearsal_does_not_hold_up_the_release)
{
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	struct intake *w = staged(b, ALICE, 0, true, "## Turn 1 — alice", 0);
	assert_int_equal(say(b, "release alice"), 0);
	closed(b, w);
}

TEST(what_was_refused_before_it_was_judged_is_the_verdict)
{
	struct intake *w;
	two_join(b);
	assert_int_equal(check(b, 1, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(opened(b, "d", ALICE, 0, false, &w), 0);
	LOCKED(b, b->r->given.config.limits.staged_bytes_per_uid = 10);
	assert_int_equal(written(b, w, "longer than ten bytes\n", -1), -ENOSPC);
	assert_holds(verdict(b, 1), "turn.md: error: [limit.staged]", "\nturn.md: ENOSPC\n");
	assert_lacks(events(b, "d"), "turn_rejected");
	closed(b, w);
}

TEST(a_seat_with_a_token_wants_it_here_too)
{
	char text[4096];
	BEGUN(b, NULL, "join alice token=correct-horse", "join bob");
	const char *turn = turn_text(1, "alice", "OPEN_TO_DEBATE");
	assert_says(b, 1, turn, -EACCES, "[lease.token]");
	snprintf(text, sizeof text, "<!-- token: wrong-horse -->\n%s", turn);
	assert_int_not_equal(check(b, 1, text), 0);
	snprintf(text, sizeof text, "<!-- token: correct-horse -->\n%s", turn);
	assert_int_equal(check(b, 1, text), 0);
	assert_lacks(shown(b, "d", render_last_error, 0), "correct-horse");
	assert_lacks(verdict(b, 1), "correct-horse");
}

TEST(a_whole_draft_in_one_write_is_judged_at_that_write)
{
	struct intake *w;
	char half[2048];
	two_join(b);
	strcpy(half, turn_text(1, "alice", "OPEN_TO_DEBATE"));
	*strstr(half, "**Novel Argument**") = '\0';
	assert_int_equal(opened(b, "d", ALICE, 0, true, &w), 0);
	assert_int_equal(written(b, w, half, 0), -EINVAL);
	assert_holds(verdict(b, 1), "[section.missing]");
	closed(b, w);
}

TEST(a_verdict_is_made_once_for_the_same_text)
{
	two_join(b);
	struct intake *w = staged(b, ALICE, 0, false, turn_text(1, "alice", "OPEN_TO_DEBATE"), -1);
	assert_int_equal(flushed(b, w, true), 0);
	uint64_t version = the_duel(b, "d")->fold->version;
	assert_int_equal(synced(b, w), 0);
	assert_int_equal(closed(b, w), 0);
	assert_int_equal(the_duel(b, "d")->fold->version, version);
}

/* A scratch file that is to become the record. */

TEST(a_draft_of_the_record_is_judged_at_its_write)
{
	struct intake *w;
	char text[8192];
	two_join(b);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DRAFT, 0, true, &w), 0);
	assert_int_equal(written(b, w, "x\ny\n", 0), -EACCES);
	closed(b, w);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DRAFT, 0, true, &w), 0);
	assert_int_equal(written(b, w, "something else\nthan the record\n", 0), -EPERM);
	closed(b, w);
	snprintf(text, sizeof text, "%s## Turn 1 — bob\n\nno sections\n", record(b, "d"));
	assert_int_equal(opened(b, "d", INTAKE_FILE_DRAFT, 0, true, &w), 0);
	assert_int_equal(written(b, w, text, 0), -EINVAL);
	closed(b, w);
	assert_int_equal(say(b, "release alice"), -EINVAL);
}

TEST(a_good_draft_of_the_record_is_not_recorded_before_its_rename)
{
	char text[8192];
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	snprintf(text, sizeof text, "%s%s", record(b, "d"), turn_text(1, "alice", "OPEN_TO_DEBATE"));
	struct intake *w = staged(b, INTAKE_FILE_DRAFT, 0, true, text, 0);
	assert_int_equal(synced(b, w), 0);
	assert_int_equal(say(b, "release alice"), 0); /* nothing here waits for a decision */
	assert_int_equal(closed(b, w), 0);
	assert_int_equal(debate_pieces(the_duel(b, "d")->fold->state), 0);
}

TEST(what_names_nobody_is_the_seats)
{
	static const char text[] = "## Terminal Conclusion\n\n**Outcome**: DISSENT\n**Reason**: over\n\nOn d: over.\n";
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	assert_says(b, 1, text, 0, "turn.md: ok (the conclusion of alice, ");
}

TEST(nothing_of_a_rehearsal_is_an_event_or_news)
{
	two_join(b);
	char *before = events(b, "d");
	struct duel *d = the_duel(b, "d");
	uint64_t news = d->fold->version - d->fold->quiet;
	assert_int_equal(check(b, 1, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_string_equal(events(b, "d"), before);
	assert_int_equal(d->fold->version - d->fold->quiet, news);
}

/* The kind of a draft, and its first finding. */

TEST(a_turn_that_comes_too_early_is_told_its_own_faults_too)
{
	char text[2048];
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	strcpy(text, turn_text(3, "alice", "OPEN_TO_DEBATE"));
	memcpy(strstr(text, "(non-blocking)"), "(perhaps)     ", strlen("(non-blocking)"));
	assert_int_equal(check(b, 1, text), -EBUSY);
	const char *said = verdict(b, 1), *own = strstr(said, "[unresolved.flag]"),
		   *number = strstr(said, "[turn.number]");
	assert_true(own && number && strstr(said, "[lease.order]"));
}

TEST(a_text_before_the_heading_is_told_nothing_but_that)
{
	char text[2048 + 16];
	two_join(b);
	snprintf(text, sizeof text, "Here it is:\n\n%s", turn_text(1, "alice", "OPEN_TO_DEBATE"));
	for (int held = 0; held < 2; held++) {
		assert_int_equal(check(b, 1, text), -EINVAL);
		assert_begins(verdict(b, 1),
			"turn.md:3: error: [text.one] a heading of level 1 or 2 begins a text of the record; write "
			"`###`\n"
			"turn.md:3: error: [turn.one] a second turn begins here\nturn.md: EINVAL (turn 1 of alice, ");
		assert_int_equal(say(b, "claim alice"), 0);
	}
}

#define ATTACK(id) \
	", \"attacks\": [{\"target_id\": \"" id \
	"\", \"attack_type\": \"claim_attack\", \"content\": \"It is wrong throughout.\"}]"
#define DEFENCE(id) \
	", \"defends\": [{\"target_id\": \"" id "\", \"defense_type\": \"clarify\", \"content\": \"It was meant " \
						"so.\"}]"
#define ONE(more) ARGUMENT_WITH("A claim stands here.", more) "\n"

TEST(a_sound_argument_is_never_judged_as_the_judges)
{
	sides_open(b, "");
	assert_int_equal(check(b, 3, JUDGEMENT), 0);
	assert_begins(verdict(b, 3), "turn.md: ok (the judgement of exchange 0 of carol, ");
	assert_int_equal(say(b, "claim carol"), 0);
	assert_int_equal(check(b, 2, ONE(ATTACK("prop_000a"))), -EBUSY);
	assert_begins(verdict(b, 2), "turn.md: error: [lease.order] it is the move of carol");
	assert_holds(verdict(b, 2), "\nturn.md: EBUSY (the argument of exchange 1 of bob, ");
	assert_says(b, 2, ONE(ATTACK("prop_000a") ", \"claim\": 7"), -EBUSY, "[handin.twice]");
	assert_int_equal(append(b, JUDGEMENT), 0);
	assert_says(b, 2, ONE(ATTACK("prop_000a")), 0, "the argument of exchange 1 of bob, ");
	assert_says(b, 1, ONE(DEFENCE("prop_000a")), 0, "the argument of exchange 1 of alice, ");
	assert_says(b, 1, ONE(ATTACK("opp_000b") DEFENCE("prop_000a")), 0, "the argument of exchange 1 of alice, ");
	assert_says(b, 2, ONE(""), 0, "the argument of exchange 1 of bob, ");
}

TEST(an_argument_that_comes_too_early_is_EBUSY_and_told_its_own_faults_too)
{
	BEGUN(b, "format = \"dialectic\"\n");
	assert_int_equal(say_as(b, "d", 1001, "join bob role=opposition"), 0);
	assert_int_equal(
		check(b, 1, "[" ARGUMENT("A claim stands here.") ", " ARGUMENT("A claim stands here.") "]\n"), -EBUSY);
	const char *said = verdict(b, 1), *own = strstr(said, "[handin.count]"), *wait = strstr(said, "[lease.wait]");
	assert_true(own && wait && wait < own);
	assert_int_equal(check(b, 1, OPENING), -EBUSY);
	assert_begins(verdict(b, 1), "turn.md: error: [lease.wait] ");
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
	sides_join(b, "");
	assert_int_equal(append_to(b, "d", INTAKE_FILE_DESK + 1, 0, OPENING), 0);
	assert_says(b, 2, without_newline(OPENING), 0, "the three arguments of exchange 0 of bob, ");
	assert_int_equal(append_to(b, "d", INTAKE_FILE_DESK + 2, 0, OPENING), 0);
	assert_int_equal(say(b, "claim carol"), 0);
	assert_int_equal(check(b, 3, without_newline(JUDGEMENT)), 0);
	assert_begins(verdict(b, 3), "turn.md: ok (the judgement of exchange 0 of carol, ");
	assert_int_equal(append(b, without_newline(JUDGEMENT)), 0);
	assert_says(b, 2, without_newline(ONE(ATTACK("prop_000a"))), 0, "the argument of exchange 1 of bob, ");
	assert_lacks(shown(b, "d", render_last_error, 0), "uid 0");
}

/* Its kind stands at its end. */
TEST(json_in_pieces_is_not_refused_before_it_says_what_it_is)
{
	sides_open(b, "");
	assert_int_equal(say(b, "claim carol"), 0);
	struct intake *w = staged(b, INTAKE_FILE_SEAT_CHECK + 3, 0, false, "{\n", -1);
	assert_int_equal(written(b, w, SCORES, -1), 0);
	assert_int_equal(synced(b, w), 0);
	assert_int_equal(closed(b, w), 0);
	assert_begins(verdict(b, 3), "turn.md: ok (the judgement of exchange 0 of carol, ");
}

TEST(a_text_that_cannot_be_read_is_told_nothing_but_that)
{
	sides_join(b, "");
	assert_int_equal(append_to(b, "d", INTAKE_FILE_DESK + 1, 0, OPENING), 0);
	assert_int_equal(check(b, 2, "[{\"title\": oops}]\n"), -EINVAL);
	const char *said = verdict(b, 2);
	assert_begins(said, "turn.md:1:[0].title: error: [handin.json] ");
	assert_string_equal(
		strchr(said, '\n'), "\nturn.md: EINVAL (the three arguments of exchange 0 of bob, 18 bytes)\n");
	assert_int_equal(check(b, 2, "{\"foo\": 1}\n"), -EINVAL); /* it can be read, and is of no kind */
	assert_lacks(verdict(b, 2), "lease.order");
}

static const char challenge[] = "**Points**\n- [correctness] A copy is read too late.\n  Evidence: src/price.c:20\n- "
				"[security] none: keys were looked at.\n"
				"- [experience] none: nobody asked.\n\n**Alternative**\nA read-through table.\n";

TEST(a_text_of_rounds_that_is_not_due_yet_is_judged_as_what_comes_next)
{
	char text[2048];
	const char *said;
	BEGUN(b, "format = \"rounds\"\n", "join carla harness=gemini model=gemini-3-pro role=challenger");
	strcpy(text, challenge);
	*strstr(text, "**Alternative") = '\0';
	assert_int_equal(check(b, 1, text), -EBUSY);
	said = verdict(b, 1);
	assert_true(strstr(said, "[lease.wait]") && strstr(said, "[challenge.alternative]"));
	TAKEN(b, "join anna harness=claude model=opus role=proposer", "claim anna");
	assert_int_equal(check(b, 1, challenge), -EBUSY);
	said = verdict(b, 1);
	assert_begins(
		said, "turn.md: error: [lease.order] it is the move of anna: the opening of round 1\nturn.md: EBUSY (");
	assert_holds(said, " of carla, ");
	assert_int_equal(check(b, 1, text), -EBUSY);
	said = verdict(b, 1);
	assert_true(strstr(said, "[lease.order]") && strstr(said, "[challenge.alternative]"));
}

TEST(a_report_that_is_still_taken_has_its_verdict_after_the_close)
{
	sides_open(b, "");
	assert_int_equal(check(b, 3, JUDGEMENT), 0);
	assert_int_equal(say(b, "claim carol"), 0);
	assert_int_equal(append(b, JUDGEMENT), 0);
	assert_int_equal(say(b, "release carol outcome=COMPLETED"), 0);
	assert_holds(verdict(b, 3), "[duel.closed]");
	assert_int_equal(check(b, 3, REPORT), -EINVAL);
	assert_lacks(verdict(b, 3), "[duel.closed]");
}
