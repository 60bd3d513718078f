/*
 * Texts that a format judges: what is staged in a door becomes a candidate (candidate.h), then a submission to the
 * format, and that becomes entries. Every gated file of a format goes this way (door_record.c, door_own.c).
 *
 * What repeats the seat's last accepted text is a success that changes nothing, also where nothing of it is due any
 * more: whoever did not hear the answer writes again. Only until the next lease: later it is a text like any other.
 */
#include <assert.h>
#include <errno.h>

#include "fs/gate/candidate.h"
#include "fs/gate/door_inner.h"
#include "fs/gate/judging.h"
#include "fs/registry/proposed.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

static int
record_full(struct door *w, const struct verdict *v)
{
	if (drafts_fit(w->d, v))
		return 0;
	return door_refuse_rule(w, &refusals[REFUSAL_LIMIT_RECORD], RECORD_FULL);
}

/* Is it not due any more? With its rule and sentence kept, where `refused` is given. */
static bool
is_not_due(struct door *w, int *refused)
{
	char *sentence;
	const struct rule *rule = gate_not_due(w, &sentence);
	if (rule && refused)
		*refused = door_refuse_rule(w, rule, sentence);
	free(sentence);
	return rule;
}

static bool
is_repeated(const struct door *w, const struct candidate *c)
{
	return w->row == ROW_DEBATE && candidate_repeats(w->d, w->seat, c);
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
	else if (j->verdict_whole && j->staged == w->stage.changes &&
		(!w->stage.rewriting || w->stage.covered == w->stage.len))
		door_keep_verdict(w, &j->verdict, j->state);
	judging_free(j);
	door_finish(op, err);
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
		.arg = op,
		.staged = w->stage.changes};
	strcpy(j->came, c->came);
	c->text = c->written = NULL;
	return j;
}

static const char *
history_sentence(const struct door *w, const struct candidate *c)
{
	if (w->row != ROW_DEBATE)
		return "this was handed in, and stays as it is from here on: it is written once";
	if (c->kind == CANDIDATE_SHORTER)
		return "accepted bytes are missing from here on: a rewrite must keep all of them, and have one turn "
		       "behind them; >> appends";
	if (c->elsewhere)
		return "this is not the file with a text behind it, and what was accepted would be gone: append your "
		       "text with >>, or write the whole "
		       "file back, unchanged, with your text behind it";
	if (c->in_front)
		return "the front of this file is another now, and nobody writes it: read it again, and write it back "
		       "with one text behind it; >> appends";
	return "an accepted byte is different here: a rewrite must keep all of them, and have one turn behind them; >> "
	       "appends";
}

static int
refuse_history(struct door *w, const struct candidate *c)
{
	struct findings fs = {0};
	findings_add(&fs, &refusals[REFUSAL_HISTORY_CHANGED], c->changed_line, "%s", history_sentence(w, c));
	return door_refuse(w, -EPERM, &fs);
}

/* Is there an answer to what is there so far without judging it? A beginning of what is not due may still become a
 * repetition. */
static bool
is_answered(struct door *w, const struct candidate *c, bool whole, int *err)
{
	bool may_repeat = w->d->fold->format->repeats && w->row == ROW_DEBATE;
	*err = 0;
	if (!c->len || (whole && may_repeat && (!door_may_judge(w, c->len) || is_repeated(w, c))))
		return true;
	if (c->kind == CANDIDATE_AGAIN && whole)
		*err = refuse_history(w, c);
	return c->kind == CANDIDATE_AGAIN || is_not_due(w, whole || !may_repeat ? err : NULL) ||
		!door_may_judge(w, c->len);
}

static void
written_text(struct door_op *op, struct candidate *c, bool whole)
{
	struct door *w = op->door;
	const char *why;
	int err = candidate_token(w->d, w->seat, c, &why);
	if (err == -EACCES)
		err = door_refuse_rule(w, &refusals[REFUSAL_LEASE_TOKEN], why);
	else if (err == -EAGAIN)
		err = 0;
	else if (!is_answered(w, c, whole, &err)) {
		struct judging *j = judging_of(op, c, write_judged);
		j->whole = whole || j->text[j->len - 1] == '\n';
		j->prefix = !whole;
		judging_run(j);
		return;
	}
	door_finish(op, err);
}

void
door_text_written(struct door_op *op)
{
	struct door *w = op->door;
	const char *base;
	size_t base_len;
	assert(w->gate->candidate);
	w->gate->base(w, &base, &base_len);
	/* There nothing stands before a text, nor behind one that came at once. */
	bool desk = w->gate->kind & GATE_DESKS;
	bool whole = stage_looks_whole(&w->stage, desk ? SIZE_MAX : base_len);
	if (whole && desk)
		stage_truncate(&w->stage, w->stage.covered, base, base_len, w->stage.len);
	if (w->stage.rewriting && !whole && !door_may_judge(w, w->stage.covered)) { /* comparing costs, too */
		door_finish(op, 0);
		return;
	}
	struct candidate c = w->gate->candidate(w, w->stage.rewriting ? w->stage.covered : w->stage.len);
	bool undecided = desk && !whole && desk_may_be_same(w);
	int err = desk && c.kind == CANDIDATE_TEXT && !undecided ? gate_may(w, MAY_DECIDE, 0) : 0;
	if (err || undecided)
		door_finish(op, err);
	else if (c.kind == CANDIDATE_TEXT || c.kind == CANDIDATE_AGAIN)
		written_text(op, &c, whole);
	else if (c.kind == CANDIDATE_CHANGED || (c.kind == CANDIDATE_SHORTER && whole))
		door_finish(op, refuse_history(w, &c));
	else
		door_finish(op, 0);
	candidate_free(&c);
}

