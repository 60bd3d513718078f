#include "fs/util/sha256.h"

void
sha256_hex(const char *bytes, size_t len, char out[SHA256_HEX_BYTES])
{
	unsigned char sum[crypto_hash_sha256_BYTES];
	crypto_hash_sha256(sum, (const unsigned char *)bytes, len);
	sodium_bin2hex(out, SHA256_HEX_BYTES, sum, sizeof sum);
}
