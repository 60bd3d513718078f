/*
 * The parts of prompts that show one seat the debate, for all formats.
 */
#ifndef VALIDATORS_KIT_BRIEF_H
#define VALIDATORS_KIT_BRIEF_H

#include "validators/kit/debate.h"

/* Appends who has a seat: `alice (claude-code / opus)`. */
void brief_seat(const struct debate *d, unsigned seat, UT_string *out);
/* The place of the first text that is new to a seat: what came behind its last one, and what was revealed with that;
 * the number of all where nothing is. */
size_t brief_news(const struct debate *d, unsigned seat);
/* Appends the texts from the one of that place on that are not that seat's, each under a line that says whose it is,
 * fenced; of more than a prompt has room for, earlier ones by their files. */
void brief_texts(const struct debate *d, size_t from, unsigned seat, UT_string *out);
/* Appends words of the text of that number on one line; of long ones the beginning, and in which file they stand. */
void brief_line(const struct debate *d, struct reader words, unsigned text, UT_string *out);
/* The same of a list, a line and two spaces an entry, however deep it stands. */
void brief_list(const struct debate *d, struct reader words, unsigned text, UT_string *out);

#endif
