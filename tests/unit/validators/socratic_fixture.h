/*
 * A socratic duel in memory, for the tests of its rules: two participants, a source, a clock that stands still until it is moved.
 */
#ifndef TESTS_UNIT_VALIDATORS_SOCRATIC_FIXTURE_H
#define TESTS_UNIT_VALIDATORS_SOCRATIC_FIXTURE_H

#include "tests/unit/validators/duel.h"

#include "validators/socratic/socratic.h"

#define CORPUS "tests/corpus/socratic/"

static inline void
duel_init(struct duel *d, const char *source)
{
	duel_begin(d, &format_socratic,
		(struct terms){.topic = "Caching of results", .topic_slug = "caching-of-results", .max_turns = 6, .wait_seconds = 1200,
			.lease_seconds = 900, .retry_after_seconds = 30, .novelty_threshold = 0.8},
		source);
}

static inline void
duel_join(struct duel *d, const char *name, const char *harness, const char *model)
{
	assert_null(duel_sit(d, name, "", harness, model));
}

/* For tests whose texts are short on purpose: what was told of that is forgotten. */
static inline void
pass_over_thin(struct duel *d)
{
	UT_string rest;

	utstring_init(&rest);
	for (const char *line = duel_said(d), *end; *line; line = end) {
		end = strchrnul(line, '\n');
		end += *end == '\n';
		if (!memmem(line, (size_t)(end - line), "[section.thin]", strlen("[section.thin]")))
			utstring_bincpy(&rest, line, (size_t)(end - line));
	}
	utstring_clear(&d->printed);
	utstring_concat(&d->printed, &rest);
	utstring_done(&rest);
}

/* As duel_try_bytes, but for that. */
static inline int
try_short(struct duel *d, const char *text, size_t len, bool prefix)
{
	int err = duel_try_bytes(d, text, len, prefix);

	pass_over_thin(d);
	return err;
}

/* Submit as `seat`, which has the floor then. */
static inline void
duel_accept(struct duel *d, unsigned seat, const char *text, size_t len)
{
	if (d->ctx.holder != seat)
		duel_floor(d, seat, GRANT_TURN);
	duel_hand_in(d, ROW_DEBATE, text, len);
}

#endif
