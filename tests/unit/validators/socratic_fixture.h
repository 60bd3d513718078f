/*
 * A socratic duel in memory, for the tests of its rules: two participants, a source, a clock that stands still until it is moved.
 */
#ifndef TESTS_UNIT_VALIDATORS_SOCRATIC_FIXTURE_H
#define TESTS_UNIT_VALIDATORS_SOCRATIC_FIXTURE_H

#include "tests/unit/validators/duel.h"

#include "validators/formats.h"

static inline void
duel_init(struct duel *d, const char *source)
{
	duel_begin(d, &socratic_format,
		(struct terms){.topic = "Caching of results", .topic_slug = "caching-of-results", .max_turns = 6, .wait_seconds = 1200,
			.lease_seconds = 900, .retry_after_seconds = 30, .novelty_threshold = 0.8},
		source);
}

static inline void
duel_join(struct duel *d, const char *name, const char *harness, const char *model)
{
	assert_null(duel_sit(d, name, "", harness, model));
}

/* Submit as `seat`, which has the floor then. */
static inline void
duel_accept(struct duel *d, unsigned seat, const char *text, size_t len)
{
	if (d->ctx.holder != seat)
		duel_floor(d, seat);
	duel_hand_in(d, text, len);
}

#endif
