/*
 * The state of a socratic duel: what its entries have come to.
 *
 * A state is immutable and counted by reference; `apply` makes the next one. Turns hang together as a chain, newest first, that states
 * share: a new state costs one small block whatever the number of turns.
 *
 * Invariants are asserted after every apply (state_check). Clocks are CLOCK_BOOTTIME of the boot in which something happened; see
 * floor.c for what a reboot makes of them.
 */
#ifndef VALIDATORS_SOCRATIC_STATE_H
#define VALIDATORS_SOCRATIC_STATE_H

#include <stdatomic.h>
#include "validators/kit/format.h"
#include "validators/prose/source_index.h"
#include "validators/socratic/rules.h"
#include "validators/text/novelty.h"

#define SOCRATIC_SEATS 2

enum duel_state { DUEL_PREPARING, DUEL_WAITING, DUEL_DEBATING, DUEL_CLOSING, DUEL_COMPLETED, DUEL_INVALIDATED, DUEL_STATES };
extern const char *const duel_state_names[DUEL_STATES];

/* Something a turn said that a later novel argument must not repeat. */
struct claim {
	const char *what; /* "position", "claim", "novel argument"; static */
	struct wordprint print;
};

struct turn {
	atomic_uint refs;
	struct turn *before; /* one reference */
	unsigned number;
	unsigned seat;
	enum stance stance;
	bool blocking;       /* it leaves a blocking item */
	size_t offset, len;  /* in the record, from the heading on */
	int64_t time_ms;
	char **warnings;
	size_t n_warnings;
	struct claim *claims;
	size_t n_claims;
};

struct fstate {
	atomic_uint refs;
	enum duel_state state;
	unsigned n_seats;
	bool recorded;       /* the record has a turn or a conclusion */
	bool lifted;         /* a peer's timeout is recorded since the last turn: alternation does not hold once */
	bool missing;        /* closing because a timeout claim holds the floor while the peer has never joined */
	bool full;           /* turn max_turns is in */
	int64_t joined_clock;                    /* when the first participant joined */
	int64_t wait_clock[SOCRATIC_SEATS + 1];  /* by seat: since when its wait for the peer counts */
	struct turn *last;                       /* NULL: none yet; one reference */
	enum outcome outcome;
	char *reason;                            /* NULL: none */
	struct source_index *source;             /* NULL: none, or no entry yet; one reference */
};

struct fstate *state_start(void);
struct fstate *state_hold(struct fstate *state);
void state_drop(struct fstate *state);
struct fstate *state_apply(const struct fstate *state, const struct context *ctx, const struct entry *e,
	const struct json_t *data, size_t record_offset, void *facts);

/* The newest turn of a seat, or NULL. */
const struct turn *state_latest(const struct fstate *state, unsigned seat);
unsigned state_turns(const struct fstate *state);
bool state_is_closed(const struct fstate *state);

/* Latest stances of both converge or accept: advisory. */
bool state_converges(const struct fstate *state);
/* The latest turn of each accepts and neither leaves a blocking item. */
bool state_consensus(const struct fstate *state);
/* Both have spoken, both converge or accept, and nothing blocking is left. */
bool state_agrees(const struct fstate *state);

#endif
