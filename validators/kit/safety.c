/*
 * No line of a text looks like the record's own. Lines are read as they are typed; where a heading, a fence, a quote,
 * HTML or a definition may begin, cmark-gfm says what Markdown makes of the text (CommonMark 0.29, 4.2 to 4.7, 5.1).
 */
#include "validators/kit/parts.h"

#include <cmark-gfm.h>
#include <ctype.h>
#include "validators/text/chars.h"
#include "validators/text/text.h"

/* -- line by line -- */

/* Goes past characters that nobody sees. */
static bool
skip_unseen(struct reader *r)
{
	const char *from = r->s;
	int32_t cp;

	for (size_t n; r->s < r->end; r->s += n) {
		n = next_char(r->s, len_of(r), &cp);
		if (cp < 0x80 || !utf8proc_get_property(cp)->ignorable)
			break;
	}
	return r->s > from;
}

/* Goes past white space, and marks of quotes and lists. */
static void
skip_containers(struct reader *r)
{
	while (skip_white(r) || skip_unseen(r) || skip_char(r, '>') || skip_marker(r))
		;
}

bool
safety_is_own_line(struct reader r)
{
	skip_containers(&r);
	for (const char *c = "duelfs"; *c; c++, skip_unseen(&r))
		if (!skip_char(&r, *c) && !skip_char(&r, (char)toupper((unsigned char)*c)))
			return false;
	while (skip_white(&r) || skip_unseen(&r))
		;
	return skip_char(&r, ':');
}

/* A line of one of these marks alone. */
static bool
is_line_of(const struct line *l, const char *marks)
{
	struct reader r = without_white(l->all);
	char mark = len_of(&r) ? *r.s : '\0';

	while (r.s < r.end && *r.s == mark)
		r.s++;
	return mark && strchr(marks, mark) && r.s == r.end;
}

/* Quotes in each other, and lists, of which each is two columns deeper at least, or begins in the same line. `- - -`
 * and `* * *` part what is above them from what is below, and nest nothing. */
static bool
is_too_deep(const struct line *l)
{
	struct reader r = l->all, rule = without_white(l->all);
	unsigned depth = l->listed ? l->indent / 2 : 0;
	char mark = *rule.s;

	for (bool marked = false; skip_white(&r) || skip_char(&r, '>') || (marked = skip_marker(&r)); marked = false)
		depth += marked || r.s[-1] == '>';
	if (depth <= LIMIT_NESTING)
		return false;
	while (skip_char(&rule, mark) || skip_white(&rule))
		;
	return !((mark == '-' || mark == '*') && rule.s == rule.end);
}

/* May a heading, a fence or HTML begin or end in this line? */
static bool
may_begin_block(const struct line *l)
{
	struct reader r = l->rest;

	skip_containers(&r);
	return is_line_of(l, "=-") || (r.s < r.end && strchr("#<`~[", *r.s));
}

/* Is Markdown to be asked what it makes of them? */
static bool
judge_lines(const struct parsed *p, struct findings *out)
{
	static const char marks[] = "dD>-+*#<`~[=0123456789";
	bool asks = false, flat = true;

	for (size_t i = 0; i < p->lines.n; i++) {
		const struct line *l = &p->lines.v[i];
		int line = (int)i + 1;

		asks |= l->kind == LINE_FENCE || l->kind == LINE_QUOTED;
		if ((l->kind != LINE_TEXT && l->kind != LINE_QUOTED) || line == p->heading_line)
			continue;
		/* The first character of nearly all lines says that none of the below is to be asked. */
		if (l->kind == LINE_TEXT && l->indent <= LIMIT_NESTING && l->rest.s < l->rest.end &&
			(unsigned char)*l->rest.s < 0x80 && !memchr(marks, *l->rest.s, sizeof marks - 1))
			continue;
		asks |= may_begin_block(l);
		if (safety_is_own_line(l->rest))
			findings_add(out, &text_rules[TEXT_RESERVED], line,
				"a line that begins with `duelfs:` is the filesystem's");
		if (is_too_deep(l)) {
			findings_add(out, &text_rules[TEXT_NESTING], line,
				"quotes or lists stand in each other more than %d deep", LIMIT_NESTING);
			flat = false;
		}
	}
	return asks && flat;
}

/* -- as Markdown reads it -- */

