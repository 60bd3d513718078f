/* What is told to whoever speaks next in a debate in rounds: what of the debate, in full or in short, and nothing else of it. */
#include "tests/unit/validators/rounds_prompt_fixture.h"

#include "validators/rounds/points.h"
#include "validators/text/limits.h"
#include "validators/text/markdown.h"

#define HEARS(d, ...) assert_hears(d, (const char *const[]){ __VA_ARGS__, NULL })
#define LACKS(d, ...) assert_lacks(d, (const char *const[]){ __VA_ARGS__, NULL })

static void
assert_hears(const struct prompted *d, const char *const *words)
{
	char *s = debate_text(d, rounds_prompt_put);

	for (; *words; words++)
		if (!strstr(s, *words))
			fail_msg("%s is not in:\n%s", *words, s);
	free(s);
}

static void
assert_lacks(const struct prompted *d, const char *const *words)
{
	char *s = debate_text(d, rounds_prompt_put);

	for (; *words; words++)
		if (strstr(s, *words))
			fail_msg("%s is in:\n%s", *words, s);
	free(s);
}

/* The turns that are shown in full: "p1 c1 p2"; the summary as "s2"; malloc'd. */
static char *
shown(const struct prompted *d)
{
	char *s = debate_text(d, rounds_prompt_put), *out = mem_calloc(1, 256);

	for (const char *at = s; (at = strpbrk(at, "ts")); at++)
		if (!strncmp(at, "turn-", 5) || !strncmp(at, "summary-", 8))
			sprintf(out + strlen(out), "%s%s%.2s", *out ? " " : "", *at == 's' ? "s" : "", strchr(at, '-') + 1);
	for (char *end = out; (end = strchr(end, '\n'));)
		memmove(end, end + 1, strlen(end));
	free(s);
	return out;
}

static void
assert_shown(const struct prompted *d, const char *expected)
{
	char *s = shown(d);

	assert_string_equal(s, expected);
	free(s);
}

static int
begin(void **state)
{
	*state = debate_new();
	return 0;
}

static int
end(void **state)
{
	debate_free(*state);
	return 0;
}

EACH_TEST(begin, end);

/* -- which turns ----------------------------------------------------------------------------------------------------------------- */

TEST(up_to_round_two_every_earlier_turn_is_shown_in_full_the_newest_first_and_ones_own_last)
{
	struct prompted *d = *state;

	debate_ask_turn(d, SPEAKER_PROPOSER, 1);
	assert_shown(d, "");
	debate_ask_turn(d, SPEAKER_CHALLENGER, 1);
	assert_shown(d, "p1");
	debate_ask_turn(d, SPEAKER_PROPOSER, 2);
	assert_shown(d, "c1 p1");
	debate_ask_turn(d, SPEAKER_CHALLENGER, 2);
	assert_shown(d, "p2 p1 c1");
}

TEST(from_round_three_on_the_summary_and_the_turns_since_are_shown)
{
	struct prompted *d = *state;

	debate_ask_turn(d, SPEAKER_PROPOSER, 3);
	assert_shown(d, "c2 s1 p2");
	debate_ask_turn(d, SPEAKER_CHALLENGER, 3);
	assert_shown(d, "p3 s1 p2 c2");
	debate_ask_turn(d, SPEAKER_PROPOSER, 4);
	assert_shown(d, "c3 s2 p3");
	debate_ask_turn(d, SPEAKER_CHALLENGER, 4);
	assert_shown(d, "p4 s2 p3 c3");
	debate_ask_turn(d, SPEAKER_PROPOSER, 5);
	assert_shown(d, "c4 s3 p4");
	debate_ask_turn(d, SPEAKER_CHALLENGER, 5);
	assert_shown(d, "p5 s3 p4 c4");
}

