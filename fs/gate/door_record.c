/* The gated record, debate.md: whoever has the floor hands in here (door_text.c). */
#include <stdio.h>

#include "fs/gate/candidate.h"
#include "fs/gate/door_inner.h"
#include "validators/text/mem.h"

static void
record_base(struct door *w, const char **bytes, size_t *len)
{
	duel_record(w->d, bytes, len);
}

static struct candidate
record_candidate(struct door *w, size_t len)
{
	return candidate_make(w->d, &w->stage, len);
}

/* What one of this one's seats handed in last, written again. */
static bool
repeats_own(struct duel *d, const struct caller *who, const struct candidate *c)
{
	bool same = false;
	for (unsigned seat = 1; seat <= d->fold->n_seats && !same; seat++) {
		struct candidate own = *c;
		const char *why;
		if (!fold_may_act(d->fold, seat, who->uid))
			continue;
		own.text = mem_copy(c->text, c->len);
		own.written = NULL;
		same = !candidate_token(d, seat, &own, &why) && candidate_repeats(d, seat, &own);
		candidate_free(&own);
	}
	return same;
}

static bool
record_same(struct duel *d, const struct caller *who, int row, const char *bytes, size_t len)
{
	struct stage s = {.bytes = (char *)bytes, .len = len, .rewriting = true};
	const char *base;
	size_t base_len;
	(void)row;
	duel_record(d, &base, &base_len);
	if (len > 2 * base_len + STAGE_SLACK_BYTES +
			(d->fold->format->repeats ? 2 * (size_t)d->fold->terms.max_turn_bytes
						  : 0)) /* CRLF may double it */
		return false;
	struct candidate c = candidate_make(d, &s, len);
	bool same = c.kind == CANDIDATE_NOTHING || (c.text && repeats_own(d, who, &c));
	candidate_free(&c);
	return same;
}

const struct gate gate_record = {
	.kind = GATE_RECORD,
	.name = "debate.md",
	.bases = 2,
	.base = record_base,
	.candidate = record_candidate,
	.refuse = door_refuse,
	.written = door_text_written,
	.decide = door_text_decide,
	.same = record_same,
};

/*
 * A scratch file that is to become the record: each write is held against the record and its rules, as a rewrite of it,
 * and told. Nothing is decided here: that is the rename's (replace.h). It may be open across leases; what is refused
 * counts for the one that is held.
 */

static void
draft_decide(struct door_op *op)
{
	door_finish(op, 0);
}

const struct gate gate_draft = {
	.kind = GATE_DRAFT,
	.name = "debate.md",
	.bases = 2,
	.base = record_base,
	.candidate = record_candidate,
	.refuse = door_refuse,
	.written = door_text_written,
	.decide = draft_decide,
};
