#include "validators/kit/record.h"

#include <ctype.h>
#include <string.h>
#include <time.h>
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* The end of a text without its blank lines at the end and its last newline. */
static size_t
trimmed_end(const char *text, size_t from, size_t len)
{
	size_t end = len;

	for (size_t i = len; i > from && isspace((unsigned char)text[i - 1]); i--)
		if (text[i - 1] == '\n')
			end = i - 1;
	return end;
}

char *
record_text(const char *text, size_t len, size_t heading, size_t *text_len)
{
	size_t n = trimmed_end(text, heading, len) - heading;
	char *copy = mem_resize(NULL, n + 2, 1);

	memcpy(copy, text + heading, n);
	memcpy(copy + n, "\n", 2);
	*text_len = n + 1;
	return copy;
}

static bool
is_blank_line(const struct reader *r)
{
	const char *s = r->s;

	while (s < r->end && (*s == ' ' || *s == '\t' || *s == '\r'))
		s++;
	return s == r->end || *s == '\n';
}

static void
skip_line(struct reader *r)
{
	const char *newline = memchr(r->s, '\n', left(r));

	r->s = newline ? newline + 1 : r->end;
}

static void
skip_blank_lines(struct reader *r)
{
	while (left(r) && is_blank_line(r))
		skip_line(r);
}

/* A thematic break: three or more of one of these marks, spaces between them. */
static bool
is_break_line(const struct reader *r)
{
	const char *s = r->s, *indent = s;
	char mark = '\0';
	unsigned n = 0;

	while (s < r->end && *s == ' ')
		s++;
	if (s == r->end || s - indent > 3 || !strchr("-*_", *s))
		return false;
	for (mark = *s; s < r->end && *s != '\n'; s++)
		if (*s == mark)
			n++;
		else if (*s != ' ' && *s != '\t' && *s != '\r')
			return false;
	return n >= 3;
}

size_t
record_heading(const char *text, size_t len)
{
	struct reader r = { text, text + len };

	skip_blank_lines(&r);
	if (left(&r) && is_break_line(&r)) {
		skip_line(&r);
		skip_blank_lines(&r);
	}
	return (size_t)(r.s - text);
}

/* Is there a blank line at the end? */
static bool
ends_blank(const char *s, size_t len)
{
	const char *before = len ? memrchr(s, '\n', len - 1) : NULL;

	return len && s[len - 1] == '\n' && is_blank_line(&(struct reader){ before ? before + 1 : s, s + len });
}

const char *
record_gap(const char *before, size_t len)
{
	if (!len || ends_blank(before, len))
		return "";
	return before[len - 1] == '\n' ? "\n" : "\n\n";
}

/* Does an item or a quotation begin in the last line? No rule makes a heading of that. */
static bool
ends_in_mark(const char *s, size_t len)
{
	const char *before = len ? memrchr(s, '\n', len - 1) : NULL, *line = before ? before + 1 : s;

	return s + len - line > 2 && (!memcmp(line, "- ", 2) || *line == '>');
}

const char *
record_needs(const char *tail, size_t tail_len, const char *body, size_t len)
{
	static const char *const rules[] = {RECORD_RULE, "\n" RECORD_RULE, "\n\n" RECORD_RULE};
	struct reader r = {body, body + len};
	size_t missing = strlen(record_gap(tail, tail_len)), brought = 0;

	for (; left(&r) && is_blank_line(&r); skip_line(&r))
		brought++;
	if (tail_len && left(&r) && *r.s == ' ')
		return rules[missing];
	if ((left(&r) && *r.s == '#') || ends_in_mark(tail, tail_len))
		return missing == 2 && !brought ? "\n" : "";
	return &"\n\n"[2 - (missing > brought ? missing - brought : 0)];
}

const char *
record_time(int64_t time_ms, char out[RECORD_TIME_BYTES])
{
	time_t seconds = (time_t)(time_ms / 1000);
	struct tm tm;

	out[0] = '\0';
	if (gmtime_r(&seconds, &tm))
		strftime(out, RECORD_TIME_BYTES, "%Y-%m-%dT%H:%M:%SZ", &tm);
	return out;
}

/* So much of a reason stands in the record's line; the whole of it is in `status`. */
#define REASON_BYTES 1024

/* On one line, cut between characters. malloc'd. */
static char *
reason_line(const char *reason)
{
	char *line = text_fold_space(reason, strlen(reason));
	size_t n = strlen(line);

	if (n <= REASON_BYTES)
		return line;
	for (n = REASON_BYTES; ((unsigned char)line[n] & 0xc0) == 0x80;)
		n--;
	line = mem_resize(line, n + sizeof "…", 1);
	memcpy(line + n, "…", sizeof "…");
	return line;
}

char *
record_maker(const char *text, int64_t time_ms)
{
	char time[RECORD_TIME_BYTES], *line = reason_line(text);
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "> duelfs: maker: ");
	md_escape(&out, line);
	utstring_printf(&out, ", %s\n", record_time(time_ms, time));
	free(line);
	return utstring_body(&out);
}
