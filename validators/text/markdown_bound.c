/*
 * Two bounds:
 *
 * 1. A text's lines are fed to cmark one by one. After each the chain of open blocks is measured, and reading stops
 * where it is too long: cmark's block parser takes time in proportion to that depth. A line that could open very many
 * blocks at once is not fed.
 * 2. When all blocks stand, and before any inline is parsed, the inline parser's work is estimated from the paragraphs'
 * bytes. Four things cost it the square of their number: processing instructions, declarations and CDATA that never end
 * (each is sought to the end of the paragraph), unclosed image openers before links (each link walks over them all),
 * runs of `*` and `_` that do not match, and long link definitions that are used often (each use copies one).
 *
 * Both need cmark's own structures; Debian's library is named by its exact version, so that they fit.
 */
#include "validators/text/markdown_bound.h"

#include <ctype.h>
#include <string.h>
#include <cmark-gfm.h>
#include <cmark-gfm/node.h>
#include <cmark-gfm/parser.h>
#include "validators/text/limits.h"

/* Steps that cmark may take beyond what is in proportion to the text: a few milliseconds. */
#define COST_INLINE 1000000
/* A closing mark of emphasis may be held against every mark before it, but that is quick. */
#define RUNS_A_STEP 16
/* Bytes of link destinations and titles that it may copy. */
#define COST_COPIES (16 << 20)

static bool
is_blank_or_end(const char *s, const char *end)
{
	return s == end || *s == ' ' || *s == '\t' || *s == '\n';
}

/* The end of a list or quote marker at `s`, or NULL. */
static const char *
skip_marker(const char *s, const char *end)
{
	const char *p = s;

	if (*s == '>')
		return s + 1;
	if (*s == '-' || *s == '+' || *s == '*')
		return is_blank_or_end(s + 1, end) ? s + 1 : NULL;
	while (p < end && isdigit((unsigned char)*p))
		p++;
	if (p == s || p == end || (*p != '.' && *p != ')'))
		return NULL;
	return is_blank_or_end(p + 1, end) ? p + 1 : NULL;
}

static const char *
skip_white(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s;
}

/* `- - - -` is one thematic break, not many lists; `> > > >` is many quotes. */
static bool
is_rule(const char *s, const char *end)
{
	const char *first = skip_white(s, end);

	if (*first != '-' && *first != '*')
		return false;
	for (; s < end && *s != '\n'; s++)
		if (*s != *first && *s != ' ' && *s != '\t')
			return false;
	return true;
}

static bool
opens_too_many(const char *s, const char *end)
{
	const char *p = s;

	for (unsigned n = 0; (p = skip_white(p, end)) < end && (p = skip_marker(p, end)); n++)
		if (n >= LIMIT_NESTING)
			return !is_rule(s, end);
	return false;
}

static unsigned
open_depth(const struct cmark_parser *parser)
{
	unsigned depth = 0;

	for (const cmark_node *n = parser->current; n; n = n->parent)
		if (n->type == CMARK_NODE_BLOCK_QUOTE || n->type == CMARK_NODE_ITEM)
			depth++;
	return depth;
}

static bool
is_literal(const cmark_node *n)
{
	return n->type == CMARK_NODE_CODE_BLOCK || n->type == CMARK_NODE_HTML_BLOCK;
}

int
md_feed(struct cmark_parser *parser, const char *text, size_t len)
{
	const char *end = text + len;
	int line = 1;

	for (const char *s = text, *next; s < end; s = next, line++) {
		next = memchr(s, '\n', (size_t)(end - s));
		next = next ? next + 1 : end;
		if (!is_literal(parser->current) && opens_too_many(s, next))
			return line;
		cmark_parser_feed(parser, s, (size_t)(next - s));
		if (open_depth(parser) > LIMIT_NESTING)
			return line;
	}
	if (len && end[-1] != '\n')
		cmark_parser_feed(parser, "\n", 1);
	return open_depth(parser) > LIMIT_NESTING ? line - 1 : 0;
}

static size_t
count(const char *s, size_t len, const char *what, size_t what_len)
{
	const char *end = s + len;
	size_t n = 0;

	while ((s = memmem(s, (size_t)(end - s), what, what_len))) {
		s += what_len;
		n++;
	}
	return n;
}

/* How often `opener` stands behind the last `closer`. */
static size_t
count_unclosed(const char *s, size_t len, const char *opener, const char *closer)
{
	const char *from = s, *end = s + len, *p = s;

	while ((p = memmem(p, (size_t)(end - p), closer, strlen(closer))))
		from = p += strlen(closer);
	return count(from, (size_t)(end - from), opener, strlen(opener));
}

static size_t
count_runs(const char *s, size_t len, char mark)
{
	const char *end = s + len;
	size_t n = 0;

	while ((s = memchr(s, mark, (size_t)(end - s)))) {
		while (s < end && *s == mark)
			s++;
		n++;
	}
	return n;
}

/* Most text has neither `<` nor `!`, and one byte is found much faster than two. */
static size_t
inline_cost(const char *s, size_t len)
{
	size_t runs = count_runs(s, len, '*') + count_runs(s, len, '_');
	size_t cost = runs * runs / RUNS_A_STEP;

	if (memchr(s, '<', len))
		cost += len * (count_unclosed(s, len, "<?", "?>") + count_unclosed(s, len, "<!", ">") +
			count_unclosed(s, len, "<![CDATA[", "]]>"));
	if (memchr(s, '!', len))
		cost += count(s, len, "![", 2) * count(s, len, "]", 1);
	return cost;
}

static size_t
copy_cost(const struct cmark_parser *parser, const char *text, size_t len)
{
	size_t longest = 0;

	if (!parser->refmap->refs)
		return 0;
	for (const cmark_map_entry *e = parser->refmap->refs; e; e = e->next) {
		const cmark_reference *r = (const cmark_reference *)e;
		size_t bytes = (size_t)r->url.len + (size_t)r->title.len;

		if (bytes > longest)
			longest = bytes;
	}
	return longest * count(text, len, "]", 1);
}

cmark_node *
md_next_block(cmark_node *n)
{
	if (n->first_child)
		return n->first_child;
	while (n && !n->next)
		n = n->parent;
	return n ? n->next : NULL;
}

bool
md_is_affordable(const struct cmark_parser *parser, const char *text, size_t len)
{
	size_t cost = 0;

	for (cmark_node *n = parser->root; n; n = md_next_block(n))
		if (n->type == CMARK_NODE_PARAGRAPH || n->type == CMARK_NODE_HEADING)
			cost += inline_cost((const char *)n->content.ptr, (size_t)n->content.size);
	return cost <= COST_INLINE && copy_cost(parser, text, len) <= COST_COPIES;
}
