/*
 * The debates of tests/corpus/rounds break no rule: no error, no warning, as a whole or at any cut, and what is kept of their turns is what they say.
 * In sessions/ are turns of many styles on one question, honest ones and others.
 */
#include "tests/unit/validators/rounds_fixture.h"

WHOLE_FILE(talk_open, talk_close);

#define CORPUS "tests/corpus/rounds/"

static const char *const debates[] = { "one-row-a-turn", "tree-or-lines" };

/* A turn's body, behind its heading. */
static void
speak_file(struct talk *t, const char *debate, enum speaker speaker, unsigned round)
{
	char *path = mem_format(CORPUS "%s/%u-%s.md", debate, round, rounds_speakers[speaker].role);
	char *heading = mem_format("## Round %u — %s (", round, rounds_speakers[speaker].title);
	size_t len, from;
	char *text = read_whole(path, &len);

	assert_memory_equal(text, heading, strlen(heading));
	from = (size_t)(strchr(text, '\n') + 1 - text);
	for (unsigned reject = 0; reject < 2; reject++) {
		t->reject = reject;
		for (size_t cut = 0; cut < len - from; cut += sample_step())
			if (talk_body(t, speaker, round, text + from, cut, true, false))
				fail_msg("%s, cut at %zu: %s", path, cut, utstring_body(&t->printed));
		if (talk_body(t, speaker, round, text + from, len - from, false, false) || utstring_len(&t->printed))
			fail_msg("%s: %s", path, utstring_body(&t->printed));
	}
	talk_speak(t, speaker, round, text + from);
	free(text);
	free(heading);
	free(path);
}

TEST(no_turn_of_the_debates_breaks_a_rule)
{
	struct talk *t = *state;

	for (size_t i = 0; i < N(debates); i++) {
		talk_clear(t);
		for (unsigned round = 1; round <= 2; round++)
			for (enum speaker speaker = 0; speaker < SPEAKERS; speaker++)
				speak_file(t, debates[i], speaker, round);
		assert_int_equal(t->n, 4);
		assert_int_equal(t->before[1]->n_points, 4);
	}
}

TEST(what_is_conceded_and_certified_in_them_is_kept)
{
	static const struct {
		size_t debate, turn;
		unsigned n;
		bool certifies;
		const char *begins;
	} rows[] = {
		{ 0, 2, 2, false, "I concede C1.2: with secure_delete = OFF" },
		{ 0, 3, 1, true, "C1.1 is resolved: the chain of" },
		{ 1, 2, 1, false, "C1.1: I concede that an excerpt" },
		{ 1, 3, 4, true, "I am convinced on C1.4 because" },
	};
	struct talk *t = *state;

	for (size_t i = 0; i < N(debates); i++) {
		talk_clear(t);
		for (unsigned round = 1; round <= 2; round++)
			for (enum speaker speaker = 0; speaker < SPEAKERS; speaker++)
				speak_file(t, debates[i], speaker, round);
		for (size_t k = 0; k < N(rows); k++) {
			const struct spoken *s = t->before[rows[k].turn];
			if (rows[k].debate != i)
				continue;
			assert_int_equal(s->n_yields, 1);
			assert_int_equal(s->yields[0].n, rows[k].n);
			assert_int_equal(s->yields[0].certifies, rows[k].certifies);
			assert_true(s->yields[0].n_cited > 0);
			assert_memory_equal(s->yields[0].sentence, rows[k].begins, strlen(rows[k].begins));
		}
	}
}

/* -- one question, many styles --------------------------------------------------------------------------------------------------- */

#define SESSIONS CORPUS "sessions/"

static char *
read_body(const char *name, size_t *len)
{
	char *path = mem_format(SESSIONS "%s.md", name), *text = read_whole(path, len), *newline = strchr(text, '\n');
	char *body;

	assert_non_null(newline);
	*len -= (size_t)(newline + 1 - text);
	body = mem_copy(newline + 1, *len);
	free(text);
	free(path);
	return body;
}

struct style {
	const char *name;
	const char *refused[3]; /* the errors, NULL-terminated; none: it is accepted */
};

static unsigned
errors_told(const struct talk *t)
{
	unsigned n = 0;

	for (const char *s = utstring_body(&t->printed); (s = strstr(s, ": error: [")); s++)
		n++;
	return n;
}

/* Honest turns are accepted however they are written, and of others each broken rule is told, and no other. */
static void
assert_styles(struct talk *t, enum speaker speaker, unsigned round, const struct style *styles, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t len;
		char *body = read_body(styles[i].name, &len);
		bool good = !talk_body(t, speaker, round, body, len, false, false) == !styles[i].refused[0];

		for (const char *const *rule = styles[i].refused; *rule; rule++)
			good = good && talk_printed(t, *rule);
		if (!good || (!styles[i].refused[0] && errors_told(t)))
			fail_msg("%s: %s", styles[i].name, utstring_body(&t->printed));
		free(body);
	}
}