TEST(a_summary_is_written_from_the_turns_that_it_is_about)
{
	struct prompted *d = *state;

	debate_ask(d, ROUNDS_SUMMARY, 3, 4);
	assert_shown(d, "p1 c1");
	debate_ask(d, ROUNDS_SUMMARY, 5, 8);
	assert_shown(d, "p1 c1 p2 c2 p3 c3");
}

TEST(a_verdict_is_given_on_every_turn)
{
	struct prompted *d = *state;

	debate_ask(d, ROUNDS_VERDICT, 2, 4);
	assert_shown(d, "p1 c1 p2 c2");
	debate_ask(d, ROUNDS_VERDICT, 5, 10);
	assert_shown(d, "p1 c1 p2 c2 p3 c3 p4 c4 p5 c5");
	debate_ask(d, ROUNDS_VERDICT, 2, 3);
	assert_shown(d, "p1 c1 p2");
}

/* Of what came later nothing is told, even where it is there. */
TEST(no_prompt_shows_a_later_turn)
{
	struct prompted *d = *state;

	for (unsigned i = 0; i < DEBATE_TURNS; i++) {
		debate_ask_turn(d, i % 2, i / 2 + 1);
		d->p.n_turns = DEBATE_TURNS;
		for (unsigned later = i; later < DEBATE_TURNS; later++) {
			LACKS(d, d->words[later][0], d->words[later][1], d->words[later][2], d->words[later][3]);
			LACKS(d, strstr(d->text[later], "turn-"));
		}
	}
}

/* -- what else ------------------------------------------------------------------------------------------------------------------- */

TEST(each_template_is_that_of_role_and_round)
{
	struct prompted *d = *state;

	debate_ask_turn(d, SPEAKER_PROPOSER, 1);
	HEARS(d, "## What you are asked for: the opening of round 1\n", "You open", "Is the cache worth it", "claude", "gemini", "high");
	debate_ask_turn(d, SPEAKER_CHALLENGER, 1);
	HEARS(d, "## What you are asked for: the challenge of round 1\n", "what it keeps silent about", "has opened");
	debate_ask_turn(d, SPEAKER_PROPOSER, 2);
	HEARS(d, "## What you are asked for: the defense of round 2\n", "what becomes of your position", "raised these in round 1", "round 2 of 5");
	debate_ask_turn(d, SPEAKER_CHALLENGER, 5);
	HEARS(d, "## What you are asked for: the follow-up of round 5\n", "Distrust", "Your points of round 4", "round 5 of 5");
	debate_ask(d, ROUNDS_SUMMARY, 4, 6);
	HEARS(d, "## What you are asked for: the summary of rounds 1–2\n", "take no side", "rounds 1 to\n2:");
	debate_ask(d, ROUNDS_VERDICT, 2, 4);
	HEARS(d, "## What you are asked for: the verdict\n", "not by what you would have said", "2 of 5 rounds", "gemini-3-pro", "opus");
}

TEST(a_turn_is_told_the_points_of_the_challenge_before_with_their_ids)
{
	struct prompted *d = *state;

	debate_ask_turn(d, SPEAKER_PROPOSER, 2);
	HEARS(d, "- **C1.1** (line 3): first-c1\n- **C1.2** (line 4): second-c1\n");
	debate_ask_turn(d, SPEAKER_CHALLENGER, 2);
	HEARS(d, "- **C1.1** (line 3): first-c1\n- **C1.2** (line 4): second-c1\n");
	debate_ask_turn(d, SPEAKER_PROPOSER, 4);
	HEARS(d, "- **C3.1** (line 3): first-c3\n- **C3.2** (line 4): second-c3\n");
	LACKS(d, "first-c1", "second-c2");
}

TEST(a_follow_up_without_points_leaves_none_to_answer)
{
	struct prompted *d = *state;

	d->spoken[3].n_points = 0;
	debate_ask_turn(d, SPEAKER_PROPOSER, 3);
	HEARS(d, "No point was raised.\n");
	LACKS(d, "**C");
}

