/*
 * The sentences of one run of prose, with the point ids they name. For reading.c alone.
 *
 * A sentence ends in `.`, `!` or `?`, with quotation marks or brackets behind it, before white space; not inside a
 * citation, not in front of a word in lower case, nor behind a few abbreviations. For its wording, code, addresses,
 * paths and what stands in double quotes are taken out: they are not the writer's own prose.
 */
#ifndef VALIDATORS_ROUNDS_SENTENCES_H
#define VALIDATORS_ROUNDS_SENTENCES_H

#include "validators/rounds/reading.h"

/* Append the sentences and names of md->text[off .. end), whose citations are the last ones of r from `citation` on.
 * `line` is the logical line that it begins in. */
void
sentences_read(
	struct rounds_reading *r, const struct phrases *phrases, size_t off, size_t end, size_t line, size_t citation);

#endif
