/*
 * Which script a letter is of, as far as rules about words have to know (files.md, Any language).
 *
 * Some scripts are written without spaces between words: Han, Kana, and the scripts of South East Asia. Where words
 * would have to be told apart by a dictionary, rules go by letters instead: these letters are called dense here. Pure.
 */
#ifndef VALIDATORS_TEXT_SCRIPT_H
#define VALIDATORS_TEXT_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

enum script {
	SCRIPT_OTHER,
	SCRIPT_HANGUL,     /* has spaces, but endings hang on every word */
	/* dense */
	SCRIPT_HAN,        /* Bopomofo too */
	SCRIPT_HIRAGANA,
	SCRIPT_KATAKANA,
	SCRIPT_SOUTH_EAST, /* Thai, Lao, Khmer, Burmese and their neighbours */
};

/* The script of a letter (L*, Nl); SCRIPT_OTHER for everything that is none: marks, digits, punctuation. */
enum script script_of_letter(int32_t cp);

static inline bool
script_is_dense(enum script script)
{
	return script >= SCRIPT_HAN;
}

/* Alphabets whose letters are taken for one another (UTS #39). */
enum alphabet { ALPHABET_OTHER, ALPHABET_LATIN, ALPHABET_GREEK, ALPHABET_CYRILLIC, ALPHABETS };
extern const char *const alphabet_names[ALPHABETS];
/* ALPHABET_OTHER for letters of every other script, and for what is no letter. */
enum alphabet alphabet_of_letter(int32_t cp);

#endif
