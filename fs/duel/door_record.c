/*
 * The gated record: what is staged in a door becomes a candidate (candidate.h), then a submission to the format, and that becomes entries.
 */
#include <errno.h>
#include <stdio.h>

#include "fs/duel/candidate.h"
#include "fs/duel/door_inner.h"
#include "fs/duel/judging.h"
#include "validators/mem.h"
#include "validators/text.h"

static int
record_may_open(struct duel *d, const struct caller *who, const char *name)
{
	const struct live *v = d->live;
	const struct seat *holder = v->lease.holder ? v->seats[v->lease.holder - 1] : NULL;
	if (!holder && v->lease.ran_out)
		return refuse_rule(d, 0, who->uid, name, &refusals[REFUSAL_LEASE_NONE], "lease %llu ran out, and nobody has the floor: claim it again",
			(unsigned long long)v->lease.number);
	if (!holder)
		return refuse_rule(d, 0, who->uid, name, &refusals[REFUSAL_LEASE_NONE], "nobody has the floor: claim it first (echo claim NAME > lock)");
	if (who->uid && who->uid != holder->uid)
		return refuse_rule(d, 0, who->uid, name, &refusals[REFUSAL_LEASE_NONE], "\"%s\" has the floor, and uid %u is not its uid",
			holder->name, (unsigned)who->uid);
	return 0;
}

static bool
lease_good(const struct door *w)
{
	const struct lease *l = &w->d->live->lease;
	return l->number == w->lease && lease_held(l, registry_moment(w->d->registry).clock_ms);
}

static int
refuse_lease(struct door *w)
{
	const struct lease *l = &w->d->live->lease;
	char text[160];
	snprintf(text, sizeof text, l->number == w->lease ? "lease %llu is over; nothing was recorded: claim again and write again"
		: "lease %llu was overtaken by lease %llu; nothing was recorded: claim again and write again", (unsigned long long)w->lease,
		(unsigned long long)l->number);
	return door_refuse_rule(w, &refusals[REFUSAL_LEASE_EXPIRED], text);
}

static int
record_may_write(struct door *w)
{
	if (duel_is_closed(w->d))
		return door_refuse_rule(w, &refusals[REFUSAL_DUEL_CLOSED], RECORD_CLOSED);
	return lease_good(w) ? 0 : refuse_lease(w);
}

static void
record_base(struct door *w, const char **bytes, size_t *len)
{
	duel_record(w->d, bytes, len);
}

static size_t
record_limit(struct door *w, bool rewriting, size_t base_len)
{
	size_t turn = door_turn_limit(w);
	return rewriting ? 2 * base_len + turn : turn;
}

static int
record_too_big(struct door *w)
{
	return door_refuse_rule(w, &refusals[REFUSAL_LIMIT_TURN], TURN_TOO_BIG);
}

static bool
record_waits_for_sync(struct door *w)
{
	return w->d->live->lease.piecewise && w->d->live->lease.number == w->lease;
}

static int
record_full(struct door *w, const struct verdict *v)
{
	size_t len = utstring_len(&w->d->live->record);
	for (unsigned i = 0; i < v->n; i++)
		len += entry_kinds[v->drafts[i].kind].record ? v->drafts[i].body_len : 0;
	if (len <= LIMIT_RECORD_BYTES)
		return 0;
	return door_refuse_rule(w, &refusals[REFUSAL_LIMIT_RECORD], "the record would grow past 4 MiB");
}

/* At a write. */

static void
write_judged(struct judging *j)
{
	struct door_op *op = j->arg;
	struct door *w = op->door;
	int err = findings_errno(&j->verdict.findings);
	if (err)
		err = door_refuse(w, err, &j->verdict.findings);
	else if (j->verdict_whole && record_full(w, &j->verdict))
		err = -refusals[REFUSAL_LIMIT_RECORD].err;
	else if (j->verdict_whole && j->staged == w->stage.changes && (!w->stage.rewriting || w->stage.covered == w->stage.len))
		door_keep_verdict(w, &j->verdict, j->state);
	judging_free(j);
	door_finish(op, err);
}

static struct judging *
judging_of(struct door_op *op, struct candidate *c, void (*then)(struct judging *j))
{
	struct judging *j = mem_calloc(1, sizeof *j);
	*j = (struct judging){.d = op->door->d, .uid = op->door->who.uid, .text = c->text, .len = c->len, .row = op->door->row, .line0 = c->line0, .then = then, .arg = op,
		.staged = op->door->stage.changes};
	c->text = NULL;
	return j;
}