static void
speak(struct talk *t, enum speaker speaker, unsigned round, const char *name)
{
	size_t len;
	char *body = read_body(name, &len);

	talk_speak(t, speaker, round, body);
	free(body);
}

TEST(challenges_of_every_style_are_read)
{
	static const struct style styles[] = {
		{ "1-challenger-numbered", { NULL } },
		{ "1-challenger-headings", { NULL } },
		{ "1-challenger-codefirst", { NULL } },
		{ "1-challenger-boldlabels", { NULL } },
		{ "1-challenger-quoting", { NULL } },
		{ "1-challenger-while", { NULL } },
		{ "1-challenger-prose", { "[challenge.flaw] there is no challenge point: write each flaw as a list item", NULL } },
		{ "1-challenger-table", { "[challenge.flaw] there is no challenge point", "named together only", NULL } },
		{ "1-challenger-german", { NULL } },
		{ "1-challenger-french", { NULL } },
		{ "1-challenger-lazy1", { "opens by praising", NULL } },
		{ "1-challenger-lazy2", { "opens by praising", "does not address developer experience", NULL } },
		{ "1-challenger-lazy3", { "opens by praising", NULL } },
		{ "1-challenger-lazy4", { "opens by praising", "does not address correctness", NULL } },
	};
	struct talk *t = *state;

	talk_clear(t);
	speak(t, SPEAKER_PROPOSER, 1, "1-proposer");
	assert_styles(t, SPEAKER_CHALLENGER, 1, styles, N(styles));
	assert_styles(t, SPEAKER_CHALLENGER, 1, styles + 6, 1);
	assert_false(talk_printed(t, "[challenge.alternative]"));
}

TEST(defences_of_every_style_are_read)
{
	static const struct style styles[] = {
		{ "2-proposer-table", { NULL } },
		{ "2-proposer-prose", { NULL } },
		{ "2-proposer-headings", { NULL } },
		{ "2-proposer-correct", { NULL } },
		{ "2-proposer-conceding", { NULL } },
		{ "2-proposer-ranges", { "C1.3 (\"Security: session fixation window.", NULL } },
	};
	struct talk *t = *state;

	talk_clear(t);
	speak(t, SPEAKER_PROPOSER, 1, "1-proposer");
	speak(t, SPEAKER_CHALLENGER, 1, "1-challenger-numbered");
	assert_styles(t, SPEAKER_PROPOSER, 2, styles, N(styles));
}

TEST(what_their_defences_concede_is_kept_and_nothing_else)
{
	static const struct {
		const char *name;
		size_t yields;
	} rows[] = { { "2-proposer-correct", 0 }, { "2-proposer-conceding", 4 }, { "2-proposer-headings", 1 }, { "2-proposer-prose", 1 } };
	struct talk *t = *state;

	for (size_t i = 0; i < N(rows); i++) {
		const struct spoken *s;

		talk_clear(t);
		speak(t, SPEAKER_PROPOSER, 1, "1-proposer");
		speak(t, SPEAKER_CHALLENGER, 1, "1-challenger-numbered");
		speak(t, SPEAKER_PROPOSER, 2, rows[i].name);
		s = t->before[2];
		if (s->n_yields != rows[i].yields)
			fail_msg("%s: %zu, %s", rows[i].name, s->n_yields, s->n_yields ? s->yields[0].sentence : "");
		for (unsigned n = 1; n <= s->n_yields && s->n_yields == 4; n++)
			assert_int_equal(s->yields[n - 1].n, n);
	}
}

TEST(follow_ups_of_every_style_are_read)
{
	static const struct style styles[] = {
		{ "2-challenger-cert", { NULL } },
		{ "2-challenger-prose", { NULL } },
		{ "2-challenger-verified", { NULL } },
		{ "2-challenger-no-point", { "[followup.progress] there is neither", NULL } },
		{ "2-challenger-lazy2", { "[followup.progress]", NULL } },
		{ "2-challenger-lazy3", { "[followup.progress]", NULL } },
	};
	struct talk *t = *state;

	talk_clear(t);
	speak(t, SPEAKER_PROPOSER, 1, "1-proposer");
	speak(t, SPEAKER_CHALLENGER, 1, "1-challenger-numbered");
	speak(t, SPEAKER_PROPOSER, 2, "2-proposer-headings");
	assert_styles(t, SPEAKER_CHALLENGER, 2, styles, N(styles));
}
