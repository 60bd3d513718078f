/*
 * The way of an entry to the disk.
 *
 * One batch of a duel is with the store at a time, of whoever has entered it: so seq, time and hash are given when it
 * goes there, with the duels' lock held. Whether its lease has run out is looked at once more when it is written. Only
 * when the transaction is durable are the new entries folded: no reader ever sees what a power cut could take back.
 */
#include "fs/duels/duels_inner.h"

#include <assert.h>
#include <errno.h>
#include <syslog.h>
#include "fs/util/source.h"

struct commit_batch {
	struct store_batch store; /* first: the one is the other's address */
	struct commit *c;
	char *rules;
};

bool
events_full(const struct duel *d)
{
	assert(d->fold);
	return d->fold->n_events >= (uint64_t)d->duels->given.config.limits.events;
}

struct commit *
commit_new(struct duel *d)
{
	assert(duels_is_locked(d->duels));
	assert(d->live);
	struct commit *c = mem_calloc(1, sizeof *c);
	c->duel = d;
	return c;
}

static bool
has_entry(const struct commit *c, enum entry_kind kind)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->entries[i]->kind == kind)
			return true;
	return false;
}

bool
commit_has_notes(const struct commit *c)
{
	return utstring_len(&c->duel->fold->pending_notes) || has_entry(c, ENTRY_NOTE);
}

void
commit_add(struct commit *c, struct entry *e)
{
	assert(!e->seq && e->kind > 0 && e->kind < ENTRY_KINDS);
	assert(c->n + 2 <= sizeof c->entries / sizeof *c->entries);
	bool headless = !c->duel->fold->head_frozen && !has_entry(c, ENTRY_HEAD);
	bool stands = e->kind == ENTRY_TURN || e->kind == ENTRY_CONCLUSION; /* in the record at once */
	if (headless && e->kind == ENTRY_CLOSE)
		stands = commit_has_notes(c);
	if (headless && e->kind == ENTRY_NOTE) {
		json_t *data = e->data ? json_loads(e->data, 0, NULL) : NULL;
		stands = note_is_direct(data);
		json_decref(data);
	}
	if (headless && stands) {
		const char *head;
		size_t len;
		record_stored(c->duel->fold, &head, &len);
		c->entries[c->n++] = entry_new(ENTRY_HEAD, 0, e->lease, NULL, head, len);
	}
	c->entries[c->n++] = e;
	c->closes |= e->kind == ENTRY_CONCLUSION || e->kind == ENTRY_CLOSE;
}

/* Does its row say that its archive file is owed? Another host's debt stays there, whatever is written here. */
static bool
is_unarchived(const struct duel *d)
{
	return d->owed >= OWED_HERE || (d->owed == OWED_ELSEWHERE && d->fold->closed_ms && !d->live->archive);
}

/* The entries and the row of the duel. An entry that changes debate.md gets a later time than that has, so that the
 * mtime shows a stale copy. */
