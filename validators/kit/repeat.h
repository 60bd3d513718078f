/*
 * Near copies: a passage that repeats one of an earlier text, by the words of both (text/novelty.h): equal after
 * folding, or a share of its five-word runs is there. This is the only comparison of words with words.
 *
 * A passage is an item's prose or a paragraph. One that is too short to have a run of words says too little to be told
 * a repetition: `held` stays `held`. Values of labels repeat nothing: a file may be cited twice.
 */
#ifndef VALIDATORS_KIT_REPEAT_H
#define VALIDATORS_KIT_REPEAT_H

#include "validators/kit/parts.h"

/* Tells each passage of `p` that repeats one of the `n` earlier texts, which may be of other kinds; `only` NULL: in any
 * section. */
void
repeats_find(const struct parsed *p, const struct section *only, const struct parsed *earlier, size_t n,
	double threshold, const struct rule *rule, struct findings *out);

/* The same against what earlier texts say, which is read once each; NULL among them: it says nothing. */
struct printset; /* validators/text/novelty.h */
struct printset *repeats_read(const struct parsed *text); /* printset_free */
void
repeats_find_in(const struct parsed *p, const struct section *only, const struct printset *const *earlier, size_t n,
	double threshold, const struct rule *rule, struct findings *out);

#endif
