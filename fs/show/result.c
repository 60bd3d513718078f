#include "fs/show/result.h"

#include <ctype.h>
#include <string.h>

#include "fs/registry/live.h"
#include "fs/registry/own.h"
#include "fs/show/show.h"
#include "validators/kit/record.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

/* -- where it stands -- */

/* Does the line that begins here, of `len` bytes, stand between texts only? */
static bool
is_rule(const char *s, size_t len)
{
	while (len && isspace((unsigned char)s[len - 1]))
		len--;
	return !len || (len == 3 && !memcmp(s, "---", 3));
}

size_t
result_skip_between(const char *record, size_t offset, size_t end)
{
	while (offset < end) {
		const char *newline = memchr(record + offset, '\n', end - offset);
		size_t n = newline ? (size_t)(newline - (record + offset)) + 1 : end - offset;

		if (!is_rule(record + offset, n))
			break;
		offset += n;
	}
	return offset;
}

struct result
result_find(const struct fold *fold, const char *record, size_t len)
{
	unsigned n = fold->head_frozen ? fstate_pieces(fold->state) : 0;
	struct turn_slice last = n ? fstate_turn(fold->state, n - 1) : (struct turn_slice){.number = 0};
	size_t from;

	if (!n)
		return (struct result){
			.from = result_skip_between(record, fold->head_frozen ? fold->head_bytes : len, len),
			.end = len};
	from = result_skip_between(record, last.offset + last.len, len);
	if (from < len || n == 1 || !fold->in_words)
		return (struct result){.from = from, .end = len};
	return (struct result){.from = last.offset, .end = last.offset + last.len, .piece = true};
}

/* -- conclusion.md -- */

static void
put_participants(const struct fold *fold, UT_string *out)
{
	for (unsigned n = 1; n <= fold->n_seats; n++) {
		const struct seat *seat = fold_seat(fold, n);

		utstring_printf(out, "%s", n == 1 ? "" : n == fold->n_seats ? " and " : ", ");
		md_escape(out, seat->name);
		utstring_printf(out, " (");
		md_escape(out, seat->harness);
		utstring_printf(out, " / ");
		md_escape(out, seat->model);
		utstring_printf(out, *seat->role ? ", %s)" : ")", seat->role);
	}
}

static void
put_ending(const struct fold *fold, bool has_text, UT_string *out)
{
	const char *reason = fold->damage ? fold->damage : fstate_reason(fold->state);
	char time[RECORD_TIME_BYTES];

	utstring_printf(out, "It ended with **%s**", fold->damage ? "INVALIDATED" : fstate_outcome(fold->state));
	if (fold->closed_ms)
		utstring_printf(out, ", %s", record_time(fold->closed_ms, time));
	if (*reason && !has_text) {
		utstring_printf(out, ": ");
		md_escape(out, reason);
	}
	utstring_printf(out, "\n");
}

/* What was counted: a report may say otherwise. */
static void
put_tally(const struct fold *fold, UT_string *out)
{
	if (!fold->format->tally)
		return;
	utstring_printf(out, "Scores: ");
	format_tally(fold->state, out);
	utstring_printf(out, ".\n");
}

/* One value on a line. */
static void
put_value(const struct status_row *row, const struct status_value *v, UT_string *out)
{
	if (v->type == STATUS_TEXT && !*v->text)
		return;
	utstring_printf(out, "%s: ", row->in_result);
	if (v->type == STATUS_TEXT)
		md_escape(out, v->text);
	else
		utstring_printf(out, "%g", v->type == STATUS_REAL ? v->real : (double)v->integer);
	utstring_printf(out, "\n");
}

static void
put_list(const struct status_row *row, const struct status_value *v, UT_string *out)
{
	utstring_printf(out, "\n## %s\n\n", row->in_result);
	for (const char *s = v->owned, *end; (end = strchr(s, '\n')); s = end + 1) {
		char *item = mem_copy(s, (size_t)(end - s));

		utstring_printf(out, "- ");
		md_escape(out, item);
		utstring_printf(out, "\n");
		free(item);
	}
}

/* What the format says of it: lists behind the text, the rest before. */
static void
put_rows(struct duel *d, const struct context *ctx, bool lists, UT_string *out)
{
	const struct format *f = d->fold->format;

	for (size_t i = 0; i < f->n_status; i++) {
		struct status_value v;

		if (!f->status[i].in_result)
			continue;
		v = format_status(d->fold->state, ctx, &f->status[i]);
		if (!lists && v.type != STATUS_LIST)
			put_value(&f->status[i], &v, out);
		else if (lists && v.type == STATUS_LIST && v.owned && *v.owned)
			put_list(&f->status[i], &v, out);
		free(v.owned);
	}
}

/* What the format has written about it in a file of its own. */
static void
put_reports(struct duel *d, UT_string *out)
{
	const struct format_row *row;

	for (unsigned i = 0; (row = own_row_at(d, i)); i++) {
		UT_string text;

		if (!row->gated || row->many)
			continue;
		utstring_init(&text);
		render_own(d, own_sub(i, 0), &text);
		if (utstring_len(&text)) {
			utstring_printf(out, "\n");
			utstring_concat(out, &text);
		}
		utstring_done(&text);
	}
}

void
render_conclusion(struct duel *d, unsigned sub, UT_string *out)
{
	const struct fold *fold = d->fold;
	struct context ctx;
	struct result result;
	const char *record;
	size_t len;

	(void)sub;
	if (!duel_is_closed(d))
		return;
	fold_context(fold, &ctx);
	if (fold->format->result && !fold->damage) {
		format_result(fold->state, &ctx, out);
		return;
	}
	record_stored(d->fold, &record, &len);
	result = result_find(fold, record, len);
	utstring_printf(out, "# ");
	md_escape(out, fold->topic);
	utstring_printf(out, "\n\nA debate of the format `%s`", fold->format->name);
	if (fold->n_seats) {
		utstring_printf(out, fold->n_seats > 1 ? " between " : " of ");
		put_participants(fold, out);
	}
	utstring_printf(out, ". ");
	put_ending(fold, result.from < result.end, out);
	utstring_printf(out, "The whole of it: `debate.md`; as a page: `view.html`.\n\n");
	put_tally(fold, out);
	put_rows(d, &ctx, false, out);
	if (result.from < result.end) {
		utstring_printf(out, "\n");
		utstring_bincpy(out, record + result.from, result.end - result.from);
	}
	put_reports(d, out);
	put_rows(d, &ctx, true, out);
}
