#include "validators/text/chars.h"

/* Scripts.txt of Unicode 15.1, by whole blocks: what in a block is no letter is told by its category. South East Asia
 * is what LineBreak.txt gives the class SA ("complex context": words are found by a dictionary). Planes 2 and
 * 3 are set aside for ideographs. */
static const struct {
	int32_t first, last;
} dense[] = {
	{0x0e00, 0x0eff},   /* Thai, Lao */
	{0x1000, 0x109f},   /* Myanmar */
	{0x1780, 0x17ff},   /* Khmer */
	{0x1950, 0x19df},   /* Tai Le, New Tai Lue */
	{0x1a20, 0x1aaf},   /* Tai Tham */
	{0x3005, 0x312f},   /* Kana, Bopomofo */
	{0x31a0, 0x31ff},   /* Bopomofo, Katakana */
	{0x3400, 0x9fff},   /* Han */
	{0xa9e0, 0xa9ff},   /* Myanmar */
	{0xaa60, 0xaadf},   /* Myanmar, Tai Viet */
	{0xf900, 0xfaff},   /* Han */
	{0xff66, 0xff9f},   /* Katakana, half-width */
	{0x11700, 0x1174f}, /* Ahom */
	{0x16fe2, 0x16ff1}, /* Han */
	{0x1aff0, 0x1b167}, /* Kana */
	{0x20000, 0x3fffd}, /* Han */
};

static bool
is_dense(int32_t cp)
{
	utf8proc_category_t category;

	/* Most letters of most texts stand before all of these. */
	for (size_t i = 0; i < sizeof dense / sizeof dense[0] && cp >= dense[i].first; i++)
		if (cp <= dense[i].last) {
			category = utf8proc_category(cp);
			return is_between(category, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LO) ||
			       category == UTF8PROC_CATEGORY_NL ||
			       (category == UTF8PROC_CATEGORY_CN && cp >= 0x20000); /* newer than these tables */
		}
	return false;
}

static int32_t
char_at(const char *s, const char *end)
{
	int32_t cp;

	next_char(s, (size_t)(end - s), &cp);
	return cp;
}

const char *
char_before(const char *s, const char *end)
{
	const char *p = end - 1;

	while (p > s && end - p < 4 && ((unsigned char)*p & 0xc0) == 0x80)
		p--;
	return p;
}

bool
char_is_dense(const char *s, const char *end)
{
	return (unsigned char)*s >= 0xe0 && is_dense(char_at(s, end));
}

bool
char_of_word(const char *s, const char *end)
{
	int32_t cp = char_at(s, end);

	if (cp < 0x80)
		return cp >= 0 && isalnum(cp);
	return is_between(utf8proc_category(cp), UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_NO) && !is_dense(cp);
}

bool
char_parts_words(const char *s, const char *end)
{
	return white_bytes(s, end) ||
	       is_between(utf8proc_category(char_at(s, end)), UTF8PROC_CATEGORY_PD, UTF8PROC_CATEGORY_PO);
}

size_t
wide_white(const char *s, const char *end)
{
	int32_t cp;
	size_t n = next_char(s, (size_t)(end - s), &cp);
	bool white = cp == 0x85 || is_unseen_mark(cp) ||
		     is_between(utf8proc_category(cp), UTF8PROC_CATEGORY_ZS, UTF8PROC_CATEGORY_ZP);

	return white ? n : 0;
}

size_t
white_bytes_before(const char *s, const char *end)
{
	const char *last = char_before(s, end);
	size_t n = white_bytes(last, end);

	return last + n == end ? n : 0;
}

/* U+FF01 to U+FF5E are `!` to `~`. */
#define WIDE_FIRST 0xff01
#define WIDE_LAST 0xff5e

size_t
wide_form(const char *s, const char *end, char *c)
{
	static const struct {
		int32_t cp;
		char c;
	} others[] = {{0x060c, ','}, {0x061b, ';'}, {0x061f, '?'}, {0x06d4, '.'}, {0x0964, '.'}, {0x2010, '-'},
		{0x2011, '-'}, {0x3001, ','}, {0x3002, '.'}, {0xfe55, ':'}, {0xff61, '.'}, {0xff64, ','}};
	int32_t cp;
	size_t n = next_char(s, (size_t)(end - s), &cp);

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
	const char *last = char_before(s, end);
	size_t n = ascii_form(last, end, c);

	return last + n == end ? n : 0;
}

/* Letters and digits of any script count; letters that are drawn as nothing, the Hangul fillers, do not. */
static bool
is_letter_or_digit(int32_t cp)
{
	if (cp < 0x80)
		return cp >= 0 && isalnum(cp);
	if (cp == 0x115f || cp == 0x1160 || cp == 0x3164 || cp == 0xffa0)
		return false;
	utf8proc_category_t category = utf8proc_category(cp);
	return is_between(category, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LO) ||
	       is_between(category, UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NO) || is_dense(cp);
}

size_t
half_words(const char *s, size_t len)
{
	const char *end = s + len;
	bool in_word = false;
	size_t n = 0;

	for (int32_t cp; s < end; s += next_char(s, (size_t)(end - s), &cp)) {
		if (white_bytes(s, end)) {
			in_word = false;
		} else if (char_is_dense(s, end)) {
			in_word = false;
			n++;
		} else if (!in_word && is_letter_or_digit(char_at(s, end))) {
			in_word = true;
			n += 2;
		}
	}
	return n;
}

bool
is_blank(const char *s, size_t len)
{
	int32_t cp;

	for (size_t at = 0; at < len;) {
		if (isalnum((unsigned char)s[at])) /* nearly all there is */
			return false;
		at += next_char(s + at, len - at, &cp);
		if (is_letter_or_digit(cp))
			return false;
	}
	return true;
}
