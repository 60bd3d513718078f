#include "validators/socratic/head.h"

#include <string.h>
#include "validators/kit/record.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/reader.h"

#define TITLE "Socratic Duel: "
#define ROW_SOURCE "Source path"
#define ROW_TOPIC "Topic"
#define ROW_MAX_TURNS "Max turns"
#define ROW_SEATS "| Participant | Harness | Model | Joined |"

const struct head_note head_notes[] = { { NOTE_TIMEOUT, false }, { RECORD_INVALIDATED, true }, { NULL, false } };

static void
put_time(UT_string *out, int64_t time_ms)
{
	char text[RECORD_TIME_BYTES];

	utstring_printf(out, "%s", record_time(time_ms, text));
}

static void
put(UT_string *out, const char *s)
{
	utstring_bincpy(out, s, strlen(s));
}

static void
put_source(const struct context *ctx, UT_string *out)
{
	if (!ctx->source) {
		put(out, "This duel has no source document.\n");
		return;
	}
	put(out, "Source path: ");
	md_escape(out, ctx->source->path);
	put(out, "\n\nSource: [");
	md_escape(out, ctx->source->name);
	put(out, "](");
	md_escape_url(out, ctx->source->path);
	put(out, ")\n");
}

static void
put_metadata(const struct context *ctx, UT_string *out)
{
	put(out, "| Field | Value |\n|---|---|\n");
	record_put_row(out, "Duel ID", ctx->id);
	record_put_row(out, ROW_SOURCE, ctx->source ? ctx->source->path : "none");
	record_put_row(out, ROW_TOPIC, ctx->terms->topic);
	record_put_row(out, "Topic slug", ctx->terms->topic_slug);
	utstring_printf(out, "| " ROW_MAX_TURNS " | %lld |\n", (long long)ctx->terms->max_turns);
}

static void
put_participants(const struct context *ctx, UT_string *out)
{
	put(out, ROW_SEATS "\n|---|---|---|---|\n");
	for (unsigned i = 0; i < ctx->n_seats; i++) {
		const struct seat *seat = ctx->seats[i];

		record_put_cell(out, seat->name);
		record_put_cell(out, seat->harness);
		record_put_cell(out, seat->model);
		put(out, " | ");
		put_time(out, seat->joined_ms);
		put(out, " |\n");
	}
}

void
head_render(const struct context *ctx, UT_string *out)
{
	put(out, "# " TITLE);
	md_escape(out, ctx->terms->topic);
	put(out, "\n\n");
	put_source(ctx, out);
	put(out, "\nCreated: ");
	put_time(out, ctx->created_ms);
	put(out, "\n\n");
	put_metadata(ctx, out);
	put(out, "\n");
	put_participants(ctx, out);
}

/* -- reading it again ------------------------------------------------------------------------------------------------------------ */

bool
head_begins(const char *s, size_t len)
{
	return len >= strlen(TITLE) && !memcmp(s, TITLE, strlen(TITLE));
}

static char *
copy_of(const struct reader *r)
{
	return mem_copy(r->s, left(r));
}

static void
read_row(const struct reader *line, struct head_facts *out)
{
	struct reader at = *line;
	unsigned turns;

	if (!out->topic && record_skip_key(&at, ROW_TOPIC))
		out->topic = copy_of(&at);
	else if (!out->source_path && record_skip_key(&at, ROW_SOURCE) && left(&at) && *at.s == '/')
		out->source_path = copy_of(&at);
	else if (!out->max_turns && record_skip_key(&at, ROW_MAX_TURNS) && skip_number(&at, &turns))
		out->max_turns = turns;
}

static void
read_seat(const struct reader *line, struct head_facts *out)
{
	struct reader at = *line, name, harness, model;

	if (!record_skip_cell(&at, &name) || !record_skip_cell(&at, &harness) || !record_skip_cell(&at, &model))
		return;
	out->seats = mem_resize(out->seats, out->n_seats + 1, sizeof *out->seats);
	out->seats[out->n_seats++] = (struct head_seat){ copy_of(&name), copy_of(&harness), copy_of(&model) };
}

/* A table is a paragraph of rows to cmark without extensions, and marks that were escaped are plain again in its lines. */
void
head_read(const char *text, size_t len, struct head_facts *out)
{
	bool seats = false;
	struct md md;

	*out = (struct head_facts){ .topic = NULL };
	md_parse(&md, text, len);
	for (size_t i = 0; i < md.n; i++) {
		struct reader line = { md.text + md.lines[i].off, md.text + md.lines[i].off + md.lines[i].len };
		seats = seats && !md.lines[i].block_start;
		if (seats)
			read_seat(&line, out);
		else
			read_row(&line, out);
		seats = seats || (left(&line) == strlen(ROW_SEATS) && !memcmp(line.s, ROW_SEATS, left(&line)));
	}
	md_free(&md);
}
