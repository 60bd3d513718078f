#include "validators/text/wordcount.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>
#include <utf8proc.h>
#include "validators/text/words.h"

/* Take one character off: its length, and -1 in *cp for a byte that begins none. */
static size_t
next_char(const char *s, size_t len, int32_t *cp)
{
	utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)len, cp);

	return n > 0 ? (size_t)n : 1;
}

/* Letters that are drawn as nothing: the Hangul fillers. */
static bool
is_filler(int32_t cp)
{
	return cp == 0x115f || cp == 0x1160 || cp == 0x3164 || cp == 0xffa0;
}

static bool
is_letter_or_digit(int32_t cp)
{
	utf8proc_category_t category = utf8proc_category(cp);

	if (category == UTF8PROC_CATEGORY_CN) /* ideographs that are newer than utf8proc's tables */
		return script_of_letter(cp) != SCRIPT_OTHER;
	if (category > UTF8PROC_CATEGORY_LO && (category < UTF8PROC_CATEGORY_ND || category > UTF8PROC_CATEGORY_NO))
		return false;
	return !is_filler(cp);
}

size_t
wordcount(const char *s, size_t len)
{
	struct reader r = { s, s + len };
	struct word w;
	size_t words = 0, letters = 0;

	while (word_next(&r, &w))
		*(script_is_dense(w.script) ? &letters : &words) += 1;
	return words + (letters + 1) / 2;
}

bool
is_blank(const char *s, size_t len)
{
	int32_t cp;

	for (size_t at = 0; at < len;) {
		if (isalnum((unsigned char)s[at]))
			return false;
		at += next_char(s + at, len - at, &cp);
		if (is_letter_or_digit(cp))
			return false;
	}
	return true;
}
