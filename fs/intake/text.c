/*
 * Texts that a format judges: what is staged in an intake becomes a text (intake_text.h), then a submission to the
 * format, and that becomes entries. Every written file of a format goes this way (record.c, desk.c).
 */
#include <assert.h>
#include <errno.h>

#include "fs/intake/intake_text.h"
#include "fs/intake/intake_inner.h"
#include "fs/intake/judging.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

static const char *
history_sentence(const struct intake *w, const struct intake_text *c)
{
	if (w->d->fold->format->front)
		return "nobody writes this file anew: append your text with >>, or write it to your own turn.md";
	if (c->kind == INTAKE_TEXT_SHORTER)
		return "accepted bytes are missing from here on: a rewrite must keep all of them, and have one turn "
		       "behind them; >> appends";
	if (c->elsewhere)
		return "this is not the file with a text behind it, and what was accepted would be gone: append your "
		       "text with >>, or write the whole file back, unchanged, with your text behind it";
	return "an accepted byte is different here: a rewrite must keep all of them, and have one turn behind them; >> "
	       "appends";
}

/* If one write was taken for the whole text, the refusal says how long it was: more may have been to come. */
static int
refuse_taken(struct intake *w, int err, struct findings *findings)
{
	if (w->took && findings->n) {
		struct finding *f = findings->v;
		char *said = f->text;
		f->text = mem_format("%s (one write of %d lines was taken for the whole text)", said, w->took);
		free(said);
	}
	return intake_refuse(w, err, findings);
}

/* The decision. */

/* A lease ends with the text that is handed in under it: by a release, or by the close. A text beside another's lease
 * ends none. -EAGAIN: decide anew. */
static int
hand_in(struct intake *w, struct verdict *v)
{
	const struct fold *fold = w->d->fold;
	struct commit *c = commit_new(w->d);
	bool desk = w->type->kind == INTAKE_DESK;
	bool ends = !duel_is_closed(w->d) && (!fold->lease.holder || fold->lease.holder == w->seat);
	c->until_ms = intake_until(w);
	uint64_t lease = w->lease;
	assert(!desk || lease == (fold->lease.holder == w->seat ? fold->lease.number : 0));
	if (desk && !lease && !duel_is_closed(w->d)) {
		/* it takes the floor for as long as it takes to hand in, or has a number of its own beside another's */
		if (!fold->lease.holder)
			commit_add(c, fold_claim_new(fold, w->seat, false, NULL));
		lease = fold->next_lease;
	}
	for (unsigned i = 0; i < v->n; i++) {
		ends &= v->drafts[i].kind != ENTRY_CONCLUSION && v->drafts[i].kind != ENTRY_CLOSE;
		commit_add_draft(c, w->seat, lease, &v->drafts[i]);
	}
	if (ends)
		commit_add(c, entry_new(ENTRY_RELEASE, w->seat, lease, NULL, NULL, 0));
	int err = duel_append(c);
	if (err == -ECANCELED || err == -EAGAIN)
		return -EAGAIN;
	if (err == -ENOENT) /* the duel was removed on another host */
		return err;
	if (err)
		return intake_refuse_rule(w, store_rule(err),
			err == -ENOSPC ? "the store is full; nothing was recorded"
				: err != -EIO ? store_refusal(err)
				: "the store failed; whether this was recorded shows after the next mount");
	if (desk)
		handed_keep(w->d->fold, w->seat, desk_masked(w->stage.bytes, w->stage.len), w->stage.len);
	intake_clear(w);
	return 0;
}

int
intake_judge(struct intake *w, struct text_judging *j)
{
	const struct stage was = w->stage;
	unsigned changes = debate_changes(w->d->fold->state), holder = w->d->fold->lease.holder;
	bool closed = duel_is_closed(w->d), looked = true;
	judging_run(j); /* a database that has lost entries closes it even now */
	if (j->look) {
		duel_leave(w->d);
		looked = judging_look(j);
		duel_enter(w->d);
	}
	if (debate_changes(w->d->fold->state) != changes || w->d->fold->lease.holder != holder ||
		duel_is_closed(w->d) != closed || w->stage.writes != was.writes || w->stage.len != was.len ||
		!intake_is_undecided(w))
		return -EAGAIN;
	return looked ? 0 : -ECANCELED;
}

/* An accepted verdict goes to the store; that on a scratch text goes nowhere. */
static int
submit_text(struct intake *w, struct intake_text *c)
{
	struct text_judging j = {.d = w->d,
		.uid = w->who.uid,
		.text = c->text,
		.len = c->len,
		.written = c->written,
		.written_len = c->written_len,
		.line0 = c->line0,
		.as = w->lease ? 0 : w->seat};
	struct findings *found = &j.verdict.findings;
	strcpy(j.came, c->came);
	int err = intake_judge(w, &j);
	if (err) {
		err = err == -ECANCELED ? intake_refuse_dropped(w, 0) : err;
	} else if (findings_first_error(found)) {
		err = refuse_taken(w, findings_errno(found), found);
	} else if (!drafts_fit(w->d, &j.verdict)) {
		err = intake_refuse_rule(w, &refusals[REFUSAL_LIMIT_RECORD], RECORD_FULL);
	} else if (w->waits) {
		err = 0;
	} else if (w->type->kind & INTAKE_DRAFTS) {
		intake_clear(w);
		err = 0;
	} else {
		err = hand_in(w, &j.verdict);
	}
	judging_done(&j);
	return err;
}

/* -EAGAIN: the duel has moved on meanwhile, or more was written. */
int
intake_text_decide(struct intake *w)
{
	const char *why;
	struct findings history = {0};
	struct intake_text c = w->type->text(w);
	int err = 0;
	if (c.kind == INTAKE_TEXT_NOTHING) {
		intake_clear(w);
		goto out;
	}
	err = intake_may(w, MAY_WRITE);
	if (err)
		goto out;
	if (c.kind != INTAKE_TEXT_TEXT) {
		findings_add(&history, &refusals[REFUSAL_HISTORY_CHANGED], c.changed_line, "%s",
			history_sentence(w, &c));
		err = refuse_taken(w, -EPERM, &history);
		goto out;
	}
	err = intake_text_token(w->d, w->seat, &c, &why);
	if (err == -EACCES) /* whose it is, nothing proves */
		err = refuse_rule(w->d, 0, &w->who, w->name, &refusals[REFUSAL_LEASE_TOKEN], "%s", why);
	else if (err || intake_text_empty(w->d->fold->format, c.text, c.len))
		err = intake_refuse_rule(w, &text_rules[TEXT_BLANK], NO_TEXT);
	else
		err = submit_text(w, &c);
out:
	intake_text_free(&c);
	return err;
}