static int
refuse_history(struct door *w, const struct candidate *c)
{
	struct findings fs = {0};
	findings_add(&fs, &refusals[REFUSAL_HISTORY_CHANGED], c->changed_line, c->in_front && c->kind == CANDIDATE_CHANGED
		? "the front of this file is another now, and nobody writes it: read the file again and write it back with one text behind it"
		: c->kind == CANDIDATE_SHORTER
		? "accepted bytes are missing from here on: a rewrite must keep all of them, and have one turn behind them; >> appends"
		: "an accepted byte is different here: a rewrite must keep all of them, and have one turn behind them; >> appends");
	return door_refuse(w, -EPERM, &fs);
}

static void
written_text(struct door_op *op, struct candidate *c, bool whole)
{
	struct door *w = op->door;
	const char *why;
	int err = candidate_token(w->d, w->seat, c, &why);
	if (err == -EACCES)
		err = door_refuse_rule(w, &refusals[REFUSAL_LEASE_TOKEN], why);
	else if (err == -EAGAIN || !c->len || !door_may_judge(w, c->len))
		err = 0;
	else {
		struct judging *j = judging_of(op, c, write_judged);
		j->whole = whole || j->text[j->len - 1] == '\n';
		j->prefix = !whole;
		judging_run(j);
		return;
	}
	door_finish(op, err);
}

static void
record_written(struct door_op *op)
{
	struct door *w = op->door;
	const char *base;
	size_t base_len;
	record_base(w, &base, &base_len);
	bool whole = stage_looks_whole(&w->stage, base_len);
	if (w->stage.rewriting && !whole && !door_may_judge(w, w->stage.covered)) { /* comparing costs, too */
		door_finish(op, 0);
		return;
	}
	struct candidate c = candidate_make(w->d, &w->stage, w->stage.rewriting ? w->stage.covered : w->stage.len);
	if (c.kind == CANDIDATE_TEXT)
		written_text(op, &c, whole);
	else if (c.kind == CANDIDATE_CHANGED || (c.kind == CANDIDATE_SHORTER && whole))
		door_finish(op, refuse_history(w, &c));
	else
		door_finish(op, 0);
	free(c.text);
}

/* The decision. */

struct handing_in {
	struct door_op *op;
	struct fstate *state;
	struct commit *commit;
};

static void decide_again(struct handing_in *h);

static int
still_allowed(struct commit *c)
{
	struct handing_in *h = c->arg;
	struct door *w = h->op->door;
	if (duel_is_closed(w->d) || !lease_good(w))
		return -ECANCELED;
	return w->d->live->state == h->state ? 0 : -EAGAIN;
}

static int
refuse_commit(struct door *w, int err)
{
	if (err == -ECANCELED)
		return record_may_write(w);
	if (err == -ENOSPC)
		return door_refuse_rule(w, &refusals[REFUSAL_STORE_FULL], "the store is full; nothing was recorded");
	return door_refuse_rule(w, &refusals[REFUSAL_STORE_FAILED],
		"the store failed; whether this was recorded shows after the next mount");
}

static void
handed_in(struct commit *c, int err)
{
	struct handing_in *h = c->arg;
	struct door_op *op = h->op;
	struct door *w = op->door;
	commit_free(c);
	if (err == -EAGAIN) {
		decide_again(h);
		return;
	}
	w->d->live->format->drop(h->state);
	free(h);
	if (!err) {
		door_clear(w);
	} else {
		err = refuse_commit(w, err);
		w->flush_refused = true;
	}
	door_finish(op, err);
}

/* The turn is on disk: its writer need not wait until it is shown. */
static void
handed_in_durably(struct commit *c)
{
	struct handing_in *h = c->arg;
	struct door_op *op = h->op;
	if (op->done)
		op->done(op->arg, 0);
	op->done = NULL;
}

static void
hand_in(void *arg)
{
	struct handing_in *h = arg;
	struct commit *c = h->commit;
	int err = still_allowed(c);
	if (err)
		handed_in(c, err);
	else
		commit_run(c);
}

/* An accepted verdict goes to the store. Takes what it owns. */
static void
decide_accepted(struct door_op *op, struct verdict *v, struct fstate *state)
{
	struct door *w = op->door;
	struct handing_in *h = mem_calloc(1, sizeof *h);
	int err = record_full(w, v);
	if (err) {
		verdict_free(v);
		free(h);
		w->flush_refused = true;
		door_finish(op, err);
		return;
	}
	struct commit *c = commit_new(w->d);
	*h = (struct handing_in){.op = op, .state = w->d->live->format->hold(state), .commit = c};
	c->arg = h;
	c->check = still_allowed;
	c->durable = handed_in_durably;
	c->done = handed_in;
	c->facts_free = v->facts_free;
	for (unsigned i = 0; i < v->n; i++) {
		struct draft *t = &v->drafts[i];
		commit_add(c, entry_new(t->kind, w->seat, w->lease, t->data, t->body, t->body_len), t->facts);
		t->facts = NULL;
	}
	verdict_free(v);
	line_run(&w->d->line, hand_in, h);
}

