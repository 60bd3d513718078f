/* The outermost blocks of a whole record, which may be longer than what is ever parsed with its inlines. */
#include "validators/text/markdown.h"

#include <string.h>
#include <cmark-gfm.h>
#include <cmark-gfm/node.h>
#include <cmark-gfm/parser.h>
#include "validators/text/markdown_bound.h"
#include "validators/text/mem.h"

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
	int line0 = b->line - 1, fault = md_feed(parser, from, (size_t)(b->end - from));

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
