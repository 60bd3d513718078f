/*
 * The state of a debate: who sits where, what was handed in, how it was judged, beyond what is so of every debate
 * (validators/kit/fstate.h).
 *
 * Judged exchanges are the pieces of the record; hand-ins stand in a slot for each side, so that it is all one in which
 * order they came.
 *
 *     ENTRY_JOIN     a role is taken: the seat's
 *     ENTRY_HANDIN   a side's arguments: body the JSON as handed in, in one line; data side, exchange and warnings
 *     ENTRY_TURN     a judgement: body the exchange as the record shows it; data what took effect
 *     ENTRY_REPORT   body the report
 *     ENTRY_LAPSE    once it is closed: no report is owed any more
 *     ENTRY_CLOSE    data outcome and reason
 *
 * With the facts of what has just been judged, and without them on replay, it comes to the same state. Invariants,
 * asserted after every entry: the exchange that is open is the number of those judged; a hand-in is of its slot's side
 * and of that exchange; the board holds a score for every argument of a judged exchange and for no other; the totals
 * are the board's.
 */
#ifndef VALIDATORS_DIALECTIC_STATE_H
#define VALIDATORS_DIALECTIC_STATE_H

#include "validators/dialectic/argument.h"
#include "validators/dialectic/judgement.h"
#include "validators/kit/fstate.h"

enum dialectic_state {
	DEBATE_PREPARING,
	DEBATE_WAITING,
	DEBATE_DEBATING,
	DEBATE_COMPLETED,
	DEBATE_INVALIDATED,
	DEBATE_STATES
};

enum debate_outcome { OUTCOME_OPEN = DEBATE_OPEN, OUTCOME_COMPLETED, OUTCOME_INVALIDATED };

/* One that has been judged: piece N is exchange N − 1. */
struct exchange {
	struct record_piece piece;
	struct handin *in[SIDES];
	struct judgement *judgement;
};

struct fstate {
	struct fstate_common debate;      /* its seats are by role */
	unsigned exchange;         /* the one that is open, from 0 */
	struct handin *in[SIDES];  /* of that one; NULL: not yet */
	struct scoreboard *board;  /* NULL: none judged yet */
	struct total totals[SIDES];
	char *report;              /* NULL: none yet */
	int64_t report_ms;
	bool report_over;          /* it was owed, and its time is over */
};

/* What of struct format states are made with. */
extern const struct phase debate_phases[DEBATE_STATES];
extern bool (*const debate_steps[ENTRY_KINDS])(struct step *st);
void debate_begin(struct fstate *state);
void debate_hold_own(struct fstate *copy);
void debate_drop_own(struct fstate *state);
void debate_piece_empty(struct record_piece *p);
/* Of a HANDIN a struct handin, of a TURN a struct judgement; one reference. */
void debate_facts_free(enum entry_kind kind, void *facts);
void *debate_ahead(enum entry_kind kind, const void *facts);
void debate_ahead_work(void *left);
unsigned dialectic_state(const struct fstate *state);
void debate_check(const struct fstate *state);

/* The last that was judged, and one of this number; NULL: there is none. */
const struct exchange *debate_last(const struct fstate *state);
const struct exchange *debate_exchange(const struct fstate *state, unsigned number);

enum exchange_phase debate_phase(const struct fstate *state);
/* The role of a seat; ROLES where it has none. */
enum role debate_role(const struct fstate *state, unsigned seat);

/* With `sealed`, a hand-in is shown to nobody until the other side's is in, or the debate is closed. */
bool debate_is_shown(const struct fstate *state, bool sealed, enum side side);
/* Some hand-in is in and not shown. */
bool debate_has_sealed(const struct fstate *state, bool sealed);
/* NULL where the debate may be closed so, else why not: a sentence, static. */
const char *debate_close_fault(const struct fstate *state, bool sealed, const char *outcome);

/* NULL where the report may be handed in, else why not: a sentence, static. It is written once, at the end: of a debate
 * that is completed, or could be; *closed: there is nothing to wait for any more. */
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
