/* Tokens that a line of `lock` brings, proves, or asks for. */
#include "fs/lock/lock_inner.h"
#include "validators/text/mem.h"

static bool
is_new(const char *token)
{
	return token && !strcmp(token, "new");
}

int
token_check(struct request *q)
{
	const char *t = q->values[KEY_TOKEN];
	if (t && !is_new(t) && !token_is_shaped(t, strlen(t)))
		return lock_refuse(q, REFUSAL_VALUE_BAD,
			"a token has %d to %d bytes and no white space, or is token=new", LIMIT_TOKEN_MIN_BYTES,
			LIMIT_TOKEN_MAX_BYTES);
	bool binds = !q->seat || !q->d->fold->secrets[q->seat - 1].has_token;
	bool late = q->seat && q->d->fold->secrets[q->seat - 1].claimed;
	if (is_new(t) && binds && !late && !q->session->readable)
		return lock_refuse(q, REFUSAL_VALUE_BAD,
			"token=new is read back through the same open file: open it for reading, too (exec 3<>lock)");
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
	unsigned char hash[TOKEN_HASH_BYTES], bytes[24];
	if (!q->binds)
		return;
	if (is_new(q->values[KEY_TOKEN])) {
		randombytes_buf(bytes, sizeof bytes);
		sodium_bin2base64(
			q->token, sizeof q->token, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
		q->values[KEY_TOKEN] = q->token;
	}
	fold_token_hash(q->d->fold, q->values[KEY_TOKEN], strlen(q->values[KEY_TOKEN]), hash);
	json_object_set_new(data, "token", token_json(hash));
}

void
token_tell(struct request *q)
{
	if (!*q->token)
		return;
	free(q->session->answer);
	q->session->answer = mem_format("token = \"%s\"\n", q->token);
}
