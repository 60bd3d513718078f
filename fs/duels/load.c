/*
 * Loading a duel: from its stored entries, in order, to everything that is shown; and letting go of it.
 *
 * The fold is the same code for an entry that was just committed and for one that is read back after a restart. A
 * stored entry whose hash does not follow from the one before, or that cannot be understood, ends the fold there: the
 * duel keeps what came before it and is read-only from then on.
 */
#include "fs/duels/duels_inner.h"

#include <assert.h>
#include <errno.h>
#include <syslog.h>
#include <utlist.h>
#include "validators/formats.h"

void
duel_folded(struct duel *d)
{
	const struct fold *fold = d->fold;
	if (fold->changed_ms > d->updated_ms)
		d->updated_ms = fold->changed_ms;
	duels_set_state(d, fold_state_name(fold));
	struct context ctx;
	struct move m;
	fold_context(fold, &ctx);
	bool ends = !fold->damage && move_first(fold->state, &ctx, &m) && m.ends_clock_ms;
	d->ends_ms = ends ? m.ends_clock_ms : 0;
	d->live->ends_full_ms = ends ? 1000 * m.seconds : 0;
	size_t now = sizeof *d->live + sizeof *fold + 4096 + fold->record.n + fold->events.n +
		(fold->source ? fold->source->len : 0) + 2 * utstring_len(&fold->record) + fold->handed_bytes +
		fold->cited.lines.n + d->live->page.len;
	for (unsigned i = 0; i < FORMAT_ROWS_MAX; i++)
		now += d->live->trees[i].room * sizeof *d->live->trees[i].nodes;
	if (d->owed == OWED_LATER && !fold->damage && !debate_only_due(fold->state))
		archive_duel(d, false);
	/* there as soon as somebody asks for it */
	now += fold->format->front ? fold->whole.front.n + fold->record.n : 0;
	live_grew(d, d->live->bytes, now);
}

static void
log_damage(struct duel *d)
{
	duels_log(d->duels, LOG_ERR, "%s: the stored record fails its check: %s", d->name, d->fold->damage);
}

void
live_damaged(struct duel *d, uint64_t at, char *why)
{
	if (!fold_damaged(d->fold, at, why, d->updated_ms))
		return;
	log_damage(d);
	d->fold->version++;
	duel_folded(d);
	duel_changed(d);
}

/* Entries as they are read back: into a fold that nobody else has yet, or with the lock held. */
struct loading {
	struct fold *fold;
	struct store *store;
	unsigned char before[ENTRY_HASH_BYTES];
	int64_t boot, clock_ms, updated_ms;
	bool shared; /* others write to the store, too */
	/* The newest entry of another boot that was seen before, and when; and the newest of those that are read. */
	struct seen seen;
	uint64_t foreign;
	bool on; /* behind what is loaded, of a store that others write to */
	bool lost; /* there is another log there */
	bool newer; /* an entry is of a kind that is not known here */
	bool unarchived; /* by its row */
};

static struct loading
loading_of(const struct duel *d)
{
	struct store *s = d->duels->given.store;
	return (struct loading){.store = s, .boot = d->duels->boot, .updated_ms = d->updated_ms,
		.shared = duel_is_shared(d), .seen = d->seen};
}

/* One stored entry. A clock of another boot means nothing now: a lease has its full time again, a wait begins anew, as
 * if from the first mount of this boot. On a store that others write to it is as if from when the entry was seen first,
 * at the latest: a lease or a clock that another host began has its full time from then on, never less. It is seen once
 * it has been read: while it was asked for this host may have been stopped, and it written. */
