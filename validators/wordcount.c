#include "validators/wordcount.h"

#include <stdint.h>
#include <utf8proc.h>
#include "validators/words.h"

/* Take one character off: its length, and -1 in *cp for a byte that begins none. */
static size_t
next_char(const char *s, size_t len, int32_t *cp)
{
	utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)len, cp);

	return n > 0 ? (size_t)n : 1;
}

/* Letters that are drawn as nothing: the Hangul fillers and the empty Braille cell. */
static bool
is_filler(int32_t cp)
{
	return cp == 0x115f || cp == 0x1160 || cp == 0x3164 || cp == 0xffa0 || cp == 0x2800;
}

static bool
is_seen(int32_t cp)
{
	switch (utf8proc_category(cp)) {
	case UTF8PROC_CATEGORY_ZS:
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP:
	case UTF8PROC_CATEGORY_CC:
	case UTF8PROC_CATEGORY_CF:
	case UTF8PROC_CATEGORY_MN:
	case UTF8PROC_CATEGORY_MC:
	case UTF8PROC_CATEGORY_ME:
		return false;
	default:
		return !is_filler(cp);
	}
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
has_dense_letters(const char *s, size_t len)
{
	struct reader r = { s, s + len };
	struct word w;

	while (word_next(&r, &w))
		if (script_is_dense(w.script))
			return true;
	return false;
}

bool
is_blank(const char *s, size_t len)
{
	int32_t cp;

	for (size_t at = 0; at < len;) {
		at += next_char(s + at, len - at, &cp);
		if (is_seen(cp))
			return false;
	}
	return true;
}
