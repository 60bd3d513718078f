/* A debate of format rounds that is played from a file of texts, parted by `=== KIND`. */
#ifndef TESTS_UNIT_FORMATS_ROUNDS_DEBATE_H
#define TESTS_UNIT_FORMATS_ROUNDS_DEBATE_H

#include "tests/unit/files.h"
#include "tests/unit/formats/judged.h"

#include "validators/rounds/rounds.h"

#define CORPUS "tests/corpus/rounds/"

static struct terms terms;
static struct debate duel;

static inline int
begin(void **state)
{
	static const struct debate_seat seats[] = {{"ann", "codex", "gpt-5", ROLE_PROPOSER, 0},
		{"bob", "gemini", "gemini-3-pro", ROLE_CHALLENGER, 0}, {"cid", "claude", "opus", ROLE_ORCHESTRATOR, 0}};

	(void)state;
	terms = (struct terms){.rounds = 2, .effort = "medium"};
	duel = (struct debate){.format = &rounds_format, .terms = &terms, .topic = "Is it right?",
		.novelty_threshold = 0.8};
	debate_open(&duel);
	for (size_t i = 0; i < N(seats); i++)
		debate_join(&duel, &seats[i]);
	return 0;
}

static inline int
end(void **state)
{
	(void)state;
	debate_free(&duel);
	return 0;
}

static inline unsigned
due_seat(void)
{
	unsigned seat = 1;

	while (seat <= duel.n_seats && debate_due(&duel, seat) < 0)
		seat++;
	return seat;
}

/* The ids of the errors of a text of whoever is due, with a `+` between; "" and applied where there are none. */
static inline const char *
handed_in(const char *text, size_t len, const char **sentence)
{
	static char ids[1024], said[1024];
	struct findings fs = {0};
	unsigned seat = due_seat();

	debate_judge(&duel, seat, text, len, &fs);
	*ids = *said = '\0';
	for (size_t i = 0; i < fs.n; i++) {
		if (fs.v[i].rule->severity == SEVERITY_WARNING || strstr(ids, fs.v[i].rule->id))
			continue;
		snprintf(said, sizeof said, "%d: %s", fs.v[i].line, fs.v[i].text);
		snprintf(ids + strlen(ids), sizeof ids - strlen(ids), "%s%s", *ids ? "+" : "", fs.v[i].rule->id);
	}
	if (!*ids)
		duel.now_ms += 60000, debate_apply(&duel, seat, text, len);
	findings_free(&fs);
	if (sentence)
		*sentence = said;
	return ids;
}

#define IN(text) handed_in(text, strlen(text), NULL)

/* Appends what is handed in in place of a text of a file; NULL: it is that text. */
static void (*rewritten)(const char *text, size_t len, UT_string *out);

/* Hands in the first `most` texts of a debate; how many there were. */
static inline size_t
play(const char *path, size_t most)
{
	size_t len, n = 0;
	char *all = read_whole(path, &len);
	const char *sentence;

	for (char *s = strstr(all, "=== "), *next; s && n < most; s = next, n++) {
		char *text = strchr(s, '\n') + 1;
		next = strstr(text, "\n=== ");
		next = next ? next + 1 : NULL;
		size_t text_len = next ? (size_t)(next - text) : strlen(text);
		UT_string handed;
		utstring_init(&handed);
		if (rewritten)
			rewritten(text, text_len, &handed);
		else
			utstring_bincpy(&handed, text, text_len);
		const char *ids = handed_in(utstring_body(&handed), utstring_len(&handed), &sentence);
		if (*ids)
			fail_msg("%s, text %zu: %s (%s)\n%s", path, n + 1, ids, sentence, utstring_body(&handed));
		utstring_done(&handed);
	}
	free(all);
	return n;
}

#endif
