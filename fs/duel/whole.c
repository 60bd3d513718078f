/*
 * debate.md as it is read: what is stored, and before it the front of a format that has one (format.h).
 *
 * The front follows from the entries, so it is rendered anew after each, and compared: where it is another, the file is another since that
 * entry's time. The whole text and its hash are put together when somebody asks for them, and kept until the file changes.
 */
#include "fs/duel/live.h"

#include "validators/mem.h"

void
whole_begin(struct whole *w)
{
	utstring_init(&w->front);
	utstring_init(&w->text);
}

void
whole_end(struct whole *w)
{
	utstring_done(&w->front);
	utstring_done(&w->text);
	free(w->closed);
}

void
record_stored(struct duel *d, const char **bytes, size_t *len)
{
	struct live *v = d->live;
	UT_string *s = &v->record;
	if (!v->head_frozen) {
		s = &v->head;
		if (v->head_version != v->version) {
			struct context ctx;
			live_context(d, &ctx);
			utstring_clear(s);
			v->format->head(&ctx, s);
			v->head_version = v->version;
		}
	}
	*bytes = utstring_body(s);
	*len = utstring_len(s);
}

void
record_moved(struct live *v, int64_t time_ms)
{
	v->record_ms = time_ms;
	v->whole.made = v->whole.summed = false;
}

bool
front_renew(struct duel *d)
{
	struct live *v = d->live;
	struct whole *w = &v->whole;
	struct context ctx;
	UT_string now;
	if (!v->format->front)
		return false;
	live_context(d, &ctx);
	utstring_init(&now);
	v->format->front(v->state, &ctx, &now);
	bool other = !w->front_there || utstring_len(&now) != utstring_len(&w->front) ||
		memcmp(utstring_body(&now), utstring_body(&w->front), utstring_len(&now));
	utstring_done(&w->front);
	w->front = now;
	w->front_there = true;
	if (v->closed_ms && !w->closed)
		w->closed = mem_copy(utstring_body(&now), utstring_len(&now));
	return other;
}

static void
whole_make(struct duel *d)
{
	struct whole *w = &d->live->whole;
	const char *record;
	size_t len;
	record_stored(d, &record, &len);
	utstring_clear(&w->text);
	utstring_concat(&w->text, &w->front);
	utstring_bincpy(&w->text, record, len);
	w->made = true;
	live_recount(d);
}

void
duel_record(struct duel *d, const char **bytes, size_t *len)
{
	struct live *v = d->live;
	if (!v->format->front) {
		record_stored(d, bytes, len);
		return;
	}
	if (!v->whole.front_there)
		front_renew(d);
	if (!v->whole.made)
		whole_make(d);
	*bytes = utstring_body(&v->whole.text);
	*len = utstring_len(&v->whole.text);
}

size_t
duel_front_len(struct duel *d)
{
	if (!d->live->format->front)
		return 0;
	if (!d->live->whole.front_there)
		front_renew(d);
	return utstring_len(&d->live->whole.front);
}

size_t
duel_record_len(struct duel *d)
{
	const char *bytes;
	size_t len;
	record_stored(d, &bytes, &len);
	return len;
}

/* What of `bytes`, which stand at `at`, is between two offsets. */
static struct iovec
cut(const char *bytes, size_t len, uint64_t at, uint64_t from, uint64_t to)
{
	uint64_t first = from > at ? from - at : 0, end = to > at ? to - at : 0;
	if (end > len)
		end = len;
	return first < end ? (struct iovec){(char *)bytes + first, end - first} : (struct iovec){0};
}

unsigned
duel_record_pieces(struct duel *d, const char *front, size_t front_len, uint64_t offset, size_t size, struct iovec out[2])
{
	const char *record;
	size_t len;
	unsigned n = 0;
	uint64_t to = offset > UINT64_MAX - size ? UINT64_MAX : offset + size;
	record_stored(d, &record, &len);
	struct iovec pieces[2] = {cut(front, front_len, 0, offset, to), cut(record, len, front_len, offset, to)};
	for (unsigned i = 0; i < 2; i++)
		if (pieces[i].iov_len)
			out[n++] = pieces[i];
	return n;
}

static void
sum_whole(struct duel *d)
{
	struct whole *w = &d->live->whole;
	const char *bytes;
	size_t len;
	duel_record(d, &bytes, &len);
	if (!w->summed)
		crypto_hash_sha256(w->sum, (const unsigned char *)bytes, len);
	w->summed = true;
}

/* That of a record without a front is kept up as it grows. */
void
duel_record_sha256(struct duel *d, unsigned char sum[crypto_hash_sha256_BYTES])
{
	struct live *v = d->live;
	if (v->head_frozen && !v->format->front) {
		crypto_hash_sha256_state state = v->sha;
		crypto_hash_sha256_final(&state, sum);
		return;
	}
	sum_whole(d);
	memcpy(sum, v->whole.sum, sizeof v->whole.sum);
}

char *
whole_at_close(struct duel *d, size_t *len)
{
	const struct whole *w = &d->live->whole;
	const char *record;
	size_t n = w->closed ? strlen(w->closed) : 0;
	record_stored(d, &record, len);
	char *bytes = mem_check(malloc(n + *len + 1));
	memcpy(bytes, w->closed ? w->closed : "", n);
	memcpy(bytes + n, record, *len);
	bytes[*len += n] = '\0';
	return bytes;
}
