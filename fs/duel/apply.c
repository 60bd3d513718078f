/* Folding: what one entry changes. The core's part is one row a kind; then the format's apply, then the events. */
#include "fs/duel/fold.h"

#include <assert.h>
#include "validators/formats.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"
#include "validators/text/text.h"

struct entry *
fold_entry_new(enum entry_kind kind, unsigned seat, uint64_t lease, json_t *data, const char *body, size_t body_len)
{
	char *text = mem_check(json_dumps(data, JSON_COMPACT));
	struct entry *e = entry_new(kind, seat, lease, text, body, body_len);
	json_decref(data);
	free(text);
	return e;
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
	if (sodium_hex2bin(s->hash, sizeof s->hash, hex, strlen(hex), NULL, &len, NULL) || len != sizeof s->hash)
		return false;
	return s->has_token = true;
}

/* The effect of an entry of each kind on the core's part of the fold. false: not to be understood. */

static bool
fold_rules(struct fold *fold, const struct entry *e, json_t *data)
{
	struct duel_rules base, rules;
	struct mount_config defaults;
	struct config_error error;
	if (fold->frozen || strcmp(source_sum(fold->source), data_text(data, "source_sha256")))
		return false;
	config_default(&defaults);
	rules_copy(&base, &defaults.defaults);
	config_free(&defaults);
	int err = rules_parse(e->body ? e->body : "", e->body_len, true, format_names(), &base, &rules, &error);
	rules_free(&base);
	if (err)
		return false;
	json_t *set_ms = json_object_get(data, "set_ms");
	fold_freeze_rules(fold, &rules, set_ms ? json_integer_value(set_ms) : e->time_ms);
	return true;
}

json_t *
fold_join_data(const char *name, const char *harness, const char *model, const char *role, uid_t uid)
{
	assert(name);
	return json_pack("{s:s,s:s,s:s,s:s,s:I}", "name", name, "harness", harness ?: SEAT_HARNESS, "model",
		model ?: SEAT_MODEL, "role", role ?: "", "uid", (json_int_t)uid);
}

/* Until its first text a seat may say anew what it is. Others may still look at what it was. */
static bool
fold_join(struct fold *fold, const struct entry *e, json_t *data)
{
	struct seat *was = e->seat >= 1 && e->seat <= fold->n_seats ? fold->seats[e->seat - 1] : NULL;
	const char *name = was ? was->name : data_text(data, "name"), *role = was ? was->role : data_text(data, "role");
	if (!was && (fold->n_seats >= format_seats(fold->format) || e->seat != fold->n_seats + 1 || !*name))
		return false;
	struct seat *s = mem_calloc(1, sizeof *s);
	*s = (struct seat){.number = e->seat,
		.name = mem_strdup(name),
		.key = name_key(name),
		.harness = mem_strdup(data_text(data, "harness")),
		.model = mem_strdup(data_text(data, "model")),
		.role = mem_strdup(role),
		.uid = was ? was->uid : (uid_t)json_integer_value(json_object_get(data, "uid")),
		.joined_ms = was ? was->joined_ms : e->time_ms,
		.before = was};
	fold->seats[e->seat - 1] = s;
	fold->n_seats += !was;
	if (!fold->head_frozen)
		record_moved(fold, e->time_ms);
	if (was)
		return !fold->secrets[e->seat - 1].accepted_texts;
	return !json_object_get(data, "token") || bind_token(&fold->secrets[e->seat - 1], data);
}

struct entry *
fold_claim_new(const struct fold *fold, unsigned seat, bool for_timeout, const char *token)
{
	json_t *data = json_pack("{s:I}", "seconds", (json_int_t)fold->rules.lease_seconds);
	if (for_timeout)
		json_object_set_new(data, "timeout", json_true());
	if (token)
		token_put(fold->secret, token, data);
	return fold_entry_new(ENTRY_CLAIM, seat, fold->next_lease, data, NULL, 0);
}

static bool
fold_claim(struct fold *fold, const struct entry *e, json_t *data)
{
	if (e->lease <= fold->lease.number)
		return false;
	int64_t lasts_ms = json_integer_value(json_object_get(data, "seconds")) * 1000;
	fold->lease = (struct lease){.holder = e->seat, .number = e->lease, .claimed_ms = e->time_ms,
		.expires_ms = e->time_ms + lasts_ms, .expires_clock_ms = e->clock_ms + lasts_ms, .boot = e->boot};
	if (e->lease >= fold->next_lease)
		fold->next_lease = e->lease + 1;
	struct seat_secret *s = &fold->secrets[e->seat - 1];
	s->claimed = true;
	s->waiting = false;
	s->lease_unused = true;
	s->claimed_clock_ms = e->clock_ms;
	return !json_object_get(data, "token") || bind_token(s, data);
}

