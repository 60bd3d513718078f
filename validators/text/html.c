#include "validators/text/html.h"

#include <stdbool.h>
#include <string.h>

/* Does this byte not stand in HTML as it is? */
static bool
is_special(char c)
{
	return c == '"' || c == '&' || c == '<' || c == '>' || ((unsigned char)c < ' ' && c != '\n' && c != '\t');
}

void
html_put(UT_string *out, const char *s, size_t len)
{
	for (const char *end = s + len; s < end; s++) {
		const char *run = s;

		while (s < end && !is_special(*s))
			s++;
		utstring_bincpy(out, run, (size_t)(s - run));
		if (s == end)
			return;
		if (*s == '"')
			utstring_printf(out, "&quot;");
		else if (*s == '&')
			utstring_printf(out, "&amp;");
		else if (*s == '<' || *s == '>')
			utstring_printf(out, *s == '<' ? "&lt;" : "&gt;");
	}
}
