/*
 * A verdict that is being read: what verdict.c (its lines and sections) and verdict_body.c (whom it is for, and why)
 * share, and nobody else includes.
 *
 * Lines and sections are found in the Markdown (cmark's lines); sentences, citations and list items come from the same
 * reading that turns have. Everything that names the debate is held against the state; alone, against what the verdict
 * says of itself.
 */
#ifndef VALIDATORS_ROUNDS_FINALE_H
#define VALIDATORS_ROUNDS_FINALE_H

#include "validators/rounds/judge.h"
#include "validators/rounds/winner.h"

enum field { FIELD_TOPIC, FIELD_PROPOSER, FIELD_CHALLENGER, FIELD_ROUNDS, FIELD_RIGOR, FIELDS };

/* In the order in which they stand. */
enum section {
	SECTION_VERDICT,
	SECTION_QUALITY,
	SECTION_AGREEMENTS,
	SECTION_DISAGREEMENTS,
	SECTION_UNRESOLVED,
	SECTION_RECOMMENDATION,
	SECTIONS
};

struct place {
	int line;        /* 0: it is not there */
	size_t off, end; /* in md.text; a section's begins behind its heading */
	int end_line;    /* of what follows a section; 0: nothing does */
};

struct finale {
	struct hearing *h;
	struct rounds_reading r;
	struct place fields[FIELDS], sections[SECTIONS];
	const char *tools[SPEAKERS]; /* NULL: unknown */
	char *said[SPEAKERS];        /* those, where only the verdict says them */
	struct winner winner;
	const char *quality[QUALITIES]; /* "high", "medium" or "low"; NULL: it does not say */
};

static inline const char *
text_at(const struct finale *f, size_t off)
{
	return f->h->md.text + off;
}

static inline bool
is_within(const struct finale *f, enum section section, size_t off)
{
	return f->sections[section].line && off >= f->sections[section].off && off < f->sections[section].end;
}

/* Is `None.` all that it says? */
bool finale_is_none(const struct finale *f, const struct rounds_block *b);
/* Whom it is for, whether it picks a side, what it rests on; and the sections behind it. */
void finale_judge_body(struct finale *f);

#endif