TEST(a_turn_is_told_the_unsupported_claims_of_the_one_that_it_answers)
{
	struct prompted *d = *state;

	debate_ask_turn(d, SPEAKER_CHALLENGER, 1);
	HEARS(d, "- proposer, round 1, line 5: claim-p1\n");
	debate_ask_turn(d, SPEAKER_PROPOSER, 2);
	HEARS(d, "- challenger, round 1, line 5: claim-c1\n");
	LACKS(d, "claim-p1");
	debate_ask_turn(d, SPEAKER_CHALLENGER, 3);
	HEARS(d, "- proposer, round 3, line 5: claim-p3\n");
	LACKS(d, "claim-p1", "claim-p2", "claim-c1", "claim-c2");
	d->spoken[4].n_unsupported = 0;
	HEARS(d, "without evidence\n\nNone.\n");
}

TEST(a_turn_is_told_every_concession_word_for_word)
{
	struct prompted *d = *state;

	debate_ask_turn(d, SPEAKER_PROPOSER, 2);
	HEARS(d, "- challenger, round 1, line 6, as far as a program can tell, certifies:\n  sentence-c1\n  Evidence: src/evidence.c:1\n");
	debate_ask_turn(d, SPEAKER_CHALLENGER, 4);
	HEARS(d, "- proposer, round 2, line 6, as far as a program can tell, concedes C1.2:\n  sentence-p2\n  Evidence: src/evidence.c:1\n", "sentence-c1", "sentence-c2",
		"sentence-p3", "sentence-c3", "sentence-p4");
}

TEST(where_nobody_yielded_that_is_said)
{
	struct prompted *d = *state;

	for (size_t i = 0; i < DEBATE_TURNS; i++)
		d->spoken[i].n_yields = 0;
	debate_ask_turn(d, SPEAKER_PROPOSER, 2);
	HEARS(d, "Nothing has been conceded or certified.\n");
}

TEST(a_summary_is_told_what_was_conceded_and_claimed_in_its_rounds)
{
	struct prompted *d = *state;

	debate_ask(d, ROUNDS_SUMMARY, 4, 6);
	HEARS(d, "stand in the blank already", "C1.1", "C2.2", "claim-p1", "claim-c2");
	LACKS(d, "sentence-c1", "sentence-p3", "sentence-c3", "claim-p3", "C3.1", "first-c3");
}

TEST(a_verdict_is_told_all_that_came_without_evidence)
{
	struct prompted *d = *state;

	debate_ask(d, ROUNDS_VERDICT, 3, 6);
	HEARS(d, "claim-p1", "claim-c1", "claim-p2", "claim-c2", "claim-p3", "claim-c3", "C1.1", "C3.2", "sentence-c3",
		"Every round that was begun is complete.");
}

TEST(a_verdict_is_told_which_turn_never_came)
{
	struct prompted *d = *state;

	debate_ask(d, ROUNDS_VERDICT, 2, 3);
	d->p.incomplete = "The challenger did not speak in round 2: timeout.";
	HEARS(d, "1 of 5 rounds are complete", "\nThe challenger did not speak in round 2: timeout.\n");
}

TEST(whoever_has_not_joined_finds_a_stand_in)
{
	struct prompted *d = *state;

	debate_ask_turn(d, SPEAKER_PROPOSER, 1);
	d->p.newcomer = true;
	d->p.sides[SPEAKER_PROPOSER] = d->p.sides[SPEAKER_CHALLENGER] = (struct prompt_side){ .tool = NULL };
	HEARS(d, "speak for HARNESS", "a tool that has not joined yet");
}

/* -- what a user puts in its place ----------------------------------------------------------------------------------------------- */

