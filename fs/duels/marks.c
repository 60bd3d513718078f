/*
 * Marks: a short check value for every MARK_BLOCK_BYTES of a record entry's body, kept in its data as "marks". The hash
 * chain says that an entry is not what was accepted; the marks say where. Pure.
 */
#include "fs/duels/duels_inner.h"

#include <jansson.h>
#include <sodium.h>
#include <string.h>
#include <sys/param.h>

#define MARK_BLOCK_BYTES 512
#define MARK_BYTES 4

static void
mark_block(const char *block, size_t len, unsigned char out[MARK_BYTES])
{
	unsigned char hash[crypto_generichash_BYTES_MIN];
	crypto_generichash(hash, sizeof hash, (const unsigned char *)block, len, NULL, 0);
	memcpy(out, hash, MARK_BYTES);
}

void
marks_set(struct entry *e)
{
	size_t blocks = (e->body_len + MARK_BLOCK_BYTES - 1) / MARK_BLOCK_BYTES;
	size_t old = e->data ? e->data_len : 0, at = old ? old - 1 : 0; /* where the object's brace closes */
	char *data = mem_check(malloc(old + 16 + 2 * MARK_BYTES * blocks + 1)), *p = data;
	if (old)
		memcpy(data, e->data, at);
	else
		data[at++] = '{';
	p = data + at;
	p = stpcpy(p, at > 1 ? ",\"marks\":\"" : "\"marks\":\"");
	for (at = 0; at < e->body_len; at += MARK_BLOCK_BYTES, p += 2 * MARK_BYTES) {
		unsigned char m[MARK_BYTES];
		mark_block(e->body + at, MIN(e->body_len - at, MARK_BLOCK_BYTES), m);
		sodium_bin2hex(p, 2 * MARK_BYTES + 1, m, MARK_BYTES);
	}
	p = stpcpy(p, "\"}");
	free(e->data);
	e->data = data;
	e->data_len = (size_t)(p - data);
}

/* Which one byte, put right, gives the block its mark again? len where none does. */
static size_t
changed_byte(const char *block, size_t len, const unsigned char want[MARK_BYTES])
{
	char copy[MARK_BLOCK_BYTES];
	unsigned char m[MARK_BYTES];
	memcpy(copy, block, len);
	for (size_t i = 0; i < len; i++) {
		for (int change = 1; change < 256; change++) {
			copy[i] = (char)(block[i] ^ change);
			mark_block(copy, len, m);
			if (!memcmp(m, want, sizeof m))
				return i;
		}
		copy[i] = block[i];
	}
	return len;
}

size_t
marks_first_damage(const struct entry *e)
{
	json_t *data = e->data ? json_loadb(e->data, e->data_len, 0, NULL) : NULL;
	const char *hex = json_string_value(json_object_get(data, "marks"));
	size_t damage = e->body_len;

	for (size_t at = 0; hex && at < e->body_len; at += MARK_BLOCK_BYTES, hex += 2 * MARK_BYTES) {
		unsigned char want[MARK_BYTES], is[MARK_BYTES];
		size_t got, len = MIN(e->body_len - at, MARK_BLOCK_BYTES), byte;

		if (strlen(hex) < 2 * MARK_BYTES ||
			sodium_hex2bin(want, sizeof want, hex, 2 * MARK_BYTES, NULL, &got, NULL))
			break;
		mark_block(e->body + at, len, is);
		if (!memcmp(is, want, sizeof is))
			continue;
		byte = changed_byte(e->body + at, len, want);
		damage = at + (byte < len ? byte : 0);
		break;
	}
	json_decref(data);
	return damage;
}
