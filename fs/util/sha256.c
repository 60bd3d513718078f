#include "fs/util/sha256.h"

#include <stdbool.h>
#include <stdint.h>

#define BLOCK 64
#define BLOCK_BITS (8 * BLOCK)

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>
#include <stdatomic.h>

/* clang-format off */
static const uint32_t constants[64] __attribute__((aligned(16))) = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
/* clang-format on */

#define WITH_INSTRUCTIONS __attribute__((target("sha,sse4.1")))

static bool
ask_processor(void)
{
	unsigned a, b = 0, c = 0, d;
	bool vectors = __get_cpuid(1, &a, &b, &c, &d) && c & bit_SSE4_1 && c & bit_SSSE3;
	return vectors && __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_SHA;
}

/* Asked once: in a virtual machine each `cpuid` goes to its host, and takes as long as hashing some kilobytes. */
static bool
has_instructions(void)
{
	enum { UNKNOWN, NO, YES };
	static atomic_int known = UNKNOWN;
	int is = atomic_load_explicit(&known, memory_order_relaxed);
	if (is == UNKNOWN) {
		is = ask_processor() ? YES : NO;
		atomic_store_explicit(&known, is, memory_order_relaxed);
	}
	return is == YES;
}

/* The four words of the schedule behind sixteen. */
WITH_INSTRUCTIONS static __m128i
schedule(__m128i w0, __m128i w1, __m128i w2, __m128i w3)
{
	__m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4));
	return _mm_sha256msg2_epu32(sum, w3);
}

/* The instructions want the eight words of the state as a, b, e, f and c, d, g, h, the first in the highest place. */
WITH_INSTRUCTIONS static void
blocks(uint32_t state[8], const char *bytes, size_t n)
{
	const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
	__m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
	__m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
	__m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
	for (const char *end = bytes + n * BLOCK; bytes < end; bytes += BLOCK) {
		__m128i w[4], x = abef, y = cdgh;
		for (int i = 0; i < 4; i++)
			w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes + i), big_endian);
#pragma GCC unroll 16
		for (int i = 0; i < 16; i++) {
			__m128i k = _mm_add_epi32(w[i % 4], _mm_load_si128((const __m128i *)constants + i));
			y = _mm_sha256rnds2_epu32(y, x, k);
			x = _mm_sha256rnds2_epu32(x, y, _mm_shuffle_epi32(k, 0x0e));
			w[i % 4] = schedule(w[i % 4], w[(i + 1) % 4], w[(i + 2) % 4], w[(i + 3) % 4]);
		}
		abef = _mm_add_epi32(abef, x);
		cdgh = _mm_add_epi32(cdgh, y);
	}
	__m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
	_mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
	_mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#else

static bool
has_instructions(void)
{
	return false;
}

static void
blocks(uint32_t state[8], const char *bytes, size_t n)
{
	(void)state, (void)bytes, (void)n;
}

#endif

void
sha256_update(crypto_hash_sha256_state *state, const char *bytes, size_t len)
{
	size_t begun = state->count / 8 % BLOCK, first = begun ? BLOCK - begun : 0;
	if (len < first + BLOCK || !has_instructions()) {
		crypto_hash_sha256_update(state, (const unsigned char *)bytes, len);
		return;
	}
	size_t n = (len - first) / BLOCK;
	if (first)
		crypto_hash_sha256_update(state, (const unsigned char *)bytes, first);
	blocks(state->state, bytes + first, n);
	state->count += n * BLOCK_BITS;
	crypto_hash_sha256_update(state, (const unsigned char *)bytes + first + n * BLOCK, len - first - n * BLOCK);
}

void
sha256_hex(const char *bytes, size_t len, char out[SHA256_HEX_BYTES])
{
	unsigned char sum[crypto_hash_sha256_BYTES];
	crypto_hash_sha256_state state;
	crypto_hash_sha256_init(&state);
	sha256_update(&state, bytes, len);
	crypto_hash_sha256_final(&state, sum);
	sodium_bin2hex(out, SHA256_HEX_BYTES, sum, sizeof sum);
}
