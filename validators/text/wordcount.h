/*
 * How much a text says, as far as that can be counted: its words (words.h; of a script without spaces two letters count
 * as one word), and whether it says anything at all. Pure; any bytes are taken.
 */
#ifndef VALIDATORS_TEXT_WORDCOUNT_H
#define VALIDATORS_TEXT_WORDCOUNT_H

#include <stdbool.h>
#include <stddef.h>

size_t wordcount(const char *s, size_t len);

/* The same of a text that may be padded, as far as `enough`: as many words as there are, but no more than twice as many
 * as are different; what only marks that nobody sees part is one word. */
size_t wordcount_telling(const char *s, size_t len, size_t enough);

/* How many words say as much in this text as `least` do elsewhere: fewer in Korean, where endings hang on every
 * word. */
size_t wordcount_least(const char *s, size_t len, size_t least);

/* Is a letter of a script without spaces in it, and how such letters count: a clause. */
bool has_dense_letters(const char *s, size_t len);
#define DENSE_LETTERS_COUNT "of a script without spaces two letters are one"

/* `s` has no letter and no digit of any script (Unicode's categories L and N), or none but letters that are drawn as
 * nothing. A place of a blank that nobody filled in, `...`, is blank too. */
bool is_blank(const char *s, size_t len);

#endif
