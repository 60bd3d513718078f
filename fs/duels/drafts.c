/*
 * Entries that a format makes: their bytes as they go into the record, whether it has room for them; and those of the
 * format's verbs and of the clock, without a text.
 *
 * What stands between two texts is the beginning of the second one's bytes. A text that was appended gets a blank line,
 * a rule and a blank line before it. A text that came as a rewrite stands as it was written behind the old bytes, so
 * that whoever wrote the file reads back what it wrote; nothing is put before it but what it could not be read without.
 */
#include "fs/duels/duels_inner.h"

#include <assert.h>

#include "validators/kit/record.h"

bool
drafts_fit(const struct duel *d, const struct verdict *v)
{
	assert(d->fold);
	size_t len = utstring_len(&d->fold->record) + utstring_len(&d->fold->owed);
	for (unsigned i = 0; i < v->n; i++)
		len += v->drafts[i].record_room +
			(entry_kinds[v->drafts[i].kind].record ? v->drafts[i].body_len + RECORD_LEAD_BYTES : 0);
	return len <= LIMIT_RECORD_BYTES;
}

/* The end of the record, from its last text on, as it is when the next entry of this commit is put behind it. */
static void
put_tail(const struct commit *c, UT_string *out)
{
	struct fold *fold = c->duel->fold;
	const char *record;
	size_t len;
	record_stored(c->duel->fold, &record, &len);
	utstring_bincpy(out, record + fold->last_text, len - fold->last_text);
	utstring_concat(out, &fold->owed);
	for (size_t i = 0; i < c->n; i++)
		if (entry_kinds[c->entries[i]->kind].record && c->entries[i]->kind != ENTRY_HEAD)
			utstring_bincpy(out, c->entries[i]->body, c->entries[i]->body_len);
}

/* What stands before a draft's own bytes. Behind a line of the filesystem's that is a blank line in any case: by it the
 * line is told. */
static void
put_lead(const struct commit *c, const struct draft *t, UT_string *out)
{
	UT_string tail;
	if (t->kind != ENTRY_NOTE && t->form == DRAFT_AS_IS)
		return;
	utstring_init(&tail);
	put_tail(c, &tail);
	const char *gap = record_gap(utstring_body(&tail), utstring_len(&tail));
	if (t->kind == ENTRY_NOTE)
		utstring_printf(out, "%s", gap);
	else if (t->form == DRAFT_TEXT || t->form == DRAFT_MADE)
		utstring_printf(out, "%s" RECORD_RULE, gap);
	else if (t->form == DRAFT_WRITTEN && commit_has_notes(c))
		utstring_printf(out, "%s", *t->body == '\n' || *t->body == '\r' ? "" : gap);
	else if (t->form == DRAFT_WRITTEN)
		utstring_printf(
			out, "%s", record_needs(utstring_body(&tail), utstring_len(&tail), t->body, t->body_len));
	utstring_done(&tail);
}

void
commit_add_draft(struct commit *c, unsigned seat, uint64_t lease, struct draft *t)
{
	assert(t->kind > 0 && t->kind < ENTRY_KINDS);
	UT_string body;
	utstring_init(&body);
	put_lead(c, t, &body);
	utstring_bincpy(&body, t->body ? t->body : "", t->body_len);
	commit_add(c,
		entry_new(t->kind, seat, lease, t->data, t->body ? utstring_body(&body) : NULL, utstring_len(&body)));
	utstring_done(&body);
}

static bool
draft_takes_floor(const struct draft *t, bool by_holder)
{
	bool closes = t->kind == ENTRY_CLOSE || t->kind == ENTRY_CONCLUSION;
	return t->kind == ENTRY_EXPIRE || (closes && !by_holder);
}

static bool
takes_floor(const struct fold *fold, unsigned seat, const struct verdict *verdict)
{
	for (unsigned i = 0; i < verdict->n; i++)
		if (draft_takes_floor(&verdict->drafts[i], fold->lease.holder == seat))
			return true;
	return !seat;
}

static void
add_expiry(struct commit *c, int64_t due)
{
	const struct lease *l = &c->duel->fold->lease;
	struct entry *e = entry_new(ENTRY_EXPIRE, l->holder, l->number, NULL, NULL, 0);
	assert(l->holder);
	e->clock_ms = due;
	commit_add(c, e);
}

struct commit *
commit_of_drafts(struct duel *d, unsigned seat, struct verdict *verdict, int64_t due)
{
	assert(duels_is_locked(d->duels));
	assert(d->busy && verdict->n);
	const struct lease *l = &d->fold->lease;
	struct commit *c = commit_new(d);
	bool taken = l->holder && takes_floor(d->fold, seat, verdict);
	uint64_t lease = seat && l->holder == seat && !taken ? l->number : 0;
	if (taken)
		add_expiry(c, due);
	for (unsigned i = 0; i < verdict->n; i++)
		if (verdict->drafts[i].kind != ENTRY_EXPIRE)
			commit_add_draft(c, seat, lease, &verdict->drafts[i]);
	verdict_free(verdict);
	return c;
}
