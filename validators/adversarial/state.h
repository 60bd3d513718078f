/*
 * The state of an adversarial debate: who sits where, who is named to speak and what it is asked, what was claimed, and
 * how it ended. It stands on what is so of every debate (validators/kit/fstate.h); its seats are by role: orchestrator,
 * moderator, and a debater a position of the base, in the order of their rows.
 */
#ifndef VALIDATORS_ADVERSARIAL_STATE_H
#define VALIDATORS_ADVERSARIAL_STATE_H

#include "validators/adversarial/mutation.h"
#include "validators/adversarial/turn.h"
#include "validators/kit/fstate.h"

enum adversarial_phase {
	PHASE_PREPARING, /* for orchestrator, moderator, and two debaters */
	PHASE_OPENING,   /* each debater speaks once */
	PHASE_CROSS,
	PHASE_SYNTHESIS,
	PHASE_COMPLETED,
	PHASE_ABORTED,
	PHASE_INVALIDATED,
	PHASES
};
extern const struct phase adversarial_phases[PHASES];

enum adversarial_outcome { OUTCOME_NONE, OUTCOME_COMPLETED, OUTCOME_ABORTED, OUTCOME_INVALIDATED, OUTCOMES };
extern const struct ending adversarial_endings[OUTCOMES];

enum adversarial_role { ROLE_ORCHESTRATOR, ROLE_MODERATOR, ROLE_DEBATER /* and the row of its position */ };
/* A debate without two of them is none. */
#define DEBATERS_LEAST 2

/* A turn, with its text from the heading on. */
struct adversarial_piece {
	struct record_piece piece;
	char *text;
	struct mutations changes; /* that it brought to the base */
};
void adversarial_piece_empty(struct record_piece *p);

struct output_paths;
struct live;
struct proposals;

struct fstate {
	struct fstate_common debate; /* phase: an enum adversarial_phase; outcome: an enum adversarial_outcome */
	struct kb *snapshot, *kb;   /* one reference each; NULL: no entry yet, or no base */
	struct live *live;          /* which files of kb/ there are (live.h); likewise */
	struct proposals *proposed; /* what is in kb and live already and no part of the debate yet; NULL: nothing */
	struct output_paths *paths; /* likewise */
	struct ledger *ledger;
	unsigned named;             /* the seat that speaks next; 0: nobody is named */
	char *asks;                 /* what it is asked; NULL: nothing */
	unsigned spoke;             /* the seat that spoke last, and may not do so again; 0: anybody may */
	unsigned silent;            /* the seat that was named last and did not come; 0: nobody, or another is named */
	unsigned opened, failed;    /* bits of roles */
	bool crossed;               /* all who had joined have opened */
	bool ended;                 /* nothing more is said but the synthesis */
	bool early;                 /* it ended below min_turns */
	char *synthesis;            /* NULL: there is none yet */
};

/* What of struct format states are made with. */
void adversarial_begin(struct fstate *state);
void adversarial_hold_own(struct fstate *copy);
void adversarial_drop_own(struct fstate *state);
unsigned adversarial_phase(const struct fstate *state);
void adversarial_check(const struct fstate *state);
extern bool (*const adversarial_steps[])(struct step *st);
void adversarial_facts_free(enum entry_kind kind, void *facts);

/* What entries of the format's own say: their data's `note`, or for what they are handed in. */
#define NOTE_SILENT "silent"
#define NOTE_FAILED "failed"
#define HANDED_NEXT "next"
#define HANDED_END "end"

/* The base as it is now, also before the first entry; one reference. NULL: there is none. */
struct kb *adversarial_kb(const struct fstate *state, const struct context *ctx);
/* The place of a role's seat: format.role_of. DEBATE_ROLES_MAX: there is no such role in this base. */
unsigned adversarial_role_of(const struct fstate *state, const char *role);
/* The same of a base; NULL: no debater's role is there. */
unsigned adversarial_role_in(const struct kb *kb, const char *role);
/* format.role_at: as long as there is no base the last is debater-SLUG. */
bool adversarial_role_at(
	const struct fstate *state, const struct context *ctx, unsigned place, char out[FORMAT_ROLE_BYTES]);
/* The row of the position that a seat speaks for; KB_NONE: of none. */
size_t adversarial_side(const struct fstate *state, unsigned seat);
/* So many debaters sit there who have not failed; and who of them has not opened, the first; 0: all have. */
unsigned adversarial_debaters(const struct fstate *state);
unsigned adversarial_unopened(const struct fstate *state);
/* The changes of the base that a turn has brought, and how many all of them have. */
const struct mutations *adversarial_changes(const struct fstate *state, unsigned turn);
unsigned adversarial_revisions(const struct fstate *state);
/* Has somebody with this seat failed? */
bool adversarial_has_failed(const struct fstate *state, unsigned seat);

#endif
