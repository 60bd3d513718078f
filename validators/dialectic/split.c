#include "validators/dialectic/split.h"

#include <jansson.h>
#include <string.h>
#include "validators/dialectic/report.h"
#include "validators/text/markdown.h"
#include "validators/text/opening.h"
#include "validators/text/reader.h"

/* The first line of a record is the brace of an object that says so first. */
#define FRONT "\"debate_id\""

/* Behind this the rest of an object may be anything: it is judged, to be told why. */
static bool
skip_brace(struct reader *r)
{
	if (!skip_text(r, "{"))
		return false;
	skip_white(r);
	return r->s < r->end && *r->s == '"';
}

/* debate.md: its front, and what is not JSON behind it. */
static bool
is_record(const char *text, size_t len)
{
	struct reader r = { text, text + len };
	json_error_t at;
	json_t *front;
	bool good;

	skip_white(&r);
	if (!skip_brace(&r) || !skip_text(&r, FRONT))
		return false;
	front = json_loadb(text, len, JSON_DISABLE_EOF_CHECK, &at);
	r = (struct reader){ text + (front ? (size_t)at.position : len), text + len };
	skip_white(&r);
	good = left(&r) > 0;
	json_decref(front);
	return good;
}

/* An object, or an array of them, bare or in a fence. */
static bool
is_json(const char *text, size_t len)
{
	struct reader r = { text, text + len };

	skip_white(&r);
	while (skip_text(&r, "`") || skip_text(&r, "~"))
		;
	skip_word(&r, "json");
	skip_white(&r);
	if (skip_text(&r, "["))
		skip_white(&r);
	return skip_brace(&r);
}

/* -- a report -- */

struct report_lines {
	const char *text, *end;
	int line; /* of its first section; 0: it has none */
};

static void
meet_block(void *arg, const struct md_block *b)
{
	struct report_lines *r = arg;
	struct opening o;

	if (!r->line && b->kind == MD_BLOCK_HEADING && b->level == 2 &&
		opening_heading(r->text + b->offset, r->end, &o) && report_has_section(o.text, o.len))
		r->line = b->line;
}

/* -- one part -- */

void
dialectic_split(const char *text, size_t len, void (*each)(void *arg, const struct part *part), void *arg)
{
	/* A number past the first says that what stands before it is not known. */
	struct part part = { .kind = ENTRY_TURN, .text = text, .len = len, .line = 1, .number = 2 };
	struct report_lines report = { .text = text, .end = text + len };

	if (is_record(text, len)) {
		part.kind = ENTRY_HEAD;
		part.own = true;
	} else if (is_json(text, len)) {
		part.own = true;
	} else {
		md_blocks(text, len, meet_block, &report);
		part.own = report.line > 0;
		part.line = report.line ? report.line : 1;
	}
	each(arg, &part);
}

void
dialectic_head_read(const char *text, size_t len, struct head_facts *out)
{
	(void)text;
	(void)len;
	*out = (struct head_facts){ .topic = NULL };
}
