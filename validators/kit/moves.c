#include "validators/kit/moves.h"
#include "validators/kit/bridge_inner.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/text/mem.h"

static const struct debate_format *
format_of(const struct fstate *state)
{
	return ((const struct bridged *)fstate_common(state)->format)->of;
}

/* -- since when -- */

static const struct hand_in *
due_of(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	const struct format *f = fstate_common(state)->format;

	if (seat && fstate_is_closed(state))
		return hand_in_late(state, ctx, seat);
	for (const struct hand_in *h = f->hand_ins; seat && h < f->hand_ins + f->n_hand_ins; h++)
		if (hand_in_when(state, ctx, seat, h) == HAND_IN_DUE)
			return h;
	return NULL;
}

/* Entries after which other moves may be due than before; the floor's are none of them. */
static const bool renews[ENTRY_KINDS] = {
	[ENTRY_JOIN] = true,
	[ENTRY_TURN] = true,
	[ENTRY_NOTE] = true,
	[ENTRY_HANDIN] = true,
	[ENTRY_CONCLUSION] = true,
	[ENTRY_CLOSE] = true,
	[ENTRY_REPORT] = true,
	[ENTRY_LAPSE] = true,
};

/* And what is due then is due from then on, but where others go on with what they had to do. */
static bool
begins_anew(const struct step *st)
{
	const char *note = json_string_value(json_object_get(st->data, "note"));
	enum entry_kind kind = st->e->kind;

	return (kind == ENTRY_TURN && !st->goes_on) || kind == ENTRY_CLOSE || kind == ENTRY_CONCLUSION ||
		(note && (!strcmp(note, NOTE_LAPSE) || !strcmp(note, NOTE_REVEAL)));
}

static void
renew(struct due *slot, bool due, const struct step *st)
{
	const struct entry *e = st->e;

	if (!due)
		*slot = (struct due){ .time_ms = 0 };
	else if (!slot->time_ms || begins_anew(st))
		*slot = (struct due){ .time_ms = e->time_ms, .clock_ms = e->clock_ms };
}

void
moves_renew(struct step *st)
{
	struct fstate_common *d = (struct fstate_common *)st->s;
	bool closed = fstate_is_closed(st->s), any = false;

	if (!renews[st->e->kind])
		return;
	for (unsigned role = 0; role < d->format->seats_max; role++) {
		bool due = due_of(st->s, st->ctx, d->seats[role]);

		renew(&d->due[role], due, st);
		any |= due;
	}
	renew(&d->due[DUE_MISSING], d->n_seats && !any && !closed, st);
}

/* -- until when -- */

int64_t
move_seconds(const struct fstate *state, const struct context *ctx, const struct move *m)
{
	struct bridge_look l;
	bool on_moves;

	if (!format_of(state)->turn_seconds)
		return ctx->terms->move_seconds;
	if (bridge_missing(state))
		return ctx->terms->wait_seconds;
	bridge_look(&l, state, ctx, false);
	on_moves = debate_clock(&l.d) == MOVE_CLOCK;
	bridge_look_end(&l);
	return on_moves ? ctx->terms->move_seconds
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

/* The move of this slot, where one is due. */
static bool
read_slot(const struct fstate *state, const struct context *ctx, unsigned slot, struct move *out)
{
	const struct fstate_common *d = fstate_common(state);
	int64_t seconds;

	if (!d->due[slot].time_ms)
		return false;
	*out = (struct move){ .seat = slot == DUE_MISSING ? 0 : d->seats[slot], .due_ms = d->due[slot].time_ms };
	out->what = due_of(state, ctx, out->seat);
	seconds = move_seconds(state, ctx, out);
	out->ends_clock_ms = seconds ? end_of(ctx, d->due[slot].clock_ms, seconds) : 0;
	return true;
}

bool
move_first(const struct fstate *state, const struct context *ctx, struct move *out)
{
	unsigned n = 0;

	for (unsigned slot = 0; slot <= DUE_MISSING; slot++) {
		struct move m;

		if (!read_slot(state, ctx, slot, &m))
			continue;
		if (!n++ || (m.ends_clock_ms && (!out->ends_clock_ms || m.ends_clock_ms < out->ends_clock_ms)))
			*out = m;
	}
	if (n)
		out->others = n - 1;
	return n;
}

/* -- what it comes to -- */

/* Where nobody is asked for by the debate itself, the first role that is free. */
static char *
missing_text(const struct fstate *state, const struct context *ctx)
{
	const struct fstate_common *d = fstate_common(state);
	const char *missing = format_missing(state, ctx);

	for (unsigned role = 0; !missing && d->format->roles && d->format->roles[role]; role++)
		if (!d->seats[role])
			return mem_format("somebody with role=%s", d->format->roles[role]);
	return mem_strdup(missing ? missing : "another participant");
}

char *
move_whose(const struct fstate *state, const struct context *ctx, const struct move *m)
{
	return m->seat ? mem_strdup(context_seat_name(ctx, m->seat)) : missing_text(state, ctx);
}

/* "turn 3"; malloc'd. */
static char *
move_label(const struct fstate *state, const struct context *ctx, const struct move *m)
{
	UT_string label;

	utstring_init(&label);
	hand_in_label(state, ctx, m->seat, m->what, &label);
	return utstring_body(&label);
}

static void
add_lapse(struct verdict *v, const struct fstate *state, const struct context *ctx, const struct move *m)
{
	struct draft *d = &v->drafts[v->n++];
	char time[RECORD_TIME_BYTES], *label = m->what ? move_label(state, ctx, m) : mem_strdup("join");
	char *missing = m->seat ? NULL : move_whose(state, ctx, m);
	json_t *data = json_pack("{s:s, s:s, s:s*, s:s, s:I}", "participant", context_seat_name(ctx, m->seat), "move",
		label, "missing", missing, "due_at", record_time(m->due_ms, time), "seconds",
		(json_int_t)move_seconds(state, ctx, m));

	d->kind = ENTRY_LAPSE;
	d->data = mem_check(json_dumps(data, JSON_COMPACT));
	json_decref(data);
	free(label);
	free(missing);
}

int64_t
format_deadline(const struct fstate *state, const struct context *ctx, struct verdict *out)
{
	struct move m;

	if (!move_first(state, ctx, &m) || !m.ends_clock_ms)
		return 0;
	if (out && ctx->clock_ms >= m.ends_clock_ms) {
		add_lapse(out, state, ctx, &m);
		bridge_expire(state, ctx, &m, out);
		assert(out->n > 1 || fstate_is_closed(state));
	}
	return m.ends_clock_ms;
}
