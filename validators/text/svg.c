#include "validators/text/svg.h"

#include <string.h>

void
xml_put_char(UT_string *out, char c)
{
	if (c == '&')
		utstring_printf(out, "&amp;");
	else if (c == '<')
		utstring_printf(out, "&lt;");
	else if (c == '>')
		utstring_printf(out, "&gt;");
	else
		utstring_bincpy(out, &c, 1);
}

#define NOTICE_LINE 20

void
svg_notice(const char *const *lines, size_t n, UT_string *out)
{
	size_t columns = 0;

	for (size_t i = 0; i < n; i++)
		columns = strlen(lines[i]) > columns ? strlen(lines[i]) : columns;
	utstring_printf(out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%zu\" "
		"font-family=\"Helvetica,sans-serif\" "
		"font-size=\"14\" fill=\"#6e7781\">\n",
		20 + columns * 8, NOTICE_LINE * n + 12);
	for (size_t i = 0; i < n; i++) {
		utstring_printf(out, "<text x=\"10\" y=\"%zu\">", NOTICE_LINE * (i + 1));
		for (const char *s = lines[i]; *s; s++)
			xml_put_char(out, *s);
		utstring_printf(out, "</text>\n");
	}
	utstring_printf(out, "</svg>\n");
}
