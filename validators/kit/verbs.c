/* The entries of a clock that ends, of a verb, and of a close. */
#include "validators/kit/drafts.h"

#include <jansson.h>
#include "validators/kit/cautions.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"

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
	draft_begin(&after, d, ctx);
	debate_silent(&after);
	draft_reveal(&after, d->n, ctx, "", out);
	debate_free(&after);
}

void
draft_lapse(const struct debate *d, const struct context *ctx, unsigned seat, unsigned role, const char *reason,
	struct verdict *out)
{
	const char *name = seat ? d->seats[seat - 1].name
		: role && role != ROLE_ANY ? d->format->roles[role - 1].name : "nobody";
	struct debate after;
	UT_string why, line;

	role = seat ? d->seats[seat - 1].role : role;
	utstring_init(&why);
	utstring_init(&line);
	if (d->format->lapse)
		d->format->lapse(d, seat, role, reason, &why);
	else if (reason)
		utstring_printf(&why, "%s failed (%s)", name, reason);
	else
		utstring_printf(&why, seat ? "the text of %s did not come" : "%s did not come", name);
	put_revealed(d, &why);
	utstring_printf(&line, "> duelfs: %s", utstring_body(&why));
	draft_end_line(ctx, &line);
	draft_add(out, ENTRY_NOTE, json_pack("{s:s, s:i, s:i, s:s*}", "note", NOTE_LAPSE, "seat", (int)seat, "role",
		(int)role, "reason", reason), &line);
	draft_begin(&after, d, ctx);
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
	const struct debate_verb *v = d->format->verbs;
	bool fails = !strcmp(ask->verb, "fail");
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
	while (!fails && strcmp(v->word, ask->verb))
		v++;
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
		draft_begin(&after, d, ctx);
		v->apply(&after, ask);
		draft_close(&after, utstring_body(&line), out);
		debate_free(&after);
	}
	free(f.sentence);
	utstring_done(&line);
}

/* A debate is closed by a text, by what does not come, or by whom its format lets end it. To say its outcome again
 * changes nothing. */
struct fault
format_close(const struct debate *d, const struct context *ctx, const char *outcome, const char *reason,
	struct verdict *out)
{
	const struct format *f = d->format;
	struct fault fault = NO_FAULT;

	if (debate_is_closed(d) && !strcmp(outcome, debate_outcome(d)))
		return fault;
	if (debate_is_closed(d))
		return fault_of(REFUSAL_VALUE_BAD, "it was closed with %s", debate_outcome(d));
	if (!f->releases)
		return fault_of(REFUSAL_VALUE_BAD, "a debate is closed by its last text: hand that in when it is due");
	fault = f->releases(d, ctx->holder, outcome);
	if (!fault.rule)
		draft_add(out, ENTRY_CLOSE, json_pack("{s:s, s:s}", "outcome", outcome, "reason", reason), NULL);
	return fault;
}
