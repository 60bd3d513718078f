/* claim: take the floor; of whoever has it, refresh. */
#include <errno.h>

#include "fs/gate/door.h"
#include "fs/lock/lock_inner.h"
#include "validators/text/mem.h"

static struct entry *
claim_entry(struct request *q, enum grant grant)
{
	const struct fold *fold = q->d->fold;
	json_t *data = fold_claim_data(fold, grant);
	token_bind(q, data);
	return lock_entry(q, ENTRY_CLAIM, fold_next_lease(fold), data);
}

/* There are numbers again. */
static void
claim_reserved(struct commit *c, int err)
{
	struct request *q = c->arg;
	commit_free(c);
	if (err == -EAGAIN) {
		lock_again(q);
		return;
	}
	if (!err)
		lock_put(q, claim_entry(q, q->grant));
	lock_end(q, err ? lock_store_refused(q, err) : 0);
}

/* A claim is lazy, but where others write to the store, or it owes a line to the record, binds a token, ends an idle
 * lease, or would go past the reserved lease numbers. */
static void
claim_granted(struct request *q, struct floor_answer *a)
{
	bool yields = q->d->fold->lease.holder && q->d->fold->lease.holder != q->seat;
	bool lazy = !duel_is_shared(q->d) && !a->has_note && !q->binds && !yields;
	if (lazy && fold_next_lease(q->d->fold) <= q->d->lease_reserved) {
		lock_put(q, claim_entry(q, a->grant));
		lock_end(q, 0);
		return;
	}
	struct commit *c = commit_new(q->d);
	if (lazy && events_full(q->d)) {
		q->grant = a->grant;
		c->done = claim_reserved;
		c->arg = q;
		commit_run(c);
		return;
	}
	if (yields)
		commit_add(c, fold_yield(q->d->fold), NULL);
	if (a->has_note)
		commit_add_draft(c, q->seat, 0, &a->note);
	commit_add(c, claim_entry(q, a->grant), NULL);
	lock_commit(q, c);
}

/* A claim that has to wait: its event once a wait, which nobody waits for, its reason in last_error each time. */
static void
claim_waits(struct request *q, const struct rule *rule, const char *text)
{
	const struct fold *fold = q->d->fold;
	struct moment now = fold_moment(fold);
	char until[RFC3339_BYTES];
	if (!fold->secrets[q->seat - 1].waiting && !events_full(q->d)) {
		int64_t at = fold_wait_until(fold);
		clock_rfc3339(at ? now.now_ms + at - now.clock_ms : 0, until);
		struct entry *e = lock_entry(q, ENTRY_WAIT, 0,
			json_pack("{s:s,s:s,s:s}", "reason", text, "rule", rule->id, "wait_until", until));
		(duel_is_shared(q->d) ? entry_send : entry_put)(q->d, e);
	}
	lock_end(q, refuse_rule(q->d, q->seat, &q->who, "lock", rule, "%s", text));
}

static void
claim(struct request *q)
{
	const struct fold *fold = q->d->fold;
	const struct seat *holder = fold_seat(fold, fold->lease.holder);
	struct floor_ask ask = {.seat = q->seat, .for_timeout = q->values[KEY_FOR]};
	struct floor_answer a = {0};
	if (holder && holder->number == q->seat && !ask.for_timeout) {
		lock_act(q, &verb_refresh);
		return;
	}
	door_claim_answer(q->d, &ask, &a);
	int err = a.rule ? 0 : lock_events_full(q, fold->secrets[q->seat - 1].wasted);
	if (a.rule)
		claim_waits(q, a.rule, a.text);
	else if (err)
		lock_end(q, err);
	else
		claim_granted(q, &a);
	floor_answer_free(&a);
}

const struct verb verb_claim = {
	.name = "claim",
	.keys = JOIN_KEYS | K(FOR),
	.wants = WANTS_OPEN,
	.act = claim,
};
