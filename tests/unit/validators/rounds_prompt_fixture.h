/*
 * A debate of five rounds in memory, for the tests of what is told to whoever speaks next: each turn, point, claim and concession has a
 * word of its own that stands nowhere else.
 */
#ifndef TESTS_UNIT_VALIDATORS_ROUNDS_PROMPT_FIXTURE_H
#define TESTS_UNIT_VALIDATORS_ROUNDS_PROMPT_FIXTURE_H

#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>
#include "validators/kit/shown.h"
#include "validators/rounds/prompt.h"
#include "validators/text/mem.h"

#define DEBATE_ROUNDS 5
#define DEBATE_TURNS (2 * DEBATE_ROUNDS)

struct prompted {
	struct rounds_prompt p;
	struct spoken spoken[DEBATE_TURNS];
	struct prompt_turn turns[DEBATE_TURNS];
	struct spoken_point points[DEBATE_TURNS][2];
	struct spoken_claim claims[DEBATE_TURNS];
	struct spoken_yield yields[DEBATE_TURNS];
	char text[DEBATE_TURNS][128], words[DEBATE_TURNS][4][32];
	char *cited[1], summary[64];
};

/* "turn-p1", "first-c2", "claim-p3": p and c are who, and then the round. */
static inline void
debate_turn(struct prompted *d, unsigned i)
{
	static const char *const things[] = { "first", "second", "claim", "sentence" };
	struct spoken *s = &d->spoken[i];
	char who = i % 2 ? 'c' : 'p';

	*s = (struct spoken){ .speaker = i % 2, .round = i / 2 + 1, .points = d->points[i], .n_points = i % 2 ? 2 : 0,
		.unsupported = &d->claims[i], .n_unsupported = 1, .yields = &d->yields[i], .n_yields = i ? 1 : 0 };
	for (size_t n = 0; n < 4; n++)
		snprintf(d->words[i][n], sizeof d->words[i][n], "%s-%c%u", things[n], who, s->round);
	for (size_t n = 0; n < 2; n++)
		d->points[i][n] = (struct spoken_point){ .line = 3 + (int)n, .text = d->words[i][n] };
	d->claims[i] = (struct spoken_claim){ .line = 5, .text = d->words[i][2] };
	d->yields[i] = (struct spoken_yield){ .round = i % 2 ? 0 : s->round - 1, .n = i % 2 ? 0 : 2, .certifies = i % 2, .line = 6,
		.sentence = d->words[i][3], .paragraph = d->words[i][3], .cited = d->cited, .n_cited = 1 };
	snprintf(d->text[i], sizeof d->text[i], "## Round %u — %s (tool / model)\n\nturn-%c%u\n", s->round, rounds_speakers[s->speaker].title,
		who, s->round);
	d->turns[i] = (struct prompt_turn){ s, d->text[i], strlen(d->text[i]), i + 1, i % 2 ? "bob" : "alice" };
}

static inline struct prompted *
debate_new(void)
{
	static char evidence[] = "src/evidence.c:1";
	struct prompted *d = mem_calloc(1, sizeof *d);

	d->cited[0] = evidence;
	for (unsigned i = 0; i < DEBATE_TURNS; i++)
		debate_turn(d, i);
	d->p = (struct rounds_prompt){ .topic = "Is the cache worth it", .effort = "high", .rounds = DEBATE_ROUNDS, .turns = d->turns, .room = SHOWN_ALL,
		.sides = { { .tool = "claude", .model = "opus" }, { .tool = "gemini", .model = "gemini-3-pro" } } };
	return d;
}

static inline void
debate_free(struct prompted *d)
{
	free(d);
}

/* So much has been said, and this is asked for now. */
static inline void
debate_ask(struct prompted *d, enum rounds_ask_kind kind, unsigned round, unsigned said)
{
	d->p.kind = kind;
	d->p.round = round;
	d->p.n_turns = said;
	d->p.completed = said / 2;
	d->p.summarized = kind != ROUNDS_VERDICT && round >= 3 ? round - 2 : 0;
	d->p.summary = NULL;
	if (d->p.summarized && kind != ROUNDS_SUMMARY) {
		snprintf(d->summary, sizeof d->summary, "## Summary of rounds 1–%u\n\nsummary-%u\n", d->p.summarized, d->p.summarized);
		d->p.summary = d->summary;
		d->p.summary_len = strlen(d->summary);
	}
}

static inline void
debate_ask_turn(struct prompted *d, enum speaker speaker, unsigned round)
{
	debate_ask(d, rounds_turn_asked(speaker, round), round, 2 * (round - 1) + speaker);
}

/* What a function appends; malloc'd. */
static inline char *
debate_text(const struct prompted *d, void (*append)(const struct rounds_prompt *p, UT_string *out))
{
	UT_string out;

	utstring_init(&out);
	append(&d->p, &out);
	return utstring_body(&out);
}

#endif
