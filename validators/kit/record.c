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

/* Whether blocks begin where they are expected to. */
struct expected {
	size_t rule, heading; /* their offsets; rule is heading's where there is none */
	bool rule_there, heading_there;
};

static void
meet_block(void *arg, const struct md_block *b)
{
	struct expected *x = arg;

	x->rule_there |= b->offset == x->rule && b->kind == MD_BLOCK_BREAK;
	x->heading_there |= b->offset == x->heading && b->kind == MD_BLOCK_HEADING && b->level == 2;
}

/* Does the text begin behind `tail`, and this between them, as it does alone? Directly behind it a paragraph would take
 * a rule for its own underline, some HTML goes on up to a blank line, and a list takes what is indented. */
static bool
begins_behind(const char *tail, size_t tail_len, const char *between, const char *body, size_t len)
{
	struct reader r = { body, body + len };
	size_t from = tail_len + strlen(between), heading = record_heading(body, len);
	struct expected x = { .heading = from + heading };
	UT_string both;

	skip_blank_lines(&r);
	x.rule = from + (size_t)(r.s - body);
	r.s = body + heading;
	skip_line(&r);
	utstring_init(&both);
	utstring_bincpy(&both, tail, tail_len);
	utstring_printf(&both, "%s", between);
	utstring_bincpy(&both, body, (size_t)(r.s - body));
	md_blocks(utstring_body(&both), utstring_len(&both), meet_block, &x);
	utstring_done(&both);
	return x.heading_there && (x.rule_there || x.rule == x.heading);
}

/* Is there a blank line, and then something that begins at the very beginning of a line, and so in no list? */
static bool
begins_apart(const char *tail, size_t tail_len, const char *body, size_t len)
{
	struct reader r = { body, body + len };
	bool blank = ends_blank(tail, tail_len);

	if (tail_len && tail[tail_len - 1] != '\n' && is_blank_line(&r))
		skip_line(&r); /* that ends the last line */
	blank |= is_blank_line(&r);
	skip_blank_lines(&r);
	return blank && left(&r) && *r.s != ' ';
}

const char *
record_needs(const char *tail, size_t tail_len, const char *body, size_t len)
{
	static const char *const leads[] = { "", "\n", "\n\n", "\n" RECORD_RULE, "\n\n" RECORD_RULE };
	size_t i = 0;

	if (!tail_len || begins_apart(tail, tail_len, body, len))
		return "";
	while (i + 1 < sizeof leads / sizeof leads[0] && !begins_behind(tail, tail_len, leads[i], body, len))
		i++;
	return leads[i];
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
