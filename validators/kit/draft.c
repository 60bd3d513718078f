/* Entries that are drafted: what goes into the record beside and behind a text; a clock that ends, a verb, a close. */
#include "validators/kit/drafts.h"

#include <assert.h>
#include <jansson.h>
#include "validators/kit/record.h"
#include "validators/kit/show.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"

void
verdict_free(struct verdict *v)
{
	for (unsigned i = 0; i < v->n; i++) {
		free(v->drafts[i].data);
		free(v->drafts[i].body);
	}
	findings_free(&v->findings);
	*v = (struct verdict){ .n = 0 };
}

json_t *
warnings_json(const struct findings *findings)
{
	json_t *list = json_array();

	for (size_t i = 0; i < findings->n; i++) {
		const struct finding *f = &findings->v[i];
		char *text;

		if (f->rule->severity != SEVERITY_WARNING)
			continue;
		text = mem_format("[%s] %s%s%s", f->rule->id, f->path ? f->path : "", f->path ? ": " : "", f->text);
		json_array_append_new(list, json_string(text));
		free(text);
	}
	return list;
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
	struct reader text = reader_of(t->text, t->text + t->len);
	struct parsed p;
	size_t len;
	char *body;

	debate_read(d, t, &p);
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
	body = record_text(text.s, len_of(&text), &len);
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

/* -- a clock that ends, a verb, a close -- */

/* Whose sealed texts are shown now, which stand in no record. */
static void
put_revealed(const struct debate *d, UT_string *out)
{
	unsigned n = 0;

	for (size_t i = 0; i < d->n_sealed; i++)
		if (d->format->kinds[d->sealed[i].kind].record)
			utstring_printf(out, n++ ? " and %s" : " (revealed: what %s",
				d->seats[d->sealed[i].seat - 1].name);
	if (n)
		utstring_printf(out, " handed in)");
}

void
format_reveals(const struct debate *d, const struct context *ctx, UT_string *line, struct verdict *out)
{
	struct debate after;

	if (!d->n_sealed)
		return;
	put_revealed(d, line);
	debate_copy(&after, d, ctx->now_ms);
	debate_silent(&after);
	draft_reveal(&after, d->n, ctx, "", out);
	debate_free(&after);
}

void
draft_lapse(const struct debate *d, const struct context *ctx, unsigned seat, unsigned role, const char *reason,
	struct verdict *out)
{
	struct debate after;
	UT_string why, line;

	role = seat ? d->seats[seat - 1].role : role;
	utstring_init(&why);
	utstring_init(&line);
	d->format->lapse(d, seat, role, reason, &why);
	put_revealed(d, &why);
	utstring_printf(&line, "> duelfs: %s", utstring_body(&why));
	draft_end_line(ctx, &line);
	draft_add(out, ENTRY_NOTE, json_pack("{s:s, s:i, s:i, s:s*}", "note", NOTE_LAPSE, "seat", (int)seat, "role",
		(int)role, "reason", reason), &line);
	debate_copy(&after, d, ctx->now_ms);
	debate_go_without(&after, seat, role, reason);
	draft_reveal(&after, d->n, ctx, "", out);
	draft_close(&after, utstring_body(&why), out);
	debate_free(&after);
	utstring_done(&why);
}

/* May whoever decides say that this seat (0: nobody has that name) failed? */
static struct fault
fault_of_fail(const struct debate *d, const struct verb_ask *ask, unsigned seat)
{
	char *why = NULL;

	if (debate_is_closed(d))
		return fault_of(REFUSAL_DUEL_CLOSED, "the debate is closed with %s", debate_outcome(d));
	if (!debate_decides(d, ask->seat))
		return fault_of(REFUSAL_SEAT_IDENTITY, "only whoever decides says who failed");
	if (!ask->who)
		return fault_of(REFUSAL_VALUE_BAD, "`fail` says of whom: who=NAME");
	if (debate_waits_for(d))
		return fault_of(REFUSAL_LEASE_WAIT, "the debate has not begun: %s has not joined", format_missing(d));
	if (!seat)
		return fault_of(REFUSAL_VALUE_BAD, "nobody has joined as \"%s\"", ask->who);
	if (debate_decides(d, seat))
		return fault_of(REFUSAL_VALUE_BAD, "whoever decides cannot fail itself");
	if (d->format->fails)
		why = d->format->fails(d, seat);
	else if (debate_due(d, seat) < 0)
		why = mem_format("nothing is due from %s now", d->seats[seat - 1].name);
	return why ? (struct fault){&refusals[REFUSAL_LEASE_ORDER], why} : NO_FAULT;
}

void
format_verb(const struct debate *d, const struct context *ctx, const struct verb_ask *ask, struct verdict *out)
{
	const struct debate_verb *v = format_verb_named(d->format, ask->verb);
	bool fails = !v->judge;
	char *key = fails && ask->who ? name_key(ask->who) : NULL;
	unsigned who = 0;
	struct debate after;
	struct fault f;
	UT_string line, body;

	utstring_init(&line);
	for (unsigned i = 0; key && i < ctx->n_seats && !who; i++)
		if (!strcmp(ctx->seats[i]->key, key))
			who = ctx->seats[i]->number;
	free(key);
	if (fails)
		f = fault_of_fail(d, ask, who);
	else if (v->role && d->seats[ask->seat - 1].role != v->role)
		f = fault_of(REFUSAL_SEAT_IDENTITY, "this verb is another role's");
	else
		f = v->judge(d, ask, &line);
	if (f.rule)
		findings_add(&out->findings, f.rule, 0, "%s", f.sentence);
	else if (ctx->holder && ctx->holder != ask->seat)
		out->drafts[out->n++].kind = ENTRY_EXPIRE;
	if (!f.rule && fails)
		draft_lapse(d, ctx, who, ROLE_NONE, ask->reason && *ask->reason ? ask->reason : "timeout", out);
	if (!f.rule && !fails) {
		utstring_init(&body);
		utstring_printf(&body, "> duelfs: %s", utstring_body(&line));
		draft_end_line(ctx, &body);
		draft_add(out, ENTRY_NOTE,
			json_pack("{s:s, s:s, s:i, s:s*, s:s*, s:s*}", "note", NOTE_VERB, "verb", ask->verb, "seat",
				(int)ask->seat, "to", ask->to, "asks", ask->asks, "reason", ask->reason),
			&body);
		debate_copy(&after, d, ctx->now_ms);
		v->apply(&after, ask);
		draft_close(&after, utstring_body(&line), out);
		debate_free(&after);
	}
	free(f.sentence);
	utstring_done(&line);
}
