/*
 * Loading a duel and folding its log: from entries in order to everything that is shown.
 *
 * The fold is the same code for an entry that was just committed and for one that is read back after a restart: what differs is only that
 * the first brings along what its judgement had already parsed. A stored entry whose hash does not follow from the one before, or that
 * cannot be understood, ends the fold there: the duel keeps what came before it and is read-only from then on (files.md, Durability).
 */
#include "fs/duel/live.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <syslog.h>
#include <utlist.h>
#include "fs/duel/source.h"
#include "validators/marks.h"
#include "validators/mem.h"
#include "validators/names.h"
#include "validators/text.h"

void
live_token_hash(struct duel *d, const char *token, size_t len, unsigned char out[TOKEN_HASH_BYTES])
{
	token_hash(d->registry->store->ops->secret(d->registry->store), token, len, out);
}

json_t *
live_token_json(const unsigned char hash[TOKEN_HASH_BYTES])
{
	char hex[2 * TOKEN_HASH_BYTES + 1];
	sodium_bin2hex(hex, sizeof hex, hash, TOKEN_HASH_BYTES);
	return json_string(hex);
}

void
live_context(struct duel *d, struct context *ctx)
{
	struct live *v = d->live;
	struct moment at = registry_moment(d->registry);
	*ctx = (struct context){
		.name = d->name,
		.id = v->id,
		.created_ms = d->created_ms,
		.terms = &v->terms,
		.source = v->source,
		.seats = (const struct seat *const *)v->seats,
		.n_seats = v->n_seats,
		.texts = text_set_of(v->texts, v->format),
		.holder = v->lease.holder,
		.grant = v->lease.grant,
		.now_ms = at.now_ms,
		.clock_ms = at.clock_ms,
	};
}

uint64_t
live_next_lease(const struct live *v)
{
	return (v->lease.number > v->lease_above ? v->lease.number : v->lease_above) + 1;
}

void
live_invariant(const struct duel *d)
{
	const struct live *v = d->live;
	assert(!(v->closed_ms && (v->lease.holder || utstring_len(&v->owed))));
	assert(v->n_pending <= v->last_seq);
	assert(!v->n_pending || v->pending[v->n_pending - 1]->seq == v->last_seq);
	assert(v->n_seats <= v->format->seats_max);
	assert(v->lease.holder <= v->n_seats);
	assert(v->frozen || !v->n_seats);
	assert(v->lease.holder || !unlogged_any(v));
	assert(!v->unlogged.claim == !v->unlogged.before);
	(void)v;
}

void
duel_changed(struct duel *d)
{
	if (d->registry->changed)
		d->registry->changed(d->registry->arg, d);
	if (d->live->waiters)
		waits_wake(d);
}

const char *
live_state_name(struct duel *d)
{
	struct context ctx;
	if (d->live->damage)
		return "invalidated";
	live_context(d, &ctx);
	return d->live->format->state_name(d->live->state, &ctx);
}

struct terms
live_terms(const struct duel_rules *r, const char *topic, const char *slug, struct definition definitions[CONFIG_TABLE_TERMS])
{
	const struct config_table *t = r->definitions;
	for (size_t i = 0; i < t->n; i++)
		definitions[i] = (struct definition){.term = t->rows[i].term, .text = t->rows[i].meaning};
	return (struct terms){
		.topic = topic,
		.topic_slug = slug,
		.max_turns = rules_have(r, "max_turns") ? r->max_turns : 0,
		.max_turn_bytes = r->max_turn_bytes,
		.wait_seconds = r->wait_seconds,
		.lease_seconds = r->lease_seconds,
		.retry_after_seconds = r->retry_after_seconds,
		.novelty_threshold = r->novelty_threshold,
		.definitions = definitions,
		.n_definitions = t->n,
		.scope = r->scope,
		.exchanges = r->exchanges,
		.sealed = r->sealed,
		.strict_words = !strcmp(r->word_limits, "reject"),
		.rounds = r->rounds,
		.turn_seconds = r->turn_seconds,
		.strict_evidence = !strcmp(r->evidence, "reject"),
		.effort = r->effort,
	};
}

