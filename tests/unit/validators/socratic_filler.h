/*
 * Fills a blank as whoever knows nothing but its places would: each gets what its line asks for, and of words to choose
 * from one that is named.
 */
#ifndef TESTS_UNIT_VALIDATORS_SOCRATIC_FILLER_H
#define TESTS_UNIT_VALIDATORS_SOCRATIC_FILLER_H

#include "tests/unit/validators/socratic_fixture.h"

#define PLACE "…"

/* The words for a place of this line; in turn `n`. */
static inline void
put_filling(const char *line, unsigned n, UT_string *out)
{
	if (!strncmp(line, "- Addresses: ", 13))
		utstring_printf(out, n > 1 ? "Turn %u" : "the topic%.0u", n - 1);
	else if (!strncmp(line, "    - ", 6))
		utstring_printf(out, "Principle: caution number%u", n);
	else
		utstring_printf(out, "words%u about%u caching%u of%u results%u in%u debates", n, n, n, n, n, n);
}

/* A line of a blank with its place filled; the choices of stance, flag and outcome are made. */
static inline void
fill_line(const char *line, size_t len, unsigned n, const char *choice, UT_string *out)
{
	char *s = mem_copy(line, len), *place = strstr(s, PLACE), *flag = strstr(s, " (blocking or non-blocking)");

	if (flag)
		strcpy(flag, " (non-blocking)");
	if (strchr(s, '|')) {
		utstring_printf(out, "%.*s %s", (int)strcspn(s, " "), s, choice);
	} else if (place) {
		utstring_printf(out, "%.*s", (int)(place - s), s);
		put_filling(s, n, out);
		utstring_printf(out, "%s", place + strlen(PLACE));
	} else {
		utstring_printf(out, "%s", s);
	}
	free(s);
}

/* The whole, up to `end` (NULL: to its end). */
static inline void
fill(const char *blank, const char *end, unsigned n, const char *choice, UT_string *out)
{
	const char *newline;

	for (end = end ? end : blank + strlen(blank); blank < end; blank = newline + 1) {
		newline = strchrnul(blank, '\n');
		fill_line(blank, (size_t)(newline - blank), n, choice, out);
		utstring_printf(out, "\n");
		if (!*newline)
			break;
	}
}

/* A text of socratic that is accepted where it is due, whoever's the turn before was. */
static inline void
put_example(const struct debate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	static const struct seat somebody = {.name = "NAME", .harness = "HARNESS", .model = "MODEL"};
	const struct seat *who = seat ? ctx->seats[seat - 1] : &somebody;
	unsigned n = debate_pieces(state) + 1;

	utstring_printf(out, "## Turn %u — %s (%s / %s) — OPEN_TO_DEBATE\n\n**Position**\nYour position in turn %u, in prose that "
		"somebody could argue with.\n\n**Counterpoints**\n- Addresses: ", n, who->name, who->harness, who->model, n);
	put_filling("- Addresses: ", n, out);
	utstring_printf(out, "\n  Claim: One claim of turn %u against it, in a sentence.\n  Support:\n    - Principle: "
		"name the principle, and say why it decides this\n\n**Agreements**\n- What is granted to the other side.\n\n"
		"**Novel Argument**\nWhat nobody has said before turn %u, and what follows from it.\n\nSupport:\n"
		"    - Principle: what the new argument rests on\n\n**Unresolved Items**\n- a question that must be answered "
		"before anyone can agree (blocking)\n- one that can wait (non-blocking)\n", n, n);
}

static inline void
put_example_conclusion(const struct debate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	(void)seat;
	utstring_printf(out, "**Outcome**: %s\n**Reason**: say why the debate ends here, in one sentence\n\nSay first what to do.\n",
		strcmp(debate_phase_name(state), "closing") ? "ACCEPTED_CONSENSUS" : "MAX_TURNS");
}

#endif
