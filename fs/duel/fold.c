/* A duel, beside what its entries do to it (apply.c): its rules, its source, its seats, and what formats are
 * told of it. */
#include "fs/duel/fold.h"

#include <assert.h>
#include <string.h>
#include "fs/util/bundle.h"
#include "validators/formats.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"
#include "validators/text/text.h"

void
fold_context(const struct fold *fold, struct context *ctx)
{
	assert(fold->format);
	struct moment at = clock_moment(fold->clock);
	*ctx = (struct context){
		.name = fold->name,
		.id = fold->id,
		.created_ms = fold->created_ms,
		.terms = &fold->terms,
		.source = fold->folder ? NULL : fold->source,
		.folder = fold->folder,
		.reading = fold->source && fold->format->reading ? source_reading(fold->source, fold->format) : NULL,
		.seats = (const struct seat *const *)fold->seats,
		.n_seats = fold->n_seats,
		.holder = fold->lease.holder,
		.now_ms = at.now_ms,
		.clock_ms = at.clock_ms,
		.downtime = fold->downtime,
		.n_downtime = fold->n_downtime,
	};
}

#ifdef __SANITIZE_ADDRESS__
void
fold_invariant(const struct fold *fold)
{
	assert(!(fold->closed_ms && (fold->lease.holder || utstring_len(&fold->pending_notes))));
	assert(fold->n_seats <= format_seats(fold->format));
	assert(fold->lease.holder <= fold->n_seats);
	assert(!fold->lease.holder || fold->lease.number);
	assert(!fold->damage || !fold->lease.holder);
	assert(!fold->n_events == !utstring_len(&fold->events));
	assert(!fold->closer || (fold->closed_ms && fold->closer <= fold->n_seats));
	assert(!fold->closed_by || (fold->closed_ms && fold->closed_by <= fold->n_seats));
	assert(!fold->in_words || fold->closed_by);
	assert(fold->refused.n <= LIMIT_LAST_ERRORS);
	for (unsigned i = 0; i < fold->n_seats; i++)
		assert(fold->seats[i]->number == i + 1 && *fold->seats[i]->name);
	assert(fold->frozen || !fold->n_seats);
	/* the record is the bodies that were hashed, in order */
	crypto_hash_sha256_state state = fold->sha;
	unsigned char kept[crypto_hash_sha256_BYTES], now[crypto_hash_sha256_BYTES];
	crypto_hash_sha256_final(&state, kept);
	crypto_hash_sha256(now, (const unsigned char *)utstring_body(&fold->record), utstring_len(&fold->record));
	assert(!memcmp(kept, now, sizeof now));
}
#endif

const char *
fold_said(const struct fold *fold)
{
	const char *s = utstring_body(&fold->said), *end = s + utstring_len(&fold->said), *from = end;
	for (unsigned n = 0; from > s && n < FOLD_SAID_SHOWN; n++)
		for (from -= from > s; from > s && from[-1] != '\n'; from--)
			;
	return s ? from : "";
}

const struct seat *
fold_seat_named(const struct fold *fold, const char *name)
{
	assert(name);
	const struct seat *found = NULL;
	char *key = name_key(name);
	for (unsigned i = 0; i < fold->n_seats && !found; i++)
		if (!strcmp(fold->seats[i]->key, key))
			found = fold->seats[i];
	free(key);
	return found;
}

struct fault
fold_floor(const struct fold *fold, unsigned seat, bool for_timeout, struct verdict *out)
{
	assert(seat >= 1 && seat <= fold->n_seats);
	const struct lease *l = &fold->lease;
	char until[RECORD_TIME_BYTES];
	struct context ctx;
	if (l->holder && l->holder != seat)
		return fault_of(REFUSAL_LEASE_BUSY, "\"%s\" has the floor until %s, or until it is released",
			fold->seats[l->holder - 1]->name, record_time(l->expires_ms, until));
	fold_context(fold, &ctx);
	return format_floor(fold->state, &ctx, seat, for_timeout, out);
}

/* The duel's, until config.toml names another: whoever reads it without the lock has entered the duel. */
struct kept_source {
	struct source source; /* first: the one is the other's address */
	struct source_folder folder; /* where it is one; its files are owned */
	char sum[SHA256_HEX_BYTES]; /* of the text; "": nobody has asked */
	char *topic; /* NULL: likewise */
	struct reading {
		const struct format_reading *how;
		void *made; /* NULL: nothing */
		struct reading *next;
	} *readings; /* that formats have made of it: they only become more, for a context borrows them */
};

