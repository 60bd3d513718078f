#include "validators/text/names.h"

#include <ctype.h>
#include <stdint.h>
#include <utf8proc.h>
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/chars.h"

/* A clean line may have invisible characters and white space other than the space (Zs), but no line separators. A name
 * that would be taken for a piece of a heading, a table, a path, markup or a line of the filesystem's is refused. */
const char *
name_fault(const char *s, size_t len, enum name_kind kind)
{
	bool spaced = false, dashed = false; /* a space came last; dashes with a space before them did */
	int32_t cp;
	char c;

	if (!len)
		return "a name may not be empty";
	if (len > LIMIT_NAME_BYTES)
		return "a name has at most " STRING(LIMIT_NAME_BYTES) " bytes";
	if (!text_clean_line(s, len))
		return "a name is UTF-8 on one line, without control or hidden characters";
	if (kind == NAME_PARTICIPANT && s[0] == '.' && (len == 1 || (len == 2 && s[1] == '.')))
		return "a participant may not be called '.' or '..'";
	for (size_t i = 0, n; i < len; i += n) {
		n = next_char(s + i, len - i, &cp);
		utf8proc_category_t category = utf8proc_category(cp);

		if (category == UTF8PROC_CATEGORY_CF || utf8proc_get_property(cp)->ignorable)
			return "a name may not hold an invisible character";
		if (category == UTF8PROC_CATEGORY_ZS && (!i || i + n == len || cp != ' '))
			return "a name may hold no white space but spaces of ASCII, and none at its beginning or end";
		if (kind == NAME_PARTICIPANT && ((!i && ascii_form(s, s + len, &c) && strchr(">#", c)) ||
			(cp == ' ' && ascii_form_before(s, s + i, &c) && c == ':')))
			return "a participant's name may not begin with '>' or '#', or hold a space behind a ':'";
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

char *
name_key(const char *s)
{
	utf8proc_uint8_t *key = NULL;
	utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)s, 0, &key,
		UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);

	/* No name, so no seat's: its own bytes are as good a key as any. */
	return n == UTF8PROC_ERROR_INVALIDUTF8 ? mem_strdup(s) : mem_check(key);
}

size_t
name_edits(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t row[NAME_EDITS_BYTES + 1]; /* from the first i bytes of `a` to the first j of `b` */
	if (a_len > NAME_EDITS_BYTES || b_len > NAME_EDITS_BYTES)
		return SIZE_MAX;
	for (size_t j = 0; j <= b_len; j++)
		row[j] = j;
	for (size_t i = 0; i < a_len; i++) {
		size_t before = row[0]++;
		for (size_t j = 0; j < b_len; j++) {
			size_t changed = before + (tolower((unsigned char)a[i]) != tolower((unsigned char)b[j]));
			size_t least = row[j] < row[j + 1] ? row[j] + 1 : row[j + 1] + 1;
			before = row[j + 1];
			row[j + 1] = changed < least ? changed : least;
		}
	}
	return row[b_len];
}
