#include "validators/kit/record_head.h"

#include "validators/kit/record.h"
#include "validators/text/markdown.h"

#define ROW_SOURCE "Source path"
#define ROW_TOPIC "Topic"

/* A cell of a table, with what parts it from the one before; behind the last of a row stands " |\n". */
static void
put_cell(UT_string *out, const char *value)
{
	utstring_printf(out, "%s", utstring_body(out)[utstring_len(out) - 1] == '\n' ? "| " : " | ");
	md_escape(out, value);
}

static void
put_row(UT_string *out, const char *key, const char *value)
{
	put_cell(out, key);
	put_cell(out, value);
	utstring_printf(out, " |\n");
}

static void
put_source(const struct source *source, UT_string *out)
{
	if (!source) {
		utstring_printf(out, "This duel has no source document.\n\n");
		return;
	}
	utstring_printf(out, "Source path: ");
	md_escape(out, source->path);
	utstring_printf(out, "\n\nSource: [");
	md_escape(out, source->name);
	utstring_printf(out, "](");
	md_escape_url(out, source->path);
	utstring_printf(out, ")\n\n");
}

void
head_put(const struct head_form *form, const struct context *ctx, UT_string *out)
{
	char time[RECORD_TIME_BYTES];

	utstring_printf(out, "# %s", form->title);
	md_escape(out, ctx->terms->topic);
	utstring_printf(out, "\n\n");
	if (form->source)
		put_source(ctx->source, out);
	utstring_printf(out, "Created: %s\n\n| Field | Value |\n|---|---|\n", record_time(ctx->created_ms, time));
	put_row(out, "Duel ID", ctx->id);
	put_row(out, ROW_SOURCE, ctx->source ? ctx->source->path : ctx->folder ? ctx->folder->path : "none");
	put_row(out, ROW_TOPIC, ctx->terms->topic);
	put_row(out, "Topic slug", ctx->terms->topic_slug);
	for (size_t i = 0; i < form->n_rows; i++) {
		const struct head_row *row = &form->rows[i];

		const char *text = row->number ? NULL : row->text(ctx);

		if (row->number)
			utstring_printf(out, "| %s | %lld |\n", row->key, (long long)row->number(ctx));
		else if (text)
			put_row(out, row->key, text);
	}
	utstring_printf(out, "\n%s\n%s|---|---|---|---|\n", form->seats, form->roles ? "|---" : "");
	for (unsigned i = 0; i < ctx->n_seats; i++) {
		const struct seat *seat = ctx->seats[i];

		put_cell(out, seat->name);
		if (form->roles)
			put_cell(out, seat->role ? seat->role : "");
		put_cell(out, seat->harness);
		put_cell(out, seat->model);
		utstring_printf(out, " | %s |\n", record_time(seat->joined_ms, time));
	}
}
