#include "validators/kit/record.h"

#include <ctype.h>
#include <string.h>
#include <time.h>
#include "validators/text/mem.h"

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

bool
record_line_is_blank(const struct reader *line)
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
		if (!record_line_is_blank(&line)) {
			if (broken || !is_break(&line))
				break;
			broken = true;
		}
	return (size_t)(behind - text);
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
