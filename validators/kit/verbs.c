/* The entries of a clock that ends, of a verb, and of a close. */
#include "validators/kit/drafts.h"

#include <jansson.h>
#include "validators/kit/cautions.h"
#include "validators/kit/moves.h"
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

static void
put_lapse(const struct debate *d, unsigned seat, unsigned role, const char *reason, UT_string *out)
{
	const char *name = seat ? d->seats[seat - 1].name
		: role && role != ROLE_ANY ? d->format->roles[role - 1].name : "nobody";

	if (d->format->lapse)
		d->format->lapse(d, seat, role, reason, out);
	else if (reason)
		utstring_printf(out, "%s failed (%s)", name, reason);
	else
		utstring_printf(out, seat ? "the text of %s did not come" : "%s did not come", name);
}

static void
draft_lapse(const struct debate *d, const struct context *ctx, unsigned seat, unsigned role, const char *reason,
	struct verdict *out)
{
	struct debate after;
	UT_string why, line;

	role = seat ? d->seats[seat - 1].role : role;
	utstring_init(&why);
	utstring_init(&line);
	put_lapse(d, seat, role, reason, &why);
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

void
move_expire(const struct debate *d, const struct context *ctx, const struct move *move, struct verdict *out)
{
	unsigned role;

	role = debate_wants(d);
	if (debate_is_closed(d))
		; /* what was due is left out */
	else if (move->what)
		draft_lapse(d, ctx, move->others ? 0 : move->seat, ROLE_NONE, NULL, out);
	else
		draft_lapse(d, ctx, 0, role, NULL, out);
}

static unsigned
seat_named(const struct context *ctx, const char *name)
{
	char *key = name_key(name);
	unsigned seat = 0;

	for (unsigned i = 0; i < ctx->n_seats && !seat; i++)
		if (!strcmp(ctx->seats[i]->key, key))
			seat = ctx->seats[i]->number;
	free(key);
	return seat;
}

/* `fail NAME who= reason=`, by whoever decides. */
static void
fail(const struct debate *d, const struct context *ctx, const struct verb_ask *ask,
	struct verdict *out)
{
	unsigned seat = ask->who ? seat_named(ctx, ask->who) : 0;
	struct fault f = {NULL, NULL};
	char *why = NULL;

	if (debate_is_closed(d))
		f = fault_of(REFUSAL_DUEL_CLOSED, "the debate is closed with %s", debate_outcome(d));
	else if (!debate_decides(d, ask->seat))
		f = fault_of(REFUSAL_SEAT_IDENTITY, "only whoever decides says who failed");
	else if (!ask->who)
		f = fault_of(REFUSAL_VALUE_BAD, "`fail` says of whom: who=NAME");
	else if (debate_waits_for(d))
		f = fault_of(REFUSAL_LEASE_WAIT, "the debate has not begun: %s has not joined",
			format_missing(d));
	else if (!seat)
		f = fault_of(REFUSAL_VALUE_BAD, "nobody has joined as \"%s\"", ask->who);
	else if (debate_decides(d, seat))
		f = fault_of(REFUSAL_VALUE_BAD, "whoever decides cannot fail itself");
	else if (d->format->fails && (why = d->format->fails(d, seat)))
		f = fault_of(REFUSAL_LEASE_ORDER, "%s", why);
	else if (!d->format->fails && debate_due(d, seat) < 0)
		f = fault_of(REFUSAL_LEASE_ORDER, "nothing is due from %s now", d->seats[seat - 1].name);
	free(why);
	if (f.rule) {
		findings_add(&out->findings, f.rule, 0, "%s", f.sentence);
		free(f.sentence);
		return;
	}
	if (ctx->holder && ctx->holder != ask->seat)
		out->drafts[out->n++].kind = ENTRY_EXPIRE;
	draft_lapse(d, ctx, seat, ROLE_NONE, ask->reason && *ask->reason ? ask->reason : "timeout", out);
}

static void
verb_of_format(const struct debate *d, const struct context *ctx, const struct verb_ask *ask, struct verdict *out)
{
	const struct debate_verb *v = d->format->verbs;
	const struct rule *rule;
	char *sentence = NULL;
	struct debate after;
	UT_string line, body;

	while (strcmp(v->word, ask->verb))
		v++;
	utstring_init(&line);
	utstring_init(&body);
	rule = v->role && d->seats[ask->seat - 1].role != v->role ? &refusals[REFUSAL_SEAT_IDENTITY]
		: v->judge(d, ask, &sentence, &line);
	if (rule) {
		findings_add(&out->findings, rule, 0, "%s", sentence ? sentence : "this verb is another role's");
		utstring_done(&body);
	} else {
		utstring_printf(&body, "> duelfs: %s", utstring_body(&line));
		draft_end_line(ctx, &body);
		if (ctx->holder && ctx->holder != ask->seat)
			out->drafts[out->n++].kind = ENTRY_EXPIRE;
		draft_add(out, ENTRY_NOTE,
			json_pack("{s:s, s:s, s:i, s:s*, s:s*, s:s*}", "note", NOTE_VERB, "verb", ask->verb, "seat",
				(int)ask->seat, "to", ask->to, "asks", ask->asks, "reason", ask->reason),
			&body);
		draft_begin(&after, d, ctx);
		v->apply(&after, ask);
		draft_close(&after, utstring_body(&line), out);
		debate_free(&after);
	}
	free(sentence);
	utstring_done(&line);
}

void
format_verb(const struct debate *d, const struct context *ctx, const struct verb_ask *ask, struct verdict *out)
{
	if (!strcmp(ask->verb, "fail"))
		fail(d, ctx, ask, out);
	else
		verb_of_format(d, ctx, ask, out);
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
