/*
 * debate.md as it is read: what is stored, and before it the front of a format that has one (format.h).
 *
 * The front follows from the entries, so it is rendered anew after each that may change it, and compared: where it is
 * another, the file is another since that entry's time. The whole text and its hash are put together when somebody asks
 * for them, and kept until the file changes.
 */
#include "fs/duel/fold.h"

#include <assert.h>

#include "validators/text/mem.h"

void
record_stored(struct fold *fold, const char **bytes, size_t *len)
{
	assert(fold->format);
	UT_string *s = &fold->record;
	if (!fold->head_frozen) {
		s = &fold->head;
		if (fold->head_version != fold->version) {
			utstring_clear(s);
			fold->format->head(fold->state, s);
			fold->head_version = fold->version;
		}
	}
	*bytes = utstring_body(s);
	*len = utstring_len(s);
}

/* Entries that move the floor, and texts that were refused, come several to each text that is taken. */
bool
front_stays(const struct fold *fold, enum entry_kind kind)
{
	static const bool none_of_it[ENTRY_KINDS] = {
		[ENTRY_CLAIM] = true,
		[ENTRY_REFRESH] = true,
		[ENTRY_RELEASE] = true,
		[ENTRY_EXPIRE] = true,
		[ENTRY_WAIT] = true,
		[ENTRY_REJECT] = true,
	};
	assert(kind > 0 && kind < ENTRY_KINDS);
	return fold->whole.front_there && none_of_it[kind];
}

static bool
is_front(const struct whole *w, const UT_string *now)
{
	return w->front_there && utstring_len(now) == utstring_len(&w->front) &&
		!memcmp(utstring_body(now), utstring_body(&w->front), utstring_len(now));
}

#ifdef __SANITIZE_ADDRESS__
bool
front_is_now(const struct fold *fold)
{
	UT_string now;
	if (!fold->format->front || !fold->whole.front_there)
		return true;
	utstring_init(&now);
	fold->format->front(fold->state, &now);
	bool is = is_front(&fold->whole, &now);
	utstring_done(&now);
	return is;
}
#endif

bool
front_renew(struct fold *fold)
{
	struct whole *w = &fold->whole;
	UT_string now;
	assert(fold->format->front);
	utstring_init(&now);
	fold->format->front(fold->state, &now);
	bool other = !is_front(w, &now);
	utstring_done(&w->front);
	w->front = now;
	w->front_there = true;
	if (fold->closed_ms && !w->closed)
		w->closed = mem_copy(utstring_body(&now), utstring_len(&now));
	return other;
}

void
record_whole(struct fold *fold, const char **bytes, size_t *len)
{
	struct whole *w = &fold->whole;
	assert(bytes && len);
	if (!fold->format->front) {
		record_stored(fold, bytes, len);
		return;
	}
	if (!w->front_there)
		front_renew(fold);
	if (!w->made) {
		const char *record;
		size_t record_len;
		record_stored(fold, &record, &record_len);
		utstring_clear(&w->text);
		utstring_concat(&w->text, &w->front);
		utstring_bincpy(&w->text, record, record_len);
		w->made = true;
	}
	*bytes = utstring_body(&w->text);
	*len = utstring_len(&w->text);
}

size_t
record_front_len(struct fold *fold)
{
	if (!fold->format->front)
		return 0;
	if (!fold->whole.front_there)
		front_renew(fold);
	return utstring_len(&fold->whole.front);
}

unsigned
record_pieces(struct fold *fold, const char *front, size_t front_len, uint64_t offset, size_t size, struct iovec out[2])
{
	assert(front || !front_len);
	const char *record;
	size_t len;
	unsigned found = 0;
	record_stored(fold, &record, &len);
	struct iovec all[2] = {{(char *)front, front_len}, {(char *)record, len}};
	for (unsigned i = 0; i < 2; offset -= offset < all[i].iov_len ? offset : all[i].iov_len, i++) {
		if (offset >= all[i].iov_len || !size)
			continue;
		size_t left = all[i].iov_len - (size_t)offset;
		out[found] = (struct iovec){(char *)all[i].iov_base + offset, left < size ? left : size};
		size -= out[found++].iov_len;
	}
	return found;
}

void
record_sha256(struct fold *fold, unsigned char sum[crypto_hash_sha256_BYTES])
{
	crypto_hash_sha256_state state = fold->sha;
	const char *record;
	size_t len;
	if (fold->head_frozen) {
		crypto_hash_sha256_final(&state, sum);
		return;
	}
	record_stored(fold, &record, &len);
	crypto_hash_sha256(sum, (const unsigned char *)record, len);
}

char *
record_at_close(struct fold *fold, size_t *len)
{
	assert(fold->closed_ms);
	const struct whole *w = &fold->whole;
	const char *record;
	size_t n = w->closed ? strlen(w->closed) : 0;
	record_stored(fold, &record, len);
	char *bytes = mem_check(malloc(n + *len + 1));
	memcpy(bytes, w->closed ? w->closed : "", n);
	memcpy(bytes + n, record, *len);
	bytes[*len += n] = '\0';
	return bytes;
}
