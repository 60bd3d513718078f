/*
 * Which moves are due, since when, and when their clocks end (files.md, Every state has an end).
 *
 * A move is due of each seat that has a hand-in whose `when` is HAND_IN_DUE; where there is none, of whoever has not
 * joined yet, from the first join on. It fell due with the entry that made it so; with each turn of the record whatever
 * is due then falls due anew. The floor, and how long it is held, changes nothing. Once the debate is closed what is
 * still taken of somebody is due from then on; the end of its clock is the ENTRY_LAPSE alone.
 *
 * A clock stands still while nothing is mounted (context.downtime), and ends MOVE_LEAST_MS behind a mount at the
 * soonest. A stored clock past the present one is of an earlier boot: then the
 * time since the boot counts, which is never more than what has truly passed.
 *
 * That it has come is an entry, ENTRY_LAPSE; what its end comes to are those behind it (format_deadline).
 */
#ifndef VALIDATORS_KIT_MOVES_H
#define VALIDATORS_KIT_MOVES_H

#include "validators/kit/debate.h"

/* So much of a clock is left behind a mount. */
#define MOVE_LEAST_MS 60000

struct move {
	unsigned seat;              /* 0: somebody who has not joined */
	const struct format_kind *what; /* NULL: likewise */
	unsigned others;            /* seats whose moves are due as well */
	int64_t due_ms;             /* since when, UTC */
	int64_t ends_clock_ms;      /* 0: it has no clock */
};

/* The move, of those that are due, whose clock ends first; without clocks the first seat's. false: none is. */
bool move_first(const struct debate *state, const struct context *ctx, struct move *out);
/* Seconds of its clock; 0: it has none. */
int64_t move_seconds(const struct debate *state, const struct context *ctx, const struct move *m);
/* fold.c: after an entry has taken effect. */
struct step;
void moves_renew(const struct step *st);

#endif
