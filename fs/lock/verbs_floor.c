/* Taking the floor, keeping it, giving it up. */
#include <errno.h>
#include <stdio.h>

#include "fs/gate/door.h"
#include "fs/lock/verbs_inner.h"
#include "validators/text/mem.h"

/* A lazy entry of which a flood may be made. */
static void
put(struct duel *d, struct entry *e)
{
	if (events_full(d))
		unlogged_hold(d, e);
	else
		entry_put(d, e);
}

/* Who goes on with `waste` where there are as many events as there may be is told so once: a loop that looks at its errors ends there. */
static int
events_told(struct request *q, bool waste)
{
	const struct fold *fold = q->d->fold;
	struct seat_secret *s = &fold->secrets[q->seat - 1];
	if (!waste || s->told || !events_full(q->d))
		return 0;
	s->told = true;
	return refuse(q, REFUSAL_LIMIT_EVENTS,
		"this duel has %llu events, and a lease that no text comes of is in none any more: say it again, and hand in what is due",
		(unsigned long long)fold->n_events);
}

static void
put_claim(struct request *q, enum grant grant, struct commit *c)
{
	static const char *const names[] = {[GRANT_TURN] = "turn", [GRANT_TIMEOUT_MISSING] = "missing", [GRANT_TIMEOUT_SILENT] = "silent"};
	struct fold *fold = q->d->fold;
	json_t *data = json_pack("{s:I,s:s}", "seconds", (json_int_t)fold->rules.lease_seconds, "grant", names[grant]);
	if (grant != GRANT_TURN)
		json_object_set_new(data, "timeout", json_true());
	if (q->values[KEY_PIECEWISE])
		json_object_set_new(data, "piecewise", json_true());
	token_make(q);
	token_member(q, data);
	struct entry *e = entry_of(q, ENTRY_CLAIM, fold_next_lease(fold), data);
	if (c)
		commit_add(c, e, NULL);
	else
		put(q->d, e);
}

static void
claimed(struct commit *c, int err)
{
	struct request *q = c->arg;
	commit_free(c);
	if (!err)
		token_tell(q);
	finish(q, err ? store_refused(q, err) : 0);
}

/* There are numbers again. */
static void
claim_reserved(struct commit *c, int err)
{
	struct request *q = c->arg;
	enum grant grant = q->grant;
	commit_free(c);
	if (!err)
		put_claim(q, grant, NULL);
	finish(q, err ? store_refused(q, err) : 0);
}

