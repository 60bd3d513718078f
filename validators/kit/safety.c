#include "validators/kit/parts.h"

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
}
