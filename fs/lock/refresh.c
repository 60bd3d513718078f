/* refresh: the lease has its full time again. */
#include "fs/lock/lock_inner.h"

/* Each is in the log for good: past limits.events only one that the lease has use of. */
static bool
changes_little(const struct request *q)
{
	const struct fold *fold = q->d->fold;
	int64_t left = lease_left_seconds(&fold->lease, clock_moment(fold->clock).clock_ms);
	return events_full(q->d) && left * 4 >= fold->rules.lease_seconds * 3;
}

static int
refresh(struct request *q)
{
	const struct fold *fold = q->d->fold;
	if (changes_little(q))
		return 0;
	json_t *data = json_pack("{s:I}", "seconds", (json_int_t)fold->rules.lease_seconds);
	return lock_append_one(q, fold_entry_new(ENTRY_REFRESH, q->seat, fold->lease.number, data, NULL, 0));
}

const struct verb verb_refresh = {
	.name = "refresh",
	.keys = JOIN_KEYS,
	.wants = WANTS_SEAT | WANTS_OPEN | WANTS_FLOOR | WANTS_NO_TOKEN,
	.act = refresh,
};