static void
fill_batch(struct commit_batch *b)
{
	struct commit *c = b->c;
	struct duel *d = c->duel;
	struct store_duel *row = &b->store.row;
	const struct fold *fold = d->fold;
	struct moment at = duels_moment(d->duels);
	const unsigned char *before = fold->last_hash;
	int64_t clock_ms = fold->last_clock_ms;
	assert(d->busy);
	for (size_t i = 0; i < c->n; i++) {
		struct entry *e = c->entries[i];
		/* A join stands in the head, as long as that is not fixed; a close may bring notes; a front shows what
		 * it likes. */
		bool shows = entry_kinds[e->kind].record || e->kind == ENTRY_CLOSE || fold->format->front ||
			(e->kind == ENTRY_JOIN && !fold->head_frozen);
		if (!e->time_ms)
			e->time_ms = at.now_ms;
		if (shows && e->time_ms <= fold->record_ms)
			e->time_ms = fold->record_ms + 1;
		if (!e->clock_ms)
			e->clock_ms = at.clock_ms;
		if (e->clock_ms < clock_ms) /* what fell due while another wrote */
			e->clock_ms = clock_ms;
		clock_ms = e->clock_ms;
		e->seq = fold->last_seq + 1 + i;
		e->boot = d->duels->boot;
		if (entry_kinds[e->kind].record)
			marks_set(e);
		entry_chain(e, before);
		before = e->hash;
	}
	row->updated_ms = c->n ? c->entries[c->n - 1]->time_ms : d->updated_ms;
	bool owed = d->owed >= OWED_HERE || (c->closes && d->duels->archive);
	b->store.change |= owed ? STORE_OWED : 0;
	row->state = (char *)(owed || is_unarchived(d) ? STATE_UNARCHIVED : d->state);
	row->ends_boot = d->duels->boot;
	if (!c->closes && d->ends_ms) {
		row->ends_ms = ends_in_row(d);
		row->ends_full_ms = d->live->ends_full_ms;
	}
	if (c->rules) { /* frozen ones are the first entry's body already */
		UT_string text;
		utstring_init(&text);
		rules_print(c->rules, true, &text);
		row->rules = b->rules = utstring_body(&text);
		if (!c->n)
			row->updated_ms = at.now_ms > d->updated_ms ? at.now_ms : d->updated_ms + 1;
	}
	if (d->live->archive_unsaved) {
		b->store.change |= STORE_ARCHIVE;
		b->store.archive = d->live->archive;
	}
	if (c->source) {
		b->store.source_path = c->source->path;
		b->store.source_text = c->source->text;
		b->store.source_len = c->source->len;
	}
}

/* 0: it is in time; else -ECANCELED. Before each try of the store, with the lock or without. */
static int
is_late(struct store_batch *s)
{
	const struct commit *c = ((struct commit_batch *)s)->c;
	return c->until_ms && duels_clock_ms(c->duel->duels) >= c->until_ms ? -ECANCELED : 0;
}

static void
fold_committed(struct commit_batch *b)
{
	struct commit *c = b->c;
	struct duel *d = c->duel;
	struct live *v = d->live;
	assert(d->busy);
	v->stored.rev++;
	if (c->n) {
		const struct entry *last = c->entries[c->n - 1];
		v->stored.seq = last->seq;
		memcpy(v->stored.hash, last->hash, sizeof v->stored.hash);
	}
	v->flush_clock_ms = 0;
	if (b->store.change & STORE_ARCHIVE)
		v->archive_unsaved = false;
	if (b->store.row.updated_ms > d->updated_ms) /* a wait that ended meanwhile is in no entry */
		d->updated_ms = b->store.row.updated_ms;
	for (size_t i = 0; i < c->n; i++) {
		bool folded = fold_entry(d->fold, c->entries[i]);
		assert(folded);
		(void)folded;
	}
	if (c->fold)
		c->fold(c);
	if (c->closes && d->duels->archive)
		d->owed = OWED_LATER;
	duel_folded(d);
	if (d->owed == OWED_HERE) /* who writes the file writes the row anew */
		return;
	/* more than 0: the row says a later end than it should; less: a sooner one */
	int64_t late = (b->store.row.ends_ms ?: INT64_MAX) - (ends_in_row(d) ?: INT64_MAX);
	v->row_stale = !is_unarchived(d) && (strcmp(d->state, b->store.row.state) || late > 0);
	v->row_soon = late < 0;
	if (v->row_stale)
		v->flush_clock_ms = duels_moment(d->duels).clock_ms + LAZY_MS;
}

