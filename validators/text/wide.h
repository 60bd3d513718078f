/*
 * Full-width forms, and characters that are not seen (files.md, Any language).
 *
 * Whoever writes Chinese or Japanese types `：`, `（`, `２` and the ideographic space where the format has `:`, `(`,
 * `2` and a space, and sees no difference. Marks that scripts need are not seen at all. What reads labels, flags and
 * headings asks here what a character stands for. Pure; any bytes are taken.
 */
#ifndef VALIDATORS_TEXT_WIDE_H
#define VALIDATORS_TEXT_WIDE_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is this a mark that scripts need and nobody sees: U+061C, U+200B to U+200F? They may stand in text, and do not count
 * when texts are compared. */
static inline bool
is_unseen_mark(int32_t cp)
{
	return (cp >= 0x200b && cp <= 0x200f) || cp == 0x061c;
}

/* Bytes of white space (Unicode's), or of a mark that nobody sees, at `s`, which is not ASCII; 0: there is none. */
size_t wide_white(const char *s, size_t len);
/* The same of what ends at `end`. */
size_t wide_white_before(const char *s, const char *end);

/* The character of ASCII that the one at `s`, which is not ASCII, stands for: its bytes, or 0. Full-width forms,
 * commas, stops and question marks of other scripts, and other hyphens. */
size_t wide_form(const char *s, size_t len, char *c);

static inline bool
is_white_ascii(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline size_t
white_bytes(const char *s, const char *end)
{
	if ((unsigned char)*s < 0x80)
		return is_white_ascii(*s);
	return wide_white(s, (size_t)(end - s));
}

static inline size_t
white_bytes_before(const char *s, const char *end)
{
	if ((unsigned char)end[-1] < 0x80)
		return is_white_ascii(end[-1]);
	return wide_white_before(s, end);
}

/* The character at `s` as ASCII: its bytes, or 0. */
static inline size_t
ascii_form(const char *s, const char *end, char *c)
{
	*c = *s;
	return (unsigned char)*s < 0x80 ? 1 : wide_form(s, (size_t)(end - s), c);
}

/* The same of the one that ends at `end`. */
size_t ascii_form_before(const char *s, const char *end, char *c);

#endif
