/* The hash of what is long, with the processor's instructions: the same as libsodium's, however it is cut. */
#include "tests/unit/test.h"

#include <string.h>
#include "fs/util/sha256.h"

#define LONGEST 700

static void
fill(char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		bytes[i] = (char)(i * 131 + i / 251);
}

static void
assert_same(const char *bytes, size_t cut, size_t len)
{
	unsigned char ours[crypto_hash_sha256_BYTES], theirs[crypto_hash_sha256_BYTES];
	crypto_hash_sha256_state state;
	crypto_hash_sha256_init(&state);
	sha256_update(&state, bytes, cut);
	sha256_update(&state, bytes + cut, len - cut);
	crypto_hash_sha256_final(&state, ours);
	crypto_hash_sha256(theirs, (const unsigned char *)bytes, len);
	assert_memory_equal(ours, theirs, sizeof ours);
}

TEST(a_text_of_any_length_has_the_hash_that_libsodium_gives_it)
{
	char bytes[LONGEST + 1];
	fill(bytes, sizeof bytes);
	for (size_t len = 0; len < LONGEST; len++) {
		assert_same(bytes, 0, len);
		assert_same(bytes + 1, len / 3, len);
	}
}

TEST(a_text_that_comes_in_two_pieces_is_cut_anywhere)
{
	char bytes[LONGEST];
	fill(bytes, sizeof bytes);
	for (size_t cut = 0; cut <= LONGEST; cut++)
		assert_same(bytes, cut, LONGEST);
}
