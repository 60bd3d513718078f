/* Folding: what one entry changes. The core's part is one row a kind; then the format's apply, then the events. */
#include "fs/duel/live.h"

#include <assert.h>
#include "validators/mem.h"
#include "validators/room.h"

void
live_append(UT_string *s, const char *bytes, size_t len)
{
	room_make(s, len);
	utstring_bincpy(s, bytes, len);
}

static const char *
data_text(json_t *data, const char *key)
{
	const char *s = json_string_value(json_object_get(data, key));
	return s ? s : "";
}

static bool
bind_token(struct seat_secret *s, json_t *data)
{
	const char *hex = data_text(data, "token");
	size_t len = 0;
	if (!*hex)
		return true;
	if (sodium_hex2bin(s->hash, sizeof s->hash, hex, strlen(hex), NULL, &len, NULL) || len != sizeof s->hash)
		return false;
	return s->has_token = true;
}

/* What an entry of each kind does to the core's part of the fold. false: not to be understood. */

static bool
source_as_recorded(const struct live *v, json_t *data)
{
	const char *want = data_text(data, "source_sha256");
	unsigned char sum[crypto_hash_sha256_BYTES];
	char hex[2 * sizeof sum + 1] = "";
	if (v->source) {
		crypto_hash_sha256(sum, (const unsigned char *)v->source->text, v->source->len);
		sodium_bin2hex(hex, sizeof hex, sum, sizeof sum);
	}
	return !strcmp(hex, want);
}

static bool
fold_rules(struct duel *d, const struct entry *e, json_t *data)
{
	struct live *v = d->live;
	struct duel_rules base, rules;
	struct mount_config defaults;
	struct config_error error;
	if (v->frozen || !source_as_recorded(v, data))
		return false;
	config_default(&defaults);
	rules_copy(&base, &defaults.defaults);
	config_free(&defaults);
	int err = rules_parse(e->body ? e->body : "", e->body_len, format_names(), &base, &rules, &error);
	rules_free(&base);
	if (err)
		return false;
	rules_free(&v->rules);
	v->rules = rules;
	live_resolve_topic(v, d->name);
	v->frozen = true;
	json_t *set_ms = json_object_get(data, "set_ms");
	v->rules_ms = set_ms ? json_integer_value(set_ms) : e->time_ms;
	return true;
}

static bool
fold_join(struct duel *d, const struct entry *e, json_t *data)
{
	struct live *v = d->live;
	if (v->n_seats >= v->format->seats_max || e->seat != v->n_seats + 1)
		return false;
	struct seat *s = seat_new(e->seat, data_text(data, "name"), data_text(data, "harness"), data_text(data, "model"), data_text(data, "role"));
	s->uid = (uid_t)json_integer_value(json_object_get(data, "uid"));
	s->joined_ms = e->time_ms;
	v->seats[v->n_seats++] = s;
	if (!v->head_frozen)
		record_moved(v, e->time_ms);
	return *s->name && bind_token(&v->secrets[e->seat - 1], data);
}

static bool
entry_by_seat(const struct live *v, const struct entry *e)
{
	return e->seat >= 1 && e->seat <= v->n_seats;
}

static const char *const grant_names[] = {
	[GRANT_NONE] = "none", [GRANT_TURN] = "turn", [GRANT_TIMEOUT_MISSING] = "missing", [GRANT_TIMEOUT_SILENT] = "silent"};

static enum grant
grant_named(const char *name)
{
	for (size_t i = 0; i < sizeof grant_names / sizeof *grant_names; i++)
		if (!strcmp(grant_names[i], name))
			return (enum grant)i;
	return GRANT_NONE;
}

static bool
fold_claim(struct duel *d, const struct entry *e, json_t *data)
{
	struct live *v = d->live;
	enum grant grant = grant_named(data_text(data, "grant"));
	if (!entry_by_seat(v, e) || e->lease <= v->lease.number || grant == GRANT_NONE)
		return false;
	lease_take(&v->lease, e->seat, e->lease, json_integer_value(json_object_get(data, "seconds")), grant,
		json_is_true(json_object_get(data, "piecewise")), (struct moment){e->time_ms, e->clock_ms});
	struct seat_secret *s = &v->secrets[e->seat - 1];
	s->claimed = true;
	s->waiting = false;
	s->taken_before = s->taken;
	return bind_token(s, data);
}

