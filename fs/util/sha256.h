/* SHA-256 as people read it. */
#ifndef FS_UTIL_SHA256_H
#define FS_UTIL_SHA256_H

#include <sodium.h>
#include <stddef.h>

/* The hash of these bytes, in hexadecimal. */
#define SHA256_HEX_BYTES (2 * crypto_hash_sha256_BYTES + 1)
void sha256_hex(const char *bytes, size_t len, char out[SHA256_HEX_BYTES]);

#endif