/* The decision. */

struct handing_in {
	struct door_op *op;
	struct fstate *state;
	struct verdict verdict; /* until it is committed */
};

/* A state that has moved on is judged again, and what is not due any more is refused there. */
static int
still_allowed(struct handing_in *h)
{
	struct door *w = h->op->door;
	if (gate_may(w, MAY_COMMIT, 0))
		return -ECANCELED;
	return duel_state_for(w->d, w->seat) == h->state && !is_not_due(w, NULL) ? 0 : -EAGAIN;
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
	bool canceled = err == -ECANCELED;
	verdict_free(&h->verdict);
	fstate_drop(h->state);
	free(h);
	if (canceled)
		err = gate_may(w, MAY_DECIDE, 0);
	/* What may still be written is held against what is there by now. */
	if (err == -EAGAIN || (canceled && !err)) {
		w->gate->decide(op);
		return;
	}
	if (!err && w->gate->kind == GATE_DESK)
		desk_keep(w);
	if (!err)
		door_clear(w);
	else if (!canceled)
		err = refuse_commit(w, err);
	w->flush_refused = err;
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
		commit_add(c, entry_new(ENTRY_RELEASE, w->seat, lease, NULL, NULL, 0), NULL);
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
	c->facts_free = h->verdict.facts_free;
	uint64_t lease = w->gate->kind == GATE_DESK ? desk_begin(w, c) : w->lease;
	for (unsigned i = 0; i < h->verdict.n; i++)
		commit_add_draft(c, w->seat, lease, &h->verdict.drafts[i]);
	end_lease(w, c, lease);
	verdict_free(&h->verdict);
	h->verdict = (struct verdict){0};
	commit_run(c);
}

/* An accepted verdict goes to the store. Takes what it owns. */
static void
decide_accepted(struct door_op *op, struct verdict *v, struct fstate *state)
{
	struct door *w = op->door;
	struct handing_in *h = mem_calloc(1, sizeof *h);
	int err = record_full(w, v);
	assert(v->n && w->seat);
	if (err) {
		verdict_free(v);
		free(h);
		w->flush_refused = true;
		door_finish(op, err);
		return;
	}
	*h = (struct handing_in){.op = op, .state = fstate_hold(state), .verdict = *v};
	*v = (struct verdict){0};
	queue_run(&w->d->queue, hand_in, h);
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
decide_judging(struct door_op *op, struct candidate *c)
{
	struct door *w = op->door;
	struct fstate *state = duel_state_for(w->d, w->seat);
	if (w->judged && w->judged_state == state) {
		struct verdict kept = w->verdict;
		w->judged = false;
		decide_accepted(op, &kept, state);
		return;
	}
	struct judging *j = judging_of(op, c, decide_judged);
	j->whole = true;
	judging_run(j);
}

/* What it holds would come too late, and perhaps nobody would hear of it. */
static int
refuse_undecided(struct door *w)
{
	char *text = mem_format("%s is open, with bytes that nobody has decided on: close it first, and hand in again",
		leaf_undecided(w->d, w->lease));
	int err = door_refuse_rule(w, &refusals[REFUSAL_LEASE_BUSY], text);
	free(text);
	return err;
}

static void
decide_text(struct door_op *op, struct candidate *c)
{
	struct door *w = op->door;
	const char *why;
	int err = candidate_token(w->d, w->seat, c, &why);
	if (err == -EACCES)
		err = door_refuse_rule(w, &refusals[REFUSAL_LEASE_TOKEN], why);
	else if (err || candidate_empty(w->d->fold->format, c->text, c->len))
		err = door_refuse_rule(w, &text_rules[TEXT_BLANK], NO_TEXT);
	else if (is_repeated(w, c))
		door_clear(w);
	else if (c->kind == CANDIDATE_AGAIN)
		err = refuse_history(w, c);
	else if (leaf_undecided(w->d, w->lease))
		err = refuse_undecided(w);
	else if (!is_not_due(w, &err)) {
		decide_judging(op, c);
		return;
	}
	w->flush_refused = err;
	door_finish(op, err);
}

void
door_text_decide(struct door_op *op)
{
	struct door *w = op->door;
	struct candidate c = w->gate->candidate(w, w->stage.len);
	int err = 0;
	assert(w->stage.written);
	if (c.kind != CANDIDATE_NOTHING)
		err = gate_may(w, MAY_DECIDE, 0);
	if (!err && (c.kind == CANDIDATE_CHANGED || c.kind == CANDIDATE_SHORTER))
		err = refuse_history(w, &c);
	w->flush_refused = err;
	if (err || c.kind == CANDIDATE_NOTHING)
		door_finish(op, err);
	else
		decide_text(op, &c);
	candidate_free(&c);
}
