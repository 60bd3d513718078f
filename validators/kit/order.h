/*
 * The order of a debate: who is next, and what a clock does.
 *
 * A debate goes through phases. A row says which role hands in which kind of text in a phase, on which clock, and which
 * phase follows when the text is in, when its clock ends, and when its seat is given up. A row without a role is passed
 * at once: it is a choice, and the first row of its phase whose `when` holds says where to. If none holds, the
 * debate waits there until something has changed (order_again). A phase that no row has is an end of the debate.
 *
 *	{ CHALLENGE,   CHALLENGER,   TEXT_CHALLENGE, TURN_CLOCK, .done = AFTER_ROUND, .silent = UNCONTESTED, … },
 *	{ AFTER_ROUND, .done = VERDICT,  .when = was_last_round },
 *	{ AFTER_ROUND, .done = DEFENCE },
 *
 * A phase is sealed where its rows have SEALED in their role: each seat of that role hands in once, in any order. It
 * ends when all are in (done), when its clock ends (silent), or when one is given up and the others are in. Its texts
 * then appear in the order of the seats, so that the last seat of them is the one that spoke last. The rows of a phase
 * stand together, and those with ALLOWED behind the others.
 *
 * Seats are numbered from 1, in the order in which they joined; a seat has a role of the format's, from 1. The rows are
 * those of debate.format; what is asked of them stands in debate.h, and debate.c goes on by the functions below.
 */
#ifndef VALIDATORS_KIT_ORDER_H
#define VALIDATORS_KIT_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Seats of one duel whose texts a phase can be waiting for. */
#define ORDER_SEATS 64

enum {
	ROLE_NONE = 0,
	ROLE_OTHER = 0x100, /* any seat but the one that handed in last */
	SEALED = 0x200,     /* with a role, or with ROLE_ALL */
	ROLE_ALL = 0x400,   /* every seat */
	ALLOWED = 0x800,    /* with a role: such a text is taken, and nobody waits for it */
	NAMED = 0x1000,      /* with a role: the seat that was named, and no other */
	ONCE = 0x2000,      /* with a role: as in a sealed phase each such seat once, but texts appear at once */
};

/* A row's clock: the format's own; or move_seconds, in a format that has turn_seconds as well. */
enum { TURN_CLOCK, MOVE_CLOCK };

struct debate;

struct order {
	unsigned phase;
	const struct order_row *row; /* the first of the phase; one without a phase: the debate is over */
	unsigned round;    /* how often the phase `counted` began */
	unsigned last;     /* the seat that handed in last; 0: none */
	unsigned named;    /* the seat whose text is due where a row has NAMED; 0: none */
	unsigned texts;    /* that were accepted */
	uint64_t in;       /* seats whose text of a sealed row or one with ONCE is in, a bit each from seat 1 on */
	uint64_t given_up; /* likewise */
};

struct order_row {
	unsigned phase, role, kind;
	unsigned clock;
	unsigned done, silent, failed; /* phases; 0: it stays in this one */
	bool (*when)(const struct debate *d); /* the row holds; NULL: always */
};

/* In `in` and `given_up`. */
#define SEAT_BIT(seat) (UINT64_C(1) << ((seat) - 1))

/* The role of whoever hands in by that row, or ROLE_OTHER or ROLE_ALL. */
static inline unsigned
order_role(const struct order_row *row)
{
	return row->role & ~(unsigned)(SEALED | ALLOWED | NAMED | ONCE);
}

/* The row by which a seat may hand in a text of this kind now, due or allowed; NULL: it may not. */
enum { KIND_DUE = -2, KIND_ANY }; /* the one that is due; that, or else the first that is allowed */
const struct order_row *order_takes(const struct debate *d, unsigned seat, int kind);

/* A text of this seat is accepted, by that row. true: the phase has ended, and the texts of a sealed one
 * appear. */
bool order_done(struct debate *d, unsigned seat, const struct order_row *row);
/* It goes to that phase, and on through its choices. */
void order_go(struct debate *d, unsigned phase);
/* Something has changed that a choice may have waited for: it is asked again. */
void order_again(struct debate *d);
/* debate.c: the points of a text of the record move by it. */
void debate_apply_points(struct debate *d, size_t text);

#endif