TEST(another_template_takes_the_place_of_the_one_that_is_built_in)
{
	static const char mine[] = "Only this, {proposer_tool}, on {topic}.\n{points}\n{previous_exchanges}\n";
	struct prompted *d = *state;
	struct text t = {0};
	const char *fault;
	int line;

	debate_ask_turn(d, SPEAKER_PROPOSER, 2);
	t.made = template_make(&rounds_templates[ROUNDS_DEFENSE], mine, strlen(mine), &line, &fault);
	assert_non_null(t.made);
	d->p.template = &t;
	HEARS(d, "\n\nOnly this, claude, on Is the cache worth it.\n\n- **C1.1** (line 3): first-c1\n");
	LACKS(d, "one by one", "Effort");
	template_drop(t.made);
}

/* -- texts that want out --------------------------------------------------------------------------------------------------------- */

/* As Markdown the prompt has these headings, and of its lists and paragraphs none says this. */
static void
assert_contained(const struct prompted *d, const char *word)
{
	char *s = debate_text(d, rounds_prompt_put);
	struct md md;
	size_t code = 0;

	md_parse(&md, s, strlen(s));
	assert_int_equal(md.fault, MD_FINE);
	assert_int_equal(md.open, MD_CLOSED);
	for (size_t i = 0; i < md.n; i++) {
		char *line = mem_copy(md.text + md.lines[i].off, md.lines[i].len);

		if (md.lines[i].kind == MD_CODE)
			code += strstr(line, word) != NULL;
		else if (strstr(line, word))
			fail_msg("%s stands outside of a fence: %s", word, line);
		free(line);
	}
	assert_int_equal(code, 1);
	md_free(&md);
	free(s);
}

TEST(a_turn_cannot_come_out_of_its_fence)
{
	static const char *const texts[] = {
		"```\n\n# loose\n",
		"````````````\n~~~~~~~~~~~~~~~~~\n## loose\n",
		"~~~\nloose\n",
		"    loose\n\n<!--\n",
		"{topic} {points} {{ } loose",
		"</pre>\n\n- loose\n  - ```\n",
		"[x]: loose\n\n---\n",
	};
	struct prompted *d = *state;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		debate_ask_turn(d, SPEAKER_CHALLENGER, 1);
		d->turns[0].text = texts[i];
		d->turns[0].len = strlen(texts[i]);
		assert_contained(d, "loose");
		HEARS(d, texts[i]);
		debate_ask_turn(d, SPEAKER_CHALLENGER, 3);
		d->p.summary = texts[i];
		d->p.summary_len = strlen(texts[i]);
		assert_contained(d, "loose");
	}
}

/* What stands in lists is one line of plain text, whatever it was. */
TEST(what_lists_show_is_plain_text)
{
	static const char hostile[] = "# {points} ``` **x** <!-- [y](z) - 1. > ~~~ &lt;";
	struct prompted *d = *state;
	size_t found = 0;
	struct md md;
	char *s;

	debate_ask_turn(d, SPEAKER_CHALLENGER, 2);
	d->points[1][0].text = d->claims[2].text = d->yields[1].sentence = d->yields[1].paragraph = d->cited[0] = (char *)hostile;
	s = debate_text(d, rounds_prompt_put);
	md_parse(&md, s, strlen(s));
	assert_int_equal(md.open, MD_CLOSED);
	for (size_t i = 0; i < md.n; i++)
		for (const char *at = md.text + md.lines[i].off, *line_end = at + md.lines[i].len;
			(at = memmem(at, (size_t)(line_end - at), hostile, strlen(hostile))); at++) {
			assert_int_equal(md.lines[i].kind, MD_TEXT);
			found++;
		}
	/* a point, a claim, a sentence, and the evidence of two yields */
	assert_int_equal(found, 5);
	md_free(&md);
	free(s);
}

TEST(a_topic_is_data)
{
	struct prompted *d = *state;

	debate_ask_turn(d, SPEAKER_PROPOSER, 1);
	d->p.topic = "{round} or `x` **now**?";
	HEARS(d, "{round} or \\`x\\` \\*\\*now\\*\\*?");
}

/* -- limits ---------------------------------------------------------------------------------------------------------------------- */

