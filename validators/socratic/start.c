/*
 * What a submission begins: a turn, or a conclusion.
 */
#include "validators/socratic/reading.h"

#include "validators/quote.h"

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

void
heading_report_start(struct reading *r, enum socratic_rule rule)
{
	REPORT(r, rule, r->start.line, "a turn begins with `## Turn N — NAME (HARNESS / MODEL) — STANCE`, and this text begins with \"%s\"",
		quote(r->start.text, r->start.len).s);
}
