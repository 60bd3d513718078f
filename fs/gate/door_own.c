/*
 * A gated file of a format's own (format_row.gated): one text that is handed in once. Before, the file is empty; what `render` gives after is
 * history: the same text again changes nothing, another is refused. With the floor; once the duel is closed, without it, by the one seat
 * that the row's after_close names.
 */
#include <stdio.h>

#include "fs/gate/door_inner.h"
#include "fs/util/token_line.h"
#include "validators/text/mem.h"

static const struct format_row *
row_of(const struct duel *d, int row)
{
	return &d->fold->format->rows[row - ROW_OWN];
}

/* A duel whose log is damaged takes nothing more. */
static unsigned
own_late(const struct duel *d, const struct caller *who, int row)
{
	const struct format_row *r = row_of(d, row);
	struct context ctx;
	if (!d->fold->closed_ms || d->fold->damage || !r->after_close)
		return 0;
	fold_context(d->fold, &ctx);
	const struct seat *s = duel_seat(d, r->after_close(d->fold->state, &ctx));
	return s && (!who->uid || who->uid == s->uid) ? s->number : 0;
}

static int
own_may_open(struct duel *d, const struct caller *who, const char *name, int row)
{
	unsigned late = own_late(d, who, row);
	int err = late ? 0 : door_need_floor(d, who, name);
	return err ? err : door_may_take(d, late ? late : d->fold->lease.holder, who, name, row);
}

static void
own_text(struct duel *d, int row, const char **bytes, size_t *len)
{
	UT_string *text = &d->live->base_text;
	struct context ctx;
	fold_context(d->fold, &ctx);
	utstring_clear(text);
	d->fold->format->render(d->fold->state, &ctx, row, 0, text);
	*bytes = utstring_body(text);
	*len = utstring_len(text);
}

static void
own_base(struct door *w, const char **bytes, size_t *len)
{
	own_text(w->d, w->row, bytes, len);
}

static bool
is_written(struct door *w)
{
	const char *base;
	size_t base_len;
	own_base(w, &base, &base_len);
	return base_len;
}

static bool
own_stands(const struct door *w)
{
	return duel_is_closed(w->d) ? own_late(w->d, &w->who, w->row) == w->seat : door_lease_good(w);
}

/* What comes for a file that is written already is held against it, whoever has the floor by now. */
static int
own_may_write(struct door *w)
{
	if (is_written(w))
		return 0;
	if (duel_is_closed(w->d)) {
		if (!own_stands(w))
			return door_refuse_rule(w, &refusals[REFUSAL_DUEL_CLOSED], RECORD_CLOSED);
		w->lease = 0; /* the one that it was opened under ended with the duel */
		return 0;
	}
	return door_lease_good(w) ? 0 : door_refuse_lease(w);
}

static bool
is_same_text(const struct format *f, const char *text, size_t len, const char *base, size_t base_len)
{
	struct token_line t = token_line_read(text, len);
	if (t.token) {
		size_t cut = (size_t)(t.line - text) + t.len + t.whole;
		text += cut, len -= cut;
	}
	candidate_trim(f, &text, &len);
	candidate_trim(f, &base, &base_len);
	return len == base_len && !memcmp(text, base, len);
}

static struct candidate
candidate_of(struct duel *d, int row, const char *bytes, size_t len)
{
	struct candidate c = candidate_of_text(bytes, len);
	const char *base;
	size_t base_len, at;
	own_text(d, row, &base, &base_len);
	if (!base_len)
		return c;
	enum stage_change change = stage_compare(c.text, c.len, base, base_len, &at);
	c.changed_line = 1 + stage_lines(c.text, at < c.len ? at : c.len);
	c.kind = is_same_text(d->fold->format, c.text, c.len, base, base_len) ? CANDIDATE_NOTHING
		: change == STAGE_WITHIN ? CANDIDATE_SHORTER : CANDIDATE_CHANGED;
	return c;
}

static struct candidate
own_candidate(struct door *w, size_t len)
{
	return candidate_of(w->d, w->row, w->stage.bytes, len);
}

static size_t
own_limit(struct door *w, bool rewriting, size_t base_len)
{
	return door_turn_limit(w) + (rewriting ? base_len : 0);
}

static bool
own_waits_for_sync(struct door *w)
{
	return w->lease && w->d->fold->lease.piecewise && w->d->fold->lease.number == w->lease;
}

static bool
own_same(struct duel *d, const struct caller *who, int row, const char *bytes, size_t len)
{
	(void)who;
	if (len > 2 * (size_t)d->fold->terms.max_turn_bytes + STAGE_SLACK_BYTES)
		return false;
	struct candidate c = candidate_of(d, row, bytes, len);
	candidate_free(&c);
	return c.kind == CANDIDATE_NOTHING;
}

const struct gate gate_own = {
	.may_open = own_may_open,
	.late = own_late,
	.may_write = own_may_write,
	.stands = own_stands,
	.base = own_base,
	.candidate = own_candidate,
	.limit = own_limit,
	.refuse = door_refuse_rule,
	.written = door_text_written,
	.waits_for_sync = own_waits_for_sync,
	.decide = door_text_decide,
	.same = own_same,
	.floor = true,
};
