#include "validators/text/opening.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "validators/text/wide.h"

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
strip_marks(struct opening *o)
{
	const char *s = o->text, *end = s + o->len, *hashes;

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
	for (size_t n; end > s && (n = white_bytes_before(s, end)); end -= n)
		;
	o->text = s;
	o->len = (size_t)(end - s);
}

bool
opening_says(const struct opening *o, const char *words)
{
	size_t len = strlen(words);

	return o->len >= len && !strncasecmp(o->text, words, len) &&
		(o->len == len || white_bytes(o->text + len, o->text + o->len));
}

bool
opening_heading(const char *s, const char *end, struct opening *o)
{
	const char *first = s;

	o->text = s;
	o->len = (size_t)(newline_of(s, end) - s);
	while (first < end && *first == ' ')
		first++;
	if (first == end || *first != '#')
		return false;
	strip_marks(o);
	return true;
}

static bool
is_heading(const struct md_line *l)
{
	return l->kind == MD_HEADING && l->level == 2 && !l->quoted && !l->depth;
}

struct opening
opening_find(const struct md *md, const char *text, size_t len)
{
	const char *s = text, *end = text + len;
	struct opening o = { .nothing = true, .line = 1, .text = "" };

	if (!skip_blank_lines(&s, end, &o.line))
		return o;
	if (md->n && md->lines[0].kind == MD_BREAK && md->lines[0].line == o.line) {
		s = newline_of(s, end);
		if (!skip_blank_lines(&s, end, &o.line))
			return o;
		o.index = 1;
	}
	o.nothing = false;
	o.offset = (size_t)(s - text);
	o.text = s;
	o.len = (size_t)(newline_of(s, end) - s);
	/* A definition of a link leaves no line of its own, and is something before the heading all the same. */
	if (o.index < md->n && md->lines[o.index].line == o.line && is_heading(&md->lines[o.index]))
		o.heading = opening_heading(s, end, &o);
	return o;
}

/* What stands behind a heading in one line changes nothing of it, and before it there is a break at most. */
struct opening
opening_read(const char *text, size_t len)
{
	const char *s = text, *end = text + len;
	struct opening o;
	struct md md;
	int line = 1;

	for (int lines = 0; lines < 2 && skip_blank_lines(&s, end, &line); lines++)
		s = newline_of(s, end);
	md_parse(&md, text, (size_t)(s - text));
	o = opening_find(&md, text, (size_t)(s - text));
	md_free(&md);
	return o;
}