static const struct reading *
reading_of(const struct source *s, const struct format *f)
{
	const struct kept_source *k = (const struct kept_source *)s;
	const struct reading *r = k && f->reading ? k->readings : NULL;
	while (r && r->how != f->reading)
		r = r->next;
	return r;
}

void *
source_reading(const struct source *s, const struct format *f)
{
	const struct reading *r = reading_of(s, f);
	return r ? r->made : NULL;
}

bool
source_is_read(const struct source *s, const struct format *f)
{
	return !s || !f->reading || reading_of(s, f);
}

void
source_keep(const struct source *s, struct source_copy *copy)
{
	struct kept_source *k = (struct kept_source *)s;
	const struct format *f = copy->read_for;
	if (f && !source_is_read(s, f)) {
		struct reading *r = mem_calloc(1, sizeof *r);
		*r = (struct reading){.how = f->reading, .made = copy->reading, .next = k->readings};
		k->readings = r;
		copy->reading = NULL;
	}
	if (!k->topic) {
		k->topic = copy->topic;
		copy->topic = NULL;
	}
	if (!*k->sum)
		memcpy(k->sum, copy->sum, sizeof k->sum);
}

/* The topic as it holds: set, else the source's heading or file name, else the duel's name. */
static void
resolve_topic(struct fold *fold)
{
	const struct duel_rules *r = &fold->rules;
	const struct source *s = fold->source;
	struct kept_source *k = (struct kept_source *)s;
	if (k && !*r->topic && !k->topic)
		k->topic = source_topic(&(struct source_copy){
			.path = (char *)s->path, .text = (char *)s->text, .len = s->len}, fold->format);
	free(fold->topic);
	free(fold->slug);
	fold->topic = mem_strdup(*r->topic ? r->topic : k ? k->topic : fold->name);
	fold->slug = text_slug(fold->topic, strlen(fold->topic));
	fold->terms = (struct terms){
		.topic = fold->topic,
		.topic_slug = fold->slug,
		.max_turns = rules_number(r, "max_turns"),
		.sealed_opening = !strcmp(rules_text(r, "opening"), "sealed"),
		.max_turn_bytes = rules_number(r, "max_turn_bytes"),
		.wait_seconds = r->wait_seconds,
		.move_seconds = r->move_seconds,
		.lease_seconds = r->lease_seconds,
		.retry_after_seconds = r->retry_after_seconds,
		.novelty_threshold = r->novelty_threshold,
		.evidence_root = *r->evidence_root ? r->evidence_root : NULL,
		.definitions = r->definitions,
		.scope = r->scope,
		.exchanges = r->exchanges,
		.strict_words = !strcmp(r->word_limits, "reject"),
		.rounds = r->rounds,
		.turn_seconds = rules_number(r, "turn_seconds"),
		.strict_evidence = !strcmp(r->evidence, "reject"),
		.positions = r->positions,
		.closing = r->closing,
		.effort = r->effort,
		.min_turns = r->min_turns,
	};
}

const char *
source_sum(const struct source *s)
{
	struct kept_source *k = (struct kept_source *)s;
	if (k && !*k->sum)
		sha256_hex(s->text, s->len, k->sum);
	return k ? k->sum : "";
}

struct fold *
fold_new(int64_t number, const char *name, int64_t created_ms, int64_t updated_ms, const unsigned char secret[32],
	struct clock *clock, uint64_t version)
{
	assert(name && secret && clock);
	unsigned char hash[crypto_generichash_BYTES_MIN];
	struct {
		int64_t number, created_ms;
	} what = {number, created_ms};
	struct fold *fold = mem_calloc(1, sizeof *fold);
	fold->number = number;
	fold->name = name;
	fold->created_ms = created_ms;
	fold->secret = secret;
	fold->clock = clock;
	fold->version = version;
	fold->next_lease = 1;
	utstring_init(&fold->record);
	utstring_init(&fold->pending_notes);
	utstring_init(&fold->cited.lines);
	utstring_init(&fold->events);
	utstring_init(&fold->said);
	utstring_init(&fold->head);
	utstring_init(&fold->whole.front);
	utstring_init(&fold->whole.text);
	crypto_hash_sha256_init(&fold->sha);
	entry_chain_start(fold->last_hash, number);
	fold->record_ms = fold->rules_ms = fold->changed_ms = updated_ms;
	fold->events_ms = fold->refused.changed_ms = created_ms;
	crypto_generichash(hash, sizeof hash, (const unsigned char *)&what, sizeof what, secret, 32);
	sodium_bin2hex(fold->id, sizeof fold->id, hash, 8);
	return fold;
}

