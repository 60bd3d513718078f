#include "fs/duel/tokens.h"

#include <assert.h>
#include <utf8proc.h>
#include "fs/duel/fold.h"

_Static_assert(CONFIG_TOKEN_MIN_BYTES == LIMIT_TOKEN_MIN_BYTES && CONFIG_TOKEN_MAX_BYTES == LIMIT_TOKEN_MAX_BYTES,
	"what config takes for a token is one");

bool
token_is_shaped(const char *s, size_t len)
{
	int32_t cp;
	if (len < LIMIT_TOKEN_MIN_BYTES || len > LIMIT_TOKEN_MAX_BYTES)
		return false;
	for (size_t at = 0; at < len;) { /* without white space and control characters of any script */
		utf8proc_ssize_t n =
			utf8proc_iterate((const utf8proc_uint8_t *)s + at, (utf8proc_ssize_t)(len - at), &cp);
		utf8proc_category_t c = n < 1 ? UTF8PROC_CATEGORY_CN : utf8proc_category(cp);
		if (c >= UTF8PROC_CATEGORY_ZS && c <= UTF8PROC_CATEGORY_CC)
			return false;
		at += n < 1 ? 1 : (size_t)n;
	}
	return true;
}

const char *
token_find(const char *token, const char *s, size_t len)
{
	size_t n = strlen(token);
	return token_is_shaped(token, n) ? memmem(s, len, token, n) : NULL;
}

void
token_hash(const unsigned char secret[32], const char *token, size_t len, unsigned char out[TOKEN_HASH_BYTES])
{
	assert(token);
	crypto_generichash(out, TOKEN_HASH_BYTES, (const unsigned char *)token, len, secret, 32);
}

void
token_put(const unsigned char secret[32], const char *token, json_t *data)
{
	unsigned char hash[TOKEN_HASH_BYTES];
	char hex[2 * TOKEN_HASH_BYTES + 1];
	token_hash(secret, token, strlen(token), hash);
	sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
	json_object_set_new(data, "token", json_string(hex));
}

bool
token_is_a_seats(const struct fold *fold, const char *token)
{
	unsigned char hash[TOKEN_HASH_BYTES];
	token_hash(fold->secret, token, strlen(token), hash);
	for (unsigned i = 0; i < fold->n_seats; i++)
		if (fold->secrets[i].has_token && !sodium_memcmp(hash, fold->secrets[i].hash, sizeof hash))
			return true;
	return false;
}

/* The maker's */

const char *
maker_token_hash(const unsigned char secret[32], struct duel_rules *r, const struct duel_rules *now)
{
	unsigned char hash[TOKEN_HASH_BYTES];
	char hex[2 * TOKEN_HASH_BYTES + 1] = "";
	const char *token = r->maker_token;
	bool stays = !strcmp(token, CONFIG_SET);
	if (stays && !(now && *now->maker_hash))
		return "\"" CONFIG_SET "\" is how one reads that is set, and none is: write the token itself";
	if (*token && !stays && !token_is_shaped(token, strlen(token)))
		return "a token has 8 to 128 bytes and no white space";
	if (*token && !stays) {
		token_hash(secret, token, strlen(token), hash);
		sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
	}
	rules_set_text(r, "maker_hash", stays ? now->maker_hash : hex);
	if (*token) {
		sodium_memzero(r->maker_token, strlen(r->maker_token));
		rules_set_text(r, "maker_token", CONFIG_SET);
	}
	return NULL;
}

bool
maker_token_is(const struct fold *fold, const char *token)
{
	unsigned char want[TOKEN_HASH_BYTES], hash[TOKEN_HASH_BYTES];
	const char *hex = fold->rules.maker_hash;
	size_t len = 0;
	if (!*hex)
		return !token;
	if (!token || sodium_hex2bin(want, sizeof want, hex, strlen(hex), NULL, &len, NULL) || len != sizeof want)
		return false;
	token_hash(fold->secret, token, strlen(token), hash);
	return !sodium_memcmp(hash, want, sizeof hash);
}
