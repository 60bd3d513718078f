/*
 * Words that turn round what they stand beside ("not", "kein", 不, ない), in the languages that debates are held in: a
 * table, small on purpose. It is asked whether a passage that is cut out of a text leaves such a word behind, directly
 * in front of it, or directly behind it where a language denies there; white space, marks of quotation and of emphasis
 * may stand between, punctuation may not.
 *
 * What a text says is not understood: of a language that is not in the table, and of "hardly" and "without", nothing is
 * known. Pure; any bytes are taken.
 */
#ifndef VALIDATORS_TEXT_NEGATION_H
#define VALIDATORS_TEXT_NEGATION_H

#include <stdbool.h>
#include "validators/text/reader.h"

/* Each is a part of `text`, which tells what language a word is of. */
/* What stands before the part's end ends in one: *found, a slice of it. */
bool negation_ends(struct reader text, struct reader part, struct reader *found);
/* It begins with one that denies what stands before it. */
bool negation_begins(struct reader part, struct reader *found);
/* One of either kind stands anywhere in it. */
bool negation_within(struct reader text, struct reader part, struct reader *found);

#endif
