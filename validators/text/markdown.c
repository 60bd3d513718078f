/*
 * Blocks and headings of a text of any size and any bytes. Blocks alone are parsed, and the inlines of short headings:
 * cmark's inline parser has corners that take the square of a text's length.
 *
 * A text's lines are fed to cmark one by one. After each the chain of open blocks is measured, and reading stops where
 * it is too long: cmark's block parser takes time in proportion to that depth. A line that could open very many blocks
 * at once is not fed. This needs cmark's own structures; Debian's library is named by its exact version, so that they
 * fit.
 */
#include "validators/text/markdown.h"

#include <ctype.h>
#include <string.h>
#include <cmark-gfm.h>
#include <cmark-gfm/node.h>
#include <cmark-gfm/parser.h>
#include "validators/text/limits.h"
#include "validators/text/mem.h"

/* A longer heading is no topic. */
#define HEADING_BYTES 4096

/* -- within bounds -- */

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

/* Feeds a whole text, line by line: 0, or the line at which blocks nest too deep; nothing behind it is fed. */
static int
feed(struct cmark_parser *parser, const char *text, size_t len)
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

/* The block after `n` in document order, before there are inlines. */
static cmark_node *
next_block(cmark_node *n)
{
	if (n->first_child)
		return n->first_child;
	while (n && !n->next)
		n = n->parent;
	return n ? n->next : NULL;
}

/* -- outermost blocks -- */

struct blocks {
	const char *at, *end; /* where the line `line` begins */
	const char *text;
	int line;
	void (*each)(void *arg, const struct md_block *b);
	void *arg;
};

/* Where this line begins; lines are asked for in order. */
static size_t
offset_of(struct blocks *b, int line)
{
	while (b->line < line && b->at < b->end) {
		const char *newline = memchr(b->at, '\n', (size_t)(b->end - b->at));
		b->at = newline ? newline + 1 : b->end;
		b->line++;
	}
	return (size_t)(b->at - b->text);
}

static enum md_block_kind
kind_of(const cmark_node *n)
{
	if (n->type == CMARK_NODE_PARAGRAPH)
		return MD_BLOCK_PARAGRAPH;
	if (n->type == CMARK_NODE_HEADING)
		return MD_BLOCK_HEADING;
	if (n->type == CMARK_NODE_THEMATIC_BREAK)
		return MD_BLOCK_BREAK;
	return n->type == CMARK_NODE_BLOCK_QUOTE ? MD_BLOCK_QUOTE : MD_BLOCK_OTHER;
}

/* Blocks from the line on that b->at stands at: the line, counted from there, at which reading has to begin anew, or 0.
 */
static int
read_blocks(struct blocks *b)
{
	struct cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
	const char *from = b->at;
	int line0 = b->line - 1, fault = feed(parser, from, (size_t)(b->end - from));

	for (const cmark_node *n = parser->root->first_child; n; n = n->next) {
		struct md_block block = { .kind = kind_of(n), .line = line0 + n->start_line };

		block.level = block.kind == MD_BLOCK_HEADING ? (unsigned)n->as.heading.level : 0;
		block.offset = offset_of(b, block.line);
		b->each(b->arg, &block);
	}
	cmark_parser_free(parser);
	return fault ? line0 + fault + 1 : 0;
}

/* What cmark would take for the end of a line, or for three bytes. */
static char *
without_odd_bytes(const char *text, size_t len)
{
	char *copy = mem_copy(text, len);

	for (char *s = copy; s < copy + len; s++)
		if (*s == '\r' || !*s)
			*s = ' ';
	return copy;
}

void
md_blocks(const char *text, size_t len, void (*each)(void *arg, const struct md_block *b), void *arg)
{
	bool odd = len && (memchr(text, '\r', len) || memchr(text, '\0', len));
	char *copy = odd ? without_odd_bytes(text, len) : NULL;
	struct blocks b = { .at = copy ? copy : text, .line = 1, .each = each, .arg = arg };

	b.text = b.at;
	b.end = b.at + len;
	for (int line; b.at < b.end && (line = read_blocks(&b));)
		offset_of(&b, line);
	free(copy);
}

/* -- headings -- */

/* What the inlines of a heading say: parsed as a heading again, alone. */
static bool
each_marked_heading(const char *s, size_t len, bool (*each)(void *arg, const char *plain, size_t plain_len), void *arg)
{
	char *again = mem_format("# %.*s", (int)len, s), *plain;
	cmark_node *root;

	for (char *newline; (newline = strchr(again, '\n'));)
		*newline = ' ';
	root = cmark_parse_document(again, strlen(again), CMARK_OPT_DEFAULT);
	plain = cmark_render_plaintext(root, CMARK_OPT_DEFAULT, 0);
	bool more = each(arg, plain, strcspn(plain, "\n"));
	cmark_node_free(root);
	free(plain);
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
	if (len > HEADING_BYTES)
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

	feed(parser, text, len);
	for (cmark_node *n = parser->root; n && more; n = next_block(n))
		if (n->type == CMARK_NODE_HEADING)
			more = each_heading(n, each, arg);
	cmark_parser_free(parser);
}
