/*
 * Any bytes, as a writer may send them, through everything in validators/text/text.h: nothing may crash,
 * and each result must have the form that its callers rely on. The first byte says how the text is
 * to be checked, the second where a quote of it is cut.
 */
#include "tests/fuzz/fuzz.h"
#include "validators/text/limits.h"

/* An accepted text is clean, line by line; a text that is refused has an error with that errno. */
static void
fuzz_check(const char *s, size_t len)
{
	struct findings fs = {0};
	int err = text_check(s, len, 1 << 16, LIMIT_LINE_BYTES, 0, &fs);

	assert(err == findings_errno(&fs));
	assert(err == 0 || err == -EILSEQ || err == -EINVAL || err == -EFBIG);
	assert(fs.n <= LIMIT_FINDINGS);
	assert_said_clean(&fs);
	if (text_clean_line(s, len) && len <= LIMIT_LINE_BYTES)
		assert(!err);
	findings_free(&fs);
}

static void
fuzz_escape(const char *s, size_t len, size_t max_bytes)
{
	UT_string once, twice;

	utstring_init(&once);
	utstring_init(&twice);
	text_escape(&once, s, len, max_bytes);
	assert(utstring_len(&once) <= max_bytes + strlen("…"));
	assert(text_clean_line(utstring_body(&once), utstring_len(&once)));
	assert(strlen(utstring_body(&once)) == utstring_len(&once));
	text_escape(&twice, utstring_body(&once), utstring_len(&once), SIZE_MAX);
	assert(!strcmp(utstring_body(&once), utstring_body(&twice)));
	utstring_done(&once);
	utstring_done(&twice);
}

static void
fuzz_slug(const char *s, size_t len)
{
	char *slug = text_slug(s, len);
	size_t n = strlen(slug);

	assert(n && text_clean_line(slug, n) && !strpbrk(slug, " \t\n/._#?\"<>ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
	assert(slug[0] != '-' && slug[n - 1] != '-' && !strstr(slug, "--"));
	free(slug);
}

static void
fuzz_anchor(const char *s, size_t len)
{
	char *anchor = text_anchor(s, len);

	assert(text_clean_line(anchor, strlen(anchor)));
	assert(!strpbrk(anchor, " \t\n/#?\"<>ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
	free(anchor);
}

/* Words and single spaces, and nothing more to fold. */
static void
fuzz_fold(char *(*fold)(const char *s, size_t len), const char *s, size_t len)
{
	char *once = fold(s, len);
	char *twice = fold(once, strlen(once));
	size_t n = strlen(once);

	assert(!n || (once[0] != ' ' && once[n - 1] != ' '));
	assert(!strpbrk(once, "\t\n\v\f\r") && !strstr(once, "  "));
	assert(!strcmp(once, twice));
	free(once);
	free(twice);
}

/* A run of marks that is cut may be cut once more (a mark can be two, once it is mapped): only
 * texts without such a run. */
#define NO_LONG_RUN_BYTES 60

static void
fuzz_words(const char *s, size_t len)
{
	char *words = text_fold_words(s, len);

	assert(!strpbrk(words, "\t\n.,;:!?'\"()[]{}*_/-`^#ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
	free(words);
	if (len <= NO_LONG_RUN_BYTES)
		fuzz_fold(text_fold_words, s, len);
}

static void
fuzz_unix(const char *s, size_t len)
{
	char *text = mem_copy(s, len);
	size_t n = text_unix(text, len);

	assert(n <= len);
	if (!memchr(s, '\r', len))
		assert(n == len && !memcmp(text, s, len));
	free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *s = (const char *)data + 2;

	if (size < 2)
		return 0;
	size -= 2;
	fuzz_unix(s, size);
	fuzz_check(s, size);
	fuzz_escape(s, size, data[1]);
	fuzz_slug(s, size);
	fuzz_anchor(s, size);
	fuzz_fold(text_fold_space, s, size);
	fuzz_words(s, size);
	return 0;
}
