#include "validators/kit/heading.h"

#include <assert.h>

/* Up to the next separator, or to the end. Only the last of many spaces is tried: the line may be all spaces. */
static struct reader
part(const struct reader *r)
{
	struct reader at = *r;

	for (size_t n; at.s < at.end; at.s += n ? n : 1) {
		n = white_bytes(at.s, at.end);
		if (n && at.s + n < at.end && white_bytes(at.s + n, at.end))
			continue;
		if ((n || (unsigned char)*at.s >= 0x80) && skip_separator(&(struct reader){ at.s, at.end }))
			break;
	}
	return (struct reader){ r->s, at.s };
}

static bool
skip_name(struct reader *r, const struct seat *seat)
{
	struct reader at = *r, behind;

	if (!skip_text(&at, seat->name))
		return false;
	behind = at;
	if (left(&at) && !skip_white(&behind) && !skip_char(&behind, '(') && !skip_separator(&behind))
		return false;
	*r = at;
	return true;
}

static bool
skip_spaced(struct reader *r, char c)
{
	skip_white(r);
	return skip_char(r, c);
}

static bool
skip_identity(struct reader *r, const struct seat *seat)
{
	struct reader at = *r;

	if (!skip_spaced(&at, '(') || (skip_white(&at), !skip_text(&at, seat->harness)))
		return false;
	if (!skip_spaced(&at, '/') || (skip_white(&at), !skip_text(&at, seat->model)) || !skip_spaced(&at, ')'))
		return false;
	*r = at;
	return true;
}

/* Is there a number, or a range's first? Who has no dash of that length on the keyboard writes a hyphen between two. */
static bool
read_count(struct heading *h, struct reader *at)
{
	struct reader digits;
	bool counted, alone;

	skip_white(at);
	h->count = *at;
	while (left(at) && !white_bytes(at->s, at->end) && !skip_separator(&(struct reader){ at->s, at->end }))
		at->s++;
	h->count.end = at->s;
	digits = h->count;
	if (h->row->count == HEADING_NUMBER) {
		counted = skip_number(&digits, &h->number) && !left(&digits);
		h->number = counted ? h->number : 0;
		return counted;
	}
	digits.end = at->end;
	counted = skip_number(&digits, &h->from);
	skip_white(&digits);
	if (skip_dash(&digits, &alone) || skip_char(&digits, '~') || skip_text(&digits, "〜"))
		skip_white(&digits);
	else
		digits.s = digits.end;
	if (!skip_number(&digits, &h->number) || left(&digits))
		h->number = 0;
	return counted;
}

/* From the name on. A field that another follows ends at the next dash, but an identity at its parenthesis: what stands
 * in it may look like one. */
static void
read_seat(struct heading *h, const struct seat *seat)
{
	struct reader at = h->behind, in, close;
	const char *mark;

	h->name = h->row->stance ? part(&at) : at;
	if ((mark = find_char(&h->name, '(')))
		h->name.end = mark;
	h->is_name = seat && skip_name(&at, seat);
	if (!h->is_name)
		at.s = h->name.end;

	in = h->identity = at;
	if (h->row->stance && skip_spaced(&in, '(') && (close.s = find_char(&in, ')'))) {
		close.end = in.end;
		skip_char(&close, ')');
		h->identity.end = close.s;
	} else if (h->row->stance) {
		h->identity = part(&at);
	}
	in = at;
	h->is_identity = seat && skip_identity(&in, seat) && (h->row->stance || !left(&in));
	h->rest = (struct reader){ h->is_identity ? in.s : h->identity.end, at.end };

	h->name = without_white(h->name);
	h->identity = in = without_white(h->identity);
	h->harness = h->model = h->stance = (struct reader){ NULL, NULL };
	if (skip_char(&in, '(') && (close.end = ends_in_char(&in, ')')) && (mark = find_char(&in, '/'))) {
		h->harness = without_white((struct reader){ in.s, mark });
		close.s = mark;
		skip_char(&close, '/');
		h->model = without_white(close);
	}
	in = h->rest;
	if (h->row->stance && skip_separator(&in))
		h->stance = in;
}

struct heading
heading_read(const struct heading_row *rows, size_t n, const char *text, size_t len)
{
	struct opening o = { .text = text, .len = len };
	struct heading h = { .row = NULL };
	struct reader at = { text, text + len };
	bool counted = true;

	for (size_t i = 0; i < n && !h.row; i++)
		if (opening_says(&o, rows[i].word))
			h.row = &rows[i];
	if (!h.row)
		return h;
	at.s += strlen(h.row->word);
	if (h.row->count != HEADING_ALONE)
		counted = read_count(&h, &at);
	h.behind = at;
	if (h.row->strict && (!counted || (h.row->count == HEADING_ALONE && !h.row->seat && left(&at)))) {
		h.row = NULL;
	} else if (h.row->seat && skip_separator(&h.behind)) {
		h.parted = true;
		read_seat(&h, NULL);
	}
	if (h.row && h.row->strict && h.row->count == HEADING_ALONE && h.row->seat && !h.harness.s)
		h.row = NULL;
	return h;
}

struct heading
heading_open(const struct heading_row *rows, size_t n, const struct opening *o)
{
	return o->heading ? heading_read(rows, n, o->text, o->len) : (struct heading){ .row = NULL };
}

void
heading_expect(struct heading *h, const struct seat *seat)
{
	if (h->parted && seat)
		read_seat(h, seat);
}

const struct seat *
heading_seat(const struct heading *h, const struct context *ctx)
{
	const struct seat *found = NULL;

	for (unsigned i = 0; i < ctx->n_seats && h->parted; i++) {
		struct reader at = h->behind;

		if (skip_name(&at, ctx->seats[i]) && (!found || strlen(ctx->seats[i]->name) > strlen(found->name)))
			found = ctx->seats[i];
	}
	return found;
}

struct quote
heading_quote(struct reader field)
{
	field = field.s ? without_white(field) : (struct reader){ "", "" };
	return quote(field.s, left(&field));
}

void
heading_put(UT_string *out, const struct heading_row *row, unsigned number, const char *name, const char *harness,
	const char *model, const char *stance)
{
	assert((!row->seat || (name && harness && model)) && (!row->stance || stance));
	utstring_printf(out, "## %s", row->word);
	if (row->count != HEADING_ALONE)
		utstring_printf(out, row->count == HEADING_RANGE ? " 1–%u" : " %u", number);
	if (row->seat)
		utstring_printf(out, " — %s (%s / %s)", name, harness, model);
	if (row->stance)
		utstring_printf(out, " — %s", stance);
}
