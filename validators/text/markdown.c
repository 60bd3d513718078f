#include "validators/text/markdown.h"

#include <ctype.h>
#include <string.h>
#include <cmark-gfm.h>
#include <cmark-gfm/node.h>
#include <cmark-gfm/parser.h>
#include "validators/text/arena.h"
#include "validators/text/limits.h"
#include "validators/text/markdown_bound.h"
#include "validators/text/mem.h"
#include "validators/text/reader.h"

const char *const md_fault_sentences[MD_FAULTS] = {
	[MD_FINE] = "",
	[MD_NESTING] = "lists and quotes are nested deeper than can be read",
	[MD_INLINES] = "emphasis and links are nested deeper than can be read",
	[MD_COST] =
		"openers without an end (<?, <!, ![, *, _) or long link definitions are repeated too often to be read",
};

struct walk {
	struct md *md;
	size_t room, lines_room, spans_room, html_room;
	unsigned depth, item, items;
	bool quoted;
	bool references;  /* control characters may come out of this text */
	bool item_start;  /* the next line is a list item's first */
	/* of the line that is being written */
	unsigned strong;  /* bold runs round this place */
	unsigned strongs; /* bold runs in the line */
	bool plain;       /* something outside them */
};

static void
put(struct walk *w, const char *s, size_t len)
{
	struct md *md = w->md;

	if (md->len + len + 1 > w->room) {
		w->room = 2 * (md->len + len + 1);
		md->text = mem_resize(md->text, w->room, 1);
	}
	memcpy(md->text + md->len, s, len);
	md->len += len;
}