static int
load_entry(void *arg, struct entry *e)
{
	struct loading *l = arg;
	struct fold *fold = l->fold;
	unsigned char stored[ENTRY_HASH_BYTES];
	bool known = e->kind > 0 && e->kind < ENTRY_KINDS;
	bool record = known && entry_kinds[e->kind].record;
	const char *kind = known ? entry_kinds[e->kind].name : "of an unknown kind";
	uint64_t seq = e->seq;
	memcpy(stored, e->hash, sizeof stored);
	entry_chain(e, l->before);
	bool intact = seq == fold->last_seq + 1 && !memcmp(stored, e->hash, sizeof stored);
	memcpy(l->before, e->hash, sizeof l->before);
	l->lost = !intact && l->on;
	l->newer = intact && l->shared && !known;
	if (l->lost || l->newer) {
		entry_free(e);
		return 1;
	}
	if (e->boot != l->boot) {
		bool seen = l->shared && seq <= l->seen.seq;
		if (l->shared && !seen)
			l->clock_ms = clock_moment(fold->clock).clock_ms;
		e->clock_ms = seen ? l->seen.clock_ms : l->clock_ms;
		l->foreign = seq;
	}
	size_t byte = intact || !e->body_len || !record ? 0 : marks_first_damage(e) % e->body_len;
	if (!intact || !fold_entry(fold, e))
		fold_damaged(fold,
			utstring_len(&fold->record) + (record ? utstring_len(&fold->pending_notes) : 0) + byte,
			mem_format("entry %llu (%s) is not what was accepted", (unsigned long long)seq, kind),
			l->updated_ms);
	entry_free(e);
	return fold->damage ? 1 : 0;
}

/* The result of their end. */
static int
load_entries_end(struct loading *l, int err)
{
	struct fold *fold = l->fold;
	struct lease *held = &fold->lease;
	if (err == -EUCLEAN)
		fold_damaged(fold, utstring_len(&fold->record),
			mem_format("the database cannot give entry %llu", (unsigned long long)fold->last_seq + 1),
			l->updated_ms);
	struct moment now = clock_moment(fold->clock);
	if (held->holder) /* its end in UTC, by the clock that counts */
		held->expires_ms = now.now_ms + held->expires_clock_ms - now.clock_ms;
	return err < 0 && err != -EUCLEAN ? err : 0;
}

static int
load_source(struct store *s, int64_t id, struct source_copy *out)
{
	struct store_source stored;
	int err = s->ops->source(s, id, &stored);
	if (err)
		return err == -ENOENT ? 0 : err;
	*out = (struct source_copy){.path = stored.path, .text = stored.text, .len = stored.len};
	return 0;
}

/* The rules as the row has them; a frozen duel's first entry says them again and is what counts. Their fault; NULL:
 * nothing. */
static char *
load_rules(const char *text, struct duel_rules *out)
{
	struct mount_config defaults;
	struct config_error error;
	char *fault = NULL;
	config_default(&defaults);
	if (rules_parse(text, strlen(text), true, format_names(), &defaults.defaults, out, &error)) {
		rules_copy(out, &defaults.defaults);
		fault = mem_format("its rules cannot be read: %s", error.text);
	}
	config_free(&defaults);
	return fault;
}

/* Without the lock, of what stays as it is: into a fold and a live that nobody else has yet. */
static int
load_read(const struct duel *d, struct loading *l, struct live *v, uint64_t version)
{
	struct duels *r = d->duels;
	struct store *s = l->store;
	struct store_duel row;
	struct duel_rules rules;
	struct source_copy source = {0};
	int err = s->ops->duel(s, d->id, &row);
	if (err)
		return err;
	char *fault = load_rules(row.rules, &rules);
	v->stored.rev = row.rev;
	l->unarchived = !strcmp(row.state, STATE_UNARCHIVED);
	store_duel_free(&row);
	err = load_source(s, d->id, &source);
	struct fold *fold = l->fold = fold_new(d->id, d->name, d->created_ms, l->updated_ms, s->secret, &r->given.clock,
		version);
	fold->downtime = r->downtime;
	fold->n_downtime = r->n_downtime;
	fold_begin(fold, &rules, &source);
	if (fault)
		fold_damaged(fold, 0, fault, l->updated_ms);
	entry_chain_start(v->stored.hash, d->id);
	memcpy(l->before, v->stored.hash, sizeof l->before);
	if (!err)
		err = load_entries_end(l, s->ops->each_entry(s, d->id, 0, load_entry, l));
	if (err)
		return err;
	if (strcmp(fold->format->name, fold->rules.format))
		fold_damaged(fold, 0, mem_strdup("its rules name another format"), l->updated_ms);
	fold->version++;
	if (s->ops->archive(s, d->id, &v->archive) == -ENOENT)
		v->archive = NULL;
	return 0;
}

