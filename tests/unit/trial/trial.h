/*
 * What the core does for formats of every kind is tested with three that only tests have: `trial` (trial_inner.h), `council` (council.c)
 * and `grove` (grove.h), which stand beside socratic in this room's list of formats, in place of validators/formats.c. Here is what tests use of them.
 */
#ifndef TESTS_UNIT_TRIAL_TRIAL_H
#define TESTS_UNIT_TRIAL_TRIAL_H

#include <stdio.h>
#include <string.h>
#include "fs/registry/registry_inner.h"
#include "fs/show/show.h"
#include "tests/unit/duel/fixture.h"
#include "validators/kit/fstate.h"

#define TRIAL_SEATS 3
#define TRIAL_JUDGE 3
#define TRIAL_EXCHANGES 2
#define TRIAL_LINE_BYTES (16 << 10)
#define COUNCIL_TURN_SECONDS 240
#define COUNCIL_SECONDS 5000

struct fstate {
	struct fstate_common debate;
	char *in[TRIAL_SEATS + 1];   /* by seat: what is handed in and not judged yet */
	char *last[TRIAL_SEATS + 1]; /* by seat: what was accepted last */
	char *report;
	int64_t began_ms;            /* the clock's, of the first hand-in */
};

extern const struct format format_trial, format_council;
/* So often the front of either was rendered. */
extern unsigned trial_fronts;

/* Seats 1, 2, 3: "anna", "boris", "judge"; all of uid 0. */
static inline void
trial_begins(struct bed *b)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"trial\"\n"), 0);
	assert_int_equal(say(b, "join anna"), 0);
	assert_int_equal(say(b, "join boris"), 0);
	assert_int_equal(say(b, "join judge"), 0);
}

/* Claim, append, release. */
static inline void
trial_hand_in(struct bed *b, const char *name, const char *text)
{
	char line[64];
	snprintf(line, sizeof line, "claim %s", name);
	assert_int_equal(say(b, line), 0);
	int err = append(b, text);
	if (err)
		fail_msg("%s: %d\n%s", name, err, shown(b, "d", render_last_error, 0));
	snprintf(line, sizeof line, "release %s", name);
	assert_int_equal(say(b, line), 0);
}

static inline void
trial_exchange(struct bed *b)
{
	trial_hand_in(b, "anna", "apples are good\n");
	trial_hand_in(b, "boris", "berries are better\n");
	trial_hand_in(b, "judge", "judged so\n");
}

/* "anna" is first, "boris" second, "cora" the chair; uids 0, 1000 and 1001. */
static inline void
council_begins(struct bed *b)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"council\"\n"), 0);
	assert_int_equal(say(b, "join anna role=first"), 0);
	assert_int_equal(say_as(b, "d", 1000, "join boris role=second"), 0);
	assert_int_equal(say_as(b, "d", 1001, "join cora role=chair"), 0);
}

/* Notes that the record has not got yet; malloc'd. */
static inline char *
owed(struct bed *b, const char *duel)
{
	struct duel *d = the_duel(b, duel);
	registry_lock(b->r);
	char *copy = strdup(utstring_body(&d->fold->owed));
	registry_unlock(b->r);
	return copy;
}

#endif
