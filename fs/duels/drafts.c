/*
 * Entries that a format makes: their bytes as they go into the record, whether it has room for them; and those of the
 * format's verbs and of the clock, without a text.
 *
 * Bytes between two texts are the beginning of the second one's. A text that was appended gets a blank line,
 * a rule and a blank line before it. A text that came as a rewrite stands as it was written behind the old bytes, so
 * that whoever wrote the file reads back what it wrote; nothing is put before it but what it could not be read without.
 */
#include "fs/duels/duels_inner.h"

#include <assert.h>

#include "fs/util/record_lead.h"

bool
drafts_fit(const struct duel *d, const struct verdict *v)
{
	assert(d->fold);
	size_t len = utstring_len(&d->fold->record) + utstring_len(&d->fold->pending_notes);
	for (unsigned i = 0; i < v->n; i++)
		len += v->drafts[i].record_room +
			(entry_kinds[v->drafts[i].kind].record ? v->drafts[i].body_len + RECORD_LEAD_BYTES : 0);
	return len <= LIMIT_RECORD_BYTES;
}

/* The bytes before a draft's own. Behind a line of the filesystem's that is a blank line in any case: by it the
 * line is told. */
static const char *
lead_of(const struct commit *c, const struct draft *t)
{
	static const char *const rules[] = {RECORD_RULE, "\n" RECORD_RULE, "\n\n" RECORD_RULE};
	struct fold *fold = c->duel->fold;
	const char *last = NULL; /* the end of the record when the next entry of this commit is put behind it */
	size_t len = 0;
	for (size_t i = c->n; i-- && !len;) {
		const struct entry *e = c->entries[i];
		if (e->kind != ENTRY_HEAD && entry_kinds[e->kind].record) {
			last = e->body;
			len = e->body_len;
		}
	}
	if (!len) {
		last = utstring_body(&fold->pending_notes);
		len = utstring_len(&fold->pending_notes);
	}
	if (!len)
		record_stored(fold, &last, &len);
	const char *gap = record_gap(last, len);
	if (t->kind == ENTRY_NOTE)
		return gap;
	if (t->form == DRAFT_TEXT || t->form == DRAFT_MADE)
		return rules[strlen(gap)];
	if (t->form != DRAFT_WRITTEN)
		return "";
	if (commit_has_notes(c))
		return *t->body == '\n' || *t->body == '\r' ? "" : gap;
	return record_needs(last, len, t->body, t->body_len);
}

void
commit_add_draft(struct commit *c, unsigned seat, uint64_t lease, struct draft *t)
{
	assert(t->kind > 0 && t->kind < ENTRY_KINDS);
	UT_string body;
	utstring_init(&body);
	utstring_printf(&body, "%s", lead_of(c, t));
	utstring_bincpy(&body, t->body ? t->body : "", t->body_len);
	commit_add(c,
		entry_new(t->kind, seat, lease, t->data, t->body ? utstring_body(&body) : NULL, utstring_len(&body)));
	utstring_done(&body);
}

struct commit *
commit_of_drafts(struct duel *d, unsigned seat, struct verdict *verdict, int64_t due)
{
	assert(duels_is_locked(d->duels));
	assert(d->busy && verdict->n);
	const struct lease *l = &d->fold->lease;
	struct commit *c = commit_new(d);
	bool takes = !seat;
	for (unsigned i = 0; i < verdict->n; i++) {
		enum entry_kind kind = verdict->drafts[i].kind;
		bool closes = kind == ENTRY_CLOSE || kind == ENTRY_CONCLUSION;
		takes |= kind == ENTRY_EXPIRE || (closes && l->holder != seat);
	}
	bool taken = l->holder && takes;
	uint64_t lease = seat && l->holder == seat && !taken ? l->number : 0;
	if (taken) {
		struct entry *e = entry_new(ENTRY_EXPIRE, l->holder, l->number, NULL, NULL, 0);
		e->clock_ms = due;
		commit_add(c, e);
	}
	for (unsigned i = 0; i < verdict->n; i++)
		if (verdict->drafts[i].kind != ENTRY_EXPIRE)
			commit_add_draft(c, seat, lease, &verdict->drafts[i]);
	verdict_free(verdict);
	return c;
}
