#include "validators/record.h"

#include <ctype.h>
#include <string.h>
#include <time.h>
#include "validators/markdown.h"
#include "validators/mem.h"

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
record_body(const char *text, size_t len, size_t heading, size_t *body_len)
{
	size_t before = strlen(RECORD_BEFORE), n = trimmed_end(text, heading, len) - heading;
	char *body = mem_resize(NULL, before + n + 2, 1);

	memcpy(body, RECORD_BEFORE, before);
	memcpy(body + before, text + heading, n);
	memcpy(body + before + n, "\n", 2);
	*body_len = before + n + 1;
	return body;
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

bool
record_time_read(const char *s, size_t len, int64_t *time_ms)
{
	char text[RECORD_TIME_BYTES], again[RECORD_TIME_BYTES];
	struct tm tm = { .tm_year = 0 };

	if (len >= sizeof text)
		return false;
	memcpy(text, s, len);
	text[len] = '\0';
	if (!strptime(text, "%Y-%m-%dT%H:%M:%SZ", &tm))
		return false;
	*time_ms = (int64_t)timegm(&tm) * 1000;
	return !strcmp(record_time(*time_ms, again), text);
}

char *
record_note(const char *what, const char *name, int64_t time_ms)
{
	char time[RECORD_TIME_BYTES];
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "\n> %s ", what);
	md_escape(&out, name);
	utstring_printf(&out, ", %s\n", record_time(time_ms, time));
	return utstring_body(&out);
}

/* -- a head's tables ------------------------------------------------------------------------------------------------------------- */

void
record_put_cell(UT_string *out, const char *value)
{
	utstring_printf(out, "%s", utstring_len(out) && utstring_body(out)[utstring_len(out) - 1] == '\n' ? "| " : " | ");
	md_escape(out, value);
}

void
record_put_row(UT_string *out, const char *key, const char *value)
{
	record_put_cell(out, key);
	record_put_cell(out, value);
	utstring_printf(out, " |\n");
}

bool
record_skip_key(struct reader *row, const char *key)
{
	struct reader at = *row;

	if (!skip_text(&at, "| ") || !skip_text(&at, key) || !skip_text(&at, " | ") || left(&at) < 2 || memcmp(at.end - 2, " |", 2))
		return false;
	*row = (struct reader){ at.s, at.end - 2 };
	return true;
}

bool
record_skip_cell(struct reader *row, struct reader *cell)
{
	struct reader at = *row;
	const char *bar;

	if (!skip_text(&at, "| ") || !(bar = memmem(at.s, left(&at), " |", 2)))
		return false;
	*cell = (struct reader){ at.s, bar };
	row->s = bar + 1;
	return true;
}
