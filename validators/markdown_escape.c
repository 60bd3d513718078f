#include "validators/markdown.h"

#include <ctype.h>
#include <string.h>

/* In the middle of a line: marks of inlines, of cells, and a `#` that would close a heading. An underscore in a word is none. */
static bool
is_mark(const char *s, size_t i)
{
	if (s[i] == '_')
		return !(i && isalnum((unsigned char)s[i - 1]) && isalnum((unsigned char)s[i + 1]));
	if (s[i] == '#')
		return !i || s[i - 1] == ' ' || s[i - 1] == '#';
	return strchr("\\`*[]<>&|~", s[i]) != NULL;
}

void
md_escape(UT_string *out, const char *s)
{
	for (size_t i = 0; s[i]; i++) {
		if (is_mark(s, i))
			utstring_bincpy(out, "\\", 1);
		if ((unsigned char)s[i] < ' ' || s[i] == 0x7f)
			utstring_bincpy(out, " ", 1);
		else
			utstring_bincpy(out, s + i, 1);
	}
}

void
md_escape_url(UT_string *out, const char *s)
{
	for (; *s; s++)
		if (isalnum((unsigned char)*s) || strchr("/._~-", *s))
			utstring_bincpy(out, s, 1);
		else
			utstring_printf(out, "%%%02X", (unsigned char)*s);
}
