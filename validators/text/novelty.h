/*
 * Novelty: is this claim one that was already made? (socratic.md, novel.repeat; files.md, Any language)
 *
 * A text is compared by its words, folded (text_fold_words, text_fold_alike): it repeats another that has the same
 * words, and is a near
 * copy of one that holds a threshold's share of its runs of five words. In a dense script (script.h) each letter is a
 * word here, and what counts is the share of letters that stand in a run of five which the other text has too: so one
 * letter that is changed is one letter, wherever the clauses stand. Texts are kept as hashes: made once, compared
 * often, small.
 *
 * Invariant: `runs` is sorted, without doubles. Values are immutable once made.
 */
#ifndef VALIDATORS_TEXT_NOVELTY_H
#define VALIDATORS_TEXT_NOVELTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Words in a run: shorter ones meet by chance, longer ones miss a copy with a word exchanged here and there. */
#define NOVELTY_RUN_WORDS 5
/* As terms say it. */
#define NOVELTY_RUNS "five-word runs (of a script without spaces: of five letters)"

struct wordprint {
	uint64_t all;   /* of all words */
	size_t words;   /* each letter of a dense script is one */
	bool dense;     /* most of them are such letters */
	uint64_t *runs; /* of every NOVELTY_RUN_WORDS words in a row; owned */
	size_t n;
	struct letters *letters; /* where they stand, of a dense claim; else NULL; owned */
};

enum novelty { NOVELTY_NEW, NOVELTY_EQUAL, NOVELTY_NEAR };

void wordprint_make(struct wordprint *p, const char *text, size_t len);
/* The same of a text that is to be compared with earlier ones. */
void wordprint_make_claim(struct wordprint *p, const char *text, size_t len);
/* The same of a text that nothing is a near copy of: what has the same words is all that is to be found. */
void wordprint_make_whole(struct wordprint *p, const char *text, size_t len);
void wordprint_free(struct wordprint *p);

/* Is a share of a claim, which has runs, known where known[i] says so of runs[i]? */
bool wordprint_is_known(const struct wordprint *claim, const bool *known, double share);

/* What `claim` is to `earlier`; a `threshold` of 0 turns near copies off. A text without words is new to everything. */
enum novelty wordprint_compare(const struct wordprint *claim, const struct wordprint *earlier, double threshold);

/* Prints that are asked together, however many: all their runs stand in one sorted list, so that a claim is looked up
 * and not held against each. Immutable. */
struct printset;
struct printset *printset_new(const struct wordprint *prints, size_t n);
void printset_free(struct printset *s);
/* What a claim is to any of them, as wordprint_compare says of each. At most *runs of theirs that the claim has, too,
 * are looked at, and taken off: whoever writes nothing but what others wrote in part finds an end; the very same is
 * always found. */
enum novelty printset_compare(
	const struct printset *s, const struct wordprint *claim, double threshold, size_t *runs);

#endif
