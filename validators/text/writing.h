/*
 * What a text is written in: one of the alphabets that rules know (script.h), Hangul, a dense script, or another. Two
 * texts in different ones have no words in common, however much they say the same. Pure; any bytes are taken.
 */
#ifndef VALIDATORS_TEXT_WRITING_H
#define VALIDATORS_TEXT_WRITING_H

#include <stdbool.h>
#include "validators/text/reader.h"

enum writing {
	WRITING_NONE, /* it has no letter */
	WRITING_LATIN,
	WRITING_GREEK,
	WRITING_CYRILLIC,
	WRITING_HANGUL,
	WRITING_DENSE,
	WRITING_OTHER,
	WRITINGS
};

/* The labels of every text are Latin, and so are many names: another script is what a text is written in from a third
 * of its letters on, of which one of a dense script is half a word. */
enum writing text_writing(struct reader text);
/* Has it a letter of that? Of none every text has one. */
bool text_has_writing(struct reader text, enum writing writing);

#endif
