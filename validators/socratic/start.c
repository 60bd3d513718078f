/*
 * What a submission begins: a turn, or a conclusion.
 */
#include "validators/socratic/reading.h"

#include <stdio.h>
#include "validators/text/quote.h"

static enum start
start_of(const struct opening *o)
{
	if (opening_says(o, "Turn"))
		return START_TURN;
	return opening_says(o, "Terminal Conclusion") ? START_CONCLUSION : START_OTHER;
}

enum start
heading_start(const char *s, const char *end, struct start_line *start)
{
	struct opening o;
	bool heading = opening_heading(s, end, &o);

	start->text = o.text;
	start->len = o.len;
	return heading ? start_of(&o) : START_OTHER;
}

static struct start_line
start_at(struct opening o)
{
	return (struct start_line){
		.start = o.nothing ? START_NOTHING : o.heading ? start_of(&o) : START_OTHER,
		.line = o.line,
		.index = o.index,
		.offset = o.offset,
		.text = o.text,
		.len = o.len,
	};
}

struct start_line
heading_find(const struct md *md, const char *text, size_t len)
{
	return start_at(opening_find(md, text, len));
}

struct start_line
heading_find_first(const char *text, size_t len)
{
	return start_at(opening_read(text, len));
}

/* Where a heading was meant and Markdown sees none: what of its beginning only looks right. */
static const char *
only_looks_right(const struct start_line *start)
{
	struct reader at = { start->text, start->text + start->len };
	bool wide = false;

	if (left(&at) && (unsigned char)*at.s >= 0x80 && skip_white(&at) && left(&at) && *at.s == '#')
		return ", with a character that nobody sees before `##`";
	for (const char *from = at.s; skip_char(&at, '#'); from = at.s)
		wide = wide || *from != '#';
	if (wide)
		return ", with a full-width number sign (U+FF03) for `#`";
	if (at.s > start->text && at.s[-1] == '#' && left(&at) && (unsigned char)*at.s >= 0x80 && white_bytes(at.s, at.end))
		return ", where behind `##` stands no plain space (U+0020)";
	return "";
}

void
heading_report_start(struct reading *r, enum socratic_rule rule)
{
	REPORT(r, rule, r->start.line, "a turn begins with `## Turn N — NAME (HARNESS / MODEL) — STANCE`, and this text begins with \"%s\"%s",
		quote(r->start.text, r->start.len).s, only_looks_right(&r->start));
}

struct reader
reading_line(const struct reading *r, int line)
{
	struct reader at = { r->s->text, r->s->text + r->s->len }, found = at;

	for (int n = 0; n < line; n++) {
		const char *newline = memchr(at.s, '\n', left(&at));

		found = (struct reader){ at.s, newline ? newline : at.end };
		at.s = newline ? newline + 1 : at.end;
	}
	return without_white(found);
}

struct differs
reading_differs(const struct reading *r, struct attempts *attempts, const char *words)
{
	/* Of what is not kept nothing needs to be said. */
	const struct attempt *meant = r->out->n < LIMIT_FINDINGS ? attempts_take(attempts, words) : NULL;
	char what[FIELD_DIFFERS_BYTES];
	struct differs d = { "" };
	struct reader line;

	if (!meant)
		return d;
	line = reading_line(r, meant->line);
	field_differs(meant->s, meant->len, words, what);
	snprintf(d.s, sizeof d.s, ": line %d says \"%s\", %s", meant->line + r->s->line0, quote(line.s, left(&line)).s, what);
	return d;
}
