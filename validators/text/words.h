/*
 * The words of a text, as Unicode has them (UAX 29), one after the other.
 *
 * A word is a run of letters and digits with what joins them: "don't", "3.14", "snake_case". A hyphen between two
 * letters joins too, as UAX 29 leaves open: "well-known" is one word to whoever counts. Where a script has no spaces
 * between words (script.h) each letter, with its marks, comes by itself. What has no letter or digit is no word. Pure;
 * any bytes are taken.
 */
#ifndef VALIDATORS_TEXT_WORDS_H
#define VALIDATORS_TEXT_WORDS_H

#include "validators/text/reader.h"
#include "validators/text/script.h"

struct word {
	const char *s;
	size_t len;
	enum script script; /* of its letter, where it is dense; else SCRIPT_OTHER */
};

/* Take the next word off; false at the end of the text. */
bool word_next(struct reader *r, struct word *w);

/* Where the character begins that ends at `end`, which is behind `s`. */
const char *char_before(const char *s, const char *end);

/* -- of the one character at `s`, which is not the end -- */
size_t char_bytes(const char *s, const char *end);
/* U+FFFD where it is none. */
int32_t char_at(const char *s, const char *end);
/* Its script, where it is a letter. */
enum script char_script(const char *s, const char *end);
/* Is it a letter of a dense script? */
bool char_is_dense(const char *s, const char *end);
/* Is it white space, punctuation or a mark that nobody sees? */
bool char_parts_words(const char *s, const char *end);

#endif