/* The topic as it holds: set, else the source's heading or file name, else the duel's name. */
void
live_resolve_topic(struct live *v, const char *name)
{
	free(v->topic);
	free(v->slug);
	if (*v->rules.topic) {
		v->topic = mem_strdup(v->rules.topic);
	} else if (v->source) {
		v->topic = source_topic(&(struct source_copy){
			.path = (char *)v->source->path, .text = (char *)v->source->text, .len = v->source->len});
	} else {
		v->topic = mem_strdup(name);
	}
	v->slug = text_slug(v->topic, strlen(v->topic));
	v->terms = live_terms(&v->rules, v->topic, v->slug, v->definitions);
}

struct loading {
	struct duel *d;
	unsigned char before[ENTRY_HASH_BYTES];
	int64_t boot, clock_ms;
};

void
live_damaged(struct duel *d, uint64_t at, const char *format, ...)
{
	struct live *v = d->live;
	va_list args;
	if (v->damage)
		return;
	va_start(args, format);
	v->damage = mem_vformat(format, args);
	va_end(args);
	v->damage_at = at;
	lease_end(&v->lease, false);
	unlogged_drop(v);
	if (v->state)
		events_damaged(d);
	registry_log(d->registry, LOG_ERR, "%s: the stored record fails its check: %s", d->name, v->damage);
}

/* One stored entry. A clock of another boot means nothing now: a lease has its full time again, a wait begins anew. */
static int
load_entry(void *arg, struct entry *e)
{
	struct loading *l = arg;
	struct live *v = l->d->live;
	unsigned char stored[ENTRY_HASH_BYTES];
	const char *kind = e->kind > 0 && e->kind < ENTRY_KINDS ? entry_kinds[e->kind].name : "of an unknown kind";
	uint64_t seq = e->seq;
	memcpy(stored, e->hash, sizeof stored);
	entry_chain(e, l->before);
	bool intact = seq == v->last_seq + 1 && !memcmp(stored, e->hash, sizeof stored);
	memcpy(l->before, e->hash, sizeof l->before);
	if (e->boot != l->boot)
		e->clock_ms = l->clock_ms;
	bool record = e->kind > 0 && e->kind < ENTRY_KINDS && entry_kinds[e->kind].record;
	size_t byte = intact || !e->body_len || !record ? 0 : marks_first_damage(e) % e->body_len;
	if (!intact || !live_fold(l->d, e, NULL))
		live_damaged(l->d, utstring_len(&v->record) + (record ? utstring_len(&v->owed) : 0) + byte, "entry %llu (%s) is not what was accepted", (unsigned long long)seq, kind);
	entry_free(e);
	return v->damage ? 1 : 0;
}

/* The duel's, until config.toml names another, and its readers' own until they have read it. */
struct kept_source {
	struct source source; /* first: the one is the other's address */
	unsigned holds;
};

/* Takes path and text. */
static struct source *
source_of(char *path, char *text, size_t len)
{
	struct kept_source *k = mem_calloc(1, sizeof *k);
	const char *slash = strrchr(path, '/');
	k->source = (struct source){.path = path, .name = slash ? slash + 1 : path, .text = text, .len = len};
	k->holds = 1;
	return &k->source;
}

const struct source *
duel_source_hold(struct duel *d)
{
	struct source *s = d->live->source;
	if (s)
		((struct kept_source *)s)->holds++;
	return s;
}

void
duel_source_drop(const struct source *s)
{
	struct kept_source *k = (struct kept_source *)s;
	if (!k || --k->holds)
		return;
	free((char *)s->path);
	free((char *)s->text);
	free(k);
}

static int
load_source(struct duel *d)
{
	struct store *s = d->registry->store;
	struct store_source stored;
	int err = s->ops->source(s, d->id, &stored);
	if (err)
		return err == -ENOENT ? 0 : err;
	d->live->source = source_of(stored.path, stored.text, stored.len);
	return 0;
}