static bool
fold_refresh(struct fold *fold, const struct entry *e, json_t *data)
{
	struct lease *l = &fold->lease;
	if (l->holder != e->seat)
		return false;
	int64_t lasts_ms = json_integer_value(json_object_get(data, "seconds")) * 1000;
	l->expires_ms = e->time_ms + lasts_ms;
	l->expires_clock_ms = e->clock_ms + lasts_ms;
	l->boot = e->boot;
	return true;
}

static bool
fold_end(struct fold *fold, const struct entry *e, json_t *data)
{
	(void)data;
	if (fold->lease.holder != e->seat)
		return false;
	fold->secrets[e->seat - 1].release_must_fail &= e->kind == ENTRY_EXPIRE;
	lease_end(&fold->lease, e->kind == ENTRY_EXPIRE);
	return true;
}

static bool
fold_wait(struct fold *fold, const struct entry *e, json_t *data)
{
	(void)data;
	fold->secrets[e->seat - 1].waiting = true;
	return true;
}

static bool
fold_reject(struct fold *fold, const struct entry *e, json_t *data)
{
	if (e->seat && e != fold->kept)
		fold->secrets[e->seat - 1].release_must_fail = true;
	refuse_fold(fold, e, data);
	return true;
}

static void
record_grow(struct fold *fold, const char *bytes, size_t len, int64_t time_ms)
{
	assert(len);
	fold_append(&fold->record, bytes, len);
	crypto_hash_sha256_update(&fold->sha, (const unsigned char *)bytes, len);
	record_moved(fold, time_ms);
}

/* A piece of the record, or a text beside it, whose meaning is the format's: those that waited have news. */
static bool
fold_text(struct fold *fold, const struct entry *e, json_t *data)
{
	bool in_record = entry_kinds[e->kind].record;
	if (!e->body_len)
		return false;
	if (e->kind == ENTRY_HEAD) {
		if (fold->head_frozen)
			return false;
		fold->head_frozen = true;
		fold->head_bytes = e->body_len;
	}
	if (in_record && e->kind != ENTRY_NOTE && !fold->head_frozen)
		return false;
	if (e->kind == ENTRY_NOTE && !fold->closed_ms && !note_is_direct(data))
		fold_append(&fold->pending_notes, e->body, e->body_len);
	else if (in_record)
		record_grow(fold, e->body, e->body_len, e->time_ms);
	else if (e->lease >= fold->next_lease)
		fold->next_lease = e->lease + 1; /* a desk's own, beside the one that is held */
	for (unsigned i = 0; i < fold->n_seats; i++)
		fold->secrets[i].waiting = false;
	if (e->seat && e->kind != ENTRY_NOTE) { /* the filesystem's own line */
		struct seat_secret *s = &fold->secrets[e->seat - 1];
		size_t at = in_record ? record_heading(e->body, e->body_len) : 0;
		s->accepted_texts++;
		s->lease_unused = s->release_must_fail = false;
		handed_keep(fold, e->seat, mem_copy(e->body + at, e->body_len - at), e->body_len - at);
		s->handed.time_ms = e->time_ms;
	}
	if (json_object_get(data, "evidence"))
		cited_fold(fold, e, data);
	return true;
}

/* It changes nothing by itself. */
static bool
fold_lapse(struct fold *fold, const struct entry *e, json_t *data)
{
	(void)fold;
	return data && !e->body_len;
}

static bool
fold_maker(struct fold *fold, const struct entry *e, json_t *data)
{
	const char *verb = data_text(data, "verb");
	if (e->body_len)
		return false;
	if (!strcmp(verb, "say")) {
		char *line = record_maker(data_text(data, "text"), e->time_ms);
		fold_append(&fold->said, line, strlen(line));
		fold->n_said++;
		free(line);
	}
	return true;
}