/* What may hold a control character: a block's newlines, or what a character reference stands for. */
static void
put_controlled(struct walk *w, const char *s, size_t len)
{
	size_t from = w->md->len;

	put(w, s, len);
	for (char *p = w->md->text + from; p < w->md->text + w->md->len; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			*p = ' ';
}

static struct md_line *
line_begin(struct walk *w, enum md_kind kind, int line)
{
	struct md *md = w->md;
	struct md_line *l;

	if (md->n == w->lines_room)
		md->lines = mem_resize(
			md->lines, w->lines_room = w->lines_room ? 2 * w->lines_room : 64, sizeof *md->lines);
	l = &md->lines[md->n++];
	*l = (struct md_line){.kind = kind,
		.line = line,
		.depth = w->depth,
		.item = w->item,
		.item_start = w->item_start,
		.quoted = w->quoted,
		.off = md->len};
	w->item_start = false;
	w->strongs = 0;
	w->plain = w->strong > 0;
	return l;
}

static void
line_end(struct walk *w)
{
	struct md *md = w->md;
	struct md_line *l = &md->lines[md->n - 1];

	l->len = md->len - l->off;
	l->bold = w->strongs == 1 && !w->plain && !w->strong;
	put(w, "", 0);
	md->text[md->len++] = '\n';
}

/* White space, or the colon behind a bold title. */
static bool
is_nothing(const char *s, size_t len)
{
	struct reader r = { s, s + len };

	if (len && isalnum((unsigned char)*s))
		return false;
	while (skip_white(&r) || skip_char(&r, ':'))
		;
	return !left(&r);
}

static void
put_inline(struct walk *w, const cmark_chunk *c)
{
	if (!w->strong && !w->plain && !is_nothing((char *)c->data, (size_t)c->len))
		w->plain = true;
	(w->references ? put_controlled : put)(w, (char *)c->data, (size_t)c->len);
}

static size_t
span_begin(struct walk *w, enum md_span_kind kind)
{
	struct md *md = w->md;

	if (md->n_spans == w->spans_room)
		md->spans = mem_resize(
			md->spans, w->spans_room = w->spans_room ? 2 * w->spans_room : 16, sizeof *md->spans);
	md->spans[md->n_spans] = (struct md_span){ .kind = kind, .off = md->len };
	return md->n_spans++;
}

static void
enter_code(struct walk *w, const cmark_node *n)
{
	size_t span = span_begin(w, MD_SPAN_CODE);

	put_inline(w, &n->as.literal);
	w->md->spans[span].len = w->md->len - w->md->spans[span].off;
}

/* A link's place among the spans is kept in the node until it ends. */
static void
enter_link(struct walk *w, cmark_node *n)
{
	size_t span = span_begin(w, MD_SPAN_LINK);

	w->md->spans[span].url = n->as.link.url.data ? (char *)n->as.link.url.data : "";
	w->md->spans[span].url_len = (size_t)n->as.link.url.len;
	n->user_data = (void *)(span + 1);
	w->plain = true;
}

static void
add_html(struct walk *w, const cmark_chunk *literal, int line)
{
	struct md *md = w->md;

	if (md->n_html == w->html_room)
		md->html = mem_resize(md->html, w->html_room = w->html_room ? 2 * w->html_room : 16, sizeof *md->html);
	md->html[md->n_html++] = (struct md_html){line, (char *)literal->data, (size_t)literal->len};
}

static bool
is_comment(const char *s, size_t len)
{
	return len >= 4 && !memcmp(s, "<!--", 4);
}

/* A paragraph's line ends; a heading stays one line. */
static void
enter_break(struct walk *w, const cmark_node *n)
{
	struct md_line *l = &w->md->lines[w->md->n - 1];
	int line = n->next ? n->next->start_line : 0;

	if (l->kind == MD_HEADING) {
		put(w, " ", 1);
		return;
	}
	if (line <= l->line)
		line = l->line + 1;
	line_end(w);
	line_begin(w, MD_TEXT, line);
}

static void
enter_inline(struct walk *w, cmark_node *n)
{
	if (n->type == CMARK_NODE_TEXT)
		put_inline(w, &n->as.literal);
	else if (n->type == CMARK_NODE_SOFTBREAK || n->type == CMARK_NODE_LINEBREAK)
		enter_break(w, n);
	else if (n->type == CMARK_NODE_CODE)
		enter_code(w, n);
	else if (n->type == CMARK_NODE_LINK)
		enter_link(w, n);
	else if (n->type == CMARK_NODE_HTML_INLINE) {
		add_html(w, &n->as.literal, w->md->lines[w->md->n - 1].line);
		if (!is_comment((char *)n->as.literal.data, (size_t)n->as.literal.len))
			put_inline(w, &n->as.literal);
	} else if (n->type == CMARK_NODE_STRONG) {
		w->strong++;
		w->strongs++;
	}
}

static void
leave_inline(struct walk *w, const cmark_node *n)
{
	if (n->type == CMARK_NODE_STRONG)
		w->strong--;
	if (n->type == CMARK_NODE_LINK) {
		struct md_span *span = &w->md->spans[(size_t)n->user_data - 1];
		span->len = w->md->len - span->off;
	}
}

/* Without recursion: nothing has bounded these yet but the text's length. */
static void
walk_inlines(struct walk *w, cmark_node *block)
{
	cmark_node *n = block->first_child;
	unsigned depth = 0;

	while (n) {
		enter_inline(w, n);
		if (n->first_child) {
			n = n->first_child;
			if (++depth > LIMIT_NESTING && w->md->fault == MD_FINE) {
				w->md->fault = MD_INLINES;
				w->md->fault_line = w->md->lines[w->md->n - 1].line;
			}
			continue;
		}
		while (n != block && !n->next) {
			leave_inline(w, n);
			n = n->parent;
			depth--;
		}
		if (n == block)
			break;
		leave_inline(w, n);
		n = n->next;
	}
}

static void
walk_leaf(struct walk *w, cmark_node *n, enum md_kind kind)
{
	struct md_line *l = line_begin(w, kind, n->start_line);

	l->block_start = true;
	if (kind == MD_HEADING)
		l->level = (unsigned)n->as.heading.level;
	walk_inlines(w, n);
	line_end(w);
}

/* The block's text; comments in HTML say nothing to a reader. */
static void
walk_literal(struct walk *w, const cmark_node *n, enum md_kind kind, const cmark_chunk *literal)
{
	const char *s = (char *)literal->data, *end = s + literal->len, *p;

	line_begin(w, kind, n->start_line)->block_start = true;
	if (kind == MD_HTML)
		add_html(w, literal, n->start_line);
	while (kind == MD_HTML && (p = memmem(s, (size_t)(end - s), "<!--", 4))) {
		put_controlled(w, s, (size_t)(p - s));
		p = memmem(p, (size_t)(end - p), "-->", 3);
		s = p ? p + 3 : end;
	}
	put_controlled(w, s, (size_t)(end - s));
	line_end(w);
}

static void walk_blocks(struct walk *w, cmark_node *parent);

static void
walk_quote(struct walk *w, cmark_node *n)
{
	bool quoted = w->quoted;

	w->quoted = true;
	walk_blocks(w, n);
	w->quoted = quoted;
}

static void
walk_item(struct walk *w, cmark_node *n)
{
	unsigned item = w->item;
	size_t lines = w->md->n;

	if (!w->depth++)
		w->item = ++w->items;
	w->item_start = true;
	walk_blocks(w, n);
	if (w->md->n == lines) {
		line_begin(w, MD_TEXT, n->start_line)->block_start = true;
		line_end(w);
	}
	w->depth--;
	w->item = item;
}

/* Recursion is bounded: at most LIMIT_NESTING quotes and items, each item in a list. */
static void
walk_blocks(struct walk *w, cmark_node *parent)
{
	for (cmark_node *n = parent->first_child; n; n = n->next) {
		if (n->type == CMARK_NODE_PARAGRAPH)
			walk_leaf(w, n, MD_TEXT);
		else if (n->type == CMARK_NODE_HEADING)
			walk_leaf(w, n, MD_HEADING);
		else if (n->type == CMARK_NODE_CODE_BLOCK)
			walk_literal(w, n, MD_CODE, &n->as.code.literal);
		else if (n->type == CMARK_NODE_HTML_BLOCK)
			walk_literal(w, n, MD_HTML, &n->as.literal);
		else if (n->type == CMARK_NODE_THEMATIC_BREAK)
			walk_leaf(w, n, MD_BREAK);
		else if (n->type == CMARK_NODE_BLOCK_QUOTE)
			walk_quote(w, n);
		else if (n->type == CMARK_NODE_ITEM)
			walk_item(w, n);
		else
			walk_blocks(w, n);
	}
}

static void
read_lines(struct md *md, cmark_node *root, const char *text, size_t len)
{
	struct walk w = { .md = md, .room = len + len / 8 + 64 };

	w.references =
		memchr(text, '&', len) || memchr(text, '\t', len) || memchr(text, '<', len) || memchr(text, '`', len);

	md->text = mem_resize(NULL, w.room, 1);
	walk_blocks(&w, root);
	put(&w, "", 0);
	md->text[md->len] = '\0';
}

/* HTML blocks by CommonMark's numbers: 2 is a comment; 1 to 5 go on to their own end, 6 and 7 to a blank line. */
#define HTML_COMMENT 2
#define HTML_LAST_WITH_END 5

static void
note_open(struct md *md, const cmark_node *n)
{
	if (n->type == CMARK_NODE_CODE_BLOCK && n->as.code.fenced)
		md->open = MD_OPEN_FENCE;
	else if (n->type == CMARK_NODE_HTML_BLOCK && n->as.html_block_type == HTML_COMMENT)
		md->open = MD_OPEN_COMMENT;
	else if (n->type == CMARK_NODE_HTML_BLOCK && n->as.html_block_type <= HTML_LAST_WITH_END)
		md->open = MD_OPEN_HTML;
	if (md->open)
		md->open_line = n->start_line;
}

void
md_parse(struct md *md, const char *text, size_t len)
{
	struct arena *arena = arena_new(len);
	cmark_parser *parser;

	arena_enter(arena);
	parser = cmark_parser_new_with_mem(CMARK_OPT_SOURCEPOS, &arena_memory);
	*md = (struct md){ .fault_line = md_feed(parser, text, len), .arena = arena };
	if (md->fault_line) {
		md->fault = MD_NESTING;
	} else {
		note_open(md, parser->current);
		/* A blank line ends every paragraph, so that all definitions are known. */
		cmark_parser_feed(parser, "\n", 1);
		if (!md_is_affordable(parser, text, len))
			md->fault = MD_COST;
	}
	if (md->fault == MD_FINE)
		read_lines(md, cmark_parser_finish(parser), text, len);
	if (!md->text)
		md->text = mem_strdup("");
	cmark_parser_free(parser);
	arena_leave(arena);
}

void
md_free(struct md *md)
{
	free(md->text);
	free(md->lines);
	free(md->spans);
	free(md->html);
	arena_free(md->arena);
	*md = (struct md){ .fault = MD_FINE };
}

/* How many spans begin at or before `off`. */
static size_t
spans_until(const struct md *md, size_t off)
{
	size_t low = 0, high = md->n_spans;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		if (md->spans[mid].off <= off)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

const struct md_span *
md_span_at(const struct md *md, size_t off)
{
	size_t n = spans_until(md, off);

	while (n > 1 && md->spans[n - 2].off == off)
		n--;
	return n && md->spans[n - 1].off == off ? &md->spans[n - 1] : NULL;
}

size_t
md_span_from(const struct md *md, size_t off)
{
	return off ? spans_until(md, off - 1) : 0;
}