static void
live_id(struct duel *d)
{
	unsigned char hash[crypto_generichash_BYTES_MIN];
	struct {
		int64_t id, created_ms;
	} what = {d->id, d->created_ms};
	const unsigned char *key = d->registry->store->ops->secret(d->registry->store);
	crypto_generichash(hash, sizeof hash, (const unsigned char *)&what, sizeof what, key, 32);
	sodium_bin2hex(d->live->id, sizeof d->live->id, hash, 8);
}

static void
live_begin(struct duel *d)
{
	struct live *v = d->live;
	v->duel = d;
	v->texts = text_set_hold(d->registry->texts);
	v->version = ++d->registry->loads << 32;
	utstring_init(&v->record);
	utstring_init(&v->owed);
	utstring_init(&v->events);
	utstring_init(&v->head);
	whole_begin(&v->whole);
	utstring_init(&v->status.text);
	utstring_init(&v->base_text);
	crypto_hash_sha256_init(&v->sha);
	entry_chain_start(v->last_hash, d->id);
	v->record_ms = v->rules_ms = v->changed_ms = d->updated_ms;
	v->events_ms = v->refused.changed_ms = d->created_ms;
	live_id(d);
}

static void
live_formatted(struct live *v)
{
	v->state = v->format->start();
	v->seats = mem_calloc(v->format->seats_max, sizeof *v->seats);
	v->secrets = mem_calloc(v->format->seats_max, sizeof *v->secrets);
}

/* The rules as the row has them; a frozen duel's first entry says them again and is what counts. */
static int
load_rules(struct duel *d, const char *text)
{
	struct mount_config defaults;
	struct config_error error;
	config_default(&defaults);
	int err = rules_parse(text, strlen(text), format_names(), &defaults.defaults, &d->live->rules, &error);
	if (err) {
		rules_copy(&d->live->rules, &defaults.defaults);
		live_damaged(d, 0, "its rules cannot be read: %s", error.text);
	}
	config_free(&defaults);
	d->live->format = format_find(d->live->rules.format);
	if (!d->live->format)
		d->live->format = formats[0];
	return 0;
}

static bool
record_rules_hold(struct duel *d)
{
	return !strcmp(d->live->format->name, d->live->rules.format);
}

static int
load_log(struct duel *d)
{
	struct store *s = d->registry->store;
	struct loading l = {.d = d, .boot = d->registry->boot, .clock_ms = registry_moment(d->registry).clock_ms};
	entry_chain_start(l.before, d->id);
	int err = s->ops->each_entry(s, d->id, load_entry, &l);
	if (err == -EUCLEAN)
		live_damaged(d, utstring_len(&d->live->record), "the database cannot give entry %llu",
			(unsigned long long)d->live->last_seq + 1);
	else if (err < 0)
		return err;
	struct lease *held = &d->live->lease;
	if (held->holder) /* its end in UTC, by the clock that counts */
		held->expires_ms = registry_moment(d->registry).now_ms + held->expires_clock_ms - l.clock_ms;
	/* Claims that a crash took away had numbers up to the reserve: never again. A clean end leaves none. */
	d->live->lease_above = d->seen ? 0 : d->lease_reserved;
	d->seen = true;
	if (!record_rules_hold(d))
		live_damaged(d, 0, "its rules name another format");
	for (unsigned i = 0; i < d->live->format->seats_max; i++)
		d->live->secrets[i].told = events_full(d);
	return 0;
}

static size_t
live_bytes(const struct live *v)
{
	return sizeof *v + 4096 + v->record.n + v->whole.text.n + v->events.n + (v->source ? v->source->len : 0) + drawings_bytes(v)
		+ 2 * utstring_len(&v->record);
}

void
live_recount(struct duel *d)
{
	size_t now = live_bytes(d->live);
	d->registry->loaded_bytes += now - d->live->bytes;
	d->live->bytes = now;
}

