/*
 * The heading that a text begins with, as a row of its fields: `## Turn 3 — alice (claude-code / opus) — CONVERGING`,
 * `## Round 2 — Challenger (codex / gpt-5)`, `## Summary of rounds 1–2`, `## Debate Summary`. The same row reads it and
 * prints it.
 *
 * Who is named is sought first by the words that are expected, because a name may hold nearly anything; only where they
 * do not stand there is the heading taken apart. What is wrong with a field is the format's to say. Readers borrow the
 * heading's text.
 */
#ifndef VALIDATORS_KIT_HEADING_H
#define VALIDATORS_KIT_HEADING_H

#include <utstring.h>
#include "validators/kit/format.h"
#include "validators/text/opening.h"
#include "validators/text/quote.h"
#include "validators/text/reader.h"

struct heading_row {
	const char *word; /* "Turn" */
	enum { HEADING_ALONE, HEADING_NUMBER, HEADING_RANGE } count;
	bool seat;   /* ` — NAME (HARNESS / MODEL)`: of whom, or as what */
	bool stance; /* ` — WORD` */
	bool strict; /* what has no such count is another heading, and so is what has anything behind a word that stands
			alone, but a seat with its `(HARNESS / MODEL)` where the row has one */
};

struct heading {
	const struct heading_row *row; /* NULL: no row's */
	unsigned number, from;         /* of a range its end and its beginning; 0 where there is none */
	struct reader count;           /* what stands for the number */
	struct reader behind;          /* what stands behind it, and behind the dash that parts them */
	bool parted;                   /* there is such a dash; else all below is empty */
	struct reader name, identity;
	bool is_name, is_identity;    /* they are those of the seat that was expected */
	struct reader harness, model; /* s NULL where the identity has not the form `(HARNESS / MODEL)` */
	struct reader rest, stance; /* behind the identity; s of a stance is NULL where no dash and word stand there */
};

/* The words of a heading, without its marks, as one of n rows. */
struct heading heading_read(const struct heading_row *rows, size_t n, const char *text, size_t len);
/* The same of an opening; as none where that is no heading. */
struct heading heading_open(const struct heading_row *rows, size_t n, const struct opening *o);
/* Read again, now that it is known whose it should be. NULL changes nothing. */
void heading_expect(struct heading *h, const struct seat *seat);
/* Of those who have joined the one whose name stands there, the longest; NULL: nobody's does. */
const struct seat *heading_seat(const struct heading *h, const struct context *ctx);

/* A field for a sentence, without the white space round it. */
struct quote heading_quote(struct reader field);
/* Append a heading, without a newline: of these what its row has. A range begins with 1. */
void heading_put(UT_string *out, const struct heading_row *row, unsigned number, const char *name, const char *harness,
	const char *model, const char *stance);

#endif
