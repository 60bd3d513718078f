/*
 * The ledger: the points of a debate and how each stands.
 *
 * A point is a numbered claim. The filesystem gives the numbers when a text is accepted, in the order in which its
 * items stand there. A format's ledger is a table of verbs, a row each: from which states a verb moves a point, to
 * which, who may use it, and what the item needs. Other verbs of a section (`- [security] none: …`) have no states in
 * their row.
 *
 *	- C1.1: rebutted — the lock is taken in src/store.c
 *	  Evidence: src/store.c:41
 *
 * Judging and applying are two functions: a text is judged against the ledger before it, and applied once it is
 * accepted, and again at each replay; then nobody asks whether it may.
 *
 * Points and moves borrow the accepted texts, which the format's state keeps. A point is found in the time of the texts
 * that raised one. Pure.
 */
#ifndef VALIDATORS_KIT_LEDGER_H
#define VALIDATORS_KIT_LEDGER_H

#include "validators/kit/parts.h"

/* A state is a number below 32, of which `from` and `states` have the bits. */
#define STATE(s) (1u << (s))

enum by {
	BY_ANYBODY,
	BY_OWNER,   /* who raised the point */
	BY_OTHER,   /* anybody else */
};

/* The demands on an item besides its verb: a bit for each of its part's labels, which must be given, and these. */
#define NEEDS_LABEL(i) (1u << (i))
enum {
	NEEDS_BARE = 1 << 29, /* the point has no evidence */
	NEEDS_NEW = 1 << 30,  /* a reference or evidence (its part's first label) that the thread does not have */
};

struct verb_row {
	const char *word; /* "conceded"; NULL ends the table */
	unsigned from;    /* states; 0: the verb moves no point */
	unsigned to;      /* a state */
	enum by by;
	unsigned needs;
};

struct point {
	struct ref id;       /* its kind and numbers */
	unsigned seat, text; /* that raised it, from 1 */
	unsigned state;
	unsigned moved;      /* the last text that raised or moved it */
	size_t noted;        /* the last of its moves, from 1; 0: it has none */
	bool bare;           /* it has no evidence */
	struct reader words; /* its item, whole */
};

/* The move of a text on a point. */
struct point_move {
	size_t point;
	unsigned seat, text;
	const struct verb_row *verb; /* NULL: it was noted */
	struct reader words;         /* the item, whole */
	size_t before;               /* the one before it of the same point, from 1; 0: it is the first */
};

/* All 0 at first. */
struct ledger {
	struct point *points;
	size_t n;
	struct point_move *moves;
	size_t n_moves;
	struct point_run *runs; /* points of one kind and first number, one behind the other */
	size_t n_runs;
};

/* Somebody who hands a text in. */
struct mover {
	unsigned seat, text; /* from 1 */
};

/* Which points a text must move: those in one of these states, raised by whom `by` says. */
struct due_row {
	unsigned states;
	enum by by;
	unsigned since; /* moved or raised by this text or a later one; 0: whenever */
	const struct part *part; /* the section of their items */
	const struct rule *rule; /* that they are missed under; NULL: a text may leave them out */
};

void ledger_free(struct ledger *l);
/* It has arrays of its own in place of those that it shares with another. */
void ledger_copy(struct ledger *l);

/* A new point of an item, with the next number: of a kind with two numbers `first` is the first of them. */
const struct point *
ledger_raise(struct ledger *l, const struct ref_kind *kind, unsigned first, const struct parsed *p,
	const struct item *item, const struct mover *by, unsigned state);

/* The point that a reference names; NULL: there is none. */
struct point *ledger_find(const struct ledger *l, const struct ref *ref);
/* Is it due for that seat? */
bool point_is_due(const struct point *point, const struct due_row *due, unsigned seat);

/* Judges the items of a text that name a point and stand in a section with such verbs: answer.verb, answer.needs,
 * answer.twice; and then points that are due and have no item. An id that names no point is told elsewhere
 * (`ref.unknown`). */
void
ledger_judge(const struct ledger *l, const struct parsed *p, const struct mover *by, const struct due_row *due,
	struct findings *out);
/* Appends the ids of the points that a text raised, as in `C1.1, C1.2`; false: it raised none. */
bool ledger_print_raised(const struct ledger *l, unsigned text, UT_string *out);
/* An item says something of a point that no verb does; it is of its thread from now on. The seat that raised that
 * point may answer in an item without a verb. */
void ledger_note(struct ledger *l, struct point *point, const struct item *item, const struct mover *by);
/* Moves the points of an accepted text. */
void ledger_apply(struct ledger *l, const struct parsed *p, const struct mover *by);

/* The points for which a section of a blank shows an item each. */
struct blank_points {
	const char *title;
	const struct ledger *ledger;
	const struct due_row *due;
	unsigned seat;
};
/* Appends the blank of a text, without a heading, from the table that reads it: a section is its title and `…`, or what
 * its row has; a section of items has one for each point that is due, else one for each tag, else one. `…` is nothing
 * to the reader. `points` NULL: there are none. */
void blank_print(const struct kind *kind, const struct blank_points *points, UT_string *out);

#endif