/* Beside the fold. If a newer program continued it, it is shown as far as it is understood, and left alone. */
static void
take_read(struct duel *d, const struct loading *l)
{
	struct live *v = d->live;
	const struct fold *fold = d->fold;
	if (l->foreign > d->seen.seq)
		d->seen = (struct seen){l->foreign, l->clock_ms};
	if (l->newer && !v->newer)
		duels_log(d->duels, LOG_ERR,
			"%s: it is continued by a newer duelfs: it is only read here, up to entry %llu", d->name,
			(unsigned long long)fold->last_seq);
	v->newer = l->newer;
	if (fold->last_seq > v->stored.seq) {
		v->stored.seq = fold->last_seq;
		memcpy(v->stored.hash, fold->last_hash, sizeof v->stored.hash);
	}
	if (fold->damage)
		log_damage(d);
}

/* Let go of the longest unused while too much is loaded. */
static void
trim_loaded(struct duels *r)
{
	size_t limit = (size_t)r->given.config.limits.loaded_bytes;
	struct live *v = r->lives ? r->lives->prev : NULL;
	while (r->loaded_bytes > limit && v && v != r->lives) {
		struct live *before = v->prev;
		struct duel *d = v->duel;
		if (!d->holds && !d->busy && !d->clocked && !v->row_stale && !d->fold->lease.holder &&
			!v->deadline_again)
			live_free(d);
		v = before;
	}
}

int
live_load(struct duel *d)
{
	struct duels *r = d->duels;
	struct loading l = loading_of(d);
	struct live *v = mem_calloc(1, sizeof *v);
	uint64_t version = ++r->loads << 32;
	assert(duels_is_locked(r));
	assert(!d->loading && !d->live && !d->fold);
	l.clock_ms = l.shared ? duels_moment(r).clock_ms : r->boot_clock_ms;
	d->loading = true;
	duel_hold(d);
	duels_unlock(r);
	int err = load_read(d, &l, v, version);
	duels_lock(r);
	duel_drop(d);
	if (err) {
		fold_free(l.fold);
		free(v->archive);
		free(v);
		if (!d->unreadable) /* said once: it is asked for again with every look at it */
			duels_log(r, LOG_ERR, "%s: it cannot be read from the store: %s", d->name, strerror(-err));
		d->unreadable = true;
		d->behind = 0;
		ends_again(d);
	} else {
		v->duel = d;
		d->live = v;
		d->fold = l.fold;
		utstring_init(&v->status.text);
		take_read(d, &l);
		if (d->owed == OWED_NOT && l.unarchived)
			d->owed = OWED_ELSEWHERE;
		DL_PREPEND(r->lives, v);
		duel_folded(d);
		d->unreadable = false;
		d->busy = true;
		trim_loaded(r);
		duel_leave(d); /* with what others wrote meanwhile */
	}
	d->loading = false;
	pthread_cond_broadcast(&r->jobs_done);
	return err;
}

int
duel_load(struct duel *d)
{
	struct duels *r = d->duels;
	int64_t id = d->id;
	assert(duels_is_locked(r));
	while (!d->live || d->loading) {
		if (!d->loading) {
			int err = live_load(d);
			return !err || (err == -ENOENT && duel_is_shared(d)) ? err : -EIO;
		}
		duels_wait(r, &r->jobs_done, NULL);
		if (duels_by_id(r, id) != d)
			return -ENOENT;
		if (!d->live && !d->loading && d->unreadable)
			return -EIO;
	}
	return 0;
}

/* The entries that the store has behind the loaded ones: read without the lock, and nobody's until it is folded. */
struct beyond {
	struct store *store;
	int64_t id;
	uint64_t after;
	bool open; /* nobody had joined: the rules are the row's; afterwards the first entry says them */
	struct duel_rules before; /* where it is, with the source; and the row's now, where either is another */
	const struct source *source_before; /* the duel's, which is entered */
	bool others;
	char *fault;
	struct duel_rules rules;
	struct source_copy source;
	struct store_duel row;
	struct entry **entries;
	size_t n, room, taken;
	int err, entries_err;
	bool closed; /* and its archive file is not known */
	char *archive;
};

static int
keep_entry(void *arg, struct entry *e)
{
	struct beyond *b = arg;
	if (b->n == b->room) {
		b->room = b->room ? 2 * b->room : 8;
		b->entries = mem_resize(b->entries, b->room, sizeof(struct entry *));
	}
	b->entries[b->n++] = e;
	b->closed |= e->kind == ENTRY_CONCLUSION || e->kind == ENTRY_CLOSE;
	return 0;
}

