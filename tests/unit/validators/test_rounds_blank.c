/* Blanks and examples of what is handed in to a debate in rounds: what is in place, what is left, and that both have one shape. */
#include <errno.h>
#include "tests/unit/validators/rounds_fixture.h"
#include "tests/unit/validators/rounds_prompt_fixture.h"
#include "validators/kit/format.h"
#include "validators/rounds/blank.h"
#include "validators/text/markdown.h"

static const struct test_around with_talk = {talk_open, talk_close};

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

static unsigned
count(const char *s, const char *word)
{
	unsigned n = 0;

	for (; (s = strstr(s, word)); s += strlen(word))
		n++;
	return n;
}

static void
assert_begins(const char *s, const char *with)
{
	if (strncmp(s, with, strlen(with)))
		fail_msg("%s does not begin with %s", s, with);
}

/* The headings of a text, a line each; malloc'd. */
static char *
headings(const char *s)
{
	char *out = mem_calloc(1, strlen(s) + 1);
	struct md md;

	md_parse(&md, s, strlen(s));
	assert_int_equal(md.fault, MD_FINE);
	assert_int_equal(md.open, MD_CLOSED);
	for (size_t i = 0; i < md.n; i++)
		if (md.lines[i].kind == MD_HEADING) {
			strncat(out, md.text + md.lines[i].off, md.lines[i].len);
			strcat(out, "\n");
		}
	md_free(&md);
	return out;
}

/* Calls back for every text that may be asked for in a debate of five rounds. */
static void
each_ask(struct prompted *d, void (*each)(struct prompted *d))
{
	for (unsigned i = 0; i < DEBATE_TURNS; i++) {
		debate_ask_turn(d, i % 2, i / 2 + 1);
		each(d);
	}
	for (unsigned round = 3; round <= DEBATE_ROUNDS; round++) {
		debate_ask(d, ROUNDS_SUMMARY, round, 2 * (round - 1));
		each(d);
	}
	for (unsigned round = 1; round <= DEBATE_ROUNDS; round++) {
		debate_ask(d, ROUNDS_VERDICT, round, 2 * round);
		each(d);
	}
}

/* -- both ------------------------------------------------------------------------------------------------------------------------ */

static void
has_one_shape(struct prompted *d)
{
	char *blank = debate_text(d, rounds_blank_put), *example = debate_text(d, rounds_example_put);
	char *a = headings(blank), *b = headings(example);

	assert_true(count(blank, HAND_IN_PLACE) > 0);
	assert_int_equal(count(example, HAND_IN_PLACE), 0);
	assert_string_equal(a, b);
	assert_int_equal(blank[strlen(blank) - 1], '\n');
	assert_int_equal(example[strlen(example) - 1], '\n');
	free(a);
	free(b);
	free(blank);
	free(example);
}

TEST(a_blank_has_places_and_its_example_has_the_same_headings_and_none)
{
	each_ask(*state, has_one_shape);
}

TEST(a_turns_heading_says_round_role_tool_and_model)
{
	struct prompted *d = *state;
	char *s;

	debate_ask_turn(d, SPEAKER_CHALLENGER, 2);
	s = debate_text(d, rounds_blank_put);
	assert_string_equal(s, "## Round 2 — Challenger (gemini / gemini-3-pro)\n\n" HAND_IN_PLACE "\n");
	free(s);
	debate_ask_turn(d, SPEAKER_PROPOSER, 1);
	s = debate_text(d, rounds_example_put);
	assert_begins(s, "## Round 1 — Proposer (claude / opus)\n\n");
	free(s);
}

TEST(whoever_has_not_joined_puts_its_names_in)
{
	struct prompted *d = *state;
	char *s;

	debate_ask_turn(d, SPEAKER_PROPOSER, 1);
	d->p.newcomer = true;
	d->p.sides[SPEAKER_PROPOSER] = (struct prompt_side){ .tool = NULL };
	s = debate_text(d, rounds_blank_put);
	assert_begins(s, "## Round 1 — Proposer (HARNESS / MODEL)\n");
	free(s);
}

/* -- a defense ------------------------------------------------------------------------------------------------------------------- */