/* A walk over the blocks. */
struct walk {
	const struct parsed *p;
	struct findings *out;
	size_t judged;   /* lines before this one that stand in a fence are code to Markdown, too, or that is told */
	bool open;       /* that was told */
	unsigned quotes; /* that it is in */
	UT_string words; /* of the line of a quote that it is in, as Markdown shows them */
	int line;        /* of those */
	int defines;     /* line of the first that may define a link, or 0 */
};

/* Does it begin with `[P1.1]:` or `[security]:`, by which Markdown may make links of references or tags? *label is what
 * stands in brackets. */
static bool
may_define(const struct parsed *p, struct reader r, struct reader *label)
{
	const char *close = skip_text(&r, "[") ? memmem(r.s, len_of(&r), "]:", 2) : NULL;
	struct ref ref;

	*label = reader_of(r.s, close ? close : r.s);
	for (const char *const *tag = p->by.tags; close && tag && *tag; tag++)
		if (says_only(*label, *tag))
			return true;
	return close && p->by.refs && refs_only(p->by.refs, p->by.source, *label, &ref) == 1;
}

/* cmark-gfm takes the square of their number for some texts with more of these than so many. */
#define BRACKETS_MOST 500
#define MARKS_MOST 4000

/* Feeds a line; where there are too many marks of inlines, without those behind its first character. */
static void
feed_line(cmark_parser *parser, struct reader r, const char *marks)
{
	struct reader behind = r;

	skip_containers(&behind);
	for (const char *s = r.s; s < r.end;) {
		const char *from = s;

		while (s < r.end && !(s > behind.s && strchr(marks, *s)))
			s++;
		cmark_parser_feed(parser, from, (size_t)(s - from));
		while (s < r.end && s > behind.s && strchr(marks, *s))
			s++;
	}
	cmark_parser_feed(parser, "\n", 1);
}

/* Marks of inlines of which there are too many. */
static const char *
too_many(const struct lines *ls)
{
	size_t brackets = 0, marks = 0;

	for (size_t i = 0; i < ls->n; i++)
		for (const char *s = ls->v[i].all.s; ls->v[i].kind != LINE_FENCED && s < ls->v[i].all.end; s++) {
			brackets += *s == '[';
			marks += *s == '*' || *s == '_';
		}
	return brackets > BRACKETS_MOST || marks > MARKS_MOST ? "[*_" : "";
}

/* The text, and behind it a paragraph that is another's, with the references that the text may define. A character that
 * nobody sees hides no mark of a block. */
static cmark_node *
read_blocks(struct walk *w)
{
	const struct lines *ls = &w->p->lines;
	cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
	const char *marks = too_many(ls);
	UT_string behind;
	cmark_node *root;

	utstring_init(&behind);
	for (size_t i = 0; i < ls->n; i++) {
		struct reader r = ls->v[i].all, seen = without_white(r), label;

		r = skip_unseen(&seen) ? seen : r;
		skip_containers(&seen);
		if (may_define(w->p, seen, &label)) {
			utstring_printf(&behind, " [%.*s]", (int)len_of(&label), label.s);
			w->defines = w->defines ? w->defines : (int)i + 1;
		}
		feed_line(parser, r, marks);
	}
	cmark_parser_feed(parser, "\nbehind", strlen("\nbehind"));
	cmark_parser_feed(parser, utstring_body(&behind), utstring_len(&behind));
	root = cmark_parser_finish(parser);
	cmark_parser_free(parser);
	utstring_done(&behind);
	return root;
}

/* Rules pass over the lines in a fence. None up to `end` is code to Markdown. */
static void
judge_fenced(struct walk *w, size_t end)
{
	const struct lines *ls = &w->p->lines;
	size_t i = w->judged;

	end = end < ls->n ? end : ls->n;
	while (i < end && ls->v[i].kind != LINE_FENCED)
		i++;
	if (i < end)
		findings_add(w->out, &text_rules[TEXT_OPEN], (int)i + 1,
			"Markdown reads no fence around this line; begin and close the fence in the first column");
	w->open |= i < end;
	w->judged = i < end ? ls->n : end;
}

static void
pass_code(struct walk *w, cmark_node *node)
{
	size_t end = (size_t)cmark_node_get_start_line(node) - 1;
	int length, offset;
	char mark;

	end += cmark_node_get_fenced(node, &length, &offset, &mark) ? 1 : 0;
	judge_fenced(w, end);
	for (const char *s = cmark_node_get_literal(node); (s = strchr(s, '\n')); s++)
		end++;
	w->judged = w->judged > end ? w->judged : end;
}

