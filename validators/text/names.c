#include "validators/text/names.h"

#include <utf8proc.h>
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/chars.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)

/* What would be taken for a piece of a heading, a table, a path or markup where the name is written
 * into the record. */
struct forbidden {
	const char *bytes;
	const char *fault;
	bool model; /* may stand in a model all the same */
};

/* clang-format off */
static const struct forbidden forbidden[] = {
	{ "/",    .fault = "a name may not hold '/'", .model = true },
	{ "(",    .fault = "a name may not hold '('" },
	{ ")",    .fault = "a name may not hold ')'" },
	{ "|",    .fault = "a name may not hold '|'" },
	{ "<",    .fault = "a name may not hold '<'" },
	{ "`",    .fault = "a name may not hold a backtick" },
	{ "—",    .fault = "a name may not hold an em dash (U+2014)" },
	{ "–",    .fault = "a name may not hold an en dash (U+2013)" },
	{ " -- ", .fault = "a name may not hold a hyphen with spaces round it" },
};
/* clang-format on */

static const char *
forbidden_fault(const char *s, size_t len, enum name_kind kind)
{
	for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++) {
		const struct forbidden *f = &forbidden[i];

		if (kind == NAME_MODEL && f->model)
			continue;
		if (memmem(s, len, f->bytes, strlen(f->bytes)))
			return f->fault;
	}
	return NULL;
}

/* `s` is clean: format characters (Cf) and white space other than space (Zs) are still in it, line
 * separators are not. */
static const char *
character_fault(const char *s, size_t len)
{
	utf8proc_int32_t cp;
	utf8proc_category_t category;

	for (size_t i = 0; i < len;) {
		size_t begin = i;
		bool first = !i;

		i += utf8proc_iterate((const utf8proc_uint8_t *)s + i, len - i, &cp);
		category = utf8proc_category(cp);
		if (category == UTF8PROC_CATEGORY_CF)
			return "a name may not hold an invisible format character";
		if (category == UTF8PROC_CATEGORY_ZS && (first || i == len))
			return "a name may not begin or end with white space";
		if (category == UTF8PROC_CATEGORY_ZS && cp != ' ')
			return "a name may not hold another white space than the space of ASCII";
		if (category == UTF8PROC_CATEGORY_PD && s[begin - !!begin] == ' ' && i < len && s[i] == ' ')
			return "a name may not hold a dash with spaces round it";
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
	const char *fault;

	if (!len)
		return "a name may not be empty";
	if (len > LIMIT_NAME_BYTES)
		return "a name has at most " STRING(LIMIT_NAME_BYTES) " bytes";
	if (!text_clean_line(s, len))
		return "a name is UTF-8 on one line, without control or hidden characters";
	if (kind == NAME_PARTICIPANT && is_dots(s, len))
		return "a participant may not be called '.' or '..'";
	fault = character_fault(s, len);
	return fault ? fault : forbidden_fault(s, len, kind);
}

/* -- at the join -- */

/* Alphabets whose letters are taken for one another (UTS #39). */
enum alphabet { ALPHABET_OTHER, ALPHABET_LATIN, ALPHABET_GREEK, ALPHABET_CYRILLIC, ALPHABETS };
static const char *const alphabet_names[ALPHABETS] = {
	[ALPHABET_LATIN] = "Latin",
	[ALPHABET_GREEK] = "Greek",
	[ALPHABET_CYRILLIC] = "Cyrillic",
};

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

/* The letter that is not of the alphabet that most letters of the three are of; NULL: all of them are of one. */
static const char *
find_stranger(const char *s, const char *end)
{
	const char *first[ALPHABETS] = { NULL };
	unsigned n[ALPHABETS] = { 0 };
	enum alphabet most = ALPHABET_LATIN;
	const char *stranger = NULL;

	for (; s < end; s += char_bytes(s, end)) {
		enum alphabet alphabet = alphabet_at(s, end);

		if (!n[alphabet]++)
			first[alphabet] = s;
	}
	for (enum alphabet i = ALPHABET_LATIN; i < ALPHABETS; i++)
		most = n[i] > n[most] ? i : most;
	for (enum alphabet i = ALPHABET_LATIN; i < ALPHABETS; i++)
		if (i != most && first[i] && (!stranger || first[i] < stranger))
			stranger = first[i];
	return stranger;
}

char *
name_join_fault(const char *s, size_t len)
{
	const char *end = s + len, *stranger = find_stranger(s, end);
	int32_t cp;

	if (!stranger)
		return NULL;
	next_char(stranger, (size_t)(end - stranger), &cp);
	return mem_format("a name has letters of one alphabet: it may not hold U+%04X (%.*s), which is %s, beside "
			  "letters of another alphabet that look alike",
		(unsigned)cp, (int)char_bytes(stranger, end), stranger,
		alphabet_names[alphabet_at(stranger, end)]);
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
name_maker(const char *name)
{
	static const char *const names[] = { ".git", ".codex", ".agents" };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!strcmp(name, names[i]))
			return "an agent's sandbox makes this where the agent is started, and does not start without "
			       "it: start the agent in its "
			       "project, with this mount inside of that";
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
