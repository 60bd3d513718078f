/*
 * Texts that a format judges: what is staged in a door becomes a candidate (candidate.h), then a submission to the
 * format, and that becomes entries. Every gated file of a format goes this way (door_record.c, door_own.c).
 */
#include <assert.h>
#include <errno.h>

#include "fs/gate/candidate.h"
#include "fs/gate/door_inner.h"
#include "fs/gate/judging.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

static int
record_full(struct door *w, const struct verdict *v)
{
	if (drafts_fit(w->d, v))
		return 0;
	return door_refuse_rule(w, &refusals[REFUSAL_LIMIT_RECORD], RECORD_FULL);
}

static struct judging *
judging_of(struct door_op *op, struct candidate *c, void (*then)(struct judging *j))
{
	assert(c->text);
	struct door *w = op->door;
	struct judging *j = mem_calloc(1, sizeof *j);
	*j = (struct judging){.d = w->d,
		.uid = w->who.uid,
		.text = c->text,
		.len = c->len,
		.written = c->written,
		.written_len = c->written_len,
		.row = w->row,
		.line0 = c->line0,
		.as = w->lease ? 0 : w->seat,
		.then = then,
		.arg = op};
	strcpy(j->came, c->came);
	c->text = c->written = NULL;
	return j;
}

static const char *
history_sentence(const struct door *w, const struct candidate *c)
{
	if (w->row != ROW_DEBATE)
		return "this was handed in, and stays as it is from here on: it is written once";
	if (w->d->fold->format->front)
		return "nobody writes this file anew: append your text with >>, or write it to your own turn.md";
	if (c->kind == CANDIDATE_SHORTER)
		return "accepted bytes are missing from here on: a rewrite must keep all of them, and have one turn "
		       "behind them; >> appends";
	if (c->elsewhere)
		return "this is not the file with a text behind it, and what was accepted would be gone: append your "
		       "text with >>, or write the whole "
		       "file back, unchanged, with your text behind it";
	return "an accepted byte is different here: a rewrite must keep all of them, and have one turn behind them; >> "
	       "appends";
}

/* Where one write was taken for the whole text, and something is missing in that, its sentence says how much it was:
 * more may have been to come. */
static int
refuse_taken(struct door *w, int err, struct findings *findings)
{
	struct finding *f = findings->v, *end = f + findings->n;
	while (f < end && !f->missing)
		f++;
	if (w->took && f < end) {
		char *said = f->text;
		f->text = mem_format("%s (one write of %d lines was taken for the whole text)", said, w->took);
		free(said);
	}
	return door_refuse(w, err, findings);
}

static int
refuse_history(struct door *w, const struct candidate *c)
{
	struct findings fs = {0};
	(c->kind == CANDIDATE_SHORTER ? findings_add_missing : findings_add)(
		&fs, &refusals[REFUSAL_HISTORY_CHANGED], c->changed_line, "%s", history_sentence(w, c));
	return refuse_taken(w, -EPERM, &fs);
}

/* What was handed in may be written again at its desk, whoever moves; of a draft the first write alone is looked at. */
void
door_text_written(struct door_op *op)
{
	struct door *w = op->door;
	assert(w->gate->candidate);
	if (door_takes_whole(w))
		w->gate->decide(op);
	else if (w->gate->kind & GATE_DRAFTS || (w->gate->kind == GATE_DESK && desk_may_be_same(w)))
		door_finish(op, 0);
	else
		door_finish(op, gate_may(w, MAY_WRITE, 0));
}

/* The decision. */

struct handing_in {
	struct door_op *op;
	struct fstate *state;
	struct verdict verdict; /* until it is committed */
	char *shown; /* of a desk: as it shows the text then; malloc'd */
	size_t len;
};

/* A state that has moved on is judged again. */
static int
still_allowed(struct handing_in *h)
{
	struct door *w = h->op->door;
	if (gate_may(w, MAY_COMMIT, 0))
		return -ECANCELED;
	return w->d->fold->state == h->state ? 0 : -EAGAIN;
}

static int
commit_allowed(struct commit *c)
{
	return still_allowed(c->arg);
}

static int
refuse_commit(struct door *w, int err)
{
	if (err == -ENOENT) /* the duel was removed on another host */
		return err;
	if (err == -ENOSPC)
		return door_refuse_rule(w, &refusals[REFUSAL_STORE_FULL], "the store is full; nothing was recorded");
	return door_refuse_rule(w, &refusals[REFUSAL_STORE_FAILED],
		err == -ETIMEDOUT || err == -EROFS ? store_refusal(err)
				  : "the store failed; whether this was recorded shows after the next mount");
}

/* Where the duel moved on between judgement and commit (a peer joined, the file was handed in by another) it is judged
 * again. */
