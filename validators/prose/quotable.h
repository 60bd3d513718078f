/*
 * A text that others quote: does it say what a quotation says it does? (socratic.md, quote.turn)
 *
 * Compared is plain text: white space, marks of quotation, dashes, full-width forms and what nobody sees are folded,
 * marks of emphasis and code are dropped; the case of a quotation's first letter and one mark of punctuation at its end
 * do not count. `…`, `...` and `[any words]` stand for what is left out or put in: the pieces between them stand in the
 * text in that order, each of whole words, and one of them has QUOTING_WORDS words (quoting.h) or more. At most
 * PUT_IN_WORDS words are put in at one place, and no negation; none (negation.h) is left out directly in front of what
 * is quoted, directly behind it where a language denies there, or in the same clause between two pieces.
 *
 * A struct quotable is made of a text's plain text (md.text), which stays as it is meanwhile, and belongs to one
 * judgement: it counts what was read, so that no text takes longer than it may.
 */
#ifndef VALIDATORS_PROSE_QUOTABLE_H
#define VALIDATORS_PROSE_QUOTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/text/reader.h"

struct quotable;

struct quotable *
quotable_new(const char *plain, size_t len);
/* NULL too. */
void
quotable_free(struct quotable *q);

/* Words (wordcount.h) that brackets may put in at one place. */
#define PUT_IN_WORDS 4

/* Bytes of one text that are read in search of what is quoted of it. */
#define QUOTABLE_READ_BYTES (24 << 20)

enum quoted {
	QUOTED_THERE,
	QUOTED_OTHERWISE, /* something else stands there */
	QUOTED_CUT,	  /* a negation that stands beside it is left out */
	QUOTED_PUT_IN,	  /* brackets put in more than they may, or a negation */
	QUOTED_SCRAPS,	  /* no piece of it has enough words to be anybody's */
	QUOTED_TOO_MUCH,  /* all was read that may be */
};
enum quoted
quotable_find(struct quotable *q, struct reader words);

/* What stands in the text instead, word for word the nearest; a slice of it, empty where nothing is like it. */
struct reader
quotable_nearest(struct quotable *q, struct reader words);

/* NULL where it stands there; else what is wrong, and what to write instead: a sentence, malloc'd. `where` names the
 * text ("turn 2"). */
char *
quotable_fault(struct quotable *q, struct reader words, const char *where);
/* The same of what quotable_find gave. */
char *
quotable_sentence(struct quotable *q, struct reader words, enum quoted quoted, const char *where);

#endif
