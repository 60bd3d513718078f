/*
 * How much a text says, as far as that can be counted: its words (words.h; of a script without spaces two letters count as one word), and
 * whether there is anything to be seen at all. Pure; any bytes are taken.
 */
#ifndef VALIDATORS_WORDCOUNT_H
#define VALIDATORS_WORDCOUNT_H

#include <stdbool.h>
#include <stddef.h>

size_t wordcount(const char *s, size_t len);

/* Nothing of `s` can be seen: it is empty, or white space, format characters, fillers, or marks with nothing to stand on. */
bool is_blank(const char *s, size_t len);

#endif
