/* fail, next, end: verbs that only some formats have. The format says what becomes of them. */
#include "fs/lock/lock_inner.h"

static int
ask_format(struct request *q)
{
	const struct fold *fold = q->d->fold;
	struct verb_ask ask = {.seat = q->seat,
		.verb = q->verb->name,
		.to = q->values[KEY_TO],
		.who = q->values[KEY_WHO],
		.asks = q->values[KEY_ASKS],
		.reason = q->values[KEY_REASON]};
	struct verdict out = {0};
	struct context ctx;
	fold_context(fold, &ctx);
	format_verb(fold->state, &ctx, &ask, &out);
	int err = findings_errno(&out.findings);
	if (err)
		err = refuse_keep(q->d, q->seat, &q->who, "lock", NULL, err, &out.findings);
	else if (!drafts_fit(q->d, &out))
		err = lock_refuse(q, REFUSAL_LIMIT_RECORD, RECORD_FULL);
	if (!err && out.n)
		return lock_append(q, commit_of_drafts(q->d, q->seat, &out, 0));
	verdict_free(&out);
	return err;
}

#define OF_FORMAT(word, own) \
	{.name = word, .keys = K(TOKEN) | (own), \
		.wants = WANTS_FORMAT | WANTS_SEAT | WANTS_OPEN | WANTS_NO_TOKEN, .act = ask_format}
const struct verb verb_fail = OF_FORMAT("fail", K(WHO) | K(REASON));
const struct verb verb_next = OF_FORMAT("next", K(TO) | K(ASKS));
const struct verb verb_end = OF_FORMAT("end", K(REASON));
