/* Headings of a source document, which may be anything: blocks are parsed within bounds, and inlines of headings alone.
 */
#include "validators/text/markdown.h"

#include <string.h>
#include <cmark-gfm.h>
#include <cmark-gfm/node.h>
#include <cmark-gfm/parser.h>
#include "validators/text/limits.h"
#include "validators/text/markdown_bound.h"
#include "validators/text/mem.h"

/* What the inlines of a heading say: parsed as a heading again, alone. */
static bool
each_marked_heading(const char *s, size_t len, bool (*each)(void *arg, const char *plain, size_t plain_len), void *arg)
{
	char *again = mem_resize(NULL, len + 2, 1);
	struct md md;
	bool more;

	memcpy(again, "# ", 2);
	for (size_t i = 0; i < len; i++)
		again[i + 2] = s[i] == '\n' ? ' ' : s[i];
	md_parse(&md, again, len + 2);
	more = md.n ? each(arg, md.text + md.lines[0].off, md.lines[0].len) : true;
	md_free(&md);
	free(again);
	return more;
}

static bool
each_heading(const cmark_node *n, bool (*each)(void *arg, const char *plain, size_t plain_len), void *arg)
{
	const char *s = (const char *)n->content.ptr;
	size_t len = (size_t)n->content.size;

	while (len && (s[len - 1] == '\n' || s[len - 1] == ' '))
		len--;
	if (len > LIMIT_LINE_BYTES)
		return true;
	for (size_t i = 0; i < len; i++)
		if (strchr("*_`[]<>&\\!\n", s[i]))
			return each_marked_heading(s, len, each, arg);
	return each(arg, s, len);
}

void
md_headings(const char *text, size_t len, bool (*each)(void *arg, const char *plain, size_t plain_len), void *arg)
{
	struct cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
	bool more = true;

	md_feed(parser, text, len);
	for (cmark_node *n = parser->root; n && more; n = md_next_block(n))
		if (n->type == CMARK_NODE_HEADING)
			more = each_heading(n, each, arg);
	cmark_parser_free(parser);
}
