/* claim: take the floor; of whoever has it, refresh. */
#include "fs/lock/lock_inner.h"
#include "validators/text/mem.h"

/* Past limits.events a seat whose last lease brought no text claims once in retry_after_seconds. 0: it may now. */
static int
refuse_flood(struct request *q)
{
	const struct fold *fold = q->d->fold;
	struct moment now = clock_moment(fold->clock);
	int64_t at = fold->secrets[q->seat - 1].claimed_clock_ms + fold->rules.retry_after_seconds * 1000;
	char from[RFC3339_BYTES];
	if (now.clock_ms >= at)
		return 0;
	clock_rfc3339(now.now_ms + at - now.clock_ms, from);
	return lock_refuse(q, REFUSAL_LIMIT_EVENTS,
		"this duel has %lld events, and no text came of the last lease of \"%s\": claim again from %s on",
		(long long)q->d->duels->given.config.limits.events, q->name, from);
}

/* A claim that has to wait: its event once a wait, its reason in last_error each time. */
static int
claim_waits(struct request *q, const struct rule *rule, const char *text)
{
	const struct fold *fold = q->d->fold;
	struct moment now = clock_moment(fold->clock);
	char until[RFC3339_BYTES];
	if (!fold->secrets[q->seat - 1].waiting && !events_full(q->d)) {
		int64_t at = fold_wait_until(fold);
		clock_rfc3339(at ? now.now_ms + at - now.clock_ms : 0, until);
		entry_note(q->d, fold_entry_new(ENTRY_WAIT, q->seat, 0,
			json_pack("{s:s,s:s,s:s}", "reason", text, "rule", rule->id, "wait_until", until), NULL, 0));
	}
	return refuse_rule(q->d, q->seat, &q->who, "lock", rule, "%s", text);
}

static int
claim(struct request *q)
{
	const struct fold *fold = q->d->fold;
	struct floor_ask ask = {.seat = q->seat, .for_timeout = q->values[KEY_FOR]};
	struct floor_answer a;
	fold_floor(fold, &ask, &a);
	int err = a.rule ? claim_waits(q, a.rule, a.text)
		: fold->secrets[q->seat - 1].lease_unused && events_full(q->d) ? refuse_flood(q) : 0;
	if (!err) {
		struct commit *c = commit_new(q->d);
		if (a.has_note)
			commit_add_draft(c, q->seat, 0, &a.note);
		commit_add(c, fold_claim_new(fold, q->seat, ask.for_timeout, q->binds ? q->values[KEY_TOKEN] : NULL));
		err = lock_append(q, c);
	}
	floor_answer_free(&a);
	return err;
}

const struct verb verb_claim = {
	.name = "claim",
	.keys = JOIN_KEYS | K(FOR),
	.wants = WANTS_OPEN,
	.act = claim,
};
