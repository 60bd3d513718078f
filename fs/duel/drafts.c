/* Entries that a format makes: whether the record has room for them; and those of its verbs and of the clock, without a text. */
#include "fs/duel/live.h"

bool
drafts_fit(const struct duel *d, const struct verdict *v)
{
	size_t len = utstring_len(&d->live->record);
	for (unsigned i = 0; i < v->n; i++)
		len += v->drafts[i].record_room + (entry_kinds[v->drafts[i].kind].record ? v->drafts[i].body_len : 0);
	return len <= LIMIT_RECORD_BYTES;
}

static bool
draft_takes_floor(const struct draft *t, bool by_holder)
{
	bool closes = t->kind == ENTRY_CLOSE || t->kind == ENTRY_CONCLUSION;
	return t->kind == ENTRY_EXPIRE || (closes && !by_holder);
}

static bool
takes_floor(const struct live *v, unsigned seat, const struct verdict *verdict)
{
	for (unsigned i = 0; i < verdict->n; i++)
		if (draft_takes_floor(&verdict->drafts[i], v->lease.holder == seat))
			return true;
	return !seat;
}

static void
add_expiry(struct commit *c, int64_t due)
{
	const struct lease *l = &c->duel->live->lease;
	struct entry *e = entry_new(ENTRY_EXPIRE, l->holder, l->number, NULL, NULL, 0);
	e->clock_ms = due;
	commit_add(c, e, NULL);
}

struct commit *
commit_of_drafts(struct duel *d, unsigned seat, struct verdict *verdict, int64_t due)
{
	const struct lease *l = &d->live->lease;
	struct commit *c = commit_new(d);
	bool taken = l->holder && takes_floor(d->live, seat, verdict);
	uint64_t lease = seat && l->holder == seat && !taken ? l->number : 0;
	c->facts_free = verdict->facts_free;
	if (taken)
		add_expiry(c, due);
	for (unsigned i = 0; i < verdict->n; i++) {
		struct draft *t = &verdict->drafts[i];
		if (t->kind == ENTRY_EXPIRE)
			continue;
		commit_add(c, entry_new(t->kind, seat, lease, t->data, t->body, t->body_len), t->facts);
		t->facts = NULL;
	}
	verdict_free(verdict);
	return c;
}