TEST(a_defense_has_a_place_for_each_point_of_the_challenge_before)
{
	struct prompted *d = *state;
	char *s;

	debate_ask_turn(d, SPEAKER_PROPOSER, 4);
	s = debate_text(d, rounds_blank_put);
	assert_string_equal(s, "## Round 4 — Proposer (claude / opus)\n\nC3.1: " HAND_IN_PLACE "\n\nC3.2: " HAND_IN_PLACE "\n");
	free(s);
	s = debate_text(d, rounds_example_put);
	assert_non_null(strstr(s, "\nC3.1: I concede"));
	assert_non_null(strstr(s, "\nC3.2: "));
	free(s);
}

TEST(a_defense_against_no_point_has_a_place_all_the_same)
{
	struct prompted *d = *state;
	char *s;

	d->spoken[1].n_points = 0;
	debate_ask_turn(d, SPEAKER_PROPOSER, 2);
	s = debate_text(d, rounds_blank_put);
	assert_string_equal(s, "## Round 2 — Proposer (claude / opus)\n\n" HAND_IN_PLACE "\n");
	free(s);
}

TEST(a_defense_against_very_many_points_answers_each)
{
	enum { MANY = 1000 };
	struct prompted *d = *state;
	struct spoken_point *points = mem_calloc(MANY, sizeof *points);
	char *s;

	for (size_t i = 0; i < MANY; i++)
		points[i].text = d->words[1][0];
	d->spoken[1].points = points;
	d->spoken[1].n_points = MANY;
	debate_ask_turn(d, SPEAKER_PROPOSER, 2);
	s = debate_text(d, rounds_example_put);
	for (size_t i = 1; i <= MANY; i++) {
		char id[32];

		snprintf(id, sizeof id, "\nC1.%zu: ", i);
		assert_int_equal(count(s, id), 1);
	}
	free(s);
	free(points);
}

/* -- by the rules of a turn ------------------------------------------------------------------------------------------------------ */

/* What is handed in in a debate so far, without its heading; malloc'd. */
static char *
handed_in(const struct talk *t, enum speaker speaker, unsigned round, void (*append)(const struct rounds_prompt *p, UT_string *out))
{
	struct prompt_turn turns[DEBATE_TURNS];
	struct rounds_prompt p = { .kind = rounds_turn_asked(speaker, round), .topic = "Is the cache worth it", .effort = "high", .round = round,
		.rounds = DEBATE_ROUNDS, .turns = turns, .n_turns = t->n, .sides = { { .tool = "claude", .model = "opus" }, { .tool = "gemini", .model = "pro" } } };
	UT_string out;
	char *body;

	for (size_t i = 0; i < t->n; i++)
		turns[i] = (struct prompt_turn){ .spoken = t->before[i], .text = "" };
	utstring_init(&out);
	append(&p, &out);
	body = mem_strdup(strchr(utstring_body(&out), '\n') + 1);
	utstring_done(&out);
	return body;
}

/* An answer of each of the three kinds: as many points as make each twice. */
TEST_IN(with_talk, an_example_answers_every_point_whatever_their_number)
{
	static const char opening[] = "The cache is worth it: `src/cache.c:1` shows that.\n";
	struct talk *t = *state;
	UT_string challenge;
	char *example;

	talk_speak(t, SPEAKER_PROPOSER, 1, opening);
	utstring_init(&challenge);
	utstring_printf(&challenge, "- Correctness is lost in `src/cache.c:2`. Security is lost there. Usability is lost there. "
		"Another approach is to drop the cache.\n");
	for (int i = 2; i <= 6; i++)
		utstring_printf(&challenge, "- Nothing in `src/cache.c:%d` ends the %dth read.\n", i, i);
	talk_speak(t, SPEAKER_CHALLENGER, 1, utstring_body(&challenge));
	example = handed_in(t, SPEAKER_PROPOSER, 2, rounds_example_put);
	t->reject = true;
	talk_speak(t, SPEAKER_PROPOSER, 2, example);
	assert_int_equal(utstring_len(&t->printed), 0);
	free(example);
	utstring_done(&challenge);
}

