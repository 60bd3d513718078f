/*
 * The state of a socratic duel: what its entries have come to, beyond what is so of every debate
 * (validators/kit/fstate.h).
 *
 * See floor.c for what a reboot makes of clocks.
 */
#ifndef VALIDATORS_SOCRATIC_STATE_H
#define VALIDATORS_SOCRATIC_STATE_H

#include "validators/kit/fstate.h"
#include "validators/prose/source_index.h"
#include "validators/socratic/items.h"
#include "validators/socratic/raised.h"
#include "validators/socratic/rules.h"

#define SOCRATIC_SEATS 2

enum duel_state {
	DUEL_PREPARING,
	DUEL_WAITING,
	DUEL_DEBATING,
	DUEL_CLOSING,
	DUEL_COMPLETED,
	DUEL_INVALIDATED,
	DUEL_STATES
};

/* What a turn says under Consensus. */
struct consensus {
	unsigned accepts; /* the number of the turn whose statement it accepts; 0: none */
	char *plain;      /* its own statement, plain text with white space folded; NULL: it has none */
	char *raw;        /* and as it was written */
	/* while it is judged */
	int accepts_line; /* `Accepts: …`; 0: there is none */
	bool both;
	size_t words;
};
void consensus_free(struct consensus *c);

struct turn {
	struct record_piece piece;
	enum stance stance;
	struct heard *heard; /* one reference */
	struct consensus consensus;
};

struct fstate {
	struct fstate_common debate;
	bool recorded;       /* the record has a turn, a conclusion or a line about a silent peer */
	bool lifted;         /* a peer's timeout is recorded since the last turn: alternation does not hold once */
	bool missing;        /* closing because a timeout claim holds the floor while the peer has never joined */
	bool expired;        /* the clock of a move has run out: the filesystem concludes */
	bool full;           /* turn max_turns is in */
	int64_t wait_clock[SOCRATIC_SEATS + 1];  /* by seat: since when its wait for the peer counts */
	struct source_index *source;             /* NULL: none, or no entry yet; one reference */
	struct items *items;                     /* NULL: no turn yet; one reference */
	struct raised *raised;                   /* likewise */
	char **warnings;                         /* with which the conclusion was accepted */
	size_t n_warnings;
};

extern const struct phase duel_phases[DUEL_STATES];

/* What of struct format states are made with. */
void state_hold_own(struct fstate *copy);
void state_drop_own(struct fstate *state);
void state_piece_empty(struct record_piece *p);
extern bool (*const state_steps[ENTRY_KINDS])(struct step *st);
void state_facts_free(enum entry_kind kind, void *facts);
void *state_ahead(enum entry_kind kind, const void *facts);
void state_ahead_work(void *left);
unsigned state_phase(const struct fstate *state);
extern const struct format_reading state_reading;
/* What the source is searched by, made where it is not there yet; one reference. NULL: there is no source. */
struct source_index *state_source(const struct context *ctx);
void state_check(const struct fstate *state);

/* The last turn, and the one before a turn; NULL: there is none. */
const struct turn *state_last(const struct fstate *state);
const struct turn *turn_before(const struct turn *t);
/* The newest turn of a seat, or NULL. */
const struct turn *state_latest(const struct fstate *state, unsigned seat);

/* Latest stances of both converge or accept: advisory. */
bool state_converges(const struct fstate *state);
/* The latest turn of each accepts, one of them the other's statement, and no blocking item is open. */
bool state_consensus(const struct fstate *state);
/* The newest turn of a seat that has a statement of its own; NULL: there is none. */
const struct turn *state_statement_of(const struct fstate *state, unsigned seat);
/* The turn with the statement that the other side's latest turn accepts; NULL: there is none. */
const struct turn *state_accepted(const struct fstate *state);

/* Both have spoken, both converge or accept, and nothing blocking is left. */
bool state_agrees(const struct fstate *state);
/* Are both latest stances DISSENTING? Then either may conclude. */
bool state_both_dissent(const struct fstate *state);
/* Did this seat speak last, so that the other may still answer? Not where that one stayed silent, where no turn is
 * left, or where both are dissenting. */
bool state_is_unanswered(const struct fstate *state, unsigned seat);

#endif
