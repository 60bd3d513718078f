/*
 * Who answers what: the parts of a turn that name point ids, each with the sentences that belong to it. For the rules
 * of turn.c.
 *
 * An answer begins with a sentence that names an id and goes on to the end of its block or to the next sentence that
 * names one; where the block is a title, or has no words but ids, over the blocks behind it up to the next title or
 * heading; where it ends in a colon, over the list behind it.
 */
#ifndef VALIDATORS_ROUNDS_ANSWERS_H
#define VALIDATORS_ROUNDS_ANSWERS_H

#include "validators/rounds/reading.h"

struct answer {
	struct run sentences;
	struct run citations;
	unsigned words;
	uint64_t hash;  /* of those words */
	bool concedes, certifies;
	bool denies;    /* takes back or rejects, or refuses to concede */
	bool rebuts;    /* denies, or says of something that it is otherwise */
	bool trades;    /* admits a price */
};

struct answers {
	struct answer *v;
	size_t n;
};

void answers_make(struct answers *a, const struct rounds_reading *r);
void answers_free(struct answers *a);

/* So many words say something; evidence counts as two. */
#define SAID_WORDS 4
static inline bool
is_said(unsigned words, size_t citations)
{
	return words && words + 2 * citations >= SAID_WORDS;
}

/* An answer that only notes a point, praises it or puts it off answers nothing: it concedes, rebuts or trades off in
 * words of the lists, or, where these have none of its language, says something. */
static inline bool
answer_answers(const struct answer *a, const struct phrases *p, int language)
{
	bool listed = phrases_tell(p, PHRASES_REBUT, language) || phrases_tell(p, PHRASES_TRADEOFF, language);

	return a->concedes || (is_said(a->words, a->citations.n) && (a->rebuts || a->trades || !listed));
}

/* The sentences that stand under a title or label, or with one: from `i` on to the end of its block, or, where that is
 * a title or has no words but ids, to the next title; `names`: or to the next sentence that names an id. */
struct run sentences_with(const struct rounds_reading *r, size_t i, bool names);

/* Has a sentence, with those that follow it in its block or under its title, so many words? Evidence counts as two. */
bool says_enough(const struct rounds_reading *r, size_t i, unsigned enough);

/* What a sentence that yields is backed by: its citations, or those of the next sentence in its block. */
struct run sentence_backing(const struct rounds_reading *r, size_t i);

#endif
