/*
 * A format with files of its own over the states of another: what they show, how many there are and when they changed is the test's to set.
 */
#ifndef TESTS_UNIT_DUEL_OWN_FIXTURE_H
#define TESTS_UNIT_DUEL_OWN_FIXTURE_H

#include "tests/unit/duel/fixture.h"

#include "fs/registry/registry_inner.h"
#include "fs/registry/own.h"
#include "validators/kit/bridge.h"

enum { OWN_SCORES, OWN_ARGUMENTS, OWN_GRAPH, OWN_REPORT, OWN_ROWS };

static struct {
	unsigned n;           /* arguments */
	int64_t ms[16];       /* of each */
	unsigned asked;       /* so many times for one of these */
	int64_t scores_ms;
	struct bridged of;
} own;

static unsigned
arguments_count(const struct fstate *state, const struct context *ctx)
{
	(void)state, (void)ctx;
	return own.n;
}

static void
arguments_name(const struct fstate *state, const struct context *ctx, unsigned number, char out[FORMAT_NAME_BYTES])
{
	(void)state, (void)ctx;
	snprintf(out, FORMAT_NAME_BYTES, "prop_%03u.md", number);
}

static unsigned
arguments_find(const struct fstate *state, const struct context *ctx, const char *name)
{
	char expected[FORMAT_NAME_BYTES];
	for (unsigned number = 1; number <= own.n; number++) {
		arguments_name(state, ctx, number, expected);
		if (!strcmp(expected, name))
			return number;
	}
	return 0;
}

static int64_t
arguments_ms(const struct fstate *state, const struct context *ctx, unsigned number)
{
	(void)state, (void)ctx;
	own.asked++;
	return own.ms[number];
}

static int64_t
scores_ms(const struct fstate *state, const struct context *ctx)
{
	(void)state, (void)ctx;
	return own.scores_ms;
}

static void
own_text(const struct fstate *state, const struct context *ctx, int row, unsigned number, UT_string *out)
{
	(void)state, (void)ctx;
	utstring_printf(out, "row %d, number %u\n", row - ROW_OWN, number);
}

static const struct format_many arguments = {arguments_count, arguments_name, arguments_find, arguments_ms};
static const struct format_row own_rows[OWN_ROWS] = {
	[OWN_SCORES] = {.id = ROW_OWN + OWN_SCORES, .name = "scores.json", .about = "the scores", .time_ms = scores_ms},
	[OWN_ARGUMENTS] = {.id = ROW_OWN + OWN_ARGUMENTS, .name = "arguments", .about = "each argument", .many = &arguments},
	[OWN_GRAPH] = {.id = ROW_OWN + OWN_GRAPH, .name = "graph.svg", .about = "the graph", .drawn = true},
	[OWN_REPORT] = {.id = ROW_OWN + OWN_REPORT, .name = "report.md", .about = "the report", .gated = true},
};

/* A duel `d` whose format has these rows. */
static inline struct duel *
own_duel(struct bed *b)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	struct duel *d = the_duel(b, "d");
	memset(&own, 0, sizeof own);
	own.of = format_socratic;
	own.of.format.rows = own_rows;
	own.of.format.n_rows = OWN_ROWS;
	own.of.format.render = own_text;
	d->fold->format = state_is_of(d->fold->state, &own.of.format);
	return d;
}

#endif
