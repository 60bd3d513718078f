/* Entries that are drafted: what goes into the record beside and behind a text. */
#include "validators/kit/drafts.h"

#include <assert.h>
#include <jansson.h>
#include "validators/kit/record.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

void
draft_begin(struct debate *after, const struct debate *d, const struct context *ctx)
{
	debate_copy(after, d);
	after->now_ms = ctx->now_ms;
	after->is_draft = true;
}

struct draft *
draft_add(struct verdict *out, enum entry_kind kind, json_t *data, UT_string *body)
{
	struct draft *d = &out->drafts[out->n++];

	assert(out->n <= VERDICT_DRAFTS);
	d->kind = kind;
	d->data = mem_check(json_dumps(mem_check(data), JSON_COMPACT));
	json_decref(data);
	if (body) {
		d->body = utstring_body(body);
		d->body_len = utstring_len(body);
	}
	return d;
}

void
draft_end_line(const struct context *ctx, UT_string *out)
{
	char time[RECORD_TIME_BYTES];

	utstring_printf(out, ", %s\n", record_time(ctx->now_ms, time));
}

void
draft_put_facts(const struct debate *d, const struct context *ctx, UT_string *out)
{
	const struct debate_text *t = &d->texts[d->n - 1];
	UT_string ids;

	utstring_init(&ids);
	if (ledger_print_raised(&d->ledger, (unsigned)d->n, &ids)) {
		utstring_printf(out, "> duelfs: points of %s %zu: %s", d->format->counted ? "round" : "turn",
			d->format->counted ? t->round : d->n, utstring_body(&ids));
		draft_end_line(ctx, out);
	}
	utstring_done(&ids);
	if (d->format->behind)
		d->format->behind(d, out);
}

bool
draft_put_text(const struct debate *d, const struct debate_text *t, bool own, UT_string *out)
{
	const struct format_kind *kind = &d->format->kinds[t->kind];
	struct reader text = between(t->text, t->text + t->len);
	struct parsed p;
	size_t len;
	char *body;

	debate_read_text(d, t, &p);
	own = (own && p.heading_line) || !kind->heading;
	if (own)
		text.s += record_heading(t->text, t->len);
	if (!own) {
		utstring_printf(out, "## ");
		kind->heading(d, t->seat, out);
		if (kind->headed) {
			utstring_printf(out, " ");
			kind->headed(d, t->seat, &text, out);
		} else if (p.heading_line) {
			text.s = p.heading.end;
		}
		utstring_printf(out, "\n\n");
	}
	while (text.s < text.end && (*text.s == '\n' || *text.s == ' '))
		text.s++;
	body = record_text(text.s, left(&text), 0, &len);
	utstring_bincpy(out, body, len);
	free(body);
	parsed_free(&p);
	return own;
}

void
draft_reveal(const struct debate *d, size_t n, const struct context *ctx, const char *line, struct verdict *out)
{
	struct debate upto = *d;
	json_t *list = json_array();
	UT_string body;

	utstring_init(&body);
	utstring_printf(&body, "%s", line);
	if (n < d->n && d->format->kinds[d->texts[n].kind].record)
		n = d->n; /* it stands elsewhere */
	for (size_t i = n; i < d->n; i++) {
		if (d->format->separator)
			utstring_printf(&body, "%s" RECORD_RULE, utstring_len(&body) ? "\n" : "");
		size_t at = utstring_len(&body);
		upto.n = i;
		draft_put_text(&upto, &d->texts[i], false, &body);
		json_array_append_new(list, json_pack("{s:i, s:i, s:i}", "seat", (int)d->texts[i].seat, "at", (int)at,
			"len", (int)(utstring_len(&body) - at)));
		upto.n = i + 1;
		utstring_printf(&body, "\n");
		at = utstring_len(&body);
		draft_put_facts(&upto, ctx, &body);
		if (utstring_len(&body) == at)
			utstring_body(&body)[--body.i] = '\0';
	}
	if (n < d->n)
		draft_add(out, ENTRY_NOTE, json_pack("{s:s, s:o, s:b, s:b}", "note", NOTE_REVEAL, "texts", list,
			"directly", 1, NOTE_LIFT, *line != '\0'), &body);
	else {
		json_decref(list);
		utstring_done(&body);
	}
}

void
draft_close(const struct debate *d, const char *reason, struct verdict *out)
{
	if (debate_has_ended(d))
		draft_add(out, ENTRY_CLOSE,
			json_pack("{s:s, s:s}", "outcome", debate_state(d)->outcome, "reason", reason), NULL);
}
