#include "validators/kit/parts.h"

#include <cmark-gfm.h>
#include "validators/text/text.h"

bool
safety_is_own_line(struct reader r)
{
	while (skip_white(&r) || skip_char(&r, '>') || skip_marker(&r))
		;
	return skip_words(&r, "duelfs") && (skip_white(&r), skip_char(&r, ':'));
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

/* The first of these lines, from `i` up to `end`, that stands in a fence; `end`: none does. */
static size_t
next_fenced(const struct lines *ls, size_t i, size_t end)
{
	while (i < end && ls->v[i].kind != LINE_FENCED)
		i++;
	return i;
}

/* Rules pass over the lines in a fence: to Markdown, too, these are code, and none is that comes behind the text. */
static void
judge_fences(const struct lines *ls, struct findings *out)
{
	const char *text = ls->v[0].all.s;
	size_t at = 0; /* lines before it are judged */
	cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);

	cmark_parser_feed(parser, text, (size_t)(ls->v[ls->n - 1].all.end - text));
	cmark_parser_feed(parser, "\nbehind\n", strlen("\nbehind\n"));

	cmark_node *root = cmark_parser_finish(parser);
	cmark_iter *iter = cmark_iter_new(root);

	while (at < ls->n && cmark_iter_next(iter) != CMARK_EVENT_DONE) {
		cmark_node *node = cmark_iter_get_node(iter);
		int length, offset;
		char mark;

		if (cmark_node_get_type(node) != CMARK_NODE_CODE_BLOCK)
			continue;

		size_t begin = (size_t)cmark_node_get_start_line(node) - 1;
		size_t end = begin + (cmark_node_get_fenced(node, &length, &offset, &mark) ? 1 : 0);

		if (next_fenced(ls, at, end) < end)
			break;
		for (const char *s = cmark_node_get_literal(node); (s = strchr(s, '\n')); s++)
			end++;
		if (end > ls->n)
			findings_add(out, &text_rules[TEXT_OPEN], (int)begin + 1, "nothing closes this fence");
		at = end;
	}
	if (at < ls->n)
		at = next_fenced(ls, at, ls->n);
	if (at < ls->n)
		findings_add(out, &text_rules[TEXT_OPEN], (int)at + 1,
			"Markdown reads no fence around this line; begin and close the fence in the first column");
	cmark_iter_free(iter);
	cmark_node_free(root);
	cmark_parser_free(parser);
}

void
safety_judge_lines(const struct parsed *p, struct findings *out)
{
	static const char marks[] = "dD>#=-<";
	/* `close` is where a comment is closed next behind the last that began, or the end; NULL: none has begun. */
	const char *close = NULL, *end = p->lines.n ? p->lines.v[p->lines.n - 1].all.end : NULL;

	for (size_t i = 0; i < p->lines.n; i++) {
		const struct line *l = &p->lines.v[i];
		struct reader r = l->rest, comment = r;
		int line = (int)i + 1;

		if ((l->kind != LINE_TEXT && l->kind != LINE_QUOTED) || line == p->heading_line)
			continue;
		/* The first character of nearly all lines says that none of the below is to be asked. */
		if (l->kind == LINE_TEXT && !l->listed && (unsigned char)*r.s < 0x80 &&
			!memchr(marks, *r.s, sizeof marks - 1))
			continue;
		if (safety_is_own_line(l->rest))
			findings_add(out, &text_rules[TEXT_RESERVED], line,
				"a line that begins with `duelfs:` is the filesystem's");
		if (is_too_deep(l))
			findings_add(out, &text_rules[TEXT_NESTING], line,
				"quotes or lists stand in each other more than %d deep", LIMIT_NESTING);
		if (l->kind == LINE_TEXT && skip_text(&comment, "<!--")) {
			if (!close || close < comment.s) {
				close = memmem(comment.s, (size_t)(end - comment.s), "-->", 3);
				close = close ? close : end;
			}
			if (close == end)
				findings_add(out, &text_rules[TEXT_OPEN], line, "nothing closes this comment");
		}
		if (l->kind != LINE_TEXT || p->by.kind->parts->headed)
			continue;
		if (skip_text(&r, "#") && (skip_text(&r, "#"), r.s == r.end || skip_white(&r)))
			findings_add(out, &text_rules[TEXT_ONE], line,
				"a heading of level 1 or 2 begins a text of the record; write `###`");
		else if (i && is_line_of(l, "=-") && l[-1].kind == LINE_TEXT && !is_line_of(l - 1, "=-*_") &&
			(l->indent || !l[-1].listed)) /* below an item it is one if it is indented like that */
			findings_add(out, &text_rules[TEXT_ONE], line,
				"a line of `=` or `-` below text makes a heading of it; put a blank line between");
	}
	if (p->lines.open_fence)
		findings_add(out, &text_rules[TEXT_OPEN], p->lines.open_fence, "nothing closes this fence");
	else if (next_fenced(&p->lines, 0, p->lines.n) < p->lines.n)
		judge_fences(&p->lines, out);
}
