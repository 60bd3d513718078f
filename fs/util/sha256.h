/*
 * SHA-256 of what is long. libsodium's is portable, and takes 3 ns a byte; where the processor has instructions for it,
 * whole blocks are hashed with these, in a sixth of the time. The state is libsodium's, which begins and ends it.
 */
#ifndef FS_UTIL_SHA256_H
#define FS_UTIL_SHA256_H

#include <sodium.h>
#include <stddef.h>

void sha256_update(crypto_hash_sha256_state *state, const char *bytes, size_t len);

/* Of these bytes, in hexadecimal. */
#define SHA256_HEX_BYTES (2 * crypto_hash_sha256_BYTES + 1)
void sha256_hex(const char *bytes, size_t len, char out[SHA256_HEX_BYTES]);

#endif
