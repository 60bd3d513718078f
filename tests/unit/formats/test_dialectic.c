/*
 * Format dialectic on the new kit: whole debates as good agents write them, in eight languages, and texts that break one
 * rule each.
 *
 * tests/corpus/dialectic/en.md is a debate of two exchanges, its texts parted by `=== ROLE`; so are those of natural/. A
 * row of rules.txt is a text of that debate (which one, and the seed's sentence) with words in place of others, or of all
 * of it: behind `=>` is what is told then. shown/ has what is shown of that debate.
 */
#include "tests/unit/formats/played.h"
#include "tests/unit/formats/status.h"

#include <errno.h>
#include "validators/dialectic/dialectic.h"

#define CORPUS "tests/corpus/dialectic/"

static struct source_places plan;

static int
begin(void **state)
{
	static const struct debate_seat seats[] = {{"ann", "codex", "gpt-5", ROLE_PROPOSITION, 0},
		{"bob", "gemini", "gemini-3-pro", ROLE_OPPOSITION, 0}, {"cid", "claude", "opus", ROLE_JUDGE, 0}};
	static const char text[] = "# Plan\n\nSettings are kept in plain files.\n";

	(void)state;
	terms = (struct terms){.exchanges = 2, .topic = "This house would keep settings in files"};
	source_places_read(&plan, text, strlen(text));
	duel = (struct debate){.format = &dialectic_format, .name = "files", .terms = &terms, .topic = terms.topic,
		.source = "plan.md", .places = &plan, .novelty_threshold = 0.8, .end.time_ms = 1};
	step_ms = 500;
	debate_open(&duel);
	for (size_t i = 0; i < N(seats); i++)
		debate_join(&duel, &seats[i]);
	return 0;
}

static int
end(void **state)
{
	(void)state;
	debate_free(&duel);
	source_places_free(&plan);
	return 0;
}

EACH_TEST(begin, end);

/* The findings for a text of that seat, a line each: rule, line and path. It is applied if nothing refuses it. */
static const char *
findings_of(unsigned seat, const char *text)
{
	static char told[4096];
	FINDINGS fs = {0};

	*told = '\0';
	debate_judge(&duel, seat, text, strlen(text), &fs);
	for (size_t i = 0; i < fs.n; i++)
		snprintf(told + strlen(told), sizeof told - strlen(told), "%s%s %d%s%s", i ? "; " : "", fs.v[i].rule->id,
			fs.v[i].line, fs.v[i].path ? " " : "", fs.v[i].path ? fs.v[i].path : "");
	if (!findings_errno(&fs))
		debate_apply(&duel, seat, text, strlen(text));
	return told;
}

static unsigned
seat_named(const char *s)
{
	return *s == 'p' ? 1 : *s == 'o' ? 2 : 3;
}

static void
play(size_t most)
{
	play_by(CORPUS "en.md", most, seat_named);
}

static void
restart(void)
{
	end(NULL);
	begin(NULL);
}

/* A debate that has come so far. */
static void
come_to(size_t texts)
{
	restart();
	play(texts);
}

TEST(a_debate_is_scored_as_its_judge_says)
{
	const struct standing *s;

	play(SIZE_MAX);
	assert_int_equal(duel.n, 6);
	s = standing_of(&duel);
	assert_int_equal(s->n, 8);
	assert_int_equal(duel.order.round, 2);
	assert_int_equal(s->totals[0].count, 4);
	assert_true(s->totals[0].total.value == 0.7);
	assert_true(s->totals[1].total.value == -0.9);
	assert_string_equal(debate_winner(&duel), "proposition");
}

/* A text of en.md with other words in place of some, judged behind those before it. */
static const char *
judged(size_t before, const char *old, const char *new)
{
	char *s = test_owns(read_whole(CORPUS "en.md", &(size_t){0}));
	UT_string *changed = test_string();

	come_to(before);
	for (size_t i = 0; i <= before; i++)
		s = strstr(i ? s + 1 : s, "=== ");
	char *text = strchr(s, '\n') + 1, *next = strstr(text, "\n=== ");
	if (next)
		next[1] = '\0';
	const char *at = *old ? strstr(text, old) : text;
	if (!at)
		fail_msg("text %zu has no `%s`", before, old);
	utstring_printf(changed, "%.*s%s%s", (int)(at - text), text, new, *old ? at + strlen(old) : "");
	return findings_of(seat_named(s + 4), utstring_body(changed));
}

