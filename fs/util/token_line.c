#include "fs/util/token_line.h"

#include <assert.h>
#include <string.h>

static const char token_begin[] = "<!-- token: ", token_end[] = " -->";

struct token_line
token_line_read(const char *text, size_t len)
{
	const char *s = text, *end = text + len;
	size_t b = sizeof token_begin - 1, e = sizeof token_end - 1;
	assert(text || !len);
	while (s < end && *s == '\n')
		s++;
	const char *newline = memchr(s, '\n', (size_t)(end - s));
	struct token_line t = {.line = s, .len = (size_t)((newline ? newline : end) - s), .whole = newline};
	t.maybe = !memcmp(s, token_begin, t.len < b ? t.len : b);
	if (t.maybe && t.len >= b + e && !memcmp(s + t.len - e, token_end, e)) {
		t.token = s + b;
		t.token_len = t.len - b - e;
	}
	return t;
}