static bool
fold_close(struct fold *fold, const struct entry *e, json_t *data)
{
	if (e->kind == ENTRY_CONCLUSION && !fold_text(fold, e, data))
		return false;
	fold->closed_ms = e->time_ms;
	fold->by_maker = !strcmp(data_text(data, "by"), "maker");
	if (!strcmp(data_text(data, "outcome"), "INVALIDATED"))
		fold->invalidator = mem_strdup(e->seat ? fold->seats[e->seat - 1]->name
				: fold->by_maker ? "maker" : "duelfs");
	fold->closer = e->seat && e->seat == fold->lease.holder ? e->seat : 0;
	fold->closed_by = e->seat;
	if (e->seat && e->kind == ENTRY_CONCLUSION) {
		/* wherever its lines end; a format may also make a reason of what a text comes to */
		char *body = text_fold_space(e->body ? e->body : "", e->body_len);
		fold->in_words = strstr(body, data_text(data, "reason"));
		free(body);
	}
	lease_end(&fold->lease, false);
	seat_checks_close(fold);
	return true;
}

static const struct {
	bool (*takes)(struct fold *fold, const struct entry *e, json_t *data);
	bool by_seat; /* it is always somebody's who has joined */
} folds[ENTRY_KINDS] = {
	[ENTRY_RULES] = {fold_rules, false},
	[ENTRY_JOIN] = {fold_join, false},
	[ENTRY_CLAIM] = {fold_claim, true},
	[ENTRY_REFRESH] = {fold_refresh, true},
	[ENTRY_RELEASE] = {fold_end, true},
	[ENTRY_EXPIRE] = {fold_end, true},
	[ENTRY_WAIT] = {fold_wait, true},
	[ENTRY_REJECT] = {fold_reject, false},
	[ENTRY_HEAD] = {fold_text, false},
	[ENTRY_TURN] = {fold_text, false},
	[ENTRY_NOTE] = {fold_text, false},
	[ENTRY_CONCLUSION] = {fold_close, false},
	[ENTRY_CLOSE] = {fold_close, false},
	[ENTRY_HANDIN] = {fold_text, true},
	[ENTRY_REPORT] = {fold_text, true},
	[ENTRY_LAPSE] = {fold_lapse, false},
	[ENTRY_MAKER] = {fold_maker, false},
};

/* An entry changes the core's part, the format's, and the front of the record, which stands before all texts. */
bool
fold_entry(struct fold *fold, struct entry *e)
{
	assert(e->seq == fold->last_seq + 1);
	bool good = false;
	if (e->kind <= 0 || e->kind >= ENTRY_KINDS || !folds[e->kind].takes)
		return false;
	if (e->seat > fold->n_seats ? e->kind != ENTRY_JOIN : !e->seat && folds[e->kind].by_seat)
		return false;
	json_t *data = e->data ? json_loadb(e->data, e->data_len, 0, NULL) : NULL;
	struct debate_change change;
	struct context ctx;
	if (e->data && !data)
		return false;
	/* a text and the close bring what is owed to the record; a note behind the close waits for nothing */
	bool brings = e->kind == ENTRY_TURN || e->kind == ENTRY_CONCLUSION || e->kind == ENTRY_CLOSE ||
		(e->kind == ENTRY_NOTE && note_is_direct(data));
	if (brings && utstring_len(&fold->pending_notes)) {
		record_grow(fold, utstring_body(&fold->pending_notes), utstring_len(&fold->pending_notes), e->time_ms);
		utstring_clear(&fold->pending_notes);
	}
	size_t record_offset = utstring_len(&fold->record);
	crypto_hash_sha256_state sha = fold->sha;
	if (!folds[e->kind].takes(fold, e, data))
		goto out;
	fold_context(fold, &ctx);
	if (!debate_fold(fold->state, &ctx, e, data, record_offset, &change))
		goto out;
	good = true;
	fold->changed_ms = e->time_ms;
	fold->version++;
	if (fold->format->front && !front_stays(fold, e->kind) && front_renew(fold))
		record_moved(fold, e->time_ms);
	assert(front_is_now(fold));
	fold->last_seq = e->seq;
	fold->last_clock_ms = e->clock_ms;
	memcpy(fold->last_hash, e->hash, sizeof fold->last_hash);
	events_add(fold, e, data, &change);
out:
	if (!good && utstring_len(&fold->record) > record_offset) { /* its text is no part of what is shown */
		fold->record.i = record_offset;
		utstring_body(&fold->record)[record_offset] = '\0';
		fold->sha = sha;
	}
	json_decref(data);
	return good;
}

bool
fold_damaged(struct fold *fold, uint64_t at, char *why, int64_t time_ms)
{
	assert(why);
	if (fold->damage) {
		free(why);
		return false;
	}
	fold->damage = why;
	fold->damage_at = at;
	lease_end(&fold->lease, false);
	seat_checks_close(fold);
	events_damaged(fold, time_ms);
	return true;
}