static unsigned wrong;

static void
judge_row(const char *head, const char *text, size_t len)
{
	const char *want = strstr(head, "=>"), *parted = memmem(text, len, "\n----\n", 6), *told;
	size_t before;

	if (sscanf(head, "%*s %zu:", &before) != 1 || !want || !parted)
		fail_msg("no row is `%s`", head);
	told = judged(before, test_owns(mem_copy(text, (size_t)(parted - text))),
		test_owns(mem_copy(parted + 6, (size_t)(text + len - parted) - 7)));
	want += want[2] ? 3 : 2;
	if (!strcmp(told, want))
		return;
	print_error("%s: `%s`\n", head, told);
	wrong++;
}

TEST(a_rule_takes_what_the_seed_asks_for_and_refuses_what_breaks_it)
{
	each_row(CORPUS "rules.txt", judge_row);
	assert_int_equal(wrong, 0);
}

TEST(of_more_arguments_than_are_due_no_more_are_compared)
{
#define SAME "{\"title\": \"a b c d e\", \"claim\": \"A setting in a plain file can be read after the program that wrote it " \
	"is gone.\", \"warrant\": \"w\", \"grounds\": [{\"source\": \"s\", \"content\": \"c\", \"relevance\": \"r\"}]}"
	assert_string_equal(judged(0, "", "[" SAME "," SAME "," SAME "," SAME "," SAME "]"),
		"handin.count 1; handin.repeat 1 [1]; handin.repeat 1 [2]");
}

TEST(another_debate_of_our_own_comes_to_its_totals)
{
	const struct standing *s;

	play_by(CORPUS "natural/en.md", SIZE_MAX, seat_named);
	s = standing_of(&duel);
	assert_true(s->totals[0].total.value == 0.7);
	assert_true(s->totals[1].total.value == -0.9);
	assert_true(standing_find(s, &s->v[3].id)->score.value == 0.2);
	assert_non_null(strstr(shown(dialectic_result), " opp_000a, before 0.3: "));
}

static const char *
argument_file(unsigned number, const char *name)
{
	char is[FORMAT_NAME_BYTES];
	UT_string *out = test_string();

	dialectic_rows[4].many->file(&duel, number, is);
	assert_string_equal(is, name);
	dialectic_rows[4].many->shows(&duel, number, out);
	return utstring_body(out);
}

TEST(files_have_the_names_keys_and_numbers_of_the_seeds)
{
	play(SIZE_MAX);
	assert_int_equal(dialectic_rows[4].many->count(&duel), 8);
	assert_is_file(CORPUS "shown/prop_000a.md", argument_file(1, "prop_000a.md"));
	assert_is_file(CORPUS "shown/prop_001.md", argument_file(7, "prop_001.md"));
	argument_file(8, "opp_001.md");
	assert_is_file(CORPUS "shown/scores.json", shown(dialectic_rows[0].shows));
	assert_is_file(CORPUS "shown/graph.md", shown(dialectic_rows[1].shows));
	has(shown(dialectic_rows[2].shows), "<svg");
	has(shown(dialectic_rows[2].shows), "prop_001 → opp_000c");
	has(shown(dialectic_rows[2].shows), "score -0.60");
	assert_string_equal(shown(dialectic_rows[3].shows), "");
}

static void
record_of(const struct debate *d, UT_string *out)
{
	dialectic_record(d, out);
}

TEST(the_record_is_the_motion_and_each_exchange_as_it_was_judged)
{
	terms.definitions = "file\tbytes with a *name*";
	terms.scope = "One machine\n# alone";
	assert_string_equal(shown(dialectic_head), "# Motion\n\nThis house would keep settings in files\n\n## Definitions\n\n- **file**: bytes with a "
		"\\*name\\*\n\n## Scope\n\nOne machine \\# alone\n");
	play(5);
	assert_string_equal(shown(record_of), "");
	come_to(SIZE_MAX);
	assert_is_file(CORPUS "shown/record.md", shown(record_of));
}

