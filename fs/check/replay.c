#include "fs/check/replay.h"

#include <string.h>
#include "fs/registry/live.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"

/* CLOCK_BOOTTIME at the beginning: 0 would be no time. */
#define CLOCK_BEGIN_MS 1000

void
replay_begin(struct replay *r, const struct format *f, const struct context *ctx)
{
	*r = (struct replay){.format = f, .ctx = *ctx};
	r->seats = mem_calloc(f->seats_max, sizeof *r->seats);
	r->ctx.seats = (const struct seat *const *)r->seats;
	r->ctx.clock_ms = CLOCK_BEGIN_MS;
	r->state = f->start();
	replay_fold(r, ENTRY_RULES, 0, &(struct draft){0}, NULL);
	r->empty = f->hold(r->state);
}

void
replay_end(struct replay *r)
{
	r->format->drop(r->state);
	r->format->drop(r->empty);
	for (unsigned i = 0; i < r->ctx.n_seats; i++)
		seat_free(r->seats[i]);
	free(r->seats);
	*r = (struct replay){0};
}

bool
replay_fold(struct replay *r, enum entry_kind kind, unsigned seat, const struct draft *d, void *facts)
{
	struct entry *e = entry_new(kind, seat, seat ? r->lease : 0, d->data, d->body, d->body_len);
	e->seq = ++r->seq;
	e->time_ms = r->ctx.now_ms;
	e->clock_ms = r->ctx.clock_ms;
	struct fstate *next = format_apply(r->format, r->state, &r->ctx, e, r->record_len, facts);
	entry_free(e);
	if (!next)
		return false;
	r->format->drop(r->state);
	r->state = next;
	if (entry_kinds[kind].record)
		r->record_len += d->body_len;
	return true;
}

unsigned
replay_seat(const struct replay *r, const char *name)
{
	char *key = name_key(name);
	unsigned seat = 0;
	for (unsigned i = 0; i < r->ctx.n_seats && !seat; i++)
		if (!strcmp(r->seats[i]->key, key))
			seat = r->seats[i]->number;
	free(key);
	return seat;
}

unsigned
replay_join(struct replay *r, const char *name, const char *harness, const char *model)
{
	unsigned n = r->ctx.n_seats;
	if (n == r->format->seats_max)
		return 0;
	/* A text says nothing of roles: they are taken in their order. */
	r->seats[n] = seat_new(n + 1, name, harness, model, r->format->roles ? r->format->roles[n] : "");
	r->seats[n]->joined_ms = r->ctx.now_ms;
	r->ctx.n_seats = n + 1;
	if (replay_fold(r, ENTRY_JOIN, n + 1, &(struct draft){0}, NULL))
		return n + 1;
	r->ctx.n_seats = n;
	seat_free(r->seats[n]);
	return 0;
}

static void
release(struct replay *r)
{
	if (r->ctx.holder)
		replay_fold(r, ENTRY_RELEASE, r->ctx.holder, &(struct draft){0}, NULL);
	r->ctx.holder = 0;
	r->ctx.grant = GRANT_NONE;
}

bool
replay_claim(struct replay *r, const struct floor_ask *ask, bool note, struct floor_answer *answer)
{
	r->format->floor(r->state, &r->ctx, ask, answer);
	if (answer->rule || (answer->has_note && !note))
		return false;
	release(r);
	r->lease++;
	if (answer->has_note)
		replay_fold(r, answer->note.kind, ask->seat, &answer->note, NULL);
	replay_fold(r, ENTRY_CLAIM, ask->seat, &(struct draft){0}, NULL);
	r->ctx.holder = ask->seat;
	r->ctx.grant = answer->grant;
	r->fresh = true;
	return true;
}

void
replay_wait(struct replay *r)
{
	int64_t until = format_wait_until(r->format, r->state, &r->ctx);
	if (until > r->ctx.clock_ms)
		r->ctx.clock_ms = until;
}

/* The same line, whatever newlines are round it. */
static bool
is_same_line(const struct draft *d, const char *text, size_t len)
{
	const char *s = d->body;
	size_t n = d->body_len;
	while (n && *s == '\n')
		s++, n--;
	while (n && s[n - 1] == '\n')
		n--;
	return n == len && !memcmp(s, text, n);
}

bool
replay_note(struct replay *r, const char *text, size_t len, int64_t time_ms)
{
	int64_t now_ms = r->ctx.now_ms;
	bool found = false;
	replay_wait(r);
	r->ctx.now_ms = time_ms;
	for (unsigned seat = 1; seat <= r->ctx.n_seats && !found; seat++) {
		struct floor_ask ask = {.seat = seat, .for_timeout = true};
		struct floor_answer answer;
		r->format->floor(r->state, &r->ctx, &ask, &answer);
		found = answer.has_note && is_same_line(&answer.note, text, len);
		floor_answer_free(&answer);
		if (found) {
			replay_claim(r, &ask, true, &answer);
			floor_answer_free(&answer);
		}
	}
	r->ctx.now_ms = now_ms;
	return found;
}

static bool
claim_first(struct replay *r, unsigned only, bool for_timeout, struct floor_answer *answer)
{
	for (unsigned seat = only ? only : 1; seat <= (only ? only : r->ctx.n_seats); seat++) {
		floor_answer_free(answer);
		if (replay_claim(r, &(struct floor_ask){.seat = seat, .for_timeout = for_timeout}, false, answer))
			return true;
	}
	return false;
}

bool
replay_claim_any(struct replay *r, unsigned seat, struct floor_answer *answer)
{
	struct floor_answer late = {0};
	*answer = (struct floor_answer){0};
	if (claim_first(r, seat, false, answer))
		return true;
	replay_wait(r);
	bool granted = claim_first(r, seat, true, &late);
	floor_answer_free(granted ? answer : &late);
	return granted;
}