static void
take_failure(struct commit_batch *b, int err)
{
	struct duel *d = b->c->duel;
	struct duels *r = d->duels;
	if (err == -ETIMEDOUT && d->fold->kept)
		refuse_open(d->fold, d->fold->kept);
	if (err == -EUCLEAN) {
		live_damaged(d, utstring_len(&d->fold->record),
			mem_strdup("the store contradicts what was to be written"));
		d->live->flush_clock_ms = 0;
	}
	if (err != -EIO && err != -ENOSPC && err != -ETIMEDOUT && err != -EROFS)
		return;
	if (err == -EIO && !r->broken)
		duels_log(r, LOG_ERR, "the store failed; nothing more is accepted until it is mounted again");
	else if (err == -ETIMEDOUT)
		sharing_cut_off(r);
	else if (err == -ENOSPC)
		duels_log(r, LOG_ERR, "%s: the store is full; nothing was changed", d->name);
	r->broken |= err == -EIO;
	bool owed = d->live->row_stale && duel_is_shared(d);
	d->live->flush_clock_ms = owed ? duels_moment(r).clock_ms + 10 * LAZY_MS : 0;
}

/* Others wrote first, and nothing of this took effect: read what they wrote. The caller decides anew then,
 * by what is there now. The error that it gets instead if that cannot be read. */
static int
read_others(struct duel *d)
{
	struct live *v = d->live;
	struct duels *r = d->duels;
	int err = live_read_on(d);
	bool gone = err == -ENOENT && duel_is_shared(d), away = err && !gone && duel_is_shared(d);
	if (away)
		sharing_cut_off(r);
	else if (err && !gone)
		duels_log(r, LOG_ERR, "%s: it cannot be read from the store: %s", d->name, strerror(-err));
	bool later = err || d->fold->damage; /* it would be refused at once again */
	v->flush_clock_ms = v->row_stale ? duels_moment(r).clock_ms + (later ? 10 * LAZY_MS : 0) : 0;
	return away ? -ETIMEDOUT : gone ? -ENOENT : err ? -EIO : d->fold->damage ? -EUCLEAN : -EAGAIN;
}

int
duel_append(struct commit *c)
{
	struct duel *d = c->duel;
	struct duels *r = d->duels;
	struct commit_batch b = {
		.c = c, .store = {.change = STORE_UPDATE | c->change, .row = {.id = d->id}, .entries = c->entries,
			.n_entries = c->n, .on = d->live->stored, .once = c->once}};
	assert(duels_is_locked(r));
	assert(d->live && d->busy);
	if (c->until_ms)
		b.store.ready = b.store.again = is_late;
	int err = r->broken ? -EIO : d->live->newer ? -EROFS : c->until_ms ? is_late(&b.store) : 0;
	if (!err) {
		fill_batch(&b);
		err = duels_submit(r, &b.store);
	}
	if (!err)
		fold_committed(&b);
	else if (err == -EAGAIN)
		err = read_others(d);
	else
		take_failure(&b, err);
	if (!err)
		duel_changed(d);
	free(b.rules);
	for (size_t i = 0; i < c->n; i++)
		entry_free(c->entries[i]);
	free(c);
	return err;
}

void
entry_note(struct duel *d, struct entry *e)
{
	assert(d->busy && !e->seq && !e->body_len);
	int err = -EAGAIN;
	/* entries that were appended before it may have ended the duel, or brought as many events as there may be */
	while (err == -EAGAIN && !duel_is_over(d) && !d->duels->cut_off && !events_full(d)) {
		struct commit *c = commit_new(d);
		struct entry *copy = entry_new(e->kind, e->seat, e->lease, e->data, NULL, 0);
		/* The refusal of a REJECT is kept already. If the server went away meanwhile, whether it is there is
		 * open (and said so, take_failure), and it is not appended again: it would be there twice. */
		if (e->kind == ENTRY_REJECT)
			d->fold->kept = copy;
		commit_add(c, copy);
		err = duel_append(c);
		d->fold->kept = NULL;
	}
	entry_free(e);
}

void
commit_row(struct duel *d)
{
	assert(d->busy && d->live);
	if (!d->live->row_stale)
		return;
	struct commit *c = commit_new(d);
	c->once = true;
	duel_append(c);
}
