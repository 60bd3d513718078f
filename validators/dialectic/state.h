/*
 * The state of a debate: who sits where, what was handed in, how it was judged.
 *
 * A state is immutable and counted by reference; each function that changes something returns the next one, or NULL where the
 * change is none that the state allows. Judged exchanges hang together as a chain, newest first, that states share; hand-ins
 * stand in a slot for each side, so that it is all one in which order they came.
 *
 * Invariants, asserted after every change (check_invariant): the exchange that is open is the number of those judged; a hand-in
 * is of its slot's side and of that exchange; the board holds a score for every argument of a judged exchange and for no other;
 * the totals are the board's.
 */
#ifndef VALIDATORS_DIALECTIC_STATE_H
#define VALIDATORS_DIALECTIC_STATE_H

#include <stdatomic.h>
#include "validators/dialectic/argument.h"
#include "validators/dialectic/judgement.h"

enum debate_state { DEBATE_PREPARING, DEBATE_WAITING, DEBATE_DEBATING, DEBATE_COMPLETED, DEBATE_INVALIDATED, DEBATE_STATES };
extern const char *const debate_state_names[DEBATE_STATES];

/* One that has been judged. */
struct exchange {
	atomic_uint refs;
	struct exchange *before; /* one reference */
	unsigned number;
	struct handin *in[SIDES];
	struct judgement *judgement;
};

struct fstate {
	atomic_uint refs;
	unsigned seats[ROLES];     /* 0: free */
	unsigned exchange;         /* the one that is open, from 0 */
	struct handin *in[SIDES];  /* of that one; NULL: not yet */
	struct exchange *last;     /* NULL: none judged yet; one reference */
	struct scoreboard *board;  /* NULL likewise */
	struct total totals[SIDES];
	bool closed;
	char *outcome, *reason;    /* NULL while open */
	int64_t moved_clock;       /* CLOCK_BOOTTIME at which somebody last joined, handed in, or took or gave up the floor */
	int64_t closed_ms;
	char *report;              /* NULL: none yet */
	int64_t report_ms;
};

struct fstate *debate_start(void);
struct fstate *debate_hold(struct fstate *state);
void debate_drop(struct fstate *state);

/* Changes. They borrow what they are given, and hold what they keep. */
struct fstate *debate_seat(const struct fstate *state, enum role role, unsigned seat);
struct fstate *debate_hand_in(const struct fstate *state, struct handin *handin);
struct fstate *debate_judge(const struct fstate *state, struct judgement *judgement);
struct fstate *debate_close(const struct fstate *state, const char *outcome, const char *reason, int64_t time_ms);
struct fstate *debate_report(const struct fstate *state, const char *text, size_t len, int64_t time_ms);
/* Takes the state: it is one in which somebody moved at this time. */
struct fstate *debate_moved(struct fstate *state, int64_t clock_ms);

enum debate_state debate_state(const struct fstate *state);
enum phase debate_phase(const struct fstate *state);
/* The role of a seat; ROLES where it has none. */
enum role debate_role(const struct fstate *state, unsigned seat);
/* So many exchanges are judged as there may be; `exchanges` 0: there is no end. */
bool debate_is_full(const struct fstate *state, int64_t exchanges);

/* With `sealed`, a hand-in is shown to nobody until the other side's is in, or the debate is closed. */
bool debate_is_shown(const struct fstate *state, bool sealed, enum side side);
/* Some hand-in is in and not shown. */
bool debate_has_sealed(const struct fstate *state, bool sealed);
/* NULL where the debate may be closed so, else why not: a sentence, static. */
const char *debate_close_fault(const struct fstate *state, bool sealed, const char *outcome);

/* NULL where the report may be handed in, else why not: a sentence, static. It is written once, at the end: of a debate that is completed,
 * or could be; *closed: there is nothing to wait for any more. */
const char *debate_report_fault(const struct fstate *state, bool *closed);
/* The judge's seat, while a debate that is completed has no report; else 0. */
unsigned debate_report_owed(const struct fstate *state);
/* When what is shown of a side's hand-in of the open exchange appeared; 0: nothing is. */
int64_t debate_shown_ms(const struct fstate *state, bool sealed, enum side side);

/* The judged exchanges in order; *n of them; malloc'd. */
const struct exchange **debate_exchanges(const struct fstate *state, unsigned *n);
/* Every argument that may be shown, in the order of argument_index; *n of them; malloc'd. */
const struct argument **debate_arguments(const struct fstate *state, bool sealed, unsigned *n);
/* One of them, or NULL. */
const struct argument *debate_argument(const struct fstate *state, bool sealed, struct argument_id id);

#endif
