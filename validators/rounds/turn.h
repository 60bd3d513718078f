/*
 * The body of a turn, judged by who speaks in which round (rounds.md, the table of rules), and what is kept of an
 * accepted one.
 *
 * The rules about its heading (round.*) are not judged here, nor those of all texts. Of a beginning (prefix) only what
 * nothing that still follows could mend is told: an opening that praises, and a claim without evidence where that
 * refuses.
 *
 * What is kept (struct spoken) is all that judging later turns, the gate before a summary, `status` and prompts need of
 * a turn; it is made by reading alone, so that it is the same from the record. It is immutable once made and owns its
 * strings; whoever keeps it counts references to it.
 */
#ifndef VALIDATORS_ROUNDS_TURN_H
#define VALIDATORS_ROUNDS_TURN_H

#include <stdbool.h>
#include <stdint.h>
#include "validators/rounds/reading.h"
#include "validators/rounds/rules.h"
#include "validators/text/findings.h"
#include "validators/text/novelty.h"

/* A challenge point; `CR.n` where it is points[n - 1] of round R. */
struct spoken_point {
	int line;      /* of the text that was read, or as spoken_lines_from counts */
	char *text;    /* plain, on one line: the heading alone, or the whole item */
	uint64_t said; /* hash of its words, and of those under a heading */
};

/* Points that one sentence may yield: what it names besides is not bound. */
#define SPOKEN_YIELD_POINTS 16

/* A sentence in which somebody yields. */
struct spoken_yield {
	unsigned round,
		n; /* the point: one it names, else one that the answer it stands in is to; 0, 0: there is none */
	bool certifies;         /* a challenger certifies a concern as resolved; else a point is conceded */
	bool partly;            /* what is left of the point stays open */
	bool of_answer;         /* round and n are an answer's, until spoken_resolve has found its point */
	int line;
	char *sentence; /* plain, on one line; a sentence about two points has two rows in a row, with the same words */
	char *paragraph;        /* the whole paragraph or item that it stands in, likewise */
	char **cited;           /* what it cites, or, where that is nothing, the next sentence: plain, on one line */
	size_t n_cited;
};

/* An answer of a defence; `DR.n` where it is answers[n - 1] of round R. */
struct spoken_answer {
	unsigned round, n;      /* the point that it is to */
	int line;
	char *text;             /* plain, on one line */
};

struct spoken_claim {
	int line;
	char *text;             /* plain, on one line */
};

struct spoken {
	enum speaker speaker;
	unsigned round;
	bool closing;           /* the proposer's reply after that round: it has no answers with ids, and no claims */
	struct wordprint print; /* of all prose */
	uint64_t *cited;        /* hashes of all it cites, sorted */
	size_t n_cited;
	uint64_t *sentences;    /* hashes of each one's words, sorted */
	size_t n_sentences;
	struct spoken_point *points;
	size_t n_points;
	struct spoken_answer *answers; /* of a proposer, to the challenge before */
	size_t n_answers;
	uint64_t *named;        /* keys of all points and answers that it names, sorted */
	size_t n_named;
	struct spoken_yield *yields;
	size_t n_yields;
	struct spoken_claim *unsupported;
	size_t n_unsupported;
};

struct spoken *spoken_new(const struct rounds_reading *r, enum speaker speaker, unsigned round, bool closing);
/* Count its lines from this one of the text that was read: its heading's, so that they are those of the turn as others
 * see it. */
void spoken_lines_from(struct spoken *s, int line);
/* A yield about an answer is about the point that `defense`, or NULL, answers there. */
void spoken_resolve(struct spoken *s, const struct spoken *defense);
void spoken_free(struct spoken *s);

/* Which answers of a defence, of those that do not concede, have no name among these, sorted: indices; *n of them;
 * malloc'd. */
size_t *answers_passed_over(const struct spoken *defense, const uint64_t *named, size_t n_named, size_t *n);

/* What a turn is judged against. Borrowed. */
struct rounds_ask {
	enum speaker speaker;
	unsigned round;                     /* from 1 */
	const struct spoken *const *before; /* every accepted turn, in order */
	size_t n_before;
	const struct phrases *phrases;      /* those the reading was made with */
	double novelty_threshold;
	bool reject_unsupported;            /* evidence = "reject" */
	bool prefix;
	int line0;                          /* lines of the submission before the text that was parsed */
};

void rounds_judge_body(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out);

#endif
