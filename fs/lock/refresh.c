/* refresh: the lease has its full time again. */
#include "fs/lock/lock_inner.h"

static void
refresh(struct request *q)
{
	const struct fold *fold = q->d->fold;
	int err = lock_events_full(q, unlogged_refreshed(q->d));
	if (err) {
		lock_end(q, err);
		return;
	}
	json_t *data = json_pack("{s:I}", "seconds", (json_int_t)fold->rules.lease_seconds);
	/* Of those beside the log only the last is kept. */
	if (q->values[KEY_PIECEWISE] || fold->lease.piecewise)
		json_object_set_new(data, "piecewise", json_true());
	lock_end_with(q, lock_entry(q, ENTRY_REFRESH, fold->lease.number, data));
}

const struct verb verb_refresh = {
	.name = "refresh",
	.keys = JOIN_KEYS | K(PIECEWISE),
	.wants = WANTS_SEAT | WANTS_OPEN | WANTS_FLOOR | WANTS_NO_TOKEN,
	.act = refresh,
};
