/* claim: take the floor; of whoever has it, refresh: the lease has its full time again. */
#include "fs/lock/lock_inner.h"

static int
claim_floor(struct request *q)
{
	const struct fold *fold = q->d->fold;
	const struct seat_secret *secret = &fold->secrets[q->seat - 1];
	bool for_timeout = q->values[KEY_FOR];
	struct moment now = clock_moment(fold->clock);
	char time[RECORD_TIME_BYTES];
	int err;
	struct verdict made = {.n = 0}; /* of one for=timeout: a line of the record before the claim */
	struct fault f = fold_floor(fold, q->seat, for_timeout, &made);
	if (f.rule) { /* it has to wait: its event once a wait, its reason in last_error each time */
		if (!secret->waiting && !events_full(q->d)) {
			int64_t at = fold_wait_until(fold);
			record_time(at ? now.now_ms + at - now.clock_ms : 0, time);
			json_t *data = json_pack("{s:s,s:s,s:s}", "reason", f.sentence, "rule", f.rule->id,
				"wait_until", time);
			entry_note(q->d, fold_entry_new(ENTRY_WAIT, q->seat, 0, data, NULL, 0));
		}
		err = refuse_rule(q->d, q->seat, &q->who, "lock", f.rule, "%s", f.sentence);
		goto out;
	}
	/* past limits.events a seat whose last lease brought no text claims once in retry_after_seconds */
	int64_t left_ms = secret->claimed_clock_ms + fold->rules.retry_after_seconds * 1000 - now.clock_ms;
	if (secret->lease_unused && events_full(q->d) && left_ms > 0) {
		err = lock_refuse(q, REFUSAL_LIMIT_EVENTS,
			"this duel has %lld events, and no text came of the last lease of \"%s\": claim again from "
			"%s on", (long long)q->d->duels->given.config.limits.events, q->name,
			record_time(now.now_ms + left_ms, time));
		goto out;
	}
	struct commit *c = commit_new(q->d);
	if (made.n)
		commit_add_draft(c, q->seat, 0, &made.drafts[0]);
	commit_add(c, fold_claim_new(fold, q->seat, for_timeout, q->binds ? q->values[KEY_TOKEN] : NULL));
	err = lock_append(q, c);
out:
	if (for_timeout)
		verdict_free(&made);
	free(f.sentence);
	return err;
}

const struct verb verb_claim = {
	.name = "claim",
	.keys = JOIN_KEYS | K(FOR),
	.wants = WANTS_OPEN,
	.act = claim_floor,
};

static int
refresh_lease(struct request *q)
{
	const struct fold *fold = q->d->fold;
	int64_t left = lease_left_seconds(&fold->lease, clock_moment(fold->clock).clock_ms);
	/* Each is in the log for good: past limits.events only one that the lease has use of. */
	if (events_full(q->d) && left * 4 >= fold->rules.lease_seconds * 3)
		return 0;
	json_t *data = json_pack("{s:I}", "seconds", (json_int_t)fold->rules.lease_seconds);
	return lock_append_one(q, fold_entry_new(ENTRY_REFRESH, q->seat, fold->lease.number, data, NULL, 0));
}

const struct verb verb_refresh = {
	.name = "refresh",
	.keys = JOIN_KEYS,
	.wants = WANTS_SEAT | WANTS_OPEN | WANTS_FLOOR | WANTS_NO_TOKEN,
	.act = refresh_lease,
};
