/* Verbs that only some formats have: the format says what becomes of them. */
#include <errno.h>

#include "fs/lock/verbs_inner.h"

bool
format_has_verb(const struct request *q)
{
	for (const char *const *name = q->d->fold->format->verbs; name && *name; name++)
		if (!strcmp(*name, q->verb->name))
			return true;
	return false;
}

static void
acted(struct commit *c, int err)
{
	struct request *q = c->arg;
	commit_free(c);
	finish(q, err ? store_refused(q, err) : 0);
}

static int
may_act(struct request *q)
{
	if (duel_is_closed(q->d))
		return refuse(q, REFUSAL_DUEL_CLOSED, "this duel is closed");
	if (q->binds)
		return refuse(q, REFUSAL_LEASE_TOKEN, "a token is brought with the join or the first claim");
	return 0;
}

static int
room_for(struct request *q, const struct verdict *out)
{
	return drafts_fit(q->d, out) ? 0 : refuse(q, REFUSAL_LIMIT_RECORD, RECORD_FULL);
}

static int
ask_format(struct request *q, struct verdict *out)
{
	const struct fold *fold = q->d->fold;
	struct verb_ask ask = {.seat = q->seat, .verb = q->verb->name, .to = q->values[KEY_TO], .who = q->values[KEY_WHO],
		.asks = q->values[KEY_ASKS], .reason = q->values[KEY_REASON]};
	struct context ctx;
	fold_context(q->d->fold, &ctx);
	fold->format->verb(fold->state, &ctx, &ask, out);
	int err = findings_errno(&out->findings);
	return err ? refuse_keep(q->d, q->seat, q->who.uid, "lock", err, &out->findings) : room_for(q, out);
}

/* The duel's line is free from the question to the commit: the state is the one that was asked about. */
void
act_format(struct request *q)
{
	struct verdict out = {0};
	int err = may_act(q);
	if (!err)
		err = ask_format(q, &out);
	if (err || !out.n) {
		verdict_free(&out);
		finish(q, err);
		return;
	}
	struct commit *c = commit_of_drafts(q->d, q->seat, &out, 0);
	c->done = acted;
	c->arg = q;
	commit_run(c);
}