static void
drop_source(struct fold *fold)
{
	struct kept_source *k = (struct kept_source *)fold->source;
	fold->source = NULL;
	fold->folder = NULL;
	if (!k)
		return;
	free((char *)k->source.path);
	free((char *)k->source.text);
	free((struct source_file *)k->folder.files);
	free(k->topic);
	for (struct reading *r = k->readings, *next; r; r = next) {
		next = r->next;
		if (r->made)
			r->how->drop(r->made);
		free(r);
	}
	free(k);
}

void
fold_free(struct fold *fold)
{
	if (!fold)
		return;
	for (unsigned i = 0; i < fold->n_seats; i++) {
		for (struct seat *s = fold->seats[i], *before; s; s = before) {
			before = s->before;
			free((char *)s->name);
			free((char *)s->key);
			free((char *)s->harness);
			free((char *)s->model);
			free((char *)s->role);
			free(s);
		}
		free(fold->secrets[i].handed.bytes);
		free(fold->secrets[i].check.text);
	}
	refused_clear(&fold->refused);
	refuse_open_free(fold);
	utstring_done(&fold->cited.lines);
	free(fold->cited.texts);
	debate_delete(fold->state);
	rules_free(&fold->rules);
	drop_source(fold);
	utstring_done(&fold->record);
	utstring_done(&fold->pending_notes);
	utstring_done(&fold->events);
	utstring_done(&fold->said);
	utstring_done(&fold->head);
	utstring_done(&fold->whole.front);
	utstring_done(&fold->whole.text);
	free(fold->whole.closed);
	free(fold->seats);
	free(fold->secrets);
	free(fold->topic);
	free(fold->slug);
	free(fold->damage);
	free(fold->invalidator);
	free(fold);
}

/* Takes what *copy owns, if it has a path. */
static void
take_source(struct fold *fold, struct source_copy *copy)
{
	assert(!fold->frozen);
	drop_source(fold);
	if (!copy->path)
		return;
	struct kept_source *k = mem_calloc(1, sizeof *k);
	const char *slash = strrchr(copy->path, '/'), *name = slash ? slash + 1 : copy->path;
	k->source = (struct source){.path = copy->path, .name = name, .text = copy->text, .len = copy->len};
	if (bundle_is(copy->text, copy->len)) {
		struct source_file *files;
		bundle_read(copy->text, copy->len, &files, &k->folder.n); /* a damaged one has none, and another hash */
		k->folder = (struct source_folder){copy->path, name, files, k->folder.n};
		fold->folder = &k->folder;
	}
	source_keep(&k->source, copy);
	copy->path = copy->text = NULL;
	source_copy_free(copy);
	fold->source = &k->source;
}

static void
start_format(struct fold *fold, const struct format *format)
{
	struct context ctx;
	fold->format = format;
	resolve_topic(fold);
	fold_context(fold, &ctx);
	fold->state = debate_new(format, &ctx);
	fold->seats = mem_calloc(format_seats(format), sizeof *fold->seats);
	fold->secrets = mem_calloc(format_seats(format), sizeof *fold->secrets);
}

void
fold_begin(struct fold *fold, struct duel_rules *rules, struct source_copy *source)
{
	const struct format *format = format_find(rules->format);
	assert(!fold->format && rules->format);
	fold->rules = *rules;
	format = format ? format : formats[0];
	if (source->path)
		source_copy_read(source, format);
	take_source(fold, source);
	start_format(fold, format);
}

void
fold_take_rules(
	struct fold *fold, struct duel_rules *rules, struct source_copy *source, bool new_source, int64_t time_ms)
{
	assert(!fold->n_seats && !fold->head_frozen);
	int64_t record_ms = fold->record_ms;
	const char *head;
	size_t len;
	assert(!fold->frozen);
	record_whole(fold, &head, &len);
	char *before = mem_copy(head, len);
	rules_free(&fold->rules);
	fold->rules = *rules;
	if (new_source)
		take_source(fold, source);
	debate_delete(fold->state);
	free(fold->seats);
	free(fold->secrets);
	start_format(fold, format_find(fold->rules.format));
	fold->changed_ms = fold->rules_ms = time_ms;
	fold->version++;
	if (fold->format->front)
		front_renew(fold);
	record_moved(fold, record_ms);
	record_whole(fold, &head, &len);
	if (strlen(before) != len || memcmp(before, head, len))
		record_moved(fold, time_ms > record_ms ? time_ms : record_ms + 1);
	free(before);
}

void
fold_freeze_rules(struct fold *fold, struct duel_rules *rules, int64_t time_ms)
{
	assert(!fold->frozen && !fold->n_seats);
	rules_free(&fold->rules);
	fold->rules = *rules;
	resolve_topic(fold);
	fold->frozen = true;
	fold->rules_ms = time_ms;
}
