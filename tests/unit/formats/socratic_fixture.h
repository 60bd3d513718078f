/* A debate of format socratic on a source of the corpus; `=== silence` is a claim for=timeout that is granted. */
#ifndef TESTS_UNIT_FORMATS_SOCRATIC_FIXTURE_H
#define TESTS_UNIT_FORMATS_SOCRATIC_FIXTURE_H

#include "tests/unit/formats/played.h"
#include "validators/socratic/socratic.h"

#define CORPUS "tests/corpus/socratic/"

static struct source_places plan;
static char *plan_text;

static inline void
begin_with(const char *path)
{
	static const struct debate_seat seats[] = {
		{"alice", "claude-code", "opus", 0, 0}, {"bob", "codex", "gpt-5", 0, 0}};
	size_t len;

	plan_text = read_whole(path, &len);
	source_places_read(&plan, plan_text, len);
	terms = (struct terms){.max_turns = 6, .move_seconds = 86400, .topic = "Roll-out"};
	duel = (struct debate){.format = &socratic_format, .terms = &terms, .topic = "Roll-out", .source = strrchr(path, '/') + 1,
		.places = &plan, .novelty_threshold = 0.8, .own = socratic_facts_new(NULL), .end.time_ms = 1};
	debate_open(&duel);
	for (size_t i = 0; i < N(seats); i++)
		debate_join(&duel, &seats[i]);
}

static inline int
end(void **state)
{
	(void)state;
	debate_free(&duel);
	source_places_free(&plan);
	free(plan_text);
	return 0;
}

static inline unsigned
alice_or_bob(const char *word)
{
	return *word == 'a' ? 1 : *word == 's' ? 0 : 2;
}

static inline size_t
play(const char *path, size_t most)
{
	return play_by(path, most, alice_or_bob);
}

#endif