static bool
fold_refresh(struct duel *d, const struct entry *e, json_t *data)
{
	struct lease *l = &d->live->lease;
	if (!entry_by_seat(d->live, e) || l->holder != e->seat)
		return false;
	lease_extend(l, json_integer_value(json_object_get(data, "seconds")), (struct moment){e->time_ms, e->clock_ms});
	l->piecewise |= json_is_true(json_object_get(data, "piecewise"));
	return bind_token(&d->live->secrets[e->seat - 1], data);
}

void
live_lease_end(struct live *v, bool ran_out)
{
	struct seat_secret *s = &v->secrets[v->lease.holder - 1];
	s->wasted = s->taken == s->taken_before;
	lease_end(&v->lease, ran_out);
}

static bool
fold_end(struct duel *d, const struct entry *e, json_t *data)
{
	(void)data;
	if (!entry_by_seat(d->live, e) || d->live->lease.holder != e->seat)
		return false;
	live_lease_end(d->live, e->kind == ENTRY_EXPIRE);
	return true;
}

static bool
fold_wait(struct duel *d, const struct entry *e, json_t *data)
{
	(void)data;
	if (!entry_by_seat(d->live, e))
		return false;
	d->live->secrets[e->seat - 1].waiting = true;
	return true;
}

static bool
fold_reject(struct duel *d, const struct entry *e, json_t *data)
{
	if (e->lease && e->lease == d->live->lease.number && d->live->lease.holder)
		d->live->lease.refused = true;
	refuse_fold(d, e, data);
	return true;
}

/* A text was taken: nothing under this lease is open any more, and whoever waited has something to look at. */
static void
text_taken(struct duel *d, const struct entry *e, const json_t *data)
{
	struct live *v = d->live;
	v->lease.refused = false;
	for (unsigned i = 0; i < v->n_seats; i++)
		v->secrets[i].waiting = false;
	if (entry_by_seat(v, e) && e->kind != ENTRY_NOTE) /* the filesystem's own line */
		v->secrets[e->seat - 1].taken++;
	refuse_warned(d, e, data);
}

static void
record_grow(struct live *v, const char *bytes, size_t len, int64_t time_ms)
{
	live_append(&v->record, bytes, len);
	crypto_hash_sha256_update(&v->sha, (const unsigned char *)bytes, len);
	record_moved(v, time_ms);
}

static bool
fold_head(struct duel *d, const struct entry *e, json_t *data)
{
	struct live *v = d->live;
	if (!e->body_len || v->head_frozen)
		return false;
	v->head_frozen = true;
	record_grow(v, e->body, e->body_len, e->time_ms);
	text_taken(d, e, data);
	return true;
}

static bool
fold_note(struct duel *d, const struct entry *e, json_t *data)
{
	if (!e->body_len)
		return false;
	live_append(&d->live->owed, e->body, e->body_len);
	text_taken(d, e, data);
	return true;
}

/* Before a text, and at the close, what is owed to the record is put into it. */
static void
settle(struct live *v, const struct entry *e)
{
	bool text = e->kind == ENTRY_TURN || e->kind == ENTRY_CONCLUSION;
	if (text)
		v->last.at = utstring_len(&v->record);
	if ((!text && e->kind != ENTRY_CLOSE) || !utstring_len(&v->owed))
		return;
	record_grow(v, utstring_body(&v->owed), utstring_len(&v->owed), e->time_ms);
	utstring_clear(&v->owed);
}

static bool
fold_text(struct duel *d, const struct entry *e, json_t *data)
{
	struct live *v = d->live;
	if (!e->body_len || !v->head_frozen)
		return false;
	v->last.body = utstring_len(&v->record);
	record_grow(v, e->body, e->body_len, e->time_ms);
	v->last.end = utstring_len(&v->record);
	text_taken(d, e, data);
	return true;
}

