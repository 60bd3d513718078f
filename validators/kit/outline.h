/*
 * What a text is made of, as rows: sections, runs of lines each under a title of its own, and lines that say by their
 * first words what they are. The rows read a text and judge what does not hold of it, and they print its blank.
 *
 * A title is a bold line of a paragraph outside lists and quotes, or a heading of level 3. A known title counts in any
 * line of its paragraph, so that a blank line forgotten before it does no harm; an unknown one only where it begins a
 * paragraph, because prose has bold lines too. Behind an unknown title prose goes on, and what is made of items ends:
 * its list is not a list of theirs.
 *
 * Of a text that may still go on only what is over is judged: a section whose successor has begun, a list item that
 * another follows. A definition of a link that is still to come could change what a pair of brackets says, so that
 * nothing with brackets is over before the end.
 */
#ifndef VALIDATORS_KIT_OUTLINE_H
#define VALIDATORS_KIT_OUTLINE_H

#include "validators/kit/hearing.h"
#include "validators/prose/field.h"

struct section_row {
	const char *title;
	bool optional;     /* it may be missing, and may say nothing */
	bool prose;        /* an unknown title in it is part of it */
	const char *blank; /* what stands under the title to be filled in */
};

struct outline {
	const char *of;                 /* what it is: "a turn" */
	const struct section_row *rows; /* in the order in which they stand */
	size_t n;
	const char *const *labels; /* NULL-terminated: bold lines that are no titles */
	const struct rule *one, *missing, *empty, *order, *twice, *unknown;
};

struct section {
	int line;          /* of its title; 0: it is not there */
	size_t first, end; /* its lines, without the title: md.lines[first .. end) */
	bool ended;        /* nothing more can come into it */
};

/* Find the sections, o->n of them, behind the heading of a text, and judge the outline. */
void outline_read(struct hearing *h, const struct outline *o, struct section *sections);

/* Is all of a section there? */
bool section_is_over(const struct hearing *h, const struct section *section);

/* A line of the text that was parsed, as it stands there. */
struct reader outline_line(const struct hearing *h, int line);

#endif
