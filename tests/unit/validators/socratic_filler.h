/*
 * Fills a blank as whoever knows nothing but its places would: each gets what its line asks for.
 */
#ifndef TESTS_UNIT_VALIDATORS_SOCRATIC_FILLER_H
#define TESTS_UNIT_VALIDATORS_SOCRATIC_FILLER_H

#include "tests/unit/validators/socratic_fixture.h"

#define ALL_PLACES (-1)

static inline unsigned
places_in(const char *blank)
{
	unsigned n = 0;

	for (const char *at = blank; (at = strstr(at, HAND_IN_PLACE)); at += strlen(HAND_IN_PLACE))
		n++;
	return n;
}

/* What goes into the place at `at`; `line` is where its line begins. */
static inline void
put_filling(const struct duel *d, const char *line, UT_string *out)
{
	unsigned n = fstate_pieces(d->state) + 1;

	if (!strncmp(line, "- Addresses: ", 13) && n > 1)
		utstring_printf(out, "Turn %u", n - 1);
	else if (!strncmp(line, "- Addresses: ", 13))
		utstring_printf(out, "Source");
	else if (!strncmp(line, "    - ", 6))
		utstring_printf(out, "Principle: caution number%u", n);
	else
		utstring_printf(out, "words%u about%u caching%u of%u results%u in%u plan.md: %s", n, n, n, n, n, n, d->terms.topic);
}

/* Every choice of flags is made. */
static inline void
make_choices(UT_string *out, const char *choice)
{
	char *text = mem_copy(utstring_body(out), utstring_len(out)), *from = text, *at;

	utstring_clear(out);
	for (; (at = strstr(from, choice)); from = at + strlen(choice)) {
		utstring_bincpy(out, from, (size_t)(at - from));
		utstring_printf(out, " (non-blocking)");
	}
	utstring_bincpy(out, from, strlen(from));
	free(text);
}

/* The blank with every place filled but the one of this index; ALL_PLACES: none is left. */
static inline void
fill_but(const struct duel *d, const char *blank, int left, UT_string *out)
{
	static const char choice[] = " (blocking|non-blocking)";
	const char *from = blank, *at;

	for (int i = 0; (at = strstr(from, HAND_IN_PLACE)); i++) {
		const char *line = at;

		while (line > blank && line[-1] != '\n')
			line--;
		utstring_bincpy(out, from, (size_t)(at - from));
		from = at + strlen(HAND_IN_PLACE);
		if (i == left) {
			utstring_printf(out, HAND_IN_PLACE);
			continue;
		}
		put_filling(d, line, out);
	}
	utstring_bincpy(out, from, strlen(from));
	make_choices(out, choice);
}

#endif
