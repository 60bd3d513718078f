/*
 * Any bytes round a token: it is found wherever it stands as a word, or between marks, and in JSON however that escapes it; and bytes alone
 * are only read. The first byte says which token and how it stands, the second where.
 */
/* An assertion must hold in every build of this file. */
#undef NDEBUG
#include <assert.h>
#include <sodium.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "fs/fold/tokens.h"
#include "validators/text/mem.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const secrets[] = {"correct-horse-battery", "abcdefgh", "p\"a\\s/s,w:o=r(d)", "-_token-_", "wörter-für-生日", "=:=:=:=:"};
/* The same in a string of JSON, with as many escapes as it may have. */
static const char *const escaped[] = {"\\u0063orrect\\u002Dhorse-batter\\u0079", "abc\\u0064efgh", "p\\\"a\\\\s\\/s,w:o=r(d)", "\\u002d_token-_",
	"w\\u00f6rter-f\\u00FCr-\\u751f日", "=\\u003a=:=:=:"};
static const struct {
	const char *before, *behind;
} stands[] = {{" ", " "}, {"\n", "\n"}, {"\t", "\n"}, {" `", "` "}, {" \"", "\".\n"}, {" token=", " "}, {"\nx:", "\n"}, {" **", "**. "}, {" ‘", "’ "}};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const unsigned char key[32] = {7};
	if (size < 2 || sodium_init() < 0)
		return 0;
	size_t n = sizeof secrets / sizeof *secrets, m = sizeof stands / sizeof *stands;
	size_t which = data[0] % n, how = data[0] / n % (m + 1), at = data[1] < size - 2 ? data[1] : size - 2;
	const char *bytes = (const char *)data + 2;
	struct tokens t = {.n = 1, .hashes = mem_calloc(1, sizeof *t.hashes)};
	char *text = how < m ? mem_format("%s%s%s", stands[how].before, secrets[which], stands[how].behind) :
		mem_format(" \"a\\n%s\\tb\" ", escaped[which]);
	size_t len = strlen(text);
	char *whole = mem_resize(NULL, size + len, 1);
	memcpy(whole, bytes, at);
	memcpy(whole + at, text, len);
	memcpy(whole + at + len, bytes + at, size - 2 - at);
	tokens_keys(key, &t.keys);
	token_hash(key, secrets[which], strlen(secrets[which]), *t.hashes);
	size_t found = SIZE_MAX;
	tokens_find(&t, bytes, size - 2, NULL);
	assert(tokens_find(&t, whole, size - 2 + len, &found));
	assert(found < size - 2 + len);
	t.came = mem_strdup(secrets[which]);
	assert(tokens_find(&t, whole, size - 2 + len, NULL));
	tokens_free(&t);
	free(whole);
	free(text);
	return 0;
}
