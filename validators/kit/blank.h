/*
 * The blank of a text: its parts, printed from the table that reads it.
 *
 * A section is its title and `…`, or what its row has. A section of items has an item for each point that is due, else
 * one for each tag, else one; each with its labels. `…` is nothing to the reader: a blank that nobody filled in is
 * refused for what it lacks.
 */
#ifndef VALIDATORS_KIT_BLANK_H
#define VALIDATORS_KIT_BLANK_H

#include "validators/kit/ledger.h"

/* Points for which a section shows an item each. */
struct blank_points {
	const char *title;
	const struct ledger *ledger;
	const struct due_row *due;
	unsigned seat;
};

/* Appends it, without a heading. `points` NULL: there are none. */
void blank_print(const struct kind *kind, const struct blank_points *points, UT_string *out);

#endif
