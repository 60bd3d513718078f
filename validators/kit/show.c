/* Text that shows a debate: files, prompts, warnings, its result. */
#include "validators/kit/cautions.h"

#include <jansson.h>
#include "validators/kit/brief.h"
#include "validators/kit/record_head.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

void
format_render(const struct debate *d, const struct format_row *r, unsigned number, UT_string *out)
{
	if (number && r->tree)
		r->tree->shows(d, number, out);
	else if (number)
		r->many->shows(d, number, out);
	else
		r->shows(d, out);
}

unsigned
format_file_count(const struct debate *d, const struct format_row *row)
{
	return row->tree ? row->tree->count(d) : row->many->count(d);
}

int64_t
format_file_ms(const struct debate *d, const struct format_row *row, unsigned number)
{
	unsigned text = row->tree ? row->tree->changed(d, number) : 0;

	if (row->many)
		return row->many->time_ms(d, number);
	if (row->tree)
		return text ? d->texts[text - 1].time_ms : d->created_ms;
	return d->changed_ms;
}

void
format_brief(const struct debate *d, unsigned seat, UT_string *out)
{
	if (d->format->brief)
		d->format->brief(d, seat, out);
	else
		brief_texts(d, brief_news(d, seat), seat, out);
}

void
format_head(const struct debate *d, UT_string *out)
{
	if (d->format->head) {
		d->format->head(d, out);
		return;
	}
	head_begin(d, "Debate: ", false, out);
	head_seats(d, d->format->roles ? "| Participant | Role | Harness | Model | Joined |"
				       : "| Participant | Harness | Model | Joined |", out);
}

/* How each point stands, and which text moved it how. */
void
format_fates(const struct debate *d, unsigned number, UT_string *out)
{
	if (d->format->fates)
		d->format->fates(d, number, out);
	for (size_t i = 0; i < d->ledger.n && d->format->points; i++) {
		const struct point *p = &d->ledger.points[i];

		if (p->text != number)
			continue;
		utstring_printf(out, "- ");
		ref_print(&p->id, out);
		utstring_printf(out, ": %s", d->format->points[p->state]);
		for (const struct point_move *m = d->ledger.moves; m && m < d->ledger.moves + d->ledger.n_moves; m++)
			if (m->point == i)
				utstring_printf(out, ", %s in Turn %u", m->verb ? m->verb->word : "named", m->text);
		utstring_printf(out, "\n");
	}
}

/* A text without the white space at its end stands in its piece as it is. */
void
format_marks(const struct debate *d, const char *record, unsigned number, void (*each)(void *arg,
	const struct mark *m), void *arg)
{
	struct turn_slice piece = debate_turn(d, number - 1);
	const struct debate_text *t = number <= d->n ? &d->texts[number - 1] : NULL;
	struct reader text = t && !t->json ? without_white(between(t->text, t->text + t->len)) : between("", "");
	const char *at = left(&text) ? memmem(record + piece.offset, piece.len, text.s, left(&text)) : NULL;
	struct mark m = {.source = SIZE_MAX};
	UT_string id;

	utstring_init(&id);
	for (size_t i = 0; at && i < d->ledger.n; i++) {
		const struct point *p = &d->ledger.points[i];

		if (p->text != number || p->words.s < text.s || p->words.s >= text.end)
			continue;
		utstring_clear(&id);
		ref_print(&p->id, &id);
		snprintf(m.id, sizeof m.id, "%s", utstring_body(&id));
		m.at = (size_t)(at - record + (p->words.s - text.s));
		each(arg, &m);
	}
	utstring_done(&id);
	for (size_t i = 0; at && i < debate_quotes(d, number - 1)->n; i++) {
		const struct found_quote *q = &debate_quotes(d, number - 1)->v[i];

		m.at = (size_t)(at - record + (q->text.s - text.s));
		m.end = m.at + left(&q->text);
		m.text = q->which < number - 1 ? (unsigned)q->which + 1 : 0;
		m.source = q->which == number ? q->offset : SIZE_MAX;
		each(arg, &m);
	}
}

bool
format_concluded(const struct debate *d)
{
	return debate_is_closed(d) && d->n && d->n == debate_pieces(d) && d->end.seat == d->texts[d->n - 1].seat &&
		!d->end.maker && debate_has_ended(d);
}

/* A text's cautions, for this seat; *seen has the seats whose last text was looked at. A seat that decides is told of
 * others' texts all that it is told of its own. */
static void
put_cautions(const struct debate *d, const struct debate_text *t, unsigned seat, uint64_t *seen,
	UT_string *out)
{
	bool all = t->seat == seat || debate_decides(d, seat);

	for (size_t i = 0; i < json_array_size(t->warnings) && !(*seen >> t->seat & 1); i++) {
		const char *warning = json_string_value(json_array_get(t->warnings, i));
		const char *sentence = warning ? strstr(warning, "] ") : NULL;

		if (!warning)
			continue;
		if (!all && strncmp(warning, "[quote.unfound]", strlen("[quote.unfound]")))
			continue;
		utstring_printf(out, "- ");
		if (t->seat == seat)
			utstring_printf(out, "your last text");
		else
			md_escape(out, d->seats[t->seat - 1].name);
		utstring_printf(out, ": ");
		md_escape(out, sentence ? sentence + 2 : warning);
		utstring_printf(out, "\n");
	}
	*seen |= UINT64_C(1) << t->seat;
}

void
format_result(const struct debate *d, UT_string *out)
{
	UT_string unfound;

	utstring_init(&unfound);
	if (d->format->result)
		d->format->result(d, out);
	else
		debate_print_end(d, out);
	for (size_t i = 0; i < d->n; i++)
		put_cautions(d, &d->texts[i], 0, &(uint64_t){0}, &unfound);
	if (utstring_len(&unfound))
		utstring_printf(out, "\n## Quotations that were not found\n\n%s", utstring_body(&unfound));
	utstring_done(&unfound);
}

/* The last text of each seat; for one whose text ends the debate, all texts. */
void
format_cautions(const struct debate *d, unsigned seat, UT_string *out)
{
	int due = seat ? debate_due(d, seat) : -1;
	bool all = due >= 0 && d->format->kinds[due].closes;
	uint64_t seen = 0;

	for (size_t n = d->n; n; n--) {
		seen = all ? 0 : seen;
		put_cautions(d, &d->texts[n - 1], seat, &seen, out);
	}
}

void
format_warnings(const struct debate *d, void (*each)(void *arg, const char *text), void *arg)
{
	unsigned pieces = 0;

	for (const struct debate_text *t = d->texts; t < d->texts + d->n; t++) {
		pieces += t->piece_len != 0;
		char *what = t->piece_len ? mem_format("text %u", pieces)
			: mem_format("%s of %s", d->format->kinds[t->kind].kind.name, d->seats[t->seat - 1].name);

		for (size_t i = 0; i < json_array_size(t->warnings); i++) {
			const char *warning = json_string_value(json_array_get(t->warnings, i));
			char *text = mem_format("%s: %s", what, warning ? warning : "");

			if (warning)
				each(arg, text);
			free(text);
		}
		free(what);
	}
	debate_warnings(d, each, arg);
}
