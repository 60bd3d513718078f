/*
 * Whom a verdict calls the stronger, read off its sentences.
 *
 * In a sentence with the word "stronger" it is the tool that stands before that word, in the clause nearest to it that
 * names one: clauses end at a comma, colon, semicolon, parenthesis, dash, and at but, while, whereas, although, though,
 * yet. Where no clause before it names one, it is the tool behind the word, before than, over, because, since or as
 * ("the stronger argument was claude's"). A clause that names both, or one under a negation, says it of neither. A
 * tool's name that another one's begins with is not found in that one.
 */
#ifndef VALIDATORS_ROUNDS_WINNER_H
#define VALIDATORS_ROUNDS_WINNER_H

#include <stddef.h>
#include "validators/rounds/rules.h"
#include "validators/text/reader.h"

/* What the sentences read so far say; begins as zeroes. */
struct winner {
	unsigned named;   /* 1 << speaker, of whom it is said */
	unsigned unclear; /* times that it is said of both in one clause, or under a negation */
};
/* Which of two names stand in a text, as words of their own: 1 << which. */
unsigned winner_named(const struct reader *in, const char *const names[SPEAKERS]);
void winner_read(struct winner *w, const char *const tools[SPEAKERS], const char *sentence, size_t len);

#endif