TEST(front_matter_says_how_the_debate_stands_and_ends)
{
	for (const char *texts = "0236"; *texts; texts++) {
		come_to((size_t)(*texts - '0'));
		assert_is_file(TEXT(CORPUS "shown/front-%c.json", *texts), shown(dialectic_front));
	}
}

TEST(status_has_a_key_for_each_thing_that_the_front_matter_has)
{
	static const char *const begun[] = {"0", "awaiting_arguments", "2", "0", "0", "0", "0", "0", "0", ""};
	static const char *const one_in[] = {"0", "awaiting_arguments", "2", "1", "0", "0", "0", "0", "0", ""};
	static const char *const over[] = {"1", "", "2", "0", "0", "0.7", "4", "-0.9", "4", "proposition"};
	static const struct {
		size_t texts;
		const char *const *values;
	} states[] = {{0, begun}, {1, one_in}, {6, over}};

	for (size_t i = 0; i < N(states); i++) {
		come_to(states[i].texts);
		for (size_t k = 0; dialectic_status[k].key; k++) {
			const char *key = dialectic_status[k].key;

			assert_string_equal(status_of(&duel, dialectic_status, key), states[i].values[k]);
		}
	}
}

TEST(what_is_sealed_is_nowhere_until_both_sides_are_in)
{
	play(4);
	assert_int_equal(duel.n_sealed, 1);
	assert_int_equal(dialectic_rows[4].many->count(&duel), 6);
	for (unsigned seat = 0; seat <= 3; seat++)
		assert_null(strstr(told(dialectic_so_far, seat), "Review Comes"));
	assert_null(strstr(shown(dialectic_front), "Review"));
	assert_null(strstr(shown(dialectic_rows[1].shows), "Review"));
	assert_int_equal(debate_due(&duel, 2), -1);
	assert_int_equal(debate_due(&duel, 3), -1);
	debate_reveal(&duel);
	assert_int_equal(dialectic_rows[4].many->count(&duel), 7);
	has(shown(dialectic_rows[1].shows), "opp_001<br/>");
	has(shown(dialectic_rows[1].shows), "not judged");
}

/* After so many texts the clock ends: the phase that follows. */
TEST(a_clock_ends_the_debate_by_what_was_judged)
{
	static const struct {
		size_t texts;
		unsigned phase;
		const char *outcome;
	} ends[] = {{0, PHASE_INVALIDATED, "INVALIDATED"}, {1, PHASE_INVALIDATED, "INVALIDATED"}, {2, PHASE_INVALIDATED, "INVALIDATED"},
		{3, PHASE_COMPLETED, "COMPLETED"}, {4, PHASE_COMPLETED, "COMPLETED"}, {5, PHASE_COMPLETED, "COMPLETED"},
		{6, PHASE_COMPLETED, "COMPLETED"}};

	for (size_t i = 0; i < N(ends); i++) {
		come_to(ends[i].texts);
		debate_silent(&duel);
		assert_int_equal(duel.order.phase, ends[i].phase);
		assert_string_equal(debate_state(&duel)->outcome, ends[i].outcome);
		assert_true(debate_is_over(&duel));
		assert_int_equal(duel.n, ends[i].texts);
	}
}

static const char *
lapse(unsigned seat, unsigned role)
{
	UT_string *out = test_string();
	dialectic_lapse(&duel, seat, role, NULL, out);
	return utstring_body(out);
}

TEST(the_line_of_a_clock_says_of_whom_nothing_came)
{
	assert_string_equal(lapse(2, 0), "bob, the opposition, handed in nothing in time");
	assert_string_equal(lapse(0, ROLE_JUDGE), "the judge handed in nothing in time");
	assert_string_equal(lapse(0, 0), "both sides handed in nothing in time");
}

