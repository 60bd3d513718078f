/*
 * The texts of a debate of each format: its rules, its seats, the texts of tests/corpus in their order, and which of
 * them is due.
 */
#ifndef TESTS_FUZZ_DEBATES_H
#define TESTS_FUZZ_DEBATES_H

#include "tests/fuzz/core.h"

#define DEBATE_SEATS 4
#define DEBATE_TEXTS 16

struct said_debate {
	const char *format, *rules;
	const char *seats[DEBATE_SEATS], *roles[DEBATE_SEATS];
	unsigned n_seats;
	const char *texts[DEBATE_TEXTS]; /* paths */
	/* the path of the one that is due by `status`; NULL: the last is */
	const char *(*due)(const struct said_debate *kind, const char *status);
	const char *last; /* the function of the quick start's script of this format that says the last one; NULL: a
			     conclusion is */
};

/* The top of the sources, wherever below it this runs: with a slash behind it, or empty. */
static const char *
debate_root(void)
{
	static const char up[] = "../../../../";
	static const char *root;
	char path[256];
	for (const char *at = up + sizeof up - 1; !root && at >= up; at -= 3) {
		snprintf(path, sizeof path, "%stests/corpus/adversarial/kb/edges.md", at);
		if (!access(path, R_OK))
			root = at;
		if (at == up)
			break;
	}
	assert(root);
	return root;
}

static char *
debate_whole(FILE *file)
{
	UT_string s;
	char piece[4096];
	size_t n;
	assert(file);
	utstring_init(&s);
	while ((n = fread(piece, 1, sizeof piece, file)))
		utstring_bincpy(&s, piece, n);
	return utstring_body(&s);
}

/* A file below tests/corpus, malloc'd. */
static inline char *
debate_file(const char *path)
{
	char *whole = mem_format("%stests/corpus/%s", debate_root(), path);
	FILE *file = fopen(whole, "r");
	free(whole);
	char *text = debate_whole(file);
	fclose(file);
	return text;
}

/* The number that this key of `status` has. */
static unsigned
debate_number(const char *status, const char *key)
{
	char line[64];
	snprintf(line, sizeof line, "\n%s = ", key);
	const char *at = strstr(status, line);
	return at ? (unsigned)strtoul(at + strlen(line) + (at[strlen(line)] == '"'), NULL, 10) : 0;
}

/* By the exchange and the side that is next. */
static const char *
due_exchange(const struct said_debate *kind, const char *status)
{
	unsigned side = strstr(status, "\nproposition_in = false") ? 0
		: strstr(status, "\nopposition_in = false")	   ? 1
								   : 2;
	unsigned n = debate_number(status, "current_exchange") * 3 + side;
	return n < 15 ? kind->texts[n] : NULL;
}

/* The output of this function of the quick start's scripts. */
static char *
scripted(const char *script, const char *function)
{
	char command[256];
	snprintf(command, sizeof command, "cd ./%s && bash -c '. scripts/duels/%s.sh; %s'", debate_root(), script, function);
	FILE *pipe = popen(command, "r");
	char *text = debate_whole(pipe);
	assert(!pclose(pipe) && *text);
	return text;
}

static const char *
due_turn(const struct said_debate *kind, const char *status)
{
	unsigned n = debate_number(status, "turns");
	return n < DEBATE_TEXTS ? kind->texts[n] : NULL;
}

static const struct said_debate debates[] = {
	{.format = "socratic",
		.rules = "max_turns = 6\n",
		.seats = {"alice", "bob", "carol"},
		.roles = {"", "", ""},
		.n_seats = 3},
	{.format = "dialectic",
		.rules = "exchanges = 5\n",
		.seats = {"alice", "bob", "carol"},
		.roles = {"role=proposition", "role=opposition", "role=judge"},
		.n_seats = 3,
		.due = due_exchange,
		.last = "report",
		.texts = {"dialectic/debate/0-proposition.json", "dialectic/debate/0-opposition.json",
			"dialectic/debate/0-judge.json", "dialectic/debate/1-proposition.json",
			"dialectic/debate/1-opposition.json", "dialectic/debate/1-judge.json",
			"dialectic/debate/2-proposition.json", "dialectic/debate/2-opposition.json",
			"dialectic/debate/2-judge.json", "dialectic/debate/3-proposition.json",
			"dialectic/debate/3-opposition.json", "dialectic/debate/3-judge.json",
			"dialectic/debate/4-proposition.json", "dialectic/debate/4-opposition.json",
			"dialectic/debate/4-judge.json"}},
	{.format = "rounds",
		.rules = "topic = \"Should an accepted turn be a row of the database, or a file of its own?\"\n",
		.seats = {"alice", "bob", "olga"},
		.n_seats = 3,
		.roles = {"role=proposer harness=claude model=opus",
			"role=challenger harness=gemini model=gemini-3-pro", "role=orchestrator"},
		.due = due_turn,
		.last = "verdict",
		.texts = {"rounds/rows/opening.md", "rounds/rows/challenge.md", "rounds/rows/defence.md",
			"rounds/rows/followup.md"}},
	{.format = "adversarial",
		.rules = "min_turns = 2\n",
		.seats = {"olga", "mona", "tess", "sam"},
		.n_seats = 4,
		.roles = {"role=orchestrator harness=codex model=gpt-5", "role=moderator harness=gemini model=pro",
			"role=debater-tabs harness=claude-code model=opus",
			"role=debater-spaces harness=codex model=gpt-5"},
		.due = due_turn,
		.last = "synthesis",
		.texts = {"adversarial/debate/1-tess.md", "adversarial/debate/2-sam.md", "adversarial/debate/3-tess.md",
			"adversarial/debate/4-mona.md", "adversarial/debate/5-sam.md"}},
};
#define DEBATES (sizeof debates / sizeof *debates)

static inline const char *
debate_last(const struct said_debate *kind)
{
	static char *texts[DEBATES];
	char **text = &texts[kind - debates];
	if (!kind->last)
		return "## Terminal Conclusion\n\n**Outcome**: MAX_TURNS\n**Candidate Convergence**: no\n**Reason**: "
		       "every turn is taken\n\n"
		       "The debate on d ends here, with its open points listed above.\n\n**Decided**\n- What is in use "
		       "stays in use.\n\n"
		       "**Left open**\n- Nothing else was asked.\n\n**Why**\n- Nobody measured anything\n";
	return *text = *text ?: scripted(kind->format, kind->last);
}

/* A duel of this kind, named in `name`. */
static inline void
debate_begin(char name[32], const struct said_debate *kind)
{
	char rules[4400], source[4096];
	core_begin(name, kind->format);
	int n = snprintf(rules, sizeof rules, "%s", kind->rules);
	if (!strcmp(kind->format, "adversarial")) {
		char path[256];
		snprintf(path, sizeof path, "./%stests/corpus/adversarial/kb", debate_root());
		assert(realpath(path, source));
		snprintf(rules + n, sizeof rules - (size_t)n, "source = \"%s\"\n", source);
	}
	assert(!append_to(core, name, INTAKE_FILE_CONFIG, 0, rules));
}

#endif