int
live_load(struct duel *d)
{
	struct store *s = d->registry->store;
	struct store_duel row;
	int err = s->ops->duel(s, d->id, &row);
	if (err)
		return err;
	d->live = mem_calloc(1, sizeof *d->live);
	live_begin(d);
	load_rules(d, row.rules);
	store_duel_free(&row);
	live_formatted(d->live);
	err = load_source(d);
	if (!err) {
		live_resolve_topic(d->live, d->name);
		err = load_log(d);
	}
	DL_PREPEND(d->registry->lives, d->live);
	d->live->version++;
	live_recount(d);
	if (err)
		live_free(d);
	else
		registry_set_state(d, live_state_name(d));
	return err;
}

struct seat *
seat_new(unsigned number, const char *name, const char *harness, const char *model, const char *role)
{
	struct seat *s = mem_calloc(1, sizeof *s);
	*s = (struct seat){.number = number, .name = mem_strdup(name), .key = name_key(name), .harness = mem_strdup(harness),
		.model = mem_strdup(model), .role = mem_strdup(role)};
	return s;
}

void
seat_free(struct seat *s)
{
	free((char *)s->name);
	free((char *)s->key);
	free((char *)s->harness);
	free((char *)s->model);
	free((char *)s->role);
	free(s);
}

void
live_free(struct duel *d)
{
	struct live *v = d->live;
	if (!v)
		return;
	assert(!v->waiters);
	DL_DELETE(d->registry->lives, v);
	d->registry->loaded_bytes -= v->bytes;
	for (unsigned i = 0; i < v->n_seats; i++)
		seat_free(v->seats[i]);
	for (size_t i = 0; i < v->n_pending; i++)
		entry_free(v->pending[i]);
	unlogged_drop(v);
	refused_clear(&v->refused);
	rehearsals_free(v);
	drawings_clear(v);
	v->format->drop(v->state);
	rules_free(&v->rules);
	duel_source_drop(v->source);
	text_set_drop(v->texts);
	utstring_done(&v->record);
	utstring_done(&v->owed);
	utstring_done(&v->events);
	utstring_done(&v->head);
	whole_end(&v->whole);
	utstring_done(&v->status.text);
	utstring_done(&v->base_text);
	free(v->pending);
	free(v->seats);
	free(v->secrets);
	free(v->topic);
	free(v->slug);
	free(v->damage);
	free(v->invalidator);
	free(v);
	d->live = NULL;
}

void
live_take_rules(struct duel *d, struct duel_rules *r, struct source_copy *source, bool new_source)
{
	struct live *v = d->live;
	int64_t record_ms = v->record_ms;
	const char *head;
	size_t len;
	duel_record(d, &head, &len);
	char *before = mem_copy(head, len);
	rules_free(&v->rules);
	v->rules = *r;
	if (new_source) {
		duel_source_drop(v->source);
		v->source = source->path ? source_of(source->path, source->text, source->len) : NULL;
		*source = (struct source_copy){0};
	}
	drawings_clear(v);
	v->format->drop(v->state);
	free(v->seats);
	free(v->secrets);
	v->format = format_find(v->rules.format);
	live_formatted(v);
	live_resolve_topic(v, d->name);
	v->changed_ms = v->rules_ms = d->updated_ms;
	v->version++;
	front_renew(d);
	record_moved(v, record_ms);
	duel_record(d, &head, &len);
	if (strlen(before) != len || memcmp(before, head, len))
		record_moved(v, d->updated_ms > record_ms ? d->updated_ms : record_ms + 1);
	free(before);
}

static bool
live_idle(const struct live *v)
{
	struct duel *d = v->duel;
	return !d->holds && !d->line.busy && !d->line.first && !v->n_pending && !v->lease.holder && !duel_deadline(d);
}

/* Let go of the longest unused while too much is loaded. The first in the list is in use right now. */
void
live_trim(struct registry *r)
{
	size_t limit = (size_t)r->config.limits.loaded_bytes;
	struct live *v = r->lives ? r->lives->prev : NULL;
	while (r->loaded_bytes > limit && v && v != r->lives) {
		struct live *before = v->prev;
		if (live_idle(v))
			live_free(v->duel);
		v = before;
	}
}