TEST(the_judge_ends_the_debate_after_a_judgement)
{
	static const struct {
		size_t texts;
		unsigned seat;
		const char *outcome;
		int err;
	} asks[] = {{3, 3, "COMPLETED", 0}, {3, 1, "COMPLETED", EACCES}, {3, 3, "INVALIDATED", EINVAL}, {2, 3, "COMPLETED", EBUSY},
		{4, 3, "COMPLETED", EBUSY}, {5, 3, "COMPLETED", EBUSY}, {0, 3, "COMPLETED", EBUSY}};

	for (size_t i = 0; i < N(asks); i++) {
		restart();
		terms.exchanges = 0;
		play(asks[i].texts);
		struct fault fault = dialectic_format.releases(&duel, asks[i].seat, asks[i].outcome);
		assert_int_equal(fault.rule ? fault.rule->err : 0, asks[i].err);
		assert_true(!fault.sentence == !asks[i].err);
		free(fault.sentence);
	}
}

TEST(without_a_limit_there_is_always_another_exchange)
{
	terms.exchanges = 0;
	play(SIZE_MAX);
	assert_int_equal(duel.order.phase, PHASE_ARGUMENTS);
	assert_null(strstr(told(dialectic_so_far, 1), "last one"));
}

/* A report with so many words in each section, behind the lines given. */
static const char *
reported(const char *title, const char *clash, const char *verdict, size_t words)
{
	UT_string *out = test_string();

	utstring_printf(out, "%s\n\n## The Question\n\n%s\n\n%s\n\n", title, "What is asked?", clash);
	for (size_t i = 0; i < words; i++)
		utstring_printf(out, "word%s", i % 12 == 11 ? ".\n" : " ");
	utstring_printf(out, "\n\n## Turning Points\n\nNone.\n\n### Another\n\n## The Verdict\n\n%s\n", verdict);
	return findings_of(3, utstring_body(out));
}

TEST(a_report_has_its_title_its_sections_and_five_hundred_words)
{
	static const struct {
		const char *title, *clash, *verdict;
		size_t words;
		const char *told;
	} reports[] = {
		{"so", "## The Clash", "By prop_000a.", 494, "report.section 1"},
		{"# Files", "## The Clash", "By prop_000a.", 492, "report.words 0"},
		{"# Files", "## The Clash", "By prop_000a.", 595, "report.words 0"},
		{"# Files", "### Clash", "By prop_000a.", 500, "report.section 50"},
		{"# Files", "## The Clash", "By nobody.", 500, "report.argument 0"},
		{"# Files", "## The Clash", "By prop_000a and opp_007.", 500, "report.argument 60"},
		{"# Files", "**The Clash**", "By prop_000a: \"can be read after\".", 500, ""},
	};

	play(SIZE_MAX);
	assert_int_equal(debate_due(&duel, 3), REPORT);
	for (size_t i = 0; i < N(reports); i++) {
		const char *told = reported(reports[i].title, reports[i].clash, reports[i].verdict, reports[i].words);

		if (strcmp(told, reports[i].told))
			fail_msg("report %zu: %s", i, told);
	}
	assert_true(debate_is_over(&duel));
	has(shown(dialectic_rows[3].shows), "# Files");
	has(shown(dialectic_rows[3].shows), "By prop_000a");
	has(shown(dialectic_rows[3].shows), "\n\n**Totals:** proposition 0.7 in 4 arguments, opposition -0.9 in 4 arguments\n");
}

TEST(a_prompt_asks_in_plain_words_and_few)
{
	static const struct {
		size_t texts;
		unsigned seat;
		const char *asks[6];
	} prompts[] = {
		{0, 1, {"exactly three", "breadth", "5 to 7 words", "a warning", NULL}},
		{3, 2, {"with what is new", "claim_attack", "concede_and_pivot", "grant nothing", NULL}},
		{2, 3, {"how far it bears on the motion", "sum to 0", "lower it", "Length is no merit", NULL}},
		{5, 3, {"rescores", "each a step of\nat most 0.5", NULL}},
		{6, 3, {"500 to 600 words", "The Verdict", "totals are written below", NULL}},
	};

	for (size_t i = 0; i < N(prompts); i++) {
		come_to(prompts[i].texts);
		const char *question = asked(prompts[i].seat, (unsigned)debate_due(&duel, prompts[i].seat));
		for (const char *const *part = prompts[i].asks; *part; part++)
			has(question, *part);
		assert_true(count_words(question, strlen(question)) <= 330);
		assert_null(strstr(question, "words.title"));
		assert_true((strstr(question, "rescores") != NULL) == (i == 3));
	}
	restart();
	terms.strict_words = true;
	has(asked(1, OPENING), "A longer one is refused");
}

