/* SHA-256 as people read it. */
#ifndef FS_UTIL_SHA256_H
#define FS_UTIL_SHA256_H

#include <sodium.h>
#include <stddef.h>

#define SHA256_HEX_BYTES (2 * crypto_hash_sha256_BYTES + 1)

/* The hash of these bytes, in hexadecimal. */
static inline void
sha256_hex(const char *bytes, size_t len, char out[SHA256_HEX_BYTES])
{
	unsigned char sum[crypto_hash_sha256_BYTES];
	crypto_hash_sha256(sum, (const unsigned char *)bytes, len);
	sodium_bin2hex(out, SHA256_HEX_BYTES, sum, sizeof sum);
}

#endif
