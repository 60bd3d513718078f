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

static bool
is_mark(char c)
{
	return c == '`' || c == '~';
}

/* Longer than any run of what fences are made of. One that the text ended in may have become longer. */
size_t
md_fence_length(struct md_marks *seen, const char *s, size_t len)
{
	size_t from = seen->read, longest = seen->longest;

	while (from && is_mark(s[from - 1]))
		from--;
	size_t backticks = longest_run(s + from, len - from, '`'), tildes = longest_run(s + from, len - from, '~');
	if (longest < backticks)
		longest = backticks;
	if (longest < tildes)
		longest = tildes;
	*seen = (struct md_marks){.read = len, .longest = longest};
	return longest < FENCE_MIN ? FENCE_MIN : longest + 1;
}

static void
put_fence(UT_string *out, size_t length)
{
	while (length--)
		utstring_bincpy(out, "`", 1);
}

void
md_fence_open(UT_string *out, const char *info, size_t length)
{
	put_fence(out, length);
	utstring_printf(out, "%s\n", info);
}

/* `in_line`: the text does not end with a line's end. */
void
md_fence_close(UT_string *out, size_t length, bool in_line)
{
	if (in_line)
		utstring_bincpy(out, "\n", 1);
	put_fence(out, length);
	utstring_bincpy(out, "\n", 1);
}

void
md_fence(UT_string *out, const char *info, const char *s, size_t len)
{
	size_t length = md_fence_length(&(struct md_marks){0}, s, len);

	utstring_reserve(out, len + 2 * length + strlen(info) + 8);
	md_fence_open(out, info, length);
	utstring_bincpy(out, s, len);
	md_fence_close(out, length, len && s[len - 1] != '\n');
}
