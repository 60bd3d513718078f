/* The gated record, debate.md: whoever has the floor hands in here (door_text.c). */
#include <stdio.h>

#include "fs/gate/candidate.h"
#include "fs/gate/door_inner.h"
#include "validators/text/mem.h"

int
door_need_floor(struct duel *d, const struct caller *who, const char *name)
{
	const struct fold *fold = d->fold;
	const struct seat *holder = fold->lease.holder ? fold->seats[fold->lease.holder - 1] : NULL;
	if (!holder && fold->lease.ran_out)
		return refuse_rule(d, 0, who->uid, name, &refusals[REFUSAL_LEASE_NONE], "lease %llu ran out, and nobody has the floor: claim it again",
			(unsigned long long)fold->lease.number);
	if (!holder)
		return refuse_rule(d, 0, who->uid, name, &refusals[REFUSAL_LEASE_NONE], "nobody has the floor: claim it first (echo claim NAME > lock)");
	if (who->uid && who->uid != holder->uid)
		return refuse_rule(d, 0, who->uid, name, &refusals[REFUSAL_LEASE_NONE], "\"%s\" has the floor, and uid %u is not its uid",
			holder->name, (unsigned)who->uid);
	return 0;
}

static int
record_may_open(struct duel *d, const struct caller *who, const char *name, int row)
{
	int err = door_need_floor(d, who, name);
	return err ? err : door_may_take(d, d->fold->lease.holder, who, name, row);
}

/* A deadline that has passed takes the floor, as soon as the disk has it. */
bool
door_lease_good(const struct door *w)
{
	const struct lease *l = &w->d->fold->lease;
	int64_t clock_ms = registry_moment(w->d->registry).clock_ms, deadline = duel_deadline(w->d);
	return l->number == w->lease && lease_held(l, clock_ms) && (!deadline || clock_ms < deadline);
}

int
door_refuse_lease(struct door *w)
{
	const struct lease *l = &w->d->fold->lease;
	char text[160];
	snprintf(text, sizeof text, l->number == w->lease ? "lease %llu is over; nothing was recorded: claim again and write again"
		: "lease %llu was overtaken by lease %llu; nothing was recorded: claim again and write again", (unsigned long long)w->lease,
		(unsigned long long)l->number);
	return door_refuse_rule(w, &refusals[REFUSAL_LEASE_EXPIRED], text);
}

static int
record_may_write(struct door *w)
{
	if (duel_is_closed(w->d))
		return door_refuse_rule(w, &refusals[REFUSAL_DUEL_CLOSED], RECORD_CLOSED);
	return door_lease_good(w) ? 0 : door_refuse_lease(w);
}

static void
record_base(struct door *w, const char **bytes, size_t *len)
{
	duel_record(w->d, bytes, len);
}

static size_t
record_limit(struct door *w, bool rewriting, size_t base_len)
{
	size_t turn = door_turn_limit(w);
	return rewriting ? 2 * base_len + turn : turn;
}

static bool
record_waits_for_sync(struct door *w)
{
	return w->d->fold->lease.piecewise && w->d->fold->lease.number == w->lease;
}

static struct candidate
record_candidate(struct door *w, size_t len)
{
	return candidate_make(w->d, &w->stage, len);
}

static bool
record_stands(const struct door *w)
{
	return !duel_is_closed(w->d) && door_lease_good(w);
}

/* What one of this one's seats handed in last, written again. */
static bool
repeats_own(struct duel *d, const struct caller *who, const struct candidate *c)
{
	bool same = false;
	for (unsigned seat = 1; seat <= d->fold->n_seats && !same; seat++) {
		struct candidate own = *c;
		const char *why;
		if (who->uid && d->fold->seats[seat - 1]->uid != who->uid)
			continue;
		own.text = mem_copy(c->text, c->len);
		own.written = NULL;
		same = !candidate_token(d, seat, &own, &why) && candidate_repeats(d, seat, &own);
		candidate_free(&own);
	}
	return same;
}

static bool
record_same(struct duel *d, const struct caller *who, int row, const char *bytes, size_t len)
{
	struct stage s = {.bytes = (char *)bytes, .len = len, .rewriting = true};
	const char *base;
	size_t base_len;
	(void)row;
	duel_record(d, &base, &base_len);
	if (len > 2 * base_len + STAGE_SLACK_BYTES + (d->fold->format->repeats ? 2 * (size_t)d->fold->terms.max_turn_bytes : 0)) /* CRLF may double it */
		return false;
	struct candidate c = candidate_make(d, &s, len);
	bool same = c.kind == CANDIDATE_NOTHING || (c.text && repeats_own(d, who, &c));
	candidate_free(&c);
	return same;
}

const struct gate gate_record = {
	.may_open = record_may_open,
	.may_write = record_may_write,
	.stands = record_stands,
	.base = record_base,
	.candidate = record_candidate,
	.limit = record_limit,
	.refuse = door_refuse_rule,
	.written = door_text_written,
	.waits_for_sync = record_waits_for_sync,
	.decide = door_text_decide,
	.same = record_same,
	.floor = true,
};

/*
 * A scratch file that is to become the record: each write is held against the record and its rules, as a rewrite of it, and told. Nothing
 * is decided here: that is the rename's (replace.h). It may be open across leases; what is refused counts for the one that is held.
 */

static int
draft_may_open(struct duel *d, const struct caller *who, const char *name, int row)
{
	(void)d, (void)who, (void)name, (void)row;
	return 0;
}

static int
draft_may_write(struct door *w)
{
	int err = duel_is_closed(w->d) ? record_may_write(w) : door_need_floor(w->d, &w->who, w->name);
	w->seat = err ? 0 : w->d->fold->lease.holder;
	w->lease = err ? 0 : w->d->fold->lease.number;
	return err;
}

static void
draft_decide(struct door_op *op)
{
	door_finish(op, 0);
}

const struct gate gate_draft = {
	.may_open = draft_may_open,
	.may_write = draft_may_write,
	.base = record_base,
	.candidate = record_candidate,
	.limit = record_limit,
	.refuse = door_refuse_rule,
	.written = door_text_written,
	.waits_for_sync = record_waits_for_sync,
	.decide = draft_decide,
};
