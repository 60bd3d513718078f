#include "validators/kit/safety.h"

#include "validators/text/text.h"

bool
safety_judge_blank(const char *text, size_t len, struct findings *out)
{
	bool blank = is_blank(text, len);

	if (blank)
		findings_add(out, &text_rules[TEXT_BLANK], 0, "the text says nothing");
	return blank;
}

bool
safety_is_own_line(struct reader r)
{
	while (skip_white(&r) || skip_char(&r, '>') || skip_marker(&r))
		;
	return skip_words(&r, "duelfs") && (skip_white(&r), skip_char(&r, ':'));
}

/* `# Title` or `## Title`. */
static bool
is_high_heading(struct reader r)
{
	return skip_text(&r, "#") && (skip_text(&r, "#"), r.s == r.end || skip_white(&r));
}

/* A line of one of these marks alone. */
static bool
is_line_of(const struct line *l, const char *marks)
{
	struct reader r = without_white(l->all);
	char mark = left(&r) ? *r.s : '\0';

	while (r.s < r.end && *r.s == mark)
		r.s++;
	return mark && strchr(marks, mark) && r.s == r.end;
}

/* Does a line make a heading of the text above it? Below an item it does where it is indented like that. */
static bool
is_underline(const struct line *l, const struct line *above)
{
	return is_line_of(l, "=-") && above->kind == LINE_TEXT && !is_line_of(above, "=-*_") &&
	       (l->indent || !above->listed);
}

/* The place where a comment is closed last, looked for when one is opened. */
struct comments {
	const struct parsed *p;
	bool read;
	const char *close; /* NULL: nowhere */
};

static void
read_comments(struct comments *c)
{
	const struct lines *ls = &c->p->lines;
	struct reader r = between(ls->v[0].all.s, ls->v[ls->n - 1].all.end);

	for (const char *close; (close = memmem(r.s, left(&r), "-->", 3)); r.s = close + 1)
		c->close = close;
	c->read = true;
}

/* Does a comment begin this line that nothing closes? */
static bool
opens_comment(const struct line *l, struct comments *c)
{
	struct reader r = l->rest;

	skip_white(&r);
	if (!skip_text(&r, "<!--"))
		return false;
	if (!c->read)
		read_comments(c);
	return !c->close || c->close < r.s;
}

/* The first character of nearly all lines says that none of the below is to be asked. */
static bool
is_plain(const struct line *l)
{
	static const char marks[] = "dD>#=-<";

	return l->kind == LINE_BLANK || l->kind == LINE_TITLE ||
		(l->kind == LINE_TEXT && !l->listed && (unsigned char)*l->rest.s < 0x80 &&
			!memchr(marks, *l->rest.s, sizeof marks - 1));
}

/* `- - -` or `* * *` parts what is above it from what is below, and nests nothing. */
static bool
is_rule(struct reader r)
{
	char mark;

	r = without_white(r);
	mark = *r.s;
	while (skip_char(&r, mark) || skip_white(&r))
		;
	return (mark == '-' || mark == '*') && r.s == r.end;
}

/* Quotes in each other, and lists, of which each is two columns deeper at least, or begins in the same line. */
static bool
is_too_deep(const struct line *l)
{
	struct reader r = l->all;
	unsigned depth = l->listed ? l->indent / 2 : 0;

	for (bool marked = false; skip_white(&r) || skip_char(&r, '>') || (marked = skip_marker(&r)); marked = false)
		depth += marked || r.s[-1] == '>';
	return depth > LIMIT_NESTING && !is_rule(l->all);
}

void
safety_judge_lines(const struct parsed *p, struct findings *out)
{
	struct comments comments = {.p = p};

	for (size_t i = 0; i < p->lines.n; i++) {
		const struct line *l = &p->lines.v[i];
		int line = (int)i + 1;

		if (is_plain(l) || l->kind == LINE_FENCE || l->kind == LINE_FENCED || line == p->heading_line)
			continue;
		if (safety_is_own_line(l->rest))
			findings_add(out, &text_rules[TEXT_RESERVED], line,
				"a line that begins with `duelfs:` is the filesystem's");
		if (is_too_deep(l))
			findings_add(out, &text_rules[TEXT_NESTING], line,
				"quotes or lists stand in each other more than %d deep", LIMIT_NESTING);
		if (l->kind == LINE_TEXT && opens_comment(l, &comments))
			findings_add(out, &text_rules[TEXT_OPEN], line, "nothing closes this comment");
		if (l->kind != LINE_TEXT || p->by.kind->parts->headed)
			continue;
		if (is_high_heading(l->rest))
			findings_add(out, &text_rules[TEXT_ONE], line,
				"a heading of level 1 or 2 begins a text of the record; write `###`");
		else if (i && is_underline(l, l - 1))
			findings_add(out, &text_rules[TEXT_ONE], line,
				"a line of `=` or `-` below text makes a heading of it; put a blank line between");
	}
	if (p->lines.open_fence)
		findings_add(out, &text_rules[TEXT_OPEN], p->lines.open_fence, "nothing closes this fence");
}
