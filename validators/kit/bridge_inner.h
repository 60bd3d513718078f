/* What the files of bridge.h share. */
#ifndef VALIDATORS_KIT_BRIDGE_INNER_H
#define VALIDATORS_KIT_BRIDGE_INNER_H

#include "validators/kit/bridge.h"

/* data.note of lines of the record; and NOTE_LAPSE, NOTE_REVEAL (moves.h). */
#define NOTE_FACTS "facts"
#define NOTE_VERB "verb"
#define NOTE_LIFT "lift"

/* Another participant, whatever its role. */
#define ROLE_ANY (~0u)

/* The debate of a state, as a context has it. */
struct bridge_look {
	struct debate d;            /* shares everything with the state's own */
	void *own;                  /* made where there was no state's yet; else NULL */
	struct source_places *made; /* where nobody had read the source; else NULL */
};
/* `deeply`: the places of its source are needed, too. */
void bridge_look(struct bridge_look *l, const struct fstate *state, const struct context *ctx, bool deeply);
void bridge_look_end(struct bridge_look *l);

/* The debate of a state, without what it borrows of a context; NULL: the rules are not frozen yet. */
const struct debate *bridge_debate(const struct fstate *state);
/* The role that the debate waits for before it begins; ROLE_NONE: it has begun. */
unsigned bridge_missing(const struct fstate *state);
/* A clock has ended (reason NULL), a seat is given up, or (seat 0) nobody took that role. */
void bridge_lapse(struct debate *d, unsigned seat, unsigned role, const char *reason);

/* bridge_hand.c: members of struct format. */
/* May this seat claim for=timeout now? */
bool bridge_wait_is_over(
	const struct fstate *state, const struct context *ctx, const struct debate *d, unsigned seat);
void bridge_expire(const struct fstate *state, const struct context *ctx, const struct move *move, struct verdict *out);
const struct rule *bridge_close(const struct fstate *state, const struct context *ctx, const char *outcome,
	const char *reason, struct verdict *out, char **sentence);
/* bridge_hand.c: judge what is no secret (format_judge). */
void bridge_judge(
	const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out);
/* The place of the role that has this word; DEBATE_ROLES_MAX: there is no such role. */
unsigned bridge_place_named(const struct fstate *state, const char *word);
/* fstate.c: of what a state has beside what they all have. */
void bridge_hold(struct fstate *copy);
void bridge_drop(struct fstate *state);
unsigned bridge_phase(const struct fstate *state);
/* By kind of entry: what it does beyond what it does to any debate; NULL: nothing. */
extern bool (*const bridge_steps[ENTRY_KINDS])(struct step *st);
/* bridge_show.c: fills in the tables of b->of, and the functions that show something. */
void bridge_tables(struct bridged *b);
/* What a text of that kind is called: "the challenge of round 1". */
void bridge_label(const struct debate *d, const struct context *ctx, unsigned seat, unsigned kind, UT_string *out);

#endif
