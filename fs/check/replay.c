#include "fs/check/replay.h"

#include <assert.h>
#include "validators/text/mem.h"

/* CLOCK_BOOTTIME at the beginning: 0 would be no time. */
#define CLOCK_BEGIN_MS 1000

static int64_t
now_ms(void *arg)
{
	return ((const struct moment *)arg)->now_ms;
}

static int64_t
clock_ms(void *arg)
{
	return ((const struct moment *)arg)->clock_ms;
}

void
replay_begin(struct replay *r, const char *name, struct duel_rules *rules, struct source_copy *source,
	int64_t begin_ms)
{
	static const unsigned char secret[32];
	*r = (struct replay){
		.now.clock_ms = CLOCK_BEGIN_MS, .clock = {.now_ms = now_ms, .clock_ms = clock_ms, .arg = &r->now}};
	replay_at(r, begin_ms);
	/* When its duel was made a text does not say; and what it is called is no topic. */
	r->fold = fold_new(1, "", 0, 0, secret, &r->clock, 0);
	fold_begin(r->fold, rules, source);
	r->fold->name = name;
	bool good = fold_without_log(r->fold);
	assert(good);
	(void)good;
	r->empty = fstate_hold(r->fold->state);
}

void
replay_end(struct replay *r)
{
	fstate_drop(r->empty);
	fold_free(r->fold);
}

/* What lies between the two clocks is exactly what it is (clock.h). */
static void
set_clock(struct replay *r, struct moment at)
{
	r->now = at;
	r->clock.between = at.now_ms - at.clock_ms;
}

void
replay_at(struct replay *r, int64_t at_ms)
{
	set_clock(r, (struct moment){at_ms, r->now.clock_ms});
}

void
replay_wait(struct replay *r)
{
	int64_t until = fold_wait_until(r->fold);
	if (until > r->now.clock_ms)
		set_clock(r, (struct moment){r->now.now_ms, until});
}

bool
replay_fold(struct replay *r, enum entry_kind kind, unsigned seat, const struct draft *d, void *facts)
{
	struct fold *fold = r->fold;
	uint64_t lease = kind == ENTRY_CLAIM ? fold_next_lease(fold) : seat ? fold->lease.number : 0;
	struct entry *e = entry_new(kind, seat, lease, d->data, d->body, d->body_len);
	e->time_ms = r->now.now_ms;
	e->clock_ms = r->now.clock_ms;
	bool good = fold_effect(fold, e, facts);
	entry_free(e);
	return good;
}

/* Takes `data`. */
static bool
fold_data(struct replay *r, enum entry_kind kind, unsigned seat, json_t *data)
{
	char *text = mem_check(json_dumps(data, JSON_COMPACT));
	bool good = replay_fold(r, kind, seat, &(struct draft){.data = text}, NULL);
	json_decref(data);
	free(text);
	return good;
}

void
replay_join(struct replay *r, const char *name, const char *harness, const char *model)
{
	const struct format *f = r->fold->format;
	unsigned n = r->fold->n_seats, roles = 0;
	while (f->roles && f->roles[roles] && roles < n)
		roles++;
	if (n < f->seats_max && (!f->roles || f->roles[roles]))
		fold_data(r, ENTRY_JOIN, n + 1,
			fold_join_data(name, harness, model, f->roles ? f->roles[roles] : NULL, 0));
}

bool
replay_claim(struct replay *r, const struct floor_ask *ask, bool note, struct floor_answer *answer)
{
	struct fold *fold = r->fold;
	fold_floor(fold, ask, answer);
	if (answer->rule || (answer->has_note && !note))
		return false;
	if (fold->lease.holder)
		replay_fold(r, ENTRY_RELEASE, fold->lease.holder, &(struct draft){0}, NULL);
	if (answer->has_note)
		replay_fold(r, answer->note.kind, ask->seat, &answer->note, NULL);
	fold_data(r, ENTRY_CLAIM, ask->seat, fold_claim_data(fold, answer->grant));
	r->fresh = true;
	return true;
}

static bool
claim_first(struct replay *r, unsigned only, bool for_timeout, struct floor_answer *answer)
{
	for (unsigned seat = only ? only : 1; seat <= (only ? only : r->fold->n_seats); seat++) {
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
	int64_t before_ms = r->now.now_ms;
	bool found = false;
	replay_wait(r);
	replay_at(r, time_ms);
	for (unsigned seat = 1; seat <= r->fold->n_seats && !found; seat++) {
		struct floor_ask ask = {.seat = seat, .for_timeout = true};
		struct floor_answer answer;
		fold_floor(r->fold, &ask, &answer);
		found = answer.has_note && is_same_line(&answer.note, text, len);
		floor_answer_free(&answer);
		if (found) {
			replay_claim(r, &ask, true, &answer);
			floor_answer_free(&answer);
		}
	}
	replay_at(r, before_ms);
	return found;
}
