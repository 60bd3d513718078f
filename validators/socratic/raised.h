/*
 * The points of a duel, and which of them the other side took up: claims and novel arguments, over the whole record.
 *
 * Whether a point was answered no program can know. What can be known is whether the other side, later, speaks of it:
 * in a counterpoint or an agreement that has a third of its words, anywhere else a half; or in a counterpoint that says
 * it addresses the point's turn, of which each is taken for an answer to one point of that turn, the one nearest by its
 * words. So what is listed as unanswered is a guess, and told as one: for who concludes, so that nothing is lost in
 * silence.
 *
 * What was raised is immutable and counted by reference; states share it. The list, and the prints of what a turn said,
 * are made when somebody first asks for them, in whatever thread, and kept: a text is accepted without them, and they are
 * what takes longest of all that an accepted turn leads to.
 */
#ifndef VALIDATORS_SOCRATIC_RAISED_H
#define VALIDATORS_SOCRATIC_RAISED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "validators/text/novelty.h"

/* So many points of a duel are followed, what comes behind them is counted; and so many answers of a turn. */
#define RAISED_POINTS_MAX 256
#define RAISED_ANSWERS_MAX 128

/* What a text is about: hashes of the beginnings of its words, sorted, none twice. */
#define GIST_MAX 256
struct gist {
	uint32_t *v;
	size_t n;
};

/* Once raised it never changes: the lists that have it share it. */
struct point {
	atomic_uint refs;
	unsigned seat, turn;
	const char *what; /* "claim", "novel argument"; static */
	char *words;	  /* plain text, on one line */
	struct gist gist;
	uint32_t hash; /* of the words, folded */
};

/* What of a turn may answer a point, as its text has it. */
struct answer_said {
	enum answer_as {
		ANSWERS_IN_PROSE, /* what has a half of its words */
		ANSWERS_POINTS,	  /* a counterpoint, an agreement: a third */
	} as;
	unsigned turn;	 /* that it names; 0: none */
	size_t off, len; /* in the turn's plain text */
};

/* What of a turn later ones are held against. Immutable but for its prints, counted by reference. */
struct heard {
	atomic_uint refs;
	struct heard *before; /* one reference; NULL: the first behind the list */
	unsigned seat, turn;
	char *text; /* plain text of Markdown: what later turns may quote */
	size_t text_len;
	struct said *said; /* none of it is to be repeated */
	size_t n_said;
	struct answer_said *answers;
	size_t n_answers;
	_Atomic(struct wordprint *) prints; /* of each that was said; NULL: nobody has asked yet */
};
void
heard_drop(struct heard *heard);
/* Of each that was said, in its order; made now, where nobody has asked before. */
const struct wordprint *
heard_prints(const struct heard *heard);

struct raised;

struct raised *
raised_hold(struct raised *raised);
void
raised_drop(struct raised *raised);
struct turn_facts;
/* What comes of it, NULL for none, by a turn of this seat. */
struct raised *
raised_after(const struct raised *before, unsigned seat, const struct turn_facts *turn);
/* The turn that it came of; one reference. */
struct heard *
raised_last(const struct raised *raised);
/* Make the list now, and the prints of that turn, where nobody has. NULL: nothing. */
void
raised_know(const struct raised *raised);
/* In the order in which they were raised, the next that nobody took up, from the place *at on, 0 for the first; *at is
 * behind it then. NULL: there is no other. */
const struct point *
raised_unanswered(const struct raised *raised, size_t *at);
/* How many were raised behind the last that is followed. */
size_t
raised_beyond(const struct raised *raised);

#endif