TEST(a_prompt_shows_what_is_new_and_what_the_judge_said)
{
	come_to(3);
	assert_is_file(CORPUS "shown/so-far-proposition.md", told(dialectic_so_far, 1));
	come_to(5);
	assert_is_file(CORPUS "shown/so-far-judge.md", told(dialectic_so_far, 3));
	come_to(SIZE_MAX);
	assert_is_file(CORPUS "shown/so-far-report.md", told(dialectic_so_far, 3));
}

TEST(a_blank_has_every_key_and_the_ids_of_what_is_judged)
{
	assert_is_file(CORPUS "shown/blank-opening.json", blank_of(1, (unsigned)debate_due(&duel, 1)));
	has(findings_of(1, blank_of(1, (unsigned)debate_due(&duel, 1))), "handin.blank 2 [0].title");
	assert_string_equal(blank_of(3, JUDGEMENT), "{\n  \"scores\": [{\n    \"argument_id\": \"…\",\n    \"score\": …,\n    \"reasoning\": \"…\"\n  }]\n}\n");
	play(3);
	assert_is_file(CORPUS "shown/blank-argument.json", blank_of(1, (unsigned)debate_due(&duel, 1)));
	come_to(5);
	assert_is_file(CORPUS "shown/blank-judgement.json", blank_of(3, (unsigned)debate_due(&duel, 3)));
	has(findings_of(3, blank_of(3, (unsigned)debate_due(&duel, 3))), "handin.json 4");
}

TEST(a_limit_of_words_refuses_where_the_terms_say_so)
{
	static const char text[] = "{\"title\": \"so\", \"claim\": \"c\", \"warrant\": \"w\", \"grounds\": [{\"source\": \"s\", \"content\": \"c\", "
				   "\"relevance\": \"r\"}]}";

	play(3);
	terms.strict_words = true;
	assert_string_equal(handed_in(1, text, NULL), "words.title");
	terms.strict_words = false;
	assert_string_equal(handed_in(1, text, NULL), "");
}

TEST(a_fault_is_told_with_line_column_and_path)
{
	static const char *const texts[][2] = {
		{"{\n  \"title\": \"ä\", \"claim\": 5,\n \"warrant\": \"w\", \"grounds\": [{\"source\": \"s\", \"content\": \"c\", \"relevance\": \"r\"}]}",
			"t:2:claim: error: [handin.type] column 26: `claim` is a text\n"},
		{"{\n  \"title\": \"so\",\n}", "t:3: error: [handin.json] column 1: string or '}' expected\n"},
		{"[{\"grounds\": [{}, {\"other\": {\"claim\": oops}}]}]", "t:1:[0].grounds[1].….…: error: [handin.json] column 42: invalid token\n"},
	};

	play(3);
	for (size_t i = 0; i < N(texts); i++) {
		FINDINGS fs = {0};
		UT_string *out = test_string();

		debate_judge(&duel, 1, texts[i][0], strlen(texts[i][0]), &fs);
		findings_print(&fs, "t", true, out);
		has(utstring_body(out), texts[i][1]);
	}
}

TEST(quotations_of_arguments_are_counted)
{
	play(SIZE_MAX);
	assert_int_equal(duel.texts[4].quotes, 1);
	assert_int_equal(duel.texts[5].quotes, 0);
}

static size_t natural_texts;

static void
natural_debate(const char *path, const char *name)
{
	(void)name;
	natural_texts += play_by(path, SIZE_MAX, seat_named);
	restart();
}

TEST(texts_as_agents_write_them_are_accepted_in_eight_languages)
{
	assert_true(each_file(CORPUS "natural/", natural_debate) >= 8 && natural_texts >= 32);
}
