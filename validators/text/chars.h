/*
 * One character of a text: what it is, and what it stands for; and the words that characters make.
 *
 * Writers of Chinese or Japanese type `：`, `（`, `２` and the ideographic space where the format has `:`, `(`, `2` and
 * a space, and see no difference. Marks that scripts need are not seen at all. Readers of labels, flags and headings
 * ask here what a character stands for.
 *
 * Some scripts are written without spaces between words: Han, Kana, and those of South East Asia. Rules go by their
 * letters, which are called dense. Pure; any bytes are taken.
 */
#ifndef VALIDATORS_TEXT_CHARS_H
#define VALIDATORS_TEXT_CHARS_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <utf8proc.h>

/* The bytes of the character at `s`, of at least one byte; *cp is -1 for a byte that begins none. */
static inline size_t
next_char(const char *s, size_t len, int32_t *cp)
{
	utf8proc_ssize_t n;

	if ((unsigned char)*s < 0x80) {
		*cp = *s;
		return 1;
	}
	n = utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)len, cp);
	return n > 0 ? (size_t)n : 1;
}

static inline size_t
char_bytes(const char *s, const char *end)
{
	int32_t cp;

	return next_char(s, (size_t)(end - s), &cp);
}

static inline bool
is_between(utf8proc_category_t category, utf8proc_category_t first, utf8proc_category_t last)
{
	return category >= first && category <= last;
}

/* The beginning of the character that ends at `end`, which is behind `s`. */
const char *char_before(const char *s, const char *end);
/* Is the one at `s` a letter of a dense script? */
bool char_is_dense(const char *s, const char *end);
/* A letter, digit or mark of a script that has spaces? */
bool char_of_word(const char *s, const char *end);
/* White space, punctuation, or a mark that nobody sees? */
bool char_parts_words(const char *s, const char *end);

/* Is this a mark that scripts need and nobody sees: U+061C, U+200B to U+200F? They may stand in text, and do not count
 * when texts are compared. */
static inline bool
is_unseen_mark(int32_t cp)
{
	return (cp >= 0x200b && cp <= 0x200f) || cp == 0x061c;
}

static inline bool
is_white_ascii(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Bytes of white space (Unicode's), or of a mark that nobody sees, at `s`; 0: there is none. */
size_t wide_white(const char *s, const char *end);
static inline size_t
white_bytes(const char *s, const char *end)
{
	return (unsigned char)*s < 0x80 ? is_white_ascii(*s) : wide_white(s, end);
}
/* The same of what ends at `end`. */
size_t white_bytes_before(const char *s, const char *end);

/* The character of ASCII that the one at `s` is or stands for (full-width forms, commas, stops and question marks of
 * other scripts, other hyphens): its bytes, or 0. */
size_t wide_form(const char *s, const char *end, char *c);
static inline size_t
ascii_form(const char *s, const char *end, char *c)
{
	*c = *s;
	return (unsigned char)*s < 0x80 ? 1 : wide_form(s, end, c);
}
/* The same of the one that ends at `end`. */
size_t ascii_form_before(const char *s, const char *end, char *c);

/* How much a text says: a word, which white space parts from others and which has a letter or digit, counts two, a
 * dense letter one. */
size_t half_words(const char *s, size_t len);
static inline size_t
count_words(const char *s, size_t len)
{
	return (half_words(s, len) + 1) / 2;
}

/* It has no letter and no digit of any script, or none but letters that are drawn as nothing. A place of a blank that
 * nobody filled in, `...`, is blank too. */
bool is_blank(const char *s, size_t len);

#endif
