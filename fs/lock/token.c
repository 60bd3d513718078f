/* Tokens that a line of `lock` brings or proves. */
#include "fs/lock/lock_inner.h"

int
token_check(struct request *q)
{
	const char *t = q->values[KEY_TOKEN];
	if (t && !token_is_shaped(t, strlen(t)))
		return lock_refuse(q, REFUSAL_VALUE_BAD, "a token has %d to %d bytes and no white space",
			LIMIT_TOKEN_MIN_BYTES, LIMIT_TOKEN_MAX_BYTES);
	return 0;
}

int
token_prove(struct request *q)
{
	const struct seat_secret *s = &q->d->fold->secrets[q->seat - 1];
	const char *t = q->values[KEY_TOKEN];
	unsigned char hash[TOKEN_HASH_BYTES];
	if (!s->has_token && t && s->claimed)
		return lock_refuse(
			q, REFUSAL_LEASE_TOKEN, "this seat has had the floor without a token; it is too late for one");
	q->binds = !s->has_token && t;
	if (!s->has_token)
		return 0;
	if (t)
		fold_token_hash(q->d->fold, t, strlen(t), hash);
	if (t && !sodium_memcmp(hash, s->hash, sizeof hash))
		return 0;
	return lock_refuse(q, REFUSAL_LEASE_TOKEN,
		t ? "this is not the token of that seat" : "this seat has a token: add token=SECRET");
}

void
token_bind(struct request *q, json_t *data)
{
	unsigned char hash[TOKEN_HASH_BYTES];
	if (!q->binds)
		return;
	fold_token_hash(q->d->fold, q->values[KEY_TOKEN], strlen(q->values[KEY_TOKEN]), hash);
	json_object_set_new(data, "token", token_json(hash));
}
