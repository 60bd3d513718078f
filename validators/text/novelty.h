/*
 * Novelty: is this claim one that was already made?
 *
 * A text is compared by its words, folded (text_fold_words): it repeats another that has the same
 * words, and is a near copy of one that holds a threshold's share of its runs of five words. A letter of a dense script
 * (chars.h) is a word here.
 *
 * Texts are kept as hashes, many together: a claim is looked up among all of them, and not held against each.
 */
#ifndef VALIDATORS_TEXT_NOVELTY_H
#define VALIDATORS_TEXT_NOVELTY_H

#include <stddef.h>
#include <stdint.h>

/* Words in a run: shorter ones meet by chance, longer ones miss a copy with a word exchanged here and there. */
#define NOVELTY_RUN_WORDS 5

/* A text of a set. */
struct print {
	uint64_t all;    /* of all words */
	size_t words;    /* each letter of a dense script is one */
	size_t row, n;   /* its runs in order, as rows of the set, one a run */
	size_t distinct; /* of them */
};

/* Texts as they are added; whoever only looks may do so from any thread. */
struct printset;
struct printset *printset_new(void);
void printset_free(struct printset *s);
/* Adds a text, and says which it is, from 0. */
size_t printset_add(struct printset *s, const char *text, size_t len);
/* Until another is added. */
const struct print *printset_print(const struct printset *s, size_t which);

enum novelty { NOVELTY_NEW, NOVELTY_EQUAL, NOVELTY_NEAR };

/* The nearness of text number `claim` (from 0) of `claims` to any text of `s`; where that is the same set, to any
 * before it. A `threshold` of 0 turns near copies off. At most *runs runs of others that the claim has, too, are looked
 * at, and taken off: whoever writes nothing but what others wrote in part finds an end; the very same is always found.
 * */
enum novelty printset_compare(
	const struct printset *s, const struct printset *claims, size_t claim, double threshold, size_t *runs);

/* For all words in their order: what has the same words has the same. 0: there are none. */
uint64_t words_hash(const char *text, size_t len);

#endif