/* `begin`, and then letters of two bytes each, `len` bytes in all. */
static void
fill(char *text, const char *begin, size_t len)
{
	size_t n = strlen(begin);

	memcpy(text, begin, n);
	for (; n < len; n++)
		text[n] = (n - strlen(begin)) % 2 ? '\xa9' : '\xc3';
	text[n] = '\0';
}

/* Its turn stands in the prompt, so that a short title tells which it is. */
TEST(a_point_of_a_turn_that_is_there_has_a_title)
{
	struct prompted *d = *state;
	char text[ROUNDS_SHOWN_BYTES + 8], line[ROUNDS_SHOWN_BYTES + 32];

	debate_ask_turn(d, SPEAKER_PROPOSER, 2);
	d->points[1][0].text = d->yields[1].sentence = d->yields[1].paragraph = text;
	fill(text, "", TITLE_BYTES + 2);
	snprintf(line, sizeof line, "(line 3): %.*s …\n", TITLE_BYTES, text);
	HEARS(d, line, text);
	fill(text, "x", TITLE_BYTES + 3);
	snprintf(line, sizeof line, "(line 3): %.*s …\n", TITLE_BYTES - 1, text);
	HEARS(d, line, text);
	fill(text, "", TITLE_BYTES);
	snprintf(line, sizeof line, "(line 3): %s\n", text);
	HEARS(d, line);
}

/* Of a turn that is left out for its length. */
TEST(a_long_point_is_cut_between_characters_and_a_concession_never)
{
	struct prompted *d = *state;
	size_t long_bytes = 8 * ROUNDS_SHOWN_BYTES;
	char *long_text = mem_calloc(1, long_bytes + 1), text[ROUNDS_SHOWN_BYTES + 8], line[ROUNDS_SHOWN_BYTES + 64];

	memset(long_text, 'a', long_bytes);
	for (size_t i = 0; i < 6; i++) {
		d->turns[i].text = long_text;
		d->turns[i].len = long_bytes;
	}
	debate_ask(d, ROUNDS_VERDICT, 3, 6);
	d->p.room = 4 * long_bytes;
	d->points[1][0].text = d->yields[1].sentence = d->yields[1].paragraph = text;
	fill(text, "", ROUNDS_SHOWN_BYTES + 2);
	snprintf(line, sizeof line, "(line 3): %.*s …\n", ROUNDS_SHOWN_BYTES, text);
	HEARS(d, line, text);
	fill(text, "x", ROUNDS_SHOWN_BYTES + 3);
	snprintf(line, sizeof line, "(line 3): %.*s …\n", ROUNDS_SHOWN_BYTES - 1, text);
	HEARS(d, line, text);
	fill(text, "", ROUNDS_SHOWN_BYTES);
	snprintf(line, sizeof line, "(line 3): %s\n", text);
	HEARS(d, line);
	free(long_text);
}

/* A record of the full size, all of it in one prompt, and all of it marks that have to be contained. */
TEST(a_full_record_is_rendered_once)
{
	struct prompted *d = *state;
	size_t len = LIMIT_RECORD_BYTES / DEBATE_TURNS;
	char *text = mem_calloc(1, len + 1), *s;

	for (size_t i = 0; i < len; i++)
		text[i] = "`{~\n"[i % 4];
	for (size_t i = 0; i < DEBATE_TURNS; i++) {
		d->turns[i].text = text;
		d->turns[i].len = len;
	}
	d->points[1][0].text = d->claims[2].text = d->yields[3].sentence = d->yields[3].paragraph = text;
	debate_ask(d, ROUNDS_VERDICT, 5, DEBATE_TURNS);
	s = debate_text(d, rounds_prompt_put);
	assert_in_range(strlen(s), DEBATE_TURNS * len, DEBATE_TURNS * len + 3 * len);
	free(s);
	free(text);
}

