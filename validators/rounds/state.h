/*
 * The state of a debate in rounds: who sits where, what was said, whose move it is, how it ended.
 *
 * It stands on what is so of every debate (validators/kit/fstate.h). A piece, a turn or a summary, keeps its text: the
 * report, prompts and later judgements read it there.
 *
 * Round 1 and 2 follow one another; before each later one, N, the orchestrator sums up rounds 1 to N − 2 (SUMMARIZING).
 * Behind the last one the proposer has a reply (CLOSING), where the duel's terms give it one. After that, or where
 * somebody failed in a later round than the first, it concludes (JUDGING).
 */
#ifndef VALIDATORS_ROUNDS_STATE_H
#define VALIDATORS_ROUNDS_STATE_H

#include <stdatomic.h>
#include "validators/kit/fstate.h"
#include "validators/rounds/turn.h"

enum rounds_stage {
	STAGE_WAITING, /* for a proposer and a challenger */
	STAGE_DEBATING,
	STAGE_SUMMARIZING,
	STAGE_CLOSING,
	STAGE_JUDGING,
	STAGE_COMPLETED,
	STAGE_UNCONTESTED,
	STAGE_ABORTED,
	STAGES
};
extern const struct phase rounds_stages[STAGES];

/* The two who speak come first, so that a speaker is its role. */
enum rounds_role {
	ROLE_PROPOSER = SPEAKER_PROPOSER,
	ROLE_CHALLENGER = SPEAKER_CHALLENGER,
	ROLE_ORCHESTRATOR = SPEAKERS,
	ROLES
};
extern const char *const rounds_role_names[ROLES + 1]; /* as role= takes them; NULL-terminated */
extern const char *const rounds_role_titles[ROLES];    /* as the record says them */

enum rounds_outcome { OUTCOME_NONE, OUTCOME_COMPLETED, OUTCOME_UNCONTESTED, OUTCOME_ABORTED, OUTCOMES };
extern const struct ending rounds_outcomes[OUTCOMES];

#define ROUNDS_MAX 5

/* A summary is written before round N; it covers rounds 1 to N − 2. */
#define ROUNDS_SUMMARY_LAG 2
#define ROUNDS_FULL_TEXT 2 /* up to this round nothing is summed up */

/* What an accepted text became: a turn, a closing reply, or a summary. */
struct rounds_piece {
	struct record_piece piece;
	enum rounds_role role;
	unsigned round;              /* of a summary: the last that it covers */
	char *text;                  /* from the heading on, with a newline at its end */
	size_t text_len;
	size_t body;                 /* where the text behind the heading begins */
	struct spoken *spoken;       /* NULL of a summary; it says whether it is a closing reply */
};

/* Somebody who did not speak when it was its move. */
struct rounds_failure {
	unsigned seat;       /* 0: nobody did */
	enum rounds_role role;
	unsigned round;
	char *reason;        /* "timeout" */
};

/* What a debate is rated by. */
enum quality { QUALITY_DISAGREEMENT, QUALITY_EVIDENCE, QUALITY_DEPTH, QUALITIES };
extern const struct quality_row {
	const char *title; /* in a verdict */
	const char *key;   /* in entries and reports */
} rounds_qualities[QUALITIES];

/* What the accepted verdict says. Immutable, shared. */
struct rounds_conclusion {
	atomic_uint refs;
	enum speaker winner;
	char *reasoning;     /* Markdown of the sections, without outer white space */
	char *recommendation;
	char **agreements, **disagreements, **unresolved; /* plain text, one line each */
	size_t n_agreements, n_disagreements, n_unresolved;
	char *rigor;                             /* "" of a verdict of an earlier day */
	char *quality[QUALITIES];                /* likewise; "high", "medium" or "low" */
	char **warnings;
	size_t n_warnings;
};

/* The wordings that this duel goes by, as they were when it was loaded. Immutable, shared. */
struct rounds_words {
	atomic_uint refs;
	struct phrases *phrases;
};

struct fstate {
	struct fstate_common debate;	     /* its seats are by role, its phase is an enum rounds_stage, its outcome an enum
					rounds_outcome */
	unsigned round;              /* that is under way, is next, or was the last; from 1 */
	enum speaker speaker;        /* who speaks next in it, while it is under way */
	unsigned completed;          /* rounds in which both have spoken */
	struct rounds_failure failure;
	bool closing;                /* the last round is complete, and the proposer's reply to it is due */
	char *passed_over;           /* why that reply never came; NULL: it was not due, or it did */
	unsigned unsummarized;       /* the round before which the summary was not written in time; 0: none */
	struct rounds_conclusion *conclusion; /* NULL: none; one reference */
	struct rounds_words *words;  /* NULL: no entry yet; one reference */
};

/* What of struct format states are made with. */
void rounds_begin(struct fstate *state);
void rounds_hold_own(struct fstate *copy);
void rounds_drop_own(struct fstate *state);
void rounds_piece_empty(struct record_piece *p);
unsigned rounds_stage(const struct fstate *state);
void rounds_check(const struct fstate *state);

void rounds_conclusion_drop(struct rounds_conclusion *c);
struct rounds_words *rounds_words_hold(struct rounds_words *w);
void rounds_words_drop(struct rounds_words *w);

/* The newest piece, and the one before a piece; NULL: there is none. */
const struct rounds_piece *rounds_last(const struct fstate *state);
const struct rounds_piece *rounds_before(const struct rounds_piece *p);
/* The role of a seat; ROLES where it has none. */
enum rounds_role rounds_role(const struct fstate *state, unsigned seat);
/* Who has to move; ROLES: nobody, it has not begun or is over. */
enum rounds_role rounds_mover(const struct fstate *state);
/* The last round that the summary covers which is due before `round`. */
unsigned rounds_summary_due(unsigned round);
/* Who has this role, or NULL. */
const struct seat *rounds_seat_of(const struct fstate *state, const struct context *ctx, enum rounds_role role);

/* What a side stands for; malloc'd, NULL: nothing is said. */
char *rounds_position(const struct context *ctx, enum speaker side);

/* The turn of this role in this round, and no closing reply; of the orchestrator, the summary up to this round; NULL:
 * there is none. */
const struct rounds_piece *rounds_piece(const struct fstate *state, enum rounds_role role, unsigned round);
/* The closing reply; NULL: there is none. */
const struct rounds_piece *
rounds_closing(const struct fstate *state);
/* Every accepted turn and closing reply, or every piece, in order; *n of them; malloc'd. */
const struct spoken **rounds_spoken(const struct fstate *state, size_t *n);
const struct rounds_piece **rounds_all(const struct fstate *state, size_t *n);

/* A sentence that yields two points has two rows, one behind the other: is this the first of them? */
bool rounds_yield_is_first(const struct spoken *s, size_t n);

/* A challenge point C`round`.`n` of the challenger, or NULL. */
const struct spoken_point *rounds_point(const struct fstate *state, unsigned round, unsigned n);
/* An answer D`round`.`n` of the proposer, or NULL. */
const struct spoken_answer *rounds_answer(const struct fstate *state, unsigned round, unsigned n);
/* Those that nobody has conceded or certified as resolved, in order; *n of them; malloc'd. */
struct rounds_open {
	unsigned round, n;
	const struct spoken_point *point;
};
struct rounds_open *rounds_open_points(const struct fstate *state, size_t *n);

#endif
