/*
 * Whose a draft in `check` is: the seat that it names, else the one seat of its writer's uid that could hand in a text
 * of its kind; where it is of no kind that could be told, the one that has the floor. Pure: no lock, no store.
 */
#ifndef FS_GATE_AUTHOR_H
#define FS_GATE_AUTHOR_H

#include "validators/kit/format.h"

/* A bit a seat, from the lowest for seat 1 on. */
static inline uint64_t
seat_bit(unsigned seat)
{
	return seat ? UINT64_C(1) << (seat - 1) : 0;
}

/* 0: there is none. */
static inline unsigned
seat_first(uint64_t seats)
{
	return seats ? (unsigned)__builtin_ctzll(seats) + 1 : 0;
}

struct author {
	unsigned seat;              /* 0: nobody's, or it cannot be told whose */
	const struct hand_in *kind; /* what it is; NULL: it cannot be told */
	uint64_t could;             /* where it cannot be told whose: those who could hand it in; else 0 */
	/* whose it is, else any of these: its own faults are the same; 0: it names a stranger */
	unsigned judged_as;
	const char *tells;          /* what would tell them apart: a clause, static; NULL: nothing in the text would */
};

/* Whose it may be, before it is read. */
struct author_ask {
	uint64_t may;      /* those for whom its writer may hand in; 0: nobody asks */
	uint64_t own;      /* of them, those that joined as its uid, or all */
	uint64_t unproven; /* whose token it wants and has not: theirs only where nobody else's */
};
/* `s`: NULL where it is no clean text, and so says nothing. */
struct author author_find(const struct format *f, const struct fstate *state, const struct context *ctx,
	const struct submission *s, const struct author_ask *ask);
/* Of a text that only this seat may hand in, to this row. */
struct author author_of_row(const struct format *f, unsigned seat, int row);
/* That it cannot be told, as a finding. */
void author_refuse(const struct author *a, const struct context *ctx, struct findings *out);
/* "turn 2 of bob"; "" where it is nobody's. */
void author_print(const struct author *a, const struct fstate *state, const struct context *ctx, UT_string *out);

#endif
