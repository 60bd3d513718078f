#include "validators/text/markdown.h"

#include <string.h>

/* Marks that make a fence. */
#define FENCE_MIN 3

static size_t
longest_run(const char *text, size_t len, char mark)
{
	size_t longest = 0;

	for (const char *end = text + len, *at = text; at < end && (at = memchr(at, mark, (size_t)(end - at)));) {
		const char *from = at;

		while (at < end && *at == mark)
			at++;
		longest = (size_t)(at - from) > longest ? (size_t)(at - from) : longest;
	}
	return longest;
}

/* Longer than any run of what fences are made of. */
static size_t
fence_length(const char *s, size_t len)
{
	size_t backticks = longest_run(s, len, '`'), tildes = longest_run(s, len, '~');
	size_t longest = backticks > tildes ? backticks : tildes;

	return longest < FENCE_MIN ? FENCE_MIN : longest + 1;
}

static void
put_fence(UT_string *out, size_t length)
{
	while (length--)
		utstring_bincpy(out, "`", 1);
}

void
md_fence(UT_string *out, const char *info, const char *s, size_t len)
{
	size_t length = fence_length(s, len);

	utstring_reserve(out, len + 2 * length + strlen(info) + 8);
	put_fence(out, length);
	utstring_printf(out, "%s\n", info);
	utstring_bincpy(out, s, len);
	if (len && s[len - 1] != '\n')
		utstring_bincpy(out, "\n", 1);
	put_fence(out, length);
	utstring_bincpy(out, "\n", 1);
}
