#include "fs/util/names.h"

#include <string.h>
#include "validators/text/chars.h"
#include "validators/text/limits.h"

/* Alphabets whose letters are taken for one another (UTS #39). */
enum alphabet { NO_ALPHABET, ALPHABET_LATIN, ALPHABET_GREEK, ALPHABET_CYRILLIC };

/* Scripts.txt of Unicode 15.1, by blocks. */
static const struct {
	int32_t first, last;
	enum alphabet alphabet;
} alphabets[] = {
	{0x0041, 0x00aa, ALPHABET_LATIN},
	{0x00ba, 0x02b8, ALPHABET_LATIN}, /* without the micro sign */
	{0x0370, 0x03ff, ALPHABET_GREEK},
	{0x0400, 0x052f, ALPHABET_CYRILLIC},
	{0x1c80, 0x1c8f, ALPHABET_CYRILLIC},
	{0x1d00, 0x1dbe, ALPHABET_LATIN},
	{0x1e00, 0x1eff, ALPHABET_LATIN},
	{0x1f00, 0x1fff, ALPHABET_GREEK},
	{0x2071, 0x209c, ALPHABET_LATIN},
	{0x2126, 0x2126, ALPHABET_GREEK},
	{0x212a, 0x2188, ALPHABET_LATIN},
	{0x2c60, 0x2c7f, ALPHABET_LATIN},
	{0xa640, 0xa69f, ALPHABET_CYRILLIC},
	{0xa722, 0xa7ff, ALPHABET_LATIN},
	{0xab30, 0xab64, ALPHABET_LATIN},
	{0xfb00, 0xfb06, ALPHABET_LATIN},
	{0xff21, 0xff5a, ALPHABET_LATIN},
};

const char *
name_join_fault(const char *s, size_t len)
{
	enum alphabet first = NO_ALPHABET;
	int32_t cp;

	for (const char *end = s + len; s < end;) {
		bool letter = char_of_word(s, end) && !isdigit((unsigned char)*s);

		s += next_char(s, (size_t)(end - s), &cp);
		for (size_t i = 0; letter && i < sizeof alphabets / sizeof alphabets[0]; i++) {
			if (cp < alphabets[i].first || cp > alphabets[i].last)
				continue;
			if (first && alphabets[i].alphabet != first)
				return "a name has letters of one alphabet: this one mixes Latin, Greek and Cyrillic, "
					"whose letters look alike";
			first = alphabets[i].alphabet;
		}
	}
	return NULL;
}

const char *
duel_name_fault(const char *s)
{
	size_t len = strlen(s);

	if (!len)
		return "a duel's name may not be empty";
	if (len > LIMIT_DUEL_NAME_BYTES)
		return "a duel's name has at most " STRING(LIMIT_DUEL_NAME_BYTES) " bytes";
	if (!strcmp(s, "status") || !strcmp(s, "last_error"))
		return "the mount itself has a file of this name";
	if (s[0] == '.' || s[0] == '-')
		return "a duel's name may not start with '.' or '-'";
	if (s[strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789._-")])
		return "a duel's name is made of a-z 0-9 . _ - only";
	return NULL;
}
