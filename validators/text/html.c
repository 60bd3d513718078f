#include "validators/text/html.h"

#include <string.h>

void
html_put(UT_string *out, const char *s, size_t len)
{
	for (const char *end = s + len; s < end; s++) {
		const char *run = s;

		while (s < end && !strchr("\"&<>", *s) && ((unsigned char)*s >= ' ' || *s == '\n' || *s == '\t'))
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
