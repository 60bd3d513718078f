/*
 * Fills a blank as whoever knows nothing but its places would: each gets what its line asks for, and of words to choose
 * from one that is named.
 */
#ifndef TESTS_UNIT_VALIDATORS_SOCRATIC_FILLER_H
#define TESTS_UNIT_VALIDATORS_SOCRATIC_FILLER_H

#include "tests/unit/validators/socratic_fixture.h"

#define PLACE "…"

/* What goes into a place of this line; in turn `n`. */
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

#endif