/* A claim is lazy, but where it owes a line to the record, binds a token, or would go past the reserved lease numbers. */
static void
claim_granted(struct request *q, struct floor_answer *a)
{
	struct fold *fold = q->d->fold;
	bool lazy = !a->has_note && !q->binds, reserved = fold_next_lease(fold) <= q->d->lease_reserved;
	if (lazy && reserved) {
		put_claim(q, a->grant, NULL);
		finish(q, 0);
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
	if (a->has_note)
		commit_add_draft(c, q->seat, 0, &a->note);
	put_claim(q, a->grant, c);
	c->done = claimed;
	c->arg = q;
	commit_run(c);
}

/* A claim that has to wait: its event once a wait, its reason in last_error each time. */
static void
claim_waits(struct request *q, const struct rule *rule, const char *text)
{
	struct fold *fold = q->d->fold;
	struct context ctx;
	char until[RFC3339_BYTES];
	fold_context(q->d->fold, &ctx);
	if (!fold->secrets[q->seat - 1].waiting && !events_full(q->d)) {
		int64_t at = format_wait_until(fold->format, fold->state, &ctx);
		clock_rfc3339(at ? ctx.now_ms + at - ctx.clock_ms : 0, until);
		entry_put(q->d, entry_of(q, ENTRY_WAIT, 0, json_pack("{s:s,s:s,s:s}", "reason", text, "rule", rule->id, "wait_until", until)));
	}
	finish(q, refuse_rule(q->d, q->seat, q->who.uid, "lock", rule, "%s", text));
}

static void
claim_busy(struct request *q)
{
	const struct fold *fold = q->d->fold;
	char until[RFC3339_BYTES];
	clock_rfc3339(fold->lease.expires_ms, until);
	char *text = mem_format("\"%s\" has the floor until %s, or until it is released", fold->seats[fold->lease.holder - 1]->name, until);
	claim_waits(q, &refusals[REFUSAL_LEASE_BUSY], text);
	free(text);
}

void
act_claim(struct request *q)
{
	struct fold *fold = q->d->fold;
	struct floor_ask ask = {.seat = q->seat, .for_timeout = q->values[KEY_FOR]};
	struct floor_answer a = {0};
	struct context ctx;
	if (duel_is_closed(q->d)) {
		finish(q, refuse(q, REFUSAL_DUEL_CLOSED, "this duel is closed"));
		return;
	}
	if (fold->lease.holder == q->seat && !q->values[KEY_FOR]) {
		act_refresh(q);
		return;
	}
	if (fold->lease.holder && fold->lease.holder != q->seat) {
		claim_busy(q);
		return;
	}
	fold_context(q->d->fold, &ctx);
	fold->format->floor(fold->state, &ctx, &ask, &a);
	int err = a.rule ? 0 : events_told(q, fold->secrets[q->seat - 1].wasted);
	if (a.rule)
		claim_waits(q, a.rule, a.text);
	else if (err)
		finish(q, err);
	else
		claim_granted(q, &a);
	floor_answer_free(&a);
}

/* Only the holder has something to refresh or release. */
static int
need_floor(struct request *q)
{
	const struct lease *l = &q->d->fold->lease;
	if (duel_is_closed(q->d))
		return refuse(q, REFUSAL_DUEL_CLOSED, "this duel is closed");
	if (l->holder == q->seat)
		return 0;
	if (!l->holder && l->ran_out && l->last_holder == q->seat)
		return refuse(q, REFUSAL_LEASE_EXPIRED, "lease %llu ran out; claim again", (unsigned long long)l->number);
	return refuse(q, REFUSAL_LEASE_NONE, "\"%s\" does not have the floor", q->name);
}

void
act_refresh(struct request *q)
{
	struct live *v = q->d->live;
	struct fold *fold = q->d->fold;
	int err = need_floor(q);
	if (!err && q->binds)
		err = refuse(q, REFUSAL_LEASE_TOKEN, "a token is brought with the join or the first claim");
	if (!err)
		err = events_told(q, v->unlogged.refresh);
	if (!err) {
		json_t *data = json_pack("{s:I}", "seconds", (json_int_t)fold->rules.lease_seconds);
		/* Of those beside the log only the last is kept. */
		if (q->values[KEY_PIECEWISE] || fold->lease.piecewise)
			json_object_set_new(data, "piecewise", json_true());
		put(q->d, entry_of(q, ENTRY_REFRESH, fold->lease.number, data));
	}
	finish(q, err);
}

/* Says again what was refused, under the file it was written to and the rule it broke first. */
static int
release_refused(struct request *q)
{
	struct fold *fold = q->d->fold;
	const struct refused *last = NULL;
	struct findings fs = {0}, copy = {0};
	for (unsigned i = 0; i < fold->refused.n && !last; i++)
		if (strcmp(fold->refused.v[i].file, "lock") && fold->refused.v[i].seat == q->seat)
			last = &fold->refused.v[i];
	const struct finding *first = last ? findings_first_error(&last->findings) : NULL;
	findings_add(&fs, first ? first->rule : &refusals[REFUSAL_VALUE_BAD], 0,
		"the last append under this lease was refused and nothing was recorded since; mend it, or release once more to give the floor up");
	if (last) {
		findings_copy(&copy, &last->findings);
		findings_move(&fs, &copy);
	}
	fold->lease.refused = false;
	return refuse_about(q->d, q->seat, q->who.uid, "lock", last ? last->file : "lock", -EINVAL, &fs);
}

static void
closed(struct commit *c, int err)
{
	struct request *q = c->arg;
	commit_free(c);
	finish(q, err ? store_refused(q, err) : 0);
}

/* `outcome=`: closes where the format lets the holder close; after the conclusion it may be said again. */
static void
release_closing(struct request *q)
{
	struct fold *fold = q->d->fold;
	const char *outcome = q->values[KEY_OUTCOME];
	struct verdict out = {0};
	struct context ctx;
	char *sentence = NULL;
	fold_context(q->d->fold, &ctx);
	const char *reason = q->values[KEY_REASON] ?: "";
	const struct rule *rule = fold->format->close(fold->state, &ctx, outcome, reason, &out, &sentence);
	if (!rule && out.n)
		rule = close_reason_fault(outcome, reason, &sentence);
	if (rule || !out.n) {
		verdict_free(&out);
		finish(q, rule ? refuse_rule(q->d, q->seat, q->who.uid, "lock", rule, "%s", sentence ? sentence : rule->gloss) : 0);
	} else {
		struct commit *c = commit_of_drafts(q->d, q->seat, &out, 0);
		c->done = closed;
		c->arg = q;
		commit_run(c);
	}
	free(sentence);
}

/* After the close: the floor that went with it, given up by whoever had it, or the outcome said again. */
static bool
released_again(struct request *q)
{
	const struct fold *fold = q->d->fold;
	const char *outcome = q->values[KEY_OUTCOME];
	if (!fold->closed_ms)
		return false;
	return outcome ? !strcmp(outcome, fold->format->outcome(fold->state)) : q->seat == fold->closer;
}

void
act_release(struct request *q)
{
	struct fold *fold = q->d->fold;
	int err = 0;
	if (released_again(q)) {
		finish(q, 0);
		return;
	}
	err = need_floor(q);
	if (!err && !q->values[KEY_FORCE] && fold->lease.refused)
		err = release_refused(q);
	else if (!err && !q->values[KEY_FORCE] && doors_undecided(q->d, fold->lease.number))
		err = refuse(q, REFUSAL_LEASE_BUSY, "an open file still holds a turn that was not handed in: close it, or force=yes");
	if (!err && q->values[KEY_OUTCOME]) {
		release_closing(q);
		return;
	}
	if (!err && !unlogged_end(q->d, false))
		entry_put(q->d, entry_new(ENTRY_RELEASE, q->seat, fold->lease.number, NULL, NULL, 0));
	finish(q, err);
}
