/*
 * Letters that look alike, for texts that are compared and not shown (UTS #39, confusables.txt).
 *
 * "mаkes" with a Cyrillic а is "makes" to whoever reads it. So Cyrillic and Greek letters that look like a Latin one
 * are taken for that one, and a letter of the three alphabets is taken without its marks. The table takes no two
 * letters of Cyrillic, and no two of Greek, to the same: what is written in one of them is compared with its like as it
 * was, so that it need not be asked which words mix alphabets. A word in which each letter is exchanged is found, too.
 */
#ifndef VALIDATORS_TEXT_ALIKE_H
#define VALIDATORS_TEXT_ALIKE_H

#include <stdint.h>

/* A folded text (text_fold_words) with letters that look alike made one, in place: it gets no longer. */
void text_fold_alike(char *folded);

/* The letter that one of lower case is taken for; itself where it is none of the table. */
int32_t letter_alike(int32_t cp);

#endif
