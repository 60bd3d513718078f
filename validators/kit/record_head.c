#include "validators/kit/record_head.h"

#include <stdarg.h>
#include "validators/kit/record.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

/* A cell of a table, with what parts it from the one before; behind the last of a row stands " |\n". */
static void
put_cell(UT_string *out, const char *value)
{
	utstring_printf(out, "%s", utstring_body(out)[utstring_len(out) - 1] == '\n' ? "| " : " | ");
	md_escape(out, value);
}

void
head_row(UT_string *out, const char *key, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	char *value = mem_vformat(format, args);
	va_end(args);
	put_cell(out, key);
	put_cell(out, value);
	utstring_printf(out, " |\n");
	free(value);
}

void
head_begin(const struct debate *d, const char *title, bool with_source, UT_string *out)
{
	char time[RECORD_TIME_BYTES];

	utstring_printf(out, "# %s", title);
	md_escape(out, d->topic);
	utstring_printf(out, "\n\n");
	if (with_source && !d->source)
		utstring_printf(out, "This duel has no source document.\n\n");
	if (with_source && d->source) {
		utstring_printf(out, "Source path: ");
		md_escape(out, d->path);
		utstring_printf(out, "\n\nSource: [");
		md_escape(out, d->source);
		utstring_printf(out, "](");
		md_escape_url(out, d->path);
		utstring_printf(out, ")\n\n");
	}
	utstring_printf(out, "Created: %s\n\n| Field | Value |\n|---|---|\n", record_time(d->created_ms, time));
	head_row(out, "Duel ID", "%s", d->id);
	head_row(out, "Source path", "%s", d->path ? d->path : "none");
	head_row(out, "Topic", "%s", d->topic);
	head_row(out, "Topic slug", "%s", d->terms->topic_slug);
}

void
head_seats(const struct debate *d, const char *columns, UT_string *out)
{
	char time[RECORD_TIME_BYTES];

	utstring_printf(out, "\n%s\n%s|---|---|---|---|\n", columns, d->format->roles ? "|---" : "");
	for (unsigned i = 0; i < d->n_seats; i++) {
		const struct debate_seat *seat = &d->seats[i];
		put_cell(out, seat->name);
		if (d->format->roles) {
			utstring_printf(out, " | ");
			debate_print_role(d, seat->role, out);
		}
		put_cell(out, seat->harness);
		put_cell(out, seat->model);
		utstring_printf(out, " | %s |\n", record_time(seat->joined_ms, time));
	}
}
