/*
 * Lists of phrases (validators/prose/phrases.h) as built-in texts (texts.h).
 * What is judged with are all lists of a format as one.
 */
#ifndef VALIDATORS_KIT_PHRASE_TEXTS_H
#define VALIDATORS_KIT_PHRASE_TEXTS_H

#include "validators/kit/texts.h"
#include "validators/prose/phrases.h"

/* What a row of such a list has besides its name; `of` is the number of the list. */
void *phrase_text_make(const void *of, const char *bytes, size_t len, int *line, const char **fault);
void phrase_text_drop(void *made);
#define PHRASE_TEXT_ROW(list, name_, symbol) \
	{TEXT_ROW(name_, symbol), .make = phrase_text_make, .drop = phrase_text_drop, .of = &(const unsigned){list}}

/* All of these rows' lists, from `texts`, a text a row; where they or one of them is NULL, as it is built in. */
struct phrases *phrase_texts_read(const struct text_row *rows, const struct text *const *texts, size_t n);

#endif
