/*
 * What is said twice: an argument that its side made before, and a reasoning that stands under another score. Near
 * copies are those of validators/text/novelty.h, so that neither white space nor a word exchanged here and there makes
 * a new one.
 *
 * A hand-in may be sealed: what is told names arguments by their ids and places, and no word of them.
 */
#ifndef VALIDATORS_DIALECTIC_REPEAT_H
#define VALIDATORS_DIALECTIC_REPEAT_H

#include "validators/dialectic/argument.h"
#include "validators/dialectic/judgement.h"

/* A reasoning says at least so much: fewer words weigh nothing, and neither does one word said often. */
#define REASONING_WORDS 5

/* By what an argument is known again: its claim and its grounds, not what is built on them. */
void
argument_print(const struct argument *a, struct wordprint *print);

/* handin.repeat: each argument of the hand-in against those before it in the hand-in, and against `ask->before`;
 * and each attack and defence against the claim that it is about. Also handin.thin: copies within an argument. What its
 * arguments are known by again is made for it, and kept with them. */
void
repeat_judge(struct handin *h, const struct handin_ask *ask, struct findings *out);

/* The reasonings of one judgement, as they are read. Of all zeros it is empty. */
struct reasonings {
	struct reasoning *v;
	size_t n;
};
/* judgement.reasoning: one more, that of the score or rescore at `item`, whose argument is `id`; `text` is of the item,
 * or NULL. */
void
reasonings_judge(
	struct reasonings *all, const struct place *item, struct argument_id id, const char *text, double threshold);
void
reasonings_free(struct reasonings *all);

#endif
