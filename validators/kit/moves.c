#include "validators/kit/moves.h"
#include "validators/kit/drafts.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/record.h"

/* -- since when -- */

/* A move that is due after an entry is due from then on, unless others go on with what they had to do. */
void
moves_renew(const struct step *st)
{
	const char *note = json_string_value(json_object_get(st->data, "note"));
	enum entry_kind kind = st->e->kind;
	bool anew = (kind == ENTRY_TURN && !st->goes_on) || kind == ENTRY_CLOSE || kind == ENTRY_CONCLUSION ||
		(note && (!strcmp(note, NOTE_LAPSE) || !strcmp(note, NOTE_REVEAL)));
	struct debate *d = st->d;
	bool begun = debate_is_closed(d) || !debate_waits_for(d), any = false;

	for (unsigned slot = 0; slot <= DUE_MISSING; slot++) {
		int text = begun && slot < d->n_seats ? debate_due(d, slot + 1) : -1;
		bool missing = slot == DUE_MISSING && d->n_seats && !any && !debate_is_closed(d);
		struct due *due = &d->due[slot];

		any |= text >= 0;
		if (text < 0 && !missing)
			*due = (struct due){0};
		else if (!due->time_ms || anew)
			*due = (struct due){st->e->time_ms, st->e->clock_ms, NULL};
		due->what = text < 0 ? NULL : &d->format->kinds[text];
	}
}

/* -- until when -- */

int64_t
move_seconds(const struct debate *d, const struct context *ctx, const struct move *m)
{
	if (!d->format->turn_seconds)
		return ctx->terms->move_seconds;
	if (debate_waits_for(d))
		return ctx->terms->wait_seconds;
	return d->order.row->clock == MOVE_CLOCK ? ctx->terms->move_seconds
		: m->what ? ctx->terms->turn_seconds : ctx->terms->wait_seconds;
}

static int64_t
end_of(const struct context *ctx, int64_t since, int64_t seconds)
{
	int64_t at = (since > ctx->clock_ms ? 0 : since), end = at + seconds * 1000, mounted = INT64_MIN;

	for (size_t i = 0; i < ctx->n_downtime; i++) {
		const struct downtime *down = &ctx->downtime[i];

		if (down->to_ms > at)
			end += down->to_ms - (down->from_ms > at ? down->from_ms : at);
		mounted = down->to_ms;
	}
	return at <= mounted && end < mounted + MOVE_LEAST_MS ? mounted + MOVE_LEAST_MS : end;
}

bool
move_first(const struct debate *d, const struct context *ctx, struct move *out)
{
	unsigned n = 0;

	for (unsigned slot = 0; slot <= DUE_MISSING; slot++) {
		const struct due *due = &d->due[slot];
		unsigned seat = slot == DUE_MISSING ? 0 : slot + 1;
		struct move m = {.seat = seat, .what = due->what, .due_ms = due->time_ms};

		if (!due->time_ms)
			continue;
		int64_t seconds = move_seconds(d, ctx, &m);
		m.ends_clock_ms = seconds ? end_of(ctx, due->clock_ms, seconds) : 0;
		if (!n++ || (m.ends_clock_ms && (!out->ends_clock_ms || m.ends_clock_ms < out->ends_clock_ms)))
			*out = m;
	}
	if (n)
		out->others = n - 1;
	return n;
}

/* -- what it comes to -- */

int64_t
format_deadline(const struct debate *d, const struct context *ctx, struct verdict *out)
{
	const struct debate_role *roles = d->format->roles;
	const char *missing = NULL;
	char time[RECORD_TIME_BYTES];
	UT_string label;
	struct move m;

	if (!move_first(d, ctx, &m) || !m.ends_clock_ms)
		return 0;
	if (!out || ctx->clock_ms < m.ends_clock_ms)
		return m.ends_clock_ms;
	utstring_init(&label);
	if (m.what)
		hand_in_label(d, m.seat, m.what, &label);
	else
		utstring_printf(&label, "join");
	if (!m.seat) { /* if the debate itself asks for nobody, the first role that is free */
		missing = format_missing(d);
		for (unsigned i = 0; !missing && roles && roles[i].name; i++)
			missing = debate_seat_of(d, i + 1) ? NULL : roles[i].wanted;
		missing = missing ? missing : "another participant";
	}
	draft_add(out, ENTRY_LAPSE,
		json_pack("{s:s, s:s, s:s*, s:s, s:I}", "participant", context_seat_name(ctx, m.seat), "move",
			utstring_body(&label), "missing", missing, "due_at", record_time(m.due_ms, time), "seconds",
			(json_int_t)move_seconds(d, ctx, &m)),
		NULL);
	utstring_done(&label);
	if (!debate_is_closed(d)) /* else what was due is left out */
		draft_lapse(d, ctx, m.others ? 0 : m.seat, m.what ? ROLE_NONE : debate_wants(d), NULL, out);
	assert(out->n > 1 || debate_is_closed(d));
	return m.ends_clock_ms;
}