static void
decide_refused(struct door_op *op, struct findings *findings)
{
	struct door *w = op->door;
	int err = door_refuse(w, findings_errno(findings), findings);
	w->flush_refused = true;
	door_finish(op, err);
}

static void
decide_judged(struct judging *j)
{
	struct door_op *op = j->arg;
	if (findings_first_error(&j->verdict.findings)) {
		decide_refused(op, &j->verdict.findings);
	} else {
		struct verdict v = j->verdict;
		j->verdict = (struct verdict){0};
		decide_accepted(op, &v, j->state);
	}
	judging_free(j);
}

static void
decide_text(struct door_op *op, struct candidate *c)
{
	struct door *w = op->door;
	struct live *v = w->d->live;
	const char *why;
	int err = candidate_token(w->d, w->seat, c, &why);
	if (err == -EAGAIN || (!err && candidate_blank(c->text, c->len)))
		err = -EINVAL, why = "there is a token line, and no turn behind it";
	if (err) {
		err = door_refuse_rule(w, &refusals[err == -EACCES ? REFUSAL_LEASE_TOKEN : REFUSAL_VALUE_BAD], why);
		w->flush_refused = true;
		door_finish(op, err);
		return;
	}
	if (w->judged && w->judged_state == v->state) {
		struct verdict kept = w->verdict;
		w->judged = false;
		decide_accepted(op, &kept, v->state);
		return;
	}
	struct judging *j = judging_of(op, c, decide_judged);
	j->whole = true;
	judging_run(j);
}

static void
record_decide(struct door_op *op)
{
	struct door *w = op->door;
	struct candidate c = candidate_make(w->d, &w->stage, w->stage.len);
	int err = 0;
	if (c.kind != CANDIDATE_NOTHING)
		err = record_may_write(w);
	if (!err && (c.kind == CANDIDATE_CHANGED || c.kind == CANDIDATE_SHORTER))
		err = refuse_history(w, &c);
	w->flush_refused = err;
	if (err || c.kind == CANDIDATE_NOTHING)
		door_finish(op, err);
	else
		decide_text(op, &c);
	free(c.text);
}

static bool
record_same(struct duel *d, const char *bytes, size_t len)
{
	struct stage s = {.bytes = (char *)bytes, .len = len, .rewriting = true};
	const char *base;
	size_t base_len;
	duel_record(d, &base, &base_len);
	if (len > 2 * base_len + STAGE_SLACK_BYTES) /* CRLF may double it */
		return false;
	struct candidate c = candidate_make(d, &s, len);
	free(c.text);
	return c.kind == CANDIDATE_NOTHING;
}

/* The duel moved on between judgement and commit (a peer joined): judge again. */
static void
decide_again(struct handing_in *h)
{
	struct door_op *op = h->op;
	op->door->d->live->format->drop(h->state);
	free(h);
	record_decide(op);
}

const struct gate gate_record = {
	.may_open = record_may_open,
	.may_write = record_may_write,
	.base = record_base,
	.limit = record_limit,
	.too_big = record_too_big,
	.written = record_written,
	.waits_for_sync = record_waits_for_sync,
	.decide = record_decide,
	.same = record_same,
	.floor = true,
};

/*
 * A scratch file that is to become the record: each write is held against the record and its rules, as a rewrite of it, and told. Nothing
 * is decided here: that is the rename's (replace.h). It may be open across leases; what is refused counts for the one that is held.
 */

static int
draft_may_open(struct duel *d, const struct caller *who, const char *name)
{
	(void)d, (void)who, (void)name;
	return 0;
}

static int
draft_may_write(struct door *w)
{
	int err = duel_is_closed(w->d) ? record_may_write(w) : record_may_open(w->d, &w->who, w->name);
	w->seat = err ? 0 : w->d->live->lease.holder;
	w->lease = err ? 0 : w->d->live->lease.number;
	return err;
}

static void
draft_decide(struct door_op *op)
{
	door_finish(op, 0);
}

const struct gate gate_draft = {
	.may_open = draft_may_open,
	.may_write = draft_may_write,
	.base = record_base,
	.limit = record_limit,
	.too_big = record_too_big,
	.written = record_written,
	.waits_for_sync = record_waits_for_sync,
	.decide = draft_decide,
};