TEST(before_the_opening_a_challenger_is_told_that_there_is_nothing_to_answer)
{
	struct prompted *d = *state;

	debate_ask(d, ROUNDS_RESPONSE, 1, 0);
	HEARS(d, "Nothing has been said yet, so that there is nothing to answer.\n");
}

TEST(points_of_the_last_challenge_are_marked_for_the_verdict_alone)
{
	struct prompted *d = *state;

	debate_ask(d, ROUNDS_VERDICT, 2, 4);
	HEARS(d, "- **C1.1** (line 3): first-c1\n", "- **C2.1** (line 3; of the last challenge, so that nobody could answer it): first-c2\n");
	debate_ask_turn(d, SPEAKER_PROPOSER, 2);
	LACKS(d, "nobody could answer it");
}

/* -- room ------------------------------------------------------------------------------------------------------------------------ */

/* What is asked of in so many bytes; malloc'd. */
static char *
within(struct prompted *d, size_t room)
{
	d->p.room = room;
	return debate_text(d, rounds_prompt_put);
}

TEST(earlier_texts_go_first_the_oldest_before_the_others_and_are_named)
{
	struct prompted *d = *state;
	char *all, *some, *least;

	debate_ask(d, ROUNDS_VERDICT, 5, 10);
	all = within(d, SHOWN_ALL);
	some = within(d, strlen(all) - 1);
	assert_true(strlen(some) <= strlen(all) - 1);
	assert_non_null(strstr(some, "Earlier texts are left out here for their length: `turns/001-alice.md`"));
	assert_null(strstr(some, "\nturn-p1\n"));
	assert_non_null(strstr(some, "\nturn-c5\n"));
	assert_non_null(strstr(some, "\nturn-p5\n"));
	least = within(d, 0);
	assert_non_null(strstr(least, "`turns/001-alice.md` to `turns/009-alice.md`, 9 of them."));
	assert_non_null(strstr(least, "\nturn-c5\n"));
	assert_null(strstr(least, "\nturn-p5\n"));
	free(all);
	free(some);
	free(least);
}

TEST(the_points_that_are_answered_are_all_there_however_little_room_there_is)
{
	struct prompted *d = *state;
	char *s;

	debate_ask_turn(d, SPEAKER_PROPOSER, 4);
	s = within(d, 0);
	assert_non_null(strstr(s, "\nturn-c3\n"));
	assert_non_null(strstr(s, "**C3.1** (line 3): first-c3"));
	assert_non_null(strstr(s, "**C3.2** (line 4): second-c3"));
	assert_non_null(strstr(s, "Earlier texts are left out here for their length: `turns/"));
	assert_null(strstr(s, "\nsummary-2\n"));
	free(s);
}

/* Where titles are not enough the oldest rows of what need not be answered go, and it is said where they stand. */
TEST(of_lists_that_nobody_has_to_answer_the_newest_rows_stay)
{
	struct prompted *d = *state;
	static struct spoken_point many[100];
	char *s, long_text[ROUNDS_SHOWN_BYTES];

	memset(long_text, 'a', sizeof long_text - 1);
	long_text[sizeof long_text - 1] = '\0';
	for (size_t i = 0; i < sizeof many / sizeof *many; i++)
		many[i] = (struct spoken_point){.line = (int)i + 1, .text = long_text};
	d->spoken[1].points = many;
	d->spoken[1].n_points = sizeof many / sizeof *many;
	debate_ask(d, ROUNDS_VERDICT, 5, 10);
	s = within(d, 14000);
	assert_non_null(strstr(s, "**C1.1** (line 1): aaaa"));
	assert_null(strstr(s, long_text));
	free(s);
	s = within(d, 0);
	assert_null(strstr(s, "**C1.1** (line 1)"));
	assert_non_null(strstr(s, "before these are left out here for their length: `points.json` has them)\n"));
	assert_non_null(strstr(s, "**C5.2** (line 4"));
	free(s);
}
