/*
 * Which moves are due, and when their clocks end.
 *
 * A move is due of each seat that has a hand-in whose `when` is HAND_IN_DUE; where there is none, of whoever has not
 * joined yet, from the first join on. It fell due with the entry that made it so; with each turn of the record whatever
 * is due then falls due anew. The floor, and how long it is held, changes nothing. Once the debate is closed what is
 * still taken of somebody is due from then on; the end of its clock is the ENTRY_LAPSE alone.
 *
 * A clock stands still while nothing is mounted (context.downtime), and ends MOVE_LEAST_MS behind a mount at the
 * soonest. A stored clock past the present one is of an earlier boot: then the time since the boot counts, which is
 * never more than what has truly passed.
 *
 * That it has come is an entry, ENTRY_LAPSE; what its end comes to are those behind it (format_deadline).
 */
#include "validators/kit/drafts.h"

#include <assert.h>
#include <jansson.h>
#include "validators/kit/record.h"

bool
move_first(const struct debate *d, const struct context *ctx, struct move *out)
{
	const struct terms *terms = ctx->terms;
	unsigned n = 0;

	for (unsigned slot = 0; slot <= DUE_MISSING; slot++) {
		const struct due *due = &d->due[slot];
		unsigned seat = slot == DUE_MISSING ? 0 : slot + 1;
		int64_t since = due->clock_ms > ctx->clock_ms ? 0 : due->clock_ms, mounted = INT64_MIN, end;
		struct move m = {.seat = seat, .what = due->what, .due_ms = due->time_ms};

		if (!due->time_ms)
			continue;
		m.seconds = terms->wait_seconds; /* of its clock; 0: it has none */
		if (!d->format->turn_seconds || d->order.row->clock == MOVE_CLOCK)
			m.seconds = terms->move_seconds;
		else if (due->what)
			m.seconds = terms->turn_seconds;
		end = since + m.seconds * 1000;
		for (size_t i = 0; i < ctx->n_downtime; i++) {
			const struct downtime *down = &ctx->downtime[i];

			if (down->to_ms > since)
				end += down->to_ms - (down->from_ms > since ? down->from_ms : since);
			mounted = down->to_ms;
		}
		if (since <= mounted && end < mounted + MOVE_LEAST_MS)
			end = mounted + MOVE_LEAST_MS;
		m.ends_clock_ms = m.seconds ? end : 0;
		if (!n++ || (m.ends_clock_ms && (!out->ends_clock_ms || m.ends_clock_ms < out->ends_clock_ms)))
			*out = m;
	}
	if (n)
		out->others = n - 1;
	return n;
}

int64_t
format_deadline(const struct debate *d, const struct context *ctx, struct verdict *out)
{
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
		if (!missing && d->roles)
			missing = d->roles[debate_free_role(d) - 1].wanted;
		missing = missing ? missing : "another participant";
	}
	draft_add(out, ENTRY_LAPSE,
		json_pack("{s:s, s:s, s:s*, s:s, s:I}", "participant", context_seat_name(ctx, m.seat), "move",
			utstring_body(&label), "missing", missing, "due_at", record_time(m.due_ms, time), "seconds",
			(json_int_t)m.seconds),
		NULL);
	utstring_done(&label);
	if (!debate_is_closed(d)) /* else what was due is left out */
		draft_lapse(d, ctx, m.others ? 0 : m.seat, m.what ? ROLE_NONE : debate_wants(d), NULL, out);
	assert(out->n > 1 || debate_is_closed(d));
	return m.ends_clock_ms;
}
