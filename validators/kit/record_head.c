#include "validators/kit/record_head.h"

#include <string.h>
#include "validators/kit/record.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

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

static char *
copy_of(const struct reader *r)
{
	return mem_copy(r->s, left(r));
}

/* The plain text of a row: step over its key, so that the value is left. */
static bool
skip_key(struct reader *row, const char *key)
{
	struct reader at = *row;

	if (!skip_text(&at, "| ") || !skip_text(&at, key) || !skip_text(&at, " | ") || left(&at) < 2 ||
		memcmp(at.end - 2, " |", 2))
		return false;
	*row = (struct reader){ at.s, at.end - 2 };
	return true;
}

/* One cell, without the space round it; what is left begins at the next. */
static bool
skip_cell(struct reader *row, struct reader *cell)
{
	struct reader at = *row;
	const char *bar;

	if (!skip_text(&at, "| ") || !(bar = memmem(at.s, left(&at), " |", 2)))
		return false;
	*cell = (struct reader){ at.s, bar };
	row->s = bar + 1;
	return true;
}

static void
take_row(const struct head_form *form, struct reader line, struct head_facts *out)
{
	struct reader at = line;
	unsigned number;

	if (!out->topic && skip_key(&at, ROW_TOPIC))
		out->topic = copy_of(&at);
	else if (!out->source_path && skip_key(&at, ROW_SOURCE) && left(&at) && *at.s == '/')
		out->source_path = copy_of(&at);
	for (size_t i = 0; i < form->n_rows; i++) {
		const struct head_row *row = &form->rows[i];
		int64_t *fact = (int64_t *)((char *)out + row->fact);

		at = line;
		if (row->fact && !*fact && skip_key(&at, row->key) && skip_number(&at, &number) && number <= row->most)
			*fact = number;
	}
}

/* A row of the participants' table. With `role` only who has it is meant. */
static bool
take_seat(const struct head_form *form, struct reader at, const char *role, struct head_facts *out)
{
	struct reader name, said, harness, model;

	if (!skip_cell(&at, &name) || (form->roles && !skip_cell(&at, &said)) || !skip_cell(&at, &harness) ||
		!skip_cell(&at, &model))
		return false;
	if (role && (strlen(role) != left(&said) || memcmp(role, said.s, left(&said))))
		return false;
	out->seats = mem_resize(out->seats, out->n_seats + 1, sizeof *out->seats);
	out->seats[out->n_seats++] = (struct head_seat){ copy_of(&name), copy_of(&harness), copy_of(&model) };
	return true;
}

/* All seats, or the first that has this role; without `form->roles` the keys too, once. */
static void
take_lines(const struct head_form *form, const struct md *md, const char *role, bool keys, struct head_facts *out)
{
	bool in_seats = false, taken = false;

	for (size_t i = 0; i < md->n; i++) {
		struct reader line = { md->text + md->lines[i].off, md->text + md->lines[i].off + md->lines[i].len };

		in_seats = in_seats && !md->lines[i].block_start;
		if (!in_seats && keys)
			take_row(form, line, out);
		else if (in_seats && !(role ? taken : !!form->roles))
			taken = take_seat(form, line, role, out);
		in_seats = in_seats ||
			(left(&line) == strlen(form->seats) && !memcmp(line.s, form->seats, left(&line)));
	}
}

/* A table is a paragraph of rows to cmark without extensions, and marks that were escaped are plain again in its lines.
 */
void
head_take(const struct head_form *form, const char *text, size_t len, struct head_facts *out)
{
	struct md md;

	*out = (struct head_facts){ .topic = NULL };
	md_parse(&md, text, len);
	take_lines(form, &md, NULL, true, out);
	for (const char *const *role = form->roles; role && *role; role++)
		take_lines(form, &md, *role, false, out);
	md_free(&md);
}
