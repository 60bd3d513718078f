#include "validators/socratic/head.h"

#include "validators/kit/record.h"
#include "validators/kit/record_head.h"
#include "validators/kit/record_parts.h"
#include "validators/socratic/reading.h"
#include "validators/text/mem.h"

#define TITLE "Socratic Duel: "

static int64_t
max_turns(const struct context *ctx)
{
	return ctx->terms->max_turns;
}

static const struct head_row rows[] = {
	{ "Max turns", .number = max_turns, .fact = offsetof(struct head_facts, max_turns), .most = UINT_MAX },
};
static const struct head_form form = { .title = TITLE,
	.source = true,
	.seats = "| Participant | Harness | Model | Joined |",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0] };

void
head_render(const struct context *ctx, UT_string *out)
{
	head_put(&form, ctx, out);
}

void
head_read(const char *text, size_t len, struct head_facts *out)
{
	head_take(&form, text, len, out);
}

/* The lines of the filesystem in a record: what each begins with, and whether a reason stands behind the name. */
static const struct {
	const char *begins;
	bool reason;
} notes[] = { { RECORD_PEER_TIMEOUT, false }, { RECORD_INVALIDATED, true } };

/* `> WHAT NAME, TIME` or `> WHAT NAME: REASON, TIME` in one line of its own. */
static bool
read_note(const char *s, size_t len, struct part_note *note)
{
	struct reader at = { s, s + len };

	if (part_note_common(s, len, note))
		return true;
	if (!skip_text(&at, "> "))
		return false;
	for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
		const char *what = notes[i].begins, *comma, *end;
		struct reader name = at, plain;
		struct md md;

		if (!skip_text(&name, what) || !skip_text(&name, " ") || !(comma = memrchr(name.s, ',', left(&name))))
			continue;
		if (comma + 2 >= name.end || comma[1] != ' ' ||
			!record_time_read(comma + 2, (size_t)(name.end - comma - 2), &note->time_ms))
			continue;
		end = notes[i].reason ? name.s + record_name_len(name.s, (size_t)(comma - name.s)) : comma;
		if (notes[i].reason && (end + 2 >= comma || end[1] != ' '))
			continue;
		md_parse(&md, at.s, (size_t)(end - at.s));
		plain = md.n ?
			(struct reader){ md.text + md.lines[0].off, md.text + md.lines[0].off + md.lines[0].len } :
			at;
		note->name = md.n && skip_text(&plain, what) && skip_text(&plain, " ") ?
			mem_copy(plain.s, left(&plain)) :
			NULL;
		md_free(&md);
		return note->name;
	}
	return false;
}

static enum entry_kind
begins(const char *s, const char *end, struct part_words *words)
{
	struct opening o;
	struct heading h;

	o.heading = opening_heading(s, end, &o);
	h = heading_open(socratic_headings, SOCRATIC_HEADINGS, &o);
	if (h.row == &socratic_headings[HEADING_TURN])
		*words = (struct part_words){ heading_number(&h), h.name, h.harness, h.model };
	return h.row == &socratic_headings[HEADING_TURN] ? ENTRY_TURN : h.row ? ENTRY_CONCLUSION : 0;
}

void
record_split(const char *text, size_t len, void (*each)(void *arg, const struct part *part), void *arg)
{
	static const struct record_grammar grammar = { .begins = begins, .note = read_note, .head = TITLE };

	record_parts(&grammar, text, len, each, arg);
}
