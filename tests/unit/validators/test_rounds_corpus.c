/*
 * The debates of tests/corpus/rounds break no rule: no error, no warning, as a whole or at any cut, and what is kept of their turns is what they say.
 */
#include "tests/unit/validators/rounds_fixture.h"

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
		for (size_t cut = 0; cut < len - from; cut++)
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

static void
no_turn_of_the_debates_breaks_a_rule(void **state)
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

static void
what_is_conceded_and_certified_in_them_is_kept(void **state)
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_turn_of_the_debates_breaks_a_rule),
		cmocka_unit_test(what_is_conceded_and_certified_in_them_is_kept),
	};

	return cmocka_run_group_tests(tests, talk_open, talk_close);
}
