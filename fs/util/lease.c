#include "fs/util/lease.h"

void
lease_take(struct lease *l, unsigned holder, uint64_t number, int64_t seconds, struct moment at)
{
	*l = (struct lease){.holder = holder, .number = number, .claimed_ms = at.now_ms,
		.expires_ms = at.now_ms + seconds * 1000, .expires_clock_ms = at.clock_ms + seconds * 1000};
}

void
lease_extend(struct lease *l, int64_t seconds, struct moment at)
{
	l->expires_ms = at.now_ms + seconds * 1000;
	l->expires_clock_ms = at.clock_ms + seconds * 1000;
}

void
lease_end(struct lease *l, bool ran_out)
{
	*l = (struct lease){.number = l->number, .last_holder = l->holder, .ran_out = ran_out};
}

bool
lease_held(const struct lease *l, int64_t clock_ms)
{
	return l->holder && clock_ms < l->expires_clock_ms;
}

int64_t
lease_left_seconds(const struct lease *l, int64_t clock_ms)
{
	return lease_held(l, clock_ms) ? (l->expires_clock_ms - clock_ms + 999) / 1000 : 0;
}
