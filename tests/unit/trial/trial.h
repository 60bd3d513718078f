/*
 * Tests of what the core does for formats of every kind use a format that only tests have: `council` (council.c). It
 * stands beside socratic in this room's list of formats, in place of validators/formats.c. Tests use it through this
 * header.
 */
#ifndef TESTS_UNIT_TRIAL_TRIAL_H
#define TESTS_UNIT_TRIAL_TRIAL_H

#include "tests/unit/fs/fixture.h"

extern void (*grove_judging)(void); /* called where a folder is judged; NULL: nothing is */

#define COUNCIL_EXCHANGES 2
#define COUNCIL_SECONDS 240
#define COUNCIL "format = \"council\"\nmove_seconds = 240\n"

/* So often the front was rendered. */
extern unsigned council_fronts;

/* "anna" is first, "boris" second, "cora" the chair, of these users. */
static inline void
council_of(struct bed *b, uid_t first, uid_t second, uid_t chair)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_CONFIG, 0, COUNCIL), 0);
	assert_int_equal(say_as(b, "d", first, "join anna role=first"), 0);
	assert_int_equal(say_as(b, "d", second, "join boris role=second"), 0);
	assert_int_equal(say_as(b, "d", chair, "join cora role=chair"), 0);
}

static inline void
council_begins(struct bed *b)
{
	council_of(b, 0, 1000, 1001);
}

/* The same, all of uid 0. */
static inline void
council_of_one(struct bed *b)
{
	council_of(b, 0, 0, 0);
}

/* Claim, append, release. */
static inline void
council_hand_in(struct bed *b, const char *name, const char *text)
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
council_exchange(struct bed *b)
{
	council_hand_in(b, "anna", "apples are good\n");
	council_hand_in(b, "boris", "berries are better\n");
	council_hand_in(b, "cora", "judged so\n");
}

/* Notes that the record has not got yet. */
static inline char *
owed(struct bed *b, const char *duel)
{
	struct duel *d = the_duel(b, duel);
	char *copy = LOCKED_VALUE(b, strdup(utstring_body(&d->fold->pending_notes)));
	return test_owns(copy);
}

#endif
