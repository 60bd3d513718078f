/* A debate of format rounds; what is handed in is of whoever is due. */
#ifndef TESTS_UNIT_FORMATS_ROUNDS_DEBATE_H
#define TESTS_UNIT_FORMATS_ROUNDS_DEBATE_H

#include "tests/unit/formats/played.h"
#include "validators/rounds/rounds.h"

#define CORPUS "tests/corpus/rounds/"
#define SUMMARY_TEXT "**Proposer's position**\nA.\n**Challenger's position**\nB.\n**Contradictions**\nNone.\n"
#define VERDICT_TEXT "Winner: codex\nBecause: Round 1\nGenuine disagreement: high\nEvidence quality: low\n" \
	"Challenge depth: low\nDirection: proposer\n**Key Agreements**\nNone.\n**Key Disagreements**\nNone.\n" \
	"**Unresolved Questions**\nNone.\n**Recommendation**\nDo it.\n"

static inline int
begin(void **state)
{
	static const struct debate_seat seats[] = {{"ann", "codex", "gpt-5", ROLE_PROPOSER, 5000},
		{"bob", "gemini", "gemini-3-pro", ROLE_CHALLENGER, 7000},
		{"cid", "claude", "opus", ROLE_ORCHESTRATOR, 9000}};

	(void)state;
	step_ms = 60000;
	terms = (struct terms){.rounds = 2, .effort = "medium"};
	duel = (struct debate){.format = &rounds_format, .end.time_ms = 1,
		.terms = &terms,
		.topic = "Is it right?",
		.novelty_threshold = 0.8,
		.id = "0f3a",
		.created_ms = 1000,
		.now_ms = 10000};
	debate_open(&duel);
	for (size_t i = 0; i < N(seats); i++)
		debate_join(&duel, &seats[i]);
	return 0;
}

static inline void
restart(void)
{
	free_duel(NULL);
	begin(NULL);
}

static inline unsigned
due_seat(void)
{
	unsigned seat = 1;

	while (seat <= duel.n_seats && debate_due(&duel, seat) < 0)
		seat++;
	return seat;
}

#define IN(text) handed_in(due_seat(), text, NULL)

static inline unsigned
whoever_is_due(const char *word)
{
	(void)word;
	return due_seat();
}

static inline size_t
play(const char *path, size_t most)
{
	return play_by(path, most, whoever_is_due);
}

#endif
