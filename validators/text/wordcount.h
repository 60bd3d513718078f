/*
 * How much a text says, as far as that can be counted: its words (words.h; of a script without spaces two letters count
 * as one word), and whether it says anything at all. Pure; any bytes are taken.
 */
#ifndef VALIDATORS_TEXT_WORDCOUNT_H
#define VALIDATORS_TEXT_WORDCOUNT_H

#include <stdbool.h>
#include <stddef.h>

size_t wordcount(const char *s, size_t len);

/* `s` has no letter and no digit of any script (Unicode's categories L and N), or none but letters that are drawn as
 * nothing. A place of a blank that nobody filled in, `...`, is blank too. */
bool is_blank(const char *s, size_t len);

#endif
