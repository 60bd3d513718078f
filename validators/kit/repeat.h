/*
 * Near copies: a passage that repeats one of an earlier text, by the words of both (text/novelty.h): equal after
 * folding, or a share of its five-word runs is there. This is the only comparison of words with words.
 *
 * A passage is an item's prose or a paragraph; references, and the brackets round them, are no words of it. One that
 * is too short to have a run of words says too little to be told a repetition: `held` stays `held`. Values of labels
 * repeat nothing: a file may be cited twice.
 */
#ifndef VALIDATORS_KIT_REPEAT_H
#define VALIDATORS_KIT_REPEAT_H

#include "validators/kit/debate.h"

/* Tells each passage of a text that repeats an earlier one of its seat, or (not `own`) of anybody; `only` NULL: in any
 * section. */
void repeats_judge(const struct judging *j, const struct section *only, bool own, const struct rule *rule);

/* All that a text says. printset_free (text/novelty.h). */
struct printset *repeats_read(const struct parsed *text);

#endif