static void
judge_heading(struct walk *w, cmark_node *node)
{
	int line = cmark_node_get_start_line(node), end = cmark_node_get_end_line(node);

	line = end > line ? end - 1 : line; /* the one below its words, where cmark-gfm says the next */
	if (cmark_node_get_heading_level(node) > 2 || line == w->p->heading_line || line > (int)w->p->lines.n ||
		w->p->by.kind->parts->headed)
		return;
	findings_add(w->out, &text_rules[TEXT_ONE], line,
		is_line_of(&w->p->lines.v[line - 1], "=-")
			? "a line of `=` or `-` below text makes a heading of it; put a blank line between"
			: "a heading of level 1 or 2 begins a text of the record; write `###`");
}

/* The words of a line of a quote have come to their end. */
static void
judge_quoted(struct walk *w)
{
	const struct lines *ls = &w->p->lines;
	struct reader words = reader_of(utstring_body(&w->words), utstring_body(&w->words) + utstring_len(&w->words));

	skip_emphasis(&words); /* the first mark is left where there are too many */
	if (w->line <= (int)ls->n && !safety_is_own_line(ls->v[w->line - 1].all) && safety_is_own_line(words))
		findings_add(w->out, &text_rules[TEXT_RESERVED], w->line,
			"this is shown as a line that begins with `duelfs:`, which is the filesystem's");
	utstring_clear(&w->words);
	w->line++;
}

static void
walk_on(struct walk *w, cmark_node *node, bool enters)
{
	cmark_node_type type = cmark_node_get_type(node);

	if (type == CMARK_NODE_BLOCK_QUOTE)
		w->quotes += enters ? 1 : -1u;
	else if (type == CMARK_NODE_CODE_BLOCK)
		pass_code(w, node);
	else if (type == CMARK_NODE_HTML_BLOCK)
		for (const char *s = cmark_node_get_literal(node); s && (s = strstr(s, "<!--")) && !w->open;) {
			w->open = !(s = strstr(s, "-->"));
			if (w->open)
				findings_add(w->out, &text_rules[TEXT_OPEN], cmark_node_get_start_line(node),
					"nothing closes this comment, which would hide what stands behind it");
		}
	else if (type == CMARK_NODE_HEADING && enters && !w->quotes)
		judge_heading(w, node);
	else if (!w->quotes)
		return;
	else if ((type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING) && enters)
		w->line = cmark_node_get_start_line(node);
	else if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE)
		utstring_printf(&w->words, "%s", cmark_node_get_literal(node));
	else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK || type == CMARK_NODE_PARAGRAPH ||
		type == CMARK_NODE_HEADING)
		judge_quoted(w);
}

void
safety_judge_lines(const struct parsed *p, struct findings *out)
{
	struct walk w = {.p = p, .out = out};
	cmark_event_type event;

	if (p->lines.open_fence)
		findings_add(out, &text_rules[TEXT_OPEN], p->lines.open_fence, "nothing closes this fence");
	if (!judge_lines(p, out) || p->lines.open_fence)
		return;

	cmark_node *root = read_blocks(&w), *last = cmark_node_last_child(root);
	cmark_iter *iter = cmark_iter_new(root);

	utstring_init(&w.words);
	while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE)
		walk_on(&w, cmark_iter_get_node(iter), event == CMARK_EVENT_ENTER);
	judge_fenced(&w, p->lines.n);
	for (cmark_node *of = w.defines ? cmark_node_first_child(last) : NULL; of; of = cmark_node_next(of))
		if (cmark_node_get_type(of) == CMARK_NODE_LINK) {
			findings_add(out, &text_rules[TEXT_RESERVED], w.defines,
				"the colon behind its bracket makes links of what others write; write no bracket");
			break;
		}
	if (!w.open && (cmark_node_get_type(last) != CMARK_NODE_PARAGRAPH ||
		cmark_node_get_start_line(last) != (int)p->lines.n + 2))
		findings_add(out, &text_rules[TEXT_OPEN], cmark_node_get_start_line(last),
			"nothing closes this: what stands behind the text would be part of it");
	utstring_done(&w.words);
	cmark_iter_free(iter);
	cmark_node_free(root);
}

void
safety_judge_made(const struct parsed *p, struct reader made, struct findings *out)
{
	struct parsed of = {.by = p->by};

	lines_read(&of.lines, made.s, len_of(&made));
	safety_judge_lines(&of, out);
	lines_free(&of.lines);
}