static void
beyond_read(struct beyond *b)
{
	const struct store_ops *ops = b->store->ops;
	b->err = ops->duel(b->store, b->id, &b->row);
	if (b->err)
		return;
	if (b->open) {
		b->fault = load_rules(b->row.rules, &b->rules);
		b->err = b->fault ? 0 : load_source(b->store, b->id, &b->source);
		/* Under the same path, set away and back again, may be another text. */
		const struct source none = {0}, *was = b->source_before ?: &none;
		bool other = b->source.len != was->len || (was->len && memcmp(b->source.text, was->text, was->len));
		b->others = !b->fault && !b->err && (other || !rules_equal(&b->rules, &b->before));
		const struct format *format = format_find(b->rules.format);
		if (b->others && b->source.path && format)
			source_copy_read(&b->source, format);
	}
	if (!b->err && !b->fault)
		b->entries_err = ops->each_entry(b->store, b->id, b->after, keep_entry, b);
	if (b->closed && ops->archive(b->store, b->id, &b->archive))
		b->archive = NULL;
}

static int
beyond_take(struct duel *d, struct beyond *b)
{
	uint64_t version = d->fold->version;
	bool damage = d->fold->damage;
	int err = b->err;
	if (err == -ENOENT && !duel_is_shared(d))
		live_damaged(d, 0, mem_strdup("it was removed from the store"));
	else if (err == -ENOENT && !d->hidden)
		sharing_removed(d);
	if (err)
		return err;
	if (b->fault) {
		live_damaged(d, 0, b->fault);
		b->fault = NULL;
	} else if (b->others && !d->fold->damage) {
		fold_take_rules(d->fold, &b->rules, &b->source, true, b->row.updated_ms);
		b->rules = (struct duel_rules){0};
	}
	if (!d->fold->damage) { /* entries from before the store was away are folded, and are not read once more */
		struct loading l = loading_of(d);
		l.fold = d->fold;
		l.clock_ms = duels_moment(d->duels).clock_ms;
		l.on = l.shared;
		memcpy(l.before, d->live->stored.hash, sizeof l.before);
		while (b->taken < b->n && !load_entry(&l, b->entries[b->taken++]))
			;
		err = load_entries_end(&l, b->taken == b->n ? b->entries_err : 0);
		take_read(d, &l);
		if (l.lost && !d->fold->damage)
			live_lost(d);
	}
	if (!err)
		d->live->stored.rev = b->row.rev;
	if (!err && d->owed == OWED_NOT && !strcmp(b->row.state, STATE_UNARCHIVED))
		d->owed = OWED_ELSEWHERE;
	if (d->updated_ms < b->row.updated_ms)
		d->updated_ms = b->row.updated_ms;
	if (!err && d->fold->closed_ms && !d->live->archive && b->archive) { /* by the host that it was closed on */
		d->live->archive = b->archive;
		b->archive = NULL;
		d->fold->version++;
	}
	if (d->fold->version != version || (d->fold->damage && !damage)) {
		duel_folded(d);
		duel_changed(d);
	}
	return err;
}

int
live_read_on(struct duel *d)
{
	struct duels *r = d->duels;
	struct beyond b = {.store = r->given.store, .id = d->id, .after = d->live->stored.seq,
		.open = !d->fold->frozen, .source_before = d->fold->source,
		.closed = d->fold->closed_ms && !d->live->archive};
	assert(duels_is_locked(r));
	assert(d->live && d->busy);
	if (b.open)
		rules_copy(&b.before, &d->fold->rules);
	duels_unlock(r);
	beyond_read(&b);
	duels_lock(r);
	int err = beyond_take(d, &b);
	rules_free(&b.before);
	rules_free(&b.rules);
	source_copy_free(&b.source);
	for (size_t i = b.taken; i < b.n; i++)
		entry_free(b.entries[i]);
	free(b.entries);
	free(b.fault);
	free(b.archive);
	store_duel_free(&b.row);
	return err;
}

void
live_free(struct duel *d)
{
	struct live *v = d->live;
	if (!v)
		return;
	assert(!v->waiters && !v->movers);
	DL_DELETE(d->duels->lives, v);
	d->duels->loaded_bytes -= v->bytes;
	for (unsigned i = 0; i < FORMAT_ROWS_MAX; i++)
		free(v->trees[i].nodes);
	utstring_done(&v->status.text);
	free(v->page.html);
	free(v->archive);
	free(v);
	free(d->topic);
	d->topic = d->fold ? mem_strdup(d->fold->topic) : NULL;
	fold_free(d->fold);
	d->live = NULL;
	d->fold = NULL;
	ends_keep(d);
}