/* A text that is no piece of the record: what it means is the format's. */
static bool
fold_handed_in(struct duel *d, const struct entry *e, json_t *data)
{
	if (!e->body_len || !entry_by_seat(d->live, e))
		return false;
	text_taken(d, e, data);
	return true;
}

static bool
fold_close(struct duel *d, const struct entry *e, json_t *data)
{
	struct live *v = d->live;
	if (e->kind == ENTRY_CONCLUSION && !fold_text(d, e, data))
		return false;
	v->closed_ms = e->time_ms;
	if (entry_by_seat(v, e) && !strcmp(data_text(data, "outcome"), "INVALIDATED"))
		v->invalidator = mem_strdup(v->seats[e->seat - 1]->name);
	v->closer = e->seat && e->seat == v->lease.holder ? e->seat : 0;
	lease_end(&v->lease, false);
	return true;
}

static bool (*const folds[ENTRY_KINDS])(struct duel *d, const struct entry *e, json_t *data) = {
	[ENTRY_RULES] = fold_rules,
	[ENTRY_JOIN] = fold_join,
	[ENTRY_CLAIM] = fold_claim,
	[ENTRY_REFRESH] = fold_refresh,
	[ENTRY_RELEASE] = fold_end,
	[ENTRY_EXPIRE] = fold_end,
	[ENTRY_WAIT] = fold_wait,
	[ENTRY_REJECT] = fold_reject,
	[ENTRY_HEAD] = fold_head,
	[ENTRY_TURN] = fold_text,
	[ENTRY_NOTE] = fold_note,
	[ENTRY_CONCLUSION] = fold_close,
	[ENTRY_CLOSE] = fold_close,
	[ENTRY_HANDIN] = fold_handed_in,
	[ENTRY_REPORT] = fold_handed_in,
};

static bool
fold_format(struct duel *d, const struct entry *e, json_t *data, size_t record_offset, void *facts)
{
	struct live *v = d->live;
	struct context ctx;
	live_context(d, &ctx);
	struct fstate *next = v->format->apply(v->state, &ctx, e, data, record_offset, facts);
	if (!next)
		return false;
	v->format->drop(v->state);
	v->state = next;
	return true;
}

static json_t *
data_of(const struct entry *e)
{
	return e->data ? json_loadb(e->data, e->data_len, 0, NULL) : NULL;
}

/* What it changes. */
static bool
take_effect(struct duel *d, const struct entry *e, json_t *data, void *facts)
{
	if (e->kind <= 0 || e->kind >= ENTRY_KINDS || !folds[e->kind] || (e->data && !data))
		return false;
	settle(d->live, e);
	size_t record_offset = utstring_len(&d->live->record);
	if (!folds[e->kind](d, e, data) || !fold_format(d, e, data, record_offset, facts))
		return false;
	live_moved(d, e->time_ms);
	return true;
}

/* Where it stands. */
static void
take_place(struct duel *d, const struct entry *e, json_t *data, struct fstate *before)
{
	d->live->last_seq = e->seq;
	memcpy(d->live->last_hash, e->hash, sizeof d->live->last_hash);
	events_add(d, e, data, before);
}

void
live_moved(struct duel *d, int64_t time_ms)
{
	struct live *v = d->live;
	v->changed_ms = d->updated_ms = time_ms;
	v->version++;
	if (front_renew(d))
		record_moved(v, time_ms);
	registry_set_state(d, live_state_name(d));
}

bool
live_fold(struct duel *d, struct entry *e, void *facts)
{
	struct live *v = d->live;
	json_t *data = data_of(e);
	struct fstate *before = v->format->hold(v->state);
	bool good = take_effect(d, e, data, facts);
	if (good)
		take_place(d, e, data, before);
	v->format->drop(before);
	json_decref(data);
	return good;
}

bool
live_unlogged(struct duel *d, const struct entry *e)
{
	json_t *data = data_of(e);
	bool good = take_effect(d, e, data, NULL);
	json_decref(data);
	return good;
}

void
live_log(struct duel *d, const struct entry *e, struct fstate *before)
{
	json_t *data = data_of(e);
	take_place(d, e, data, before);
	d->live->version++;
	json_decref(data);
}
