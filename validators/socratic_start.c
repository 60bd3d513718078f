/*
 * Where a submission begins: a heading of level 2 in one line, behind nothing but blank lines and one thematic break.
 */
#include "validators/socratic_reading.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "validators/quote.h"

static bool
is_blank(const char *s, const char *end)
{
	for (; s < end && *s != '\n'; s++)
		if (*s != ' ' && *s != '\t')
			return false;
	return true;
}

/* Move to the first line from *line on that is not blank; false where there is none. */
static bool
skip_blank_lines(const char **s, const char *end, int *line)
{
	while (*s < end && is_blank(*s, end)) {
		const char *newline = memchr(*s, '\n', (size_t)(end - *s));
		*s = newline ? newline + 1 : end;
		++*line;
	}
	return *s < end;
}

static const char *
newline_of(const char *s, const char *end)
{
	const char *newline = memchr(s, '\n', (size_t)(end - s));

	return newline ? newline : end;
}

/* Cut the marks of an ATX heading off, those at its end too. */
static void
strip_marks(struct start_line *start)
{
	const char *s = start->text, *end = s + start->len, *hashes;

	while (s < end && (*s == ' ' || *s == '#'))
		s++;
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	while (end > s && isspace((unsigned char)end[-1]))
		end--;
	for (hashes = end; hashes > s && hashes[-1] == '#'; hashes--)
		;
	if (hashes < end && hashes > s && isspace((unsigned char)hashes[-1]))
		end = hashes;
	while (end > s && isspace((unsigned char)end[-1]))
		end--;
	start->text = s;
	start->len = (size_t)(end - s);
}

static bool
begins(const struct start_line *start, const char *words)
{
	size_t len = strlen(words);

	return start->len >= len && !strncasecmp(start->text, words, len) &&
		(start->len == len || isspace((unsigned char)start->text[len]));
}

enum start
heading_start(const char *s, const char *end, struct start_line *start)
{
	const char *first = s;

	start->text = s;
	start->len = (size_t)(newline_of(s, end) - s);
	while (first < end && *first == ' ')
		first++;
	if (first == end || *first != '#')
		return START_OTHER;
	strip_marks(start);
	if (begins(start, "Turn"))
		return START_TURN;
	return begins(start, "Terminal Conclusion") ? START_CONCLUSION : START_OTHER;
}

static bool
is_heading(const struct md_line *l)
{
	return l->kind == MD_HEADING && l->level == 2 && !l->quoted && !l->depth;
}

struct start_line
heading_find(const struct md *md, const char *text, size_t len)
{
	const char *s = text, *end = text + len;
	struct start_line start = { .start = START_NOTHING, .line = 1 };

	if (!skip_blank_lines(&s, end, &start.line))
		return start;
	if (md->n && md->lines[0].kind == MD_BREAK && md->lines[0].line == start.line) {
		s = newline_of(s, end);
		if (!skip_blank_lines(&s, end, &start.line))
			return start;
		start.index = 1;
	}
	start.offset = (size_t)(s - text);
	start.text = s;
	start.len = (size_t)(newline_of(s, end) - s);
	start.start = START_OTHER;
	/* A definition of a link leaves no line of its own, and is something before the heading all the same. */
	if (start.index >= md->n || md->lines[start.index].line != start.line || !is_heading(&md->lines[start.index]))
		return start;
	start.start = heading_start(s, end, &start);
	return start;
}

void
heading_report_start(struct reading *r, enum socratic_rule rule)
{
	if (r->start.start == START_NOTHING)
		REPORT(r, rule, r->start.line, "there is no turn in this text");
	else
		REPORT(r, rule, r->start.line,
			"a turn begins with `## Turn N — NAME (HARNESS / MODEL) — STANCE`, and this text begins with \"%s\"",
			quote(r->start.text, r->start.len).s);
}
