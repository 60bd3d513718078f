/*
 * A turn of an adversarial debate: its text taken apart, and judged against the live graph and the ledger (design page
 * adversarial.md, A turn). Pure.
 *
 * Items are read as people type them: in any width, with any dash, `L-3` for L-003 and `arg-14` for arg-014. Of a text
 * that may go on heading and sections are judged, and items when all of it is there.
 */
#ifndef VALIDATORS_ADVERSARIAL_TURN_H
#define VALIDATORS_ADVERSARIAL_TURN_H

#include "validators/adversarial/bag.h"
#include "validators/adversarial/ledger.h"
#include "validators/adversarial/rules.h"
#include "validators/kit/outline.h"

#define ADVERSARIAL_MODERATOR "moderator"
#define ADVERSARIAL_ORCHESTRATOR "orchestrator"
#define ADVERSARIAL_DEBATER "debater-" /* and the slug of its position */

extern const struct heading_row adversarial_heading;

/* What a turn is judged against. */
struct turn_ask {
	const struct kb *kb;        /* live, with this turn's own mutations in it */
	const struct kb *before;    /* without them */
	const struct kb *snapshot;  /* what the debate began with */
	const struct ledger *ledger;
	unsigned number;            /* that is due */
	size_t side;                /* who speaks; KB_NONE: the moderator */
	bool opening;
	const char *const *targets; /* that were written below kb/ for this turn: "arg-014", "kb/edges.md" */
	size_t n_targets;
	double novelty_threshold;
};

/* A turn that was read; all zero before. */
struct turn_text {
	struct adversarial_turn turn;
	struct bag bag; /* of what the turn points to */
};
void turn_text_free(struct turn_text *t);

/* Judge what hearing_begin has read as this heading's row, and take it apart. Whose it is stands in the hearing's
 * context (holder; else whom the heading names). Only of a text that has no error is all of *t there. */
void turn_judge(struct hearing *h, const struct turn_ask *ask, struct turn_text *t);
/* What hearing_begin has read has no such heading. */
void turn_judge_start(struct hearing *h);
/* Is this the role that a heading ends with? */
bool turn_heading_says(const struct heading *h, const char *role);
/* Read a body that stands in a record; false: it is no turn. */
bool turn_text_read(const char *body, size_t len, struct turn_text *t);

/* A blank to fill in, or with `example` one that is accepted as it stands, as far as ledger and graph have anything to
 * stand on: for whom, by whose turn it is. */
struct seat;
void turn_blank(const struct turn_ask *ask, const struct seat *seat, bool example, UT_string *out);

#endif
