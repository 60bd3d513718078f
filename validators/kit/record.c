#include "validators/kit/record.h"

#include <ctype.h>
#include <string.h>
#include <time.h>
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

char *
record_text(const char *text, size_t len, size_t *text_len)
{
	size_t n = len; /* without the blank lines at the end and the last newline */
	for (size_t i = n; i && isspace((unsigned char)text[i - 1]); i--)
		if (text[i - 1] == '\n')
			n = i - 1;
	char *copy = mem_resize(NULL, n + 2, 1);

	memcpy(copy, text, n);
	memcpy(copy + n, "\n", 2);
	*text_len = n + 1;
	return copy;
}

static bool
is_blank_line(const struct reader *line)
{
	const char *s = line->s;

	while (s < line->end && (*s == ' ' || *s == '\t' || *s == '\r'))
		s++;
	return s == line->end;
}

/* A thematic break: three or more of one of these marks, spaces between them. */
static bool
is_break(const struct reader *line)
{
	const char *s = line->s;
	unsigned n = 0;

	while (s < line->end && *s == ' ')
		s++;
	if (s == line->end || s - line->s > 3 || !strchr("-*_", *s))
		return false;
	for (char mark = *s; s < line->end; s++)
		if (*s == mark)
			n++;
		else if (*s != ' ' && *s != '\t' && *s != '\r')
			return false;
	return n >= 3;
}

size_t
record_heading(const char *text, size_t len)
{
	struct reader at = {text, text + len}, line;
	const char *behind = text;

	for (bool broken = false; next_line(&at, &line); behind = at.s)
		if (!is_blank_line(&line)) {
			if (broken || !is_break(&line))
				break;
			broken = true;
		}
	return (size_t)(behind - text);
}

const char *
record_gap(const char *before, size_t len)
{
	if (!len)
		return "";
	if (before[len - 1] != '\n')
		return "\n\n";
	const char *newline = memrchr(before, '\n', len - 1);

	return is_blank_line(&(struct reader){newline ? newline + 1 : before, before + len - 1}) ? "" : "\n";
}

const char *
record_needs(const char *tail, size_t tail_len, const char *body, size_t len)
{
	static const char *const rules[] = {RECORD_RULE, "\n" RECORD_RULE, "\n\n" RECORD_RULE};
	const char *newline = tail_len ? memrchr(tail, '\n', tail_len - 1) : NULL, *last = newline ? newline + 1 : tail;
	/* An item or a quotation begins in the last line: no rule makes a heading of that. */
	bool marked = tail + tail_len - last > 2 && (!memcmp(last, "- ", 2) || *last == '>');
	struct reader at = {body, body + len}, line = at;
	size_t missing = strlen(record_gap(tail, tail_len)), brought = 0;

	for (; next_line(&at, &line) && is_blank_line(&line); line = at)
		brought++;
	if (tail_len && left(&line) && *line.s == ' ')
		return rules[missing];
	if ((left(&line) && *line.s == '#') || marked)
		return missing == 2 && !brought ? "\n" : "";
	return &"\n\n"[2 - (missing > brought ? missing - brought : 0)];
}

const char *
record_time(int64_t time_ms, char out[RECORD_TIME_BYTES])
{
	time_t seconds = (time_t)(time_ms / 1000);
	struct tm tm;

	out[0] = '\0';
	if (time_ms > 0 && gmtime_r(&seconds, &tm) && tm.tm_year < 8100)
		strftime(out, RECORD_TIME_BYTES, "%Y-%m-%dT%H:%M:%SZ", &tm);
	return out;
}

/* So much of a reason stands in the record's line; the whole of it is in `status`. */
#define REASON_BYTES 1024

char *
record_maker(const char *text, int64_t time_ms)
{
	char time[RECORD_TIME_BYTES], *line = text_fold_space(text, strlen(text));
	size_t len = strlen(line), cut = text_cut(line, len, REASON_BYTES);
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "> duelfs: maker: ");
	line[cut] = '\0';
	md_escape(&out, line);
	utstring_printf(&out, "%s, %s\n", cut < len ? "…" : "", record_time(time_ms, time));
	free(line);
	return utstring_body(&out);
}
