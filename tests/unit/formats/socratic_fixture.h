/* A debate of format socratic on a source of the corpus, and texts of a file: `=== alice` or `=== bob` stands before
 * each; `=== silence` is a claim for=timeout that is granted. */
#ifndef TESTS_UNIT_FORMATS_SOCRATIC_FIXTURE_H
#define TESTS_UNIT_FORMATS_SOCRATIC_FIXTURE_H

#include "tests/unit/files.h"
#include "tests/unit/formats/judged.h"
#include "validators/socratic/socratic.h"

#define CORPUS "tests/corpus/socratic/"

static struct terms terms;
static struct debate duel;
static struct source_places plan;
static char *plan_text;

static inline void
begin_with(const char *path)
{
	static const struct debate_seat seats[] = {{"alice", "claude-code", "opus", 0, 0}, {"bob", "codex", "gpt-5", 0, 0}};
	size_t len;

	plan_text = read_whole(path, &len);
	source_places_read(&plan, plan_text, len);
	terms = (struct terms){.max_turns = 6, .move_seconds = 86400, .topic = "Roll-out"};
	duel = (struct debate){.format = &socratic_format, .terms = &terms, .topic = "Roll-out", .source = strrchr(path, '/') + 1,
		.places = &plan, .novelty_threshold = 0.8};
	debate_open(&duel);
	for (size_t i = 0; i < N(seats); i++)
		debate_join(&duel, &seats[i]);
}

static inline void
end_it(void)
{
	debate_free(&duel);
	source_places_free(&plan);
	free(plan_text);
}

/* Hands a text in; the ids of what refuses it, parted by `+`, "" where it is accepted; *sentence is the last one's. */
static inline const char *
handed_in(unsigned seat, const char *text, size_t len, const char **sentence)
{
	static char ids[1024], said[1024];
	struct findings fs = {0};

	debate_judge(&duel, seat, text, len, &fs);
	*ids = *said = '\0';
	for (size_t i = 0; i < fs.n; i++) {
		if (fs.v[i].rule->severity == SEVERITY_WARNING || strstr(ids, fs.v[i].rule->id))
			continue;
		snprintf(said, sizeof said, "%d: %s", fs.v[i].line, fs.v[i].text);
		snprintf(ids + strlen(ids), sizeof ids - strlen(ids), "%s%s", *ids ? "+" : "", fs.v[i].rule->id);
	}
	if (!*ids)
		debate_apply(&duel, seat, text, len);
	findings_free(&fs);
	if (sentence)
		*sentence = said;
	return ids;
}

/* Plays the first texts of a file; those that are refused are told, and played all the same. */
static inline size_t
play(const char *path, size_t most)
{
	size_t len, n = 0, refused = 0;
	char *all = read_whole(path, &len);
	const char *sentence;

	for (char *s = strstr(all, "=== "), *next; s && n < most; s = next, n++) {
		unsigned seat = s[4] == 'a' ? 1 : 2;
		char *text = strchr(s, '\n') + 1;
		next = strstr(text, "\n=== ");
		next = next ? next + 1 : NULL;
		if (s[4] == 's') {
			debate_lift(&duel);
			continue;
		}
		if (debate_kind_of(&duel, seat, (struct reader){0}) < 0)
			fail_msg("%s, text %zu: nothing is due of seat %u", path, n + 1, seat);
		const char *ids = handed_in(seat, text, next ? (size_t)(next - text) : strlen(text), &sentence);
		if (!*ids)
			continue;
		print_error("%s, text %zu: %s (%s)\n", path, n + 1, ids, sentence);
		debate_apply(&duel, seat, text, next ? (size_t)(next - text) : strlen(text));
		refused++;
	}
	free(all);
	assert_int_equal(refused, 0);
	return n;
}

#endif
