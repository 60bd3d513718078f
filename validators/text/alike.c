#include "validators/text/alike.h"

#include <string.h>
#include <utf8proc.h>
#include "validators/text/script.h"
#include "validators/text/words.h"

/* Of confusables.txt of Unicode 15.1, as they are once case is folded: some look alike as capitals only. Left out are
 * the Greek mu, without which a micrometre would be a millimetre, and where two of an alphabet are like one letter, the
 * rarer of them. */
static const struct {
	int32_t letter;
	char latin;
} alike[] = {
	/* clang-format off */
	{ 0x0131, 'i' }, { 0x0251, 'a' }, { 0x0261, 'g' }, { 0x028f, 'y' },
	/* Greek */
	{ 0x03b1, 'a' }, { 0x03b2, 'b' }, { 0x03b3, 'y' }, { 0x03b5, 'e' }, { 0x03b6, 'z' }, { 0x03b7, 'h' },
	{ 0x03b9, 'i' }, { 0x03ba, 'k' }, { 0x03bd, 'v' }, { 0x03bf, 'o' }, { 0x03c1, 'p' }, { 0x03c4, 't' },
	{ 0x03c5, 'u' }, { 0x03c7, 'x' }, { 0x03f3, 'j' },
	/* Cyrillic */
	{ 0x0430, 'a' }, { 0x0432, 'b' }, { 0x0433, 'r' }, { 0x0435, 'e' }, { 0x043a, 'k' }, { 0x043c, 'm' },
	{ 0x043e, 'o' }, { 0x0440, 'p' }, { 0x0441, 'c' }, { 0x0442, 't' }, { 0x0443, 'y' }, { 0x0445, 'x' },
	{ 0x0455, 's' }, { 0x0456, 'i' }, { 0x0458, 'j' }, { 0x0475, 'v' }, { 0x04bb, 'h' }, { 0x04cf, 'l' },
	{ 0x0501, 'd' }, { 0x051b, 'q' }, { 0x051d, 'w' },
	/* small capitals */
	{ 0x1d04, 'c' }, { 0x1d0f, 'o' }, { 0x1d20, 'v' }, { 0x1d21, 'w' }, { 0x1d22, 'z' },
	/* clang-format on */
};

int32_t
letter_alike(int32_t cp)
{
	for (size_t i = 0; i < sizeof alike / sizeof alike[0] && alike[i].letter <= cp; i++)
		if (alike[i].letter == cp)
			return alike[i].latin;
	return cp;
}

/* All letters of the three alphabets that a folded text has marks on stand before this one. */
#define ALPHABETS_END 0x2000
#define MAPPED_MOST 8

/* Without its marks. */
static int32_t
base_of(int32_t cp)
{
	utf8proc_int32_t apart[MAPPED_MOST];
	utf8proc_ssize_t n = utf8proc_decompose_char(cp, apart, MAPPED_MOST, UTF8PROC_DECOMPOSE, NULL);

	return n > 0 && n <= MAPPED_MOST ? apart[0] : cp;
}

static bool
is_mark(int32_t cp)
{
	utf8proc_category_t category = utf8proc_category(cp);

	return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
}

void
text_fold_alike(char *folded)
{
	const char *end = folded + strlen(folded);
	bool lettered = false; /* a letter of the three alphabets is what marks here stand on */
	char *out = folded;

	for (const char *s = folded; s < end;) {
		size_t n = char_bytes(s, end);
		int32_t cp = char_at(s, end);

		if (n == 1) {
			lettered = *s != ' ';
			*out++ = *s;
		} else if (lettered && is_mark(cp)) {
			; /* dropped */
		} else if (cp < ALPHABETS_END && alphabet_of_letter(cp) != ALPHABET_OTHER) {
			lettered = true;
			out += utf8proc_encode_char(letter_alike(base_of(cp)), (utf8proc_uint8_t *)out);
		} else {
			lettered = false;
			memmove(out, s, n);
			out += n;
		}
		s += n;
	}
	*out = '\0';
}
