#include "validators/text/wide.h"

#include <utf8proc.h>

static size_t
decode(const char *s, size_t len, int32_t *cp)
{
	utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)len, cp);

	return n > 0 ? (size_t)n : 0;
}

/* Where the character begins that ends at `end`. */
static const char *
last_char(const char *s, const char *end)
{
	const char *p = end - 1;

	while (p > s && end - p < 4 && ((unsigned char)*p & 0xc0) == 0x80)
		p--;
	return p;
}

size_t
wide_white(const char *s, size_t len)
{
	int32_t cp;
	size_t n = decode(s, len, &cp);

	if (!n)
		return 0;
	switch (utf8proc_category(cp)) {
	case UTF8PROC_CATEGORY_ZS:
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP:
		return n;
	default:
		return cp == 0x85 || is_unseen_mark(cp) ? n : 0;
	}
}

size_t
wide_white_before(const char *s, const char *end)
{
	const char *last = last_char(s, end);
	size_t n = wide_white(last, (size_t)(end - last));

	return last + n == end ? n : 0;
}

/* U+FF01 to U+FF5E are `!` to `~`. */
#define WIDE_FIRST 0xff01
#define WIDE_LAST 0xff5e

size_t
wide_form(const char *s, size_t len, char *c)
{
	static const struct {
		int32_t cp;
		char c;
	} others[] = {{0x060c, ','}, {0x061b, ';'}, {0x061f, '?'}, {0x06d4, '.'}, {0x0964, '.'}, {0x2010, '-'},
		{0x2011, '-'}, {0x3001, ','}, {0x3002, '.'}, {0xfe55, ':'}, {0xff61, '.'}, {0xff64, ','}};
	int32_t cp;
	size_t n = decode(s, len, &cp);

	if (!n)
		return 0;
	if (cp >= WIDE_FIRST && cp <= WIDE_LAST) {
		*c = (char)(cp - WIDE_FIRST + '!');
		return n;
	}
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (others[i].cp == cp) {
			*c = others[i].c;
			return n;
		}
	return 0;
}

size_t
ascii_form_before(const char *s, const char *end, char *c)
{
	const char *last = last_char(s, end);
	size_t n = ascii_form(last, end, c);

	return last + n == end ? n : 0;
}
