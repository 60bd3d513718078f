#include "validators/text/names.h"

#include <utf8proc.h>
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/chars.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)

/* `s` is clean: format characters (Cf) and white space other than space (Zs) are still in it, line separators are not.
 * A name that would be taken for a piece of a heading, a table, a path or markup may not be written into the record. */
static const char *
character_fault(const char *s, size_t len, enum name_kind kind)
{
	bool spaced = false, dashed = false; /* a space came last; dashes with a space before them did */
	int32_t cp;

	for (size_t i = 0, n; i < len; i += n) {
		n = next_char(s + i, len - i, &cp);
		utf8proc_category_t category = utf8proc_category(cp);

		if (category == UTF8PROC_CATEGORY_CF)
			return "a name may not hold an invisible format character";
		if (category == UTF8PROC_CATEGORY_ZS && (!i || i + n == len))
			return "a name may not begin or end with white space";
		if (category == UTF8PROC_CATEGORY_ZS && cp != ' ')
			return "a name may not hold another white space than the space of ASCII";
		if (cp == ' ' && dashed)
			return "a name may not hold a dash with spaces round it";
		if (cp == '/' && kind != NAME_MODEL)
			return "a name may not hold '/'";
		if (cp < 0x80 && strchr("()|<`", cp))
			return "a name may not hold '(', ')', '|', '<' or a backtick";
		dashed = category == UTF8PROC_CATEGORY_PD && (spaced || dashed);
		spaced = cp == ' ';
	}
	return NULL;
}

static bool
is_dots(const char *s, size_t len)
{
	return s[0] == '.' && (len == 1 || (len == 2 && s[1] == '.'));
}

const char *
name_fault(const char *s, size_t len, enum name_kind kind)
{
	if (!len)
		return "a name may not be empty";
	if (len > LIMIT_NAME_BYTES)
		return "a name has at most " STRING(LIMIT_NAME_BYTES) " bytes";
	if (!text_clean_line(s, len))
		return "a name is UTF-8 on one line, without control or hidden characters";
	if (kind == NAME_PARTICIPANT && is_dots(s, len))
		return "a participant may not be called '.' or '..'";
	return character_fault(s, len, kind);
}

/* -- at the join -- */

/* Alphabets whose letters are taken for one another (UTS #39). */
enum alphabet { ALPHABET_OTHER, ALPHABET_LATIN, ALPHABET_GREEK, ALPHABET_CYRILLIC };

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

/* ALPHABET_OTHER for letters of every other script, and for what is no letter. */
static enum alphabet
alphabet_at(const char *s, const char *end)
{
	int32_t cp;

	next_char(s, (size_t)(end - s), &cp);
	if (!char_of_word(s, end) || (cp < 0x80 && isdigit(cp)))
		return ALPHABET_OTHER;
	for (size_t i = 0; i < sizeof alphabets / sizeof alphabets[0] && alphabets[i].first <= cp; i++)
		if (cp <= alphabets[i].last)
			return alphabets[i].alphabet;
	return ALPHABET_OTHER;
}

const char *
name_join_fault(const char *s, size_t len)
{
	enum alphabet first = ALPHABET_OTHER;

	for (const char *end = s + len; s < end; s += char_bytes(s, end)) {
		enum alphabet alphabet = alphabet_at(s, end);

		if (first && alphabet && alphabet != first)
			return "a name has letters of one alphabet: this one mixes Latin, Greek and Cyrillic, whose "
				"letters look alike";
		first = first ? first : alphabet;
	}
	return NULL;
}

/* -- keys -- */

/* NULL where `s` is not UTF-8. */
static char *
map(const char *s, utf8proc_option_t options)
{
	utf8proc_uint8_t *mapped = NULL;
	utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)s, 0, &mapped,
		options | UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPOSE);

	return n == UTF8PROC_ERROR_INVALIDUTF8 ? NULL : mem_check(mapped);
}

char *
name_key(const char *s)
{
	char *composed = map(s, 0);
	char *key;

	/* No name, so no seat's: its own bytes are as good a key as any. */
	if (!composed)
		return mem_strdup(s);
	key = map(composed, UTF8PROC_CASEFOLD);
	free(composed);
	return key;
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
