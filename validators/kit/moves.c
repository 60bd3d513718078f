#include "validators/kit/moves.h"
#include "validators/kit/drafts.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/text/mem.h"

/* -- since when -- */

static const struct format_kind *
due_of(const struct debate *d, unsigned seat)
{
	const struct format_kind *k = d->format->kinds;

	if (seat && debate_is_closed(d))
		return hand_in_late(d, seat);
	for (; seat && k->kind.name; k++)
		if (hand_in_when(d, seat, k) == HAND_IN_DUE)
			return k;
	return NULL;
}

/* A move that is due after an entry is due from then on, unless others go on with what they had to do. */
static bool
begins_anew(const struct step *st)
{
	const char *note = json_string_value(json_object_get(st->data, "note"));
	enum entry_kind kind = st->e->kind;

	return (kind == ENTRY_TURN && !st->goes_on) || kind == ENTRY_CLOSE || kind == ENTRY_CONCLUSION ||
		(note && (!strcmp(note, NOTE_LAPSE) || !strcmp(note, NOTE_REVEAL)));
}

static void
renew(struct due *slot, bool due, const struct format_kind *what, const struct step *st)
{
	if (!due)
		*slot = (struct due){0};
	else if (!slot->time_ms || begins_anew(st))
		*slot = (struct due){st->e->time_ms, st->e->clock_ms, NULL};
	slot->what = what;
}

void
moves_renew(const struct step *st)
{
	struct debate *d = st->d;
	bool any = false;

	for (unsigned seat = 1; seat <= d->n_seats; seat++) {
		const struct format_kind *what = due_of(d, seat);

		renew(&d->due[seat - 1], what, what, st);
		any |= what != NULL;
	}
	renew(&d->due[DUE_MISSING], d->n_seats && !any && !debate_is_closed(d), NULL, st);
}

/* -- until when -- */

int64_t
move_seconds(const struct debate *d, const struct context *ctx, const struct move *m)
{
	if (!d->format->turn_seconds)
		return ctx->terms->move_seconds;
	if (debate_waits_for(d))
		return ctx->terms->wait_seconds;
	const struct order_row *row = order_row(d);
	return row && row->clock == MOVE_CLOCK ? ctx->terms->move_seconds
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
read_slot(const struct debate *d, const struct context *ctx, unsigned slot, struct move *out)
{
	const struct due *due = &d->due[slot];
	int64_t seconds;

	if (!due->time_ms)
		return false;
	*out = (struct move){.seat = slot == DUE_MISSING ? 0 : slot + 1, .what = due->what, .due_ms = due->time_ms};
	seconds = move_seconds(d, ctx, out);
	out->ends_clock_ms = seconds ? end_of(ctx, due->clock_ms, seconds) : 0;
	return true;
}

bool
move_first(const struct debate *d, const struct context *ctx, struct move *out)
{
	unsigned n = 0;

	for (unsigned slot = 0; slot <= DUE_MISSING; slot++) {
		struct move m;

		if (!read_slot(d, ctx, slot, &m))
			continue;
		if (!n++ || (m.ends_clock_ms && (!out->ends_clock_ms || m.ends_clock_ms < out->ends_clock_ms)))
			*out = m;
	}
	if (n)
		out->others = n - 1;
	return n;
}

/* -- what it comes to -- */

/* If the debate itself asks for nobody, the first role that is free. */
static char *
missing_text(const struct debate *d)
{
	const struct debate_role *roles = d->format->roles;
	const char *missing = format_missing(d);

	for (unsigned i = 0; !missing && roles && roles[i].name; i++)
		if (!debate_seat_of(d, i + 1))
			missing = roles[i].wanted;
	return mem_strdup(missing ? missing : "another participant");
}

char *
move_whose(const struct debate *d, const struct context *ctx, const struct move *m)
{
	return m->seat ? mem_strdup(context_seat_name(ctx, m->seat)) : missing_text(d);
}

/* "turn 3"; malloc'd. */
static char *
move_label(const struct debate *d, const struct move *m)
{
	UT_string label;

	utstring_init(&label);
	hand_in_label(d, m->seat, m->what, &label);
	return utstring_body(&label);
}

static void
add_lapse(struct verdict *v, const struct debate *d, const struct context *ctx, const struct move *m)
{
	char time[RECORD_TIME_BYTES], *label = m->what ? move_label(d, m) : mem_strdup("join");
	char *missing = m->seat ? NULL : move_whose(d, ctx, m);
	json_t *data = json_pack("{s:s, s:s, s:s*, s:s, s:I}", "participant", context_seat_name(ctx, m->seat), "move",
		label, "missing", missing, "due_at", record_time(m->due_ms, time), "seconds",
		(json_int_t)move_seconds(d, ctx, m));

	draft_add(v, ENTRY_LAPSE, data, NULL);
	free(label);
	free(missing);
}

int64_t
format_deadline(const struct debate *d, const struct context *ctx, struct verdict *out)
{
	struct move m;

	if (!move_first(d, ctx, &m) || !m.ends_clock_ms)
		return 0;
	if (out && ctx->clock_ms >= m.ends_clock_ms) {
		add_lapse(out, d, ctx, &m);
		move_expire(d, ctx, &m, out);
		assert(out->n > 1 || debate_is_closed(d));
	}
	return m.ends_clock_ms;
}
