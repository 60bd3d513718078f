/*
 * The state of a debate, and the changes that entries make to it.
 *
 * A state is the debate, which pieces of the record its texts are, since when moves are due, and how it ended. Entries
 * change it by their kind:
 *
 *	TURN, CONCLUSION   a text, read again by the same reader; the latter ends the debate
 *	HANDIN             a text of a sealed phase
 *	NOTE "facts"       what the filesystem writes behind a text, ids first: in the text's own commit
 *	NOTE "lapse"       a clock has ended, or a seat is given up; data: seat, role, reason
 *	NOTE "reveal"      the texts of a sealed phase, under their headings; data: where each stands in the body
 *	NOTE "lift"        a claim for=timeout: who is silent is waited for no more
 *	NOTE "verb"        a verb of the format's own
 *	CLOSE              the debate has ended without a text
 *
 * Clocks are CLOCK_BOOTTIME of the boot in which something happened, in milliseconds; times are UTC.
 */
#ifndef VALIDATORS_KIT_FSTATE_H
#define VALIDATORS_KIT_FSTATE_H

#include "validators/kit/debate.h"

#define DEBATE_ROLES_MAX 18

/* data.note of lines of the record. */
#define NOTE_FACTS "facts"
#define NOTE_LAPSE "lapse"
#define NOTE_REVEAL "reveal"
#define NOTE_LIFT "lift"
#define NOTE_VERB "verb"

/* Another participant, whatever its role. */
#define ROLE_ANY (~0u)

/* An accepted text that the record shows. */
struct record_piece {
	size_t text;        /* of debate.texts */
	size_t offset, len; /* in the record, from the heading on */
	int64_t time_ms;    /* since when it stands there */
};

/* Since when a move is due (moves.h). */
struct due {
	int64_t time_ms, clock_ms; /* time_ms 0: none is */
	const struct format_kind *what; /* NULL: to join */
};
#define DUE_MISSING DEBATE_ROLES_MAX

struct fstate {
	unsigned changes;                     /* so many entries have changed it */
	const struct debate_phase *phase;     /* a row of its states; NULL: it begins */
	const struct debate_phase *outcome;   /* the row that says when it is earned; NULL while it is open */
	char *reason;                         /* NULL while it is open */
	int64_t changed_ms;                   /* when somebody last joined, a piece was added, or it ended; 0: never */
	struct due due[DEBATE_ROLES_MAX + 1]; /* by seat, that of seat 1 first; and DUE_MISSING */
	struct record_piece *pieces;          /* owned */
	size_t n_pieces;
	struct debate debate;
};

/* An entry on its way into a state. A function that takes it returns false where the entry cannot be understood. */
struct step {
	struct fstate *s;
	const struct context *ctx;  /* its seats hold one that the entry joins */
	const struct entry *e;
	const struct json_t *data;  /* NULL: none, or no JSON */
	size_t record_offset;       /* where e->body begins in the record */
	bool goes_on;               /* whose move it was beside this one's, it still is */
};

/* The role that the debate waits for before it begins; ROLE_NONE: it has begun. */
unsigned fstate_missing(const struct fstate *state);
/* The same once it has begun: of which a text is due, and that nobody took. */
unsigned fstate_wants(const struct fstate *state);
/* A clock has ended (reason NULL), a seat is given up, or (seat 0) nobody took that role. */
void fstate_lapse(struct debate *d, unsigned seat, unsigned role, const char *reason);
/* The piece that this text is, from 1; 0: it is none. */
size_t fstate_piece_of(const struct fstate *state, size_t text);

#endif