static void
handed_in(struct handing_in *h, int err)
{
	struct door_op *op = h->op;
	struct door *w = op->door;
	if (!err && h->shown) {
		handed_keep(w->d->fold, w->seat, h->shown, h->len);
		h->shown = NULL;
	}
	verdict_free(&h->verdict);
	fstate_drop(h->state);
	free(h->shown);
	free(h);
	if (err == -EAGAIN || err == -ECANCELED) {
		w->gate->decide(op);
		return;
	}
	if (!err)
		door_clear(w);
	else
		err = refuse_commit(w, err);
	door_finish(op, err);
}

static void
committed(struct commit *c, int err)
{
	struct handing_in *h = c->arg;
	assert(h->op->door->d == c->duel);
	commit_free(c);
	handed_in(h, err);
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

/* A lease covers one text. What closes the duel ends it, too, and beside a lease of another's nothing ends. */
static void
end_lease(const struct door *w, struct commit *c, uint64_t lease)
{
	const struct fold *fold = w->d->fold;
	bool held = !duel_is_closed(w->d) && (!fold->lease.holder || fold->lease.holder == w->seat);
	for (size_t i = 0; i < c->n; i++)
		held &= c->entries[i]->kind != ENTRY_CONCLUSION && c->entries[i]->kind != ENTRY_CLOSE;
	if (held)
		commit_add(c, entry_new(ENTRY_RELEASE, w->seat, lease, NULL, NULL, 0));
}

static void
hand_in(void *arg)
{
	struct handing_in *h = arg;
	struct door *w = h->op->door;
	int err = still_allowed(h);
	assert(!w->d->queue.busy);
	if (err) {
		handed_in(h, err);
		return;
	}
	struct commit *c = commit_new(w->d);
	c->arg = h;
	c->check = commit_allowed;
	c->durable = handed_in_durably;
	c->done = committed;
	bool desk = w->gate->kind == GATE_DESK;
	uint64_t lease = desk ? desk_begin(w, c) : w->lease;
	h->shown = desk ? desk_shown(w) : NULL; /* its writer may cut the file once it is on disk */
	h->len = w->stage.len;
	for (unsigned i = 0; i < h->verdict.n; i++)
		commit_add_draft(c, w->seat, lease, &h->verdict.drafts[i]);
	end_lease(w, c, lease);
	verdict_free(&h->verdict);
	h->verdict = (struct verdict){0};
	commit_run(c);
}

/* An accepted verdict goes to the store; that on a draft goes nowhere. */
static void
decide_accepted(struct door_op *op, struct judging *j)
{
	struct door *w = op->door;
	int err = record_full(w, &j->verdict);
	assert(j->verdict.n && w->seat);
	if (!err && w->gate->kind & GATE_DRAFTS)
		door_clear(w);
	if (err || w->gate->kind & GATE_DRAFTS) {
		door_finish(op, err);
		return;
	}
	struct handing_in *h = mem_calloc(1, sizeof *h);
	*h = (struct handing_in){.op = op, .state = fstate_hold(j->state), .verdict = j->verdict};
	j->verdict = (struct verdict){0};
	queue_run(&w->d->queue, hand_in, h);
}

static void
decide_judged(struct judging *j)
{
	struct door_op *op = j->arg;
	struct findings *found = &j->verdict.findings;
	if (findings_first_error(found))
		door_finish(op, refuse_taken(op->door, findings_errno(found), found));
	else
		decide_accepted(op, j);
	judging_free(j);
}

static int
refuse_text(struct door *w, struct candidate *c)
{
	const char *why;
	int err = candidate_token(w->d, w->seat, c, &why);
	if (err == -EACCES) /* whose it is, nothing proves */
		return refuse_rule(w->d, 0, &w->who, w->name, &refusals[REFUSAL_LEASE_TOKEN], "%s", why);
	if (err || candidate_empty(w->d->fold->format, c->text, c->len))
		return door_refuse_rule(w, &text_rules[TEXT_BLANK], NO_TEXT);
	return 0;
}

void
door_text_decide(struct door_op *op)
{
	struct door *w = op->door;
	struct candidate c = w->gate->candidate(w);
	int err = 0;
	assert(w->stage.written);
	if (c.kind == CANDIDATE_NOTHING)
		door_clear(w);
	else
		err = gate_may(w, MAY_WRITE, 0);
	if (!err && (c.kind == CANDIDATE_CHANGED || c.kind == CANDIDATE_SHORTER))
		err = refuse_history(w, &c);
	else if (!err && c.kind == CANDIDATE_TEXT)
		err = refuse_text(w, &c);
	if (!err && c.kind == CANDIDATE_TEXT)
		judging_run(judging_of(op, &c, decide_judged));
	else
		door_finish(op, err);
	candidate_free(&c);
}
