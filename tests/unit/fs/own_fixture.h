/*
 * A format with files of its own over the states of another: what they show, how many there are and when they changed is the test's to set.
 */
#ifndef TESTS_UNIT_FS_OWN_FIXTURE_H
#define TESTS_UNIT_FS_OWN_FIXTURE_H

#include "tests/unit/fs/fixture.h"

#include "fs/duels/own.h"
#include "validators/formats.h"

enum { OWN_SCORES, OWN_ARGUMENTS, OWN_GRAPH, OWN_REPORT, OWN_ROWS };

static struct {
	unsigned n;           /* arguments */
	int64_t ms[16];       /* of each */
	unsigned asked;       /* so many times for one of these */
	struct format of;
	struct format_row rows[OWN_ROWS + 1];
} own;

static unsigned
arguments_count(const struct debate *d)
{
	(void)d;
	return own.n;
}

static void
arguments_name(const struct debate *d, unsigned number, char out[FORMAT_NAME_BYTES])
{
	(void)d;
	snprintf(out, FORMAT_NAME_BYTES, "prop_%03u.md", number);
}

static unsigned
arguments_find(const struct debate *d, const char *name)
{
	char expected[FORMAT_NAME_BYTES];
	for (unsigned number = 1; number <= own.n; number++) {
		arguments_name(d, number, expected);
		if (!strcmp(expected, name))
			return number;
	}
	return 0;
}

static int64_t
arguments_ms(const struct debate *d, unsigned number)
{
	(void)d;
	own.asked++;
	return own.ms[number];
}

static void
arguments_show(const struct debate *d, unsigned number, UT_string *out)
{
	(void)d;
	utstring_printf(out, "row %d, number %u\n", OWN_ARGUMENTS, number);
}

#define SHOWS(name, row) \
	static void name(const struct debate *d, UT_string *out) \
	{ \
		(void)d; \
		utstring_printf(out, "row %d, number 0\n", row); \
	}
SHOWS(show_scores, OWN_SCORES)
SHOWS(show_graph, OWN_GRAPH)
SHOWS(show_report, OWN_REPORT)

static const struct debate_files arguments = {.count = arguments_count, .file = arguments_name, .find = arguments_find,
	.shows = arguments_show, .time_ms = arguments_ms};
static const struct format_row own_rows[OWN_ROWS] = {
	[OWN_SCORES] = {.name = "scores.json", .about = "the scores", .shows = show_scores},
	[OWN_ARGUMENTS] = {.name = "arguments", .about = "each argument", .many = &arguments},
	[OWN_GRAPH] = {.name = "graph.svg", .about = "the graph", .drawn = true, .shows = show_graph},
	[OWN_REPORT] = {.name = "report.md", .about = "the report", .shows = show_report},
};

/* A duel `d` whose format has these rows. */
static inline struct duel *
own_duel(struct bed *b)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	struct duel *d = the_duel(b, "d");
	memset(&own, 0, sizeof own);
	own.of = socratic_format;
	memcpy(own.rows, own_rows, sizeof own_rows);
	own.of.rows = own.rows;
	d->fold->format = state_is_of(d->fold->state, &own.of);
	return d;
}

#endif
