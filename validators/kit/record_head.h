/*
 * The head of a record: a title, the source where the format shows it, when the duel was made, a table of keys, and a
 * table of those who have joined. It is written once and for good, with the first text.
 */
#ifndef VALIDATORS_KIT_RECORD_HEAD_H
#define VALIDATORS_KIT_RECORD_HEAD_H

#include "validators/kit/debate.h"

/* Appends the title ("Debate: ", before the topic) and the keys that all formats have; the source is shown before them,
 * too, where `with_source` says so. */
void head_begin(const struct debate *d, const char *title, bool with_source, UT_string *out);
/* One more key. */
__attribute__((format(printf, 3, 4))) void head_row(UT_string *out, const char *key, const char *format, ...);
/* Those who have joined, with their roles where the format has some; `columns` is the first line of the table. */
void head_seats(const struct debate *d, const char *columns, UT_string *out);

#endif
