/*
 * What the states of all debates are made of, and what an entry does to any of them.
 *
 * A state is who sits where, what was accepted, how it ended, and the debate. It is immutable and
 * counted by reference; fstate_apply makes the next one from a copy. Accepted texts hang together as a chain of pieces,
 * newest first, that states share: a new state costs one small block whatever the number of pieces. Which phases may
 * follow which (format.phases) is held after every entry.
 *
 * Clocks are CLOCK_BOOTTIME of the boot in which something happened, in milliseconds; times are UTC.
 */
#ifndef VALIDATORS_KIT_FSTATE_H
#define VALIDATORS_KIT_FSTATE_H

#include <stdatomic.h>
#include "validators/kit/format.h"

#define DEBATE_ROLES_MAX 18

/* An accepted text that the record shows. Immutable, shared. */
struct record_piece {
	atomic_uint refs;
	struct record_piece *before; /* one reference; NULL: the first */
	const struct record_piece *far; /* one long before, held by those between: see fstate_piece; NULL: the first */
	unsigned number;      /* of all, from 1 */
	unsigned seat;
	size_t offset, len;   /* in the record, from the heading on */
	int64_t time_ms;      /* of its acceptance */
	char **warnings;      /* with which it was accepted: "[topic.drift] …" */
	size_t n_warnings;
};

/* How a debate ended: 0, or one more than the place of format.endings. */
#define DEBATE_OPEN 0

/* Since when a move is due (moves.h). */
struct due {
	int64_t time_ms, clock_ms; /* time_ms 0: none is */
};
#define DUE_MISSING DEBATE_ROLES_MAX

struct fstate_common {
	atomic_uint refs;
	const struct format *format;
	unsigned phase;                   /* of format.phases */
	unsigned n_seats;
	unsigned seats[DEBATE_ROLES_MAX]; /* by role, or in order where the format has none; 0: free */
	struct record_piece *last;               /* NULL: none yet; one reference */
	int64_t changed_ms;               /* when somebody last joined, a piece was added, or it ended; 0: never yet */
	struct due due[DEBATE_ROLES_MAX + 1]; /* by role; and DUE_MISSING, of whoever has not joined */
	unsigned outcome;                 /* DEBATE_OPEN while it is open */
	char *reason;                     /* NULL while it is open */
};

struct fstate {
	struct fstate_common common;
	struct kept *kept; /* its debate (bridge.c); NULL: the rules are not frozen yet */
};

/* What every state begins with. */
static inline const struct fstate_common *
fstate_common(const struct fstate *state)
{
	return (const struct fstate_common *)state;
}

/* An entry on its way into a state. A function that takes it returns false where the entry cannot be understood. */
struct step {
	struct fstate *s;           /* the new state, as far as it has come */
	const struct context *ctx;  /* its seats hold one that the entry joins */
	const struct entry *e;
	const struct json_t *data;  /* NULL: none, or no JSON */
	size_t record_offset;       /* where e->body begins in the record */
	bool goes_on;               /* set by the format: whose move it was beside this one's, it still is */
};

/* The role of a seat; DEBATE_ROLES_MAX where it has none. */
unsigned fstate_role(const struct fstate *state, unsigned seat);
/* The piece of this number, or NULL. */
const struct record_piece *fstate_piece(const struct fstate *state, unsigned number);
/* Adds to the chain a piece for the entry's text. */
struct record_piece *step_add_piece(struct step *st);

#endif