/* Nothing to answer but the debate itself. */
TEST_IN(with_talk, an_example_after_a_mere_certification_is_accepted)
{
	struct talk *t = *state;
	char *example, *blank;

	for (unsigned i = 0; i < 3; i++) {
		example = handed_in(t, i % 2, i / 2 + 1, rounds_example_put);
		talk_speak(t, i % 2, i / 2 + 1, example);
		free(example);
	}
	talk_speak(t, SPEAKER_CHALLENGER, 2, "I am convinced that C1.1 is resolved, because `src/round2.c:1` shows it.\n");
	blank = handed_in(t, SPEAKER_PROPOSER, 3, rounds_blank_put);
	assert_int_equal(talk_body(t, SPEAKER_PROPOSER, 3, blank, strlen(blank), false, false), -EINVAL);
	example = handed_in(t, SPEAKER_PROPOSER, 3, rounds_example_put);
	talk_speak(t, SPEAKER_PROPOSER, 3, example);
	assert_int_equal(utstring_len(&t->printed), 0);
	free(blank);
	free(example);
}

/* -- a summary ------------------------------------------------------------------------------------------------------------------- */

TEST(a_summary_has_every_concession_of_its_rounds_in_place_with_the_evidence)
{
	struct prompted *d = *state;
	char *s;

	debate_ask(d, ROUNDS_SUMMARY, 4, 6);
	s = debate_text(d, rounds_blank_put);
	assert_begins(s, "## Summary of rounds 1–2\n\n");
	assert_non_null(strstr(s, "- challenger, round 1, certifies:\n  sentence-c1\n  Evidence: src/evidence.c:1\n"));
	assert_non_null(strstr(s, "- proposer, round 2, concedes C1.2:\n  sentence-p2\n"));
	assert_non_null(strstr(s, "sentence-c2"));
	assert_null(strstr(s, "sentence-p3"));
	assert_int_equal(count(s, HAND_IN_PLACE), 4);
	free(s);
}

TEST(a_summary_of_rounds_in_which_nobody_yielded_says_so)
{
	struct prompted *d = *state;
	char *s;

	d->spoken[1].n_yields = 0;
	debate_ask(d, ROUNDS_SUMMARY, 3, 4);
	s = debate_text(d, rounds_blank_put);
	assert_non_null(strstr(s, "\n- nothing so far\n"));
	free(s);
}

/* -- the verdict ----------------------------------------------------------------------------------------------------------------- */

TEST(a_verdict_has_what_is_known_in_place_and_every_section)
{
	static const char *const sections[] = { "### Verdict\n", "### Debate Quality\n", "**Genuine disagreement**: ", "**Evidence quality**: ",
		"**Challenge depth**: ", "### Key Agreements\n", "### Key Disagreements\n", "### Unresolved Questions\n", "### Recommendation\n" };
	struct prompted *d = *state;
	char *s, *filled;

	debate_ask(d, ROUNDS_VERDICT, 2, 4);
	s = debate_text(d, rounds_blank_put);
	filled = debate_text(d, rounds_example_put);
	assert_begins(s, "## Debate Summary\n\n**Topic**: Is the cache worth it\n**Proposer**: claude (opus)\n"
		"**Challenger**: gemini (gemini-3-pro)\n**Rounds**: 2\n**Rigor**: " HAND_IN_PLACE "\n\n### Verdict\n");
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
		assert_non_null(strstr(s, sections[i]));
		assert_non_null(strstr(filled, sections[i]));
	}
	assert_null(strstr(s, "**Incomplete**"));
	free(s);
	free(filled);
}

TEST(a_verdict_on_a_debate_that_broke_off_notes_it)
{
	struct prompted *d = *state;
	char *s;

	debate_ask(d, ROUNDS_VERDICT, 2, 3);
	d->p.incomplete = "The challenger did not speak in round 2: timeout.";
	s = debate_text(d, rounds_blank_put);
	assert_non_null(strstr(s, "**Rounds**: 1\n"));
	assert_non_null(strstr(s, "\n**Incomplete**: The challenger did not speak in round 2: timeout.\n"));
	free(s);
}

TEST(a_topic_in_a_verdict_stays_on_its_line)
{
	struct prompted *d = *state;
	char *s;

	debate_ask(d, ROUNDS_VERDICT, 2, 4);
	d->p.topic = "`x` **or** <!-- y";
	s = debate_text(d, rounds_blank_put);
	assert_non_null(strstr(s, "**Topic**: \\`x\\` \\*\\*or\\*\\* \\<!-- y\n"));
	free(s);
}
