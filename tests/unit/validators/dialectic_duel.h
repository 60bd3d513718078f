/*
 * A debate in memory, of alice for the proposition, bob for the opposition and carol, who judges. Each entry takes a second.
 */
#ifndef TESTS_UNIT_VALIDATORS_DIALECTIC_DUEL_H
#define TESTS_UNIT_VALIDATORS_DIALECTIC_DUEL_H

#include "tests/unit/validators/dialectic_fixture.h"
#include "tests/unit/validators/duel.h"

#include "validators/dialectic/dialectic.h"
#include "validators/dialectic/files.h"

enum { PROP = 1, OPP = 2, JUDGE = 3 };

static const struct format *const f = &format_dialectic;

static inline void
duel_init(struct duel *d)
{
	duel_begin(d, f, (struct terms){.topic = "This house would make buses free", .topic_slug = "buses", .scope = "", .wait_seconds = 1200,
		.sealed = true, .novelty_threshold = 0.8}, NULL);
	d->ctx.name = "free-buses";
	d->step_ms = 1000;
	duel_tick(d, 1);
}

/* The refusal's id; NULL: it joined. */
static inline const char *
duel_join(struct duel *d, const char *name, const char *role)
{
	return duel_sit(d, name, role, "h", "m");
}

static inline void
duel_join_all(struct duel *d)
{
	assert_null(duel_join(d, "alice", "proposition"));
	assert_null(duel_join(d, "bob", "opposition"));
	assert_null(duel_join(d, "carol", "judge"));
}

static inline void
duel_accept_row(struct duel *d, unsigned seat, int row, const char *text)
{
	duel_floor(d, seat, GRANT_TURN);
	duel_hand_in(d, row, text, strlen(text));
	duel_floor(d, 0, GRANT_NONE);
}

static inline void
duel_accept(struct duel *d, unsigned seat, const char *text)
{
	duel_accept_row(d, seat, ROW_DEBATE, text);
}

static inline void
duel_corpus(struct duel *d, unsigned seat)
{
	char *text = corpus_text(d->state->exchange, dialectic_role_names[seat - 1]);

	duel_accept(d, seat, text);
	free(text);
}

static inline void
duel_corpus_exchange(struct duel *d, unsigned first)
{
	duel_corpus(d, first);
	duel_corpus(d, PROP + OPP - first);
	duel_corpus(d, JUDGE);
}

#endif
