#include "validators/text/quotation.h"

#include <string.h>
#include "validators/text/words.h"

/* Their marks are apostrophes, too. */
enum { KIND_SINGLE = QUOTATION_KINDS - 2, KIND_SINGLE_LOW };

static const struct {
	const char *open, *close[2];
} kinds[QUOTATION_KINDS] = {
	/* clang-format off */
	{ "\"", { "\"" } },
	{ "“", { "”" } },
	{ "„", { "“", "”" } },
	{ "”", { "”" } },
	{ "«", { "»" } },
	{ "»", { "«", "»" } },
	{ "‹", { "›" } },
	{ "›", { "‹", "›" } },
	{ "「", { "」" } },
	{ "『", { "』" } },
	{ "＂", { "＂" } },
	{ "‟", { "”", "“" } },
	{ "〝", { "〞", "〟" } },
	{ "″", { "″" } },
	[KIND_SINGLE] = { "‘", { "’" } },
	[KIND_SINGLE_LOW] = { "‚", { "‘", "’" } },
	/* clang-format on */
};

/* Most bytes begin no mark. */
static bool
may_begin(char c)
{
	return c == '"' || c == '\xc2' || c == '\xe2' || c == '\xe3' || c == '\xef';
}

static bool
begins(const char *s, size_t len, const char *mark)
{
	size_t n = strlen(mark);

	return len >= n && !memcmp(s, mark, n);
}

/* So far a quotation inside of one of the same kind is looked for. */
#define NESTED_BYTES 4096

/* Does a mark that opens and closes alike open here: behind white space or a bracket, and right before a word? */
static bool
opens_inside(const char *s, size_t mark, const char *end)
{
	return s + mark < end && strchr(" \t\n([{", s[-1]) && !char_parts_words(s + mark, end);
}

/* The mark that closes a kind which is opened again inside, as often as it is; NULL: it is not, or not closed as often
 * near by. */
static const char *
find_outer(unsigned kind, const char *s, const char *end)
{
	const char *open = kinds[kind].open, *close = kinds[kind].close[0];
	bool alike = !strcmp(open, close);
	unsigned depth = 1;

	if (kinds[kind].close[1] || kind >= KIND_SINGLE)
		return NULL;
	if (end - s > NESTED_BYTES)
		end = s + NESTED_BYTES;
	for (const char *from = s; s < end; s++) {
		size_t left = (size_t)(end - s);
		bool opened = begins(s, left, open) && (!alike || (s > from && opens_inside(s, strlen(open), end)));

		depth += opened;
		depth -= begins(s, left, close) && !(alike && opened);
		if (!depth)
			return s;
	}
	return NULL;
}

/* Where a mark stands first; one that is an apostrophe, too, where no letter or digit follows. */
static const char *
find_mark(unsigned kind, const char *s, const char *end, const char *mark)
{
	const char *p = memmem(s, (size_t)(end - s), mark, strlen(mark));

	while (p && kind >= KIND_SINGLE && p + strlen(mark) < end && !char_parts_words(p + strlen(mark), end) &&
		!char_is_dense(p + strlen(mark), end)) {
		s = p + strlen(mark);
		p = memmem(s, (size_t)(end - s), mark, strlen(mark));
	}
	return p;
}

/* The nearest of the marks that close a kind. */
static const char *
find_close(unsigned kind, const char *s, const char *end, size_t *bytes)
{
	const char *found = NULL;

	for (unsigned i = 0; i < 2 && kinds[kind].close[i]; i++) {
		const char *mark = kinds[kind].close[i];
		const char *p = find_mark(kind, s, found ? found : end, mark);

		if (!p)
			continue;
		found = p;
		*bytes = strlen(mark);
	}
	return found;
}

const char *
quotation_read(struct quotations *q, const char *s, const char *end, const char **from, const char **to)
{
	size_t close;

	if (s >= end || !may_begin(*s))
		return NULL;
	for (unsigned kind = 0; kind < QUOTATION_KINDS; kind++) {
		if (q->unclosed[kind] || !begins(s, (size_t)(end - s), kinds[kind].open))
			continue;
		*from = s + strlen(kinds[kind].open);
		*to = find_close(kind, *from, end, &close);
		if (*to) {
			const char *outer = find_outer(kind, *from, end);

			*to = outer ? outer : *to;
			return *to + close;
		}
		q->unclosed[kind] = true;
	}
	return NULL;
}

size_t
quotation_mark(const char *s, size_t len)
{
	if (!len || !may_begin(*s))
		return 0;
	for (unsigned kind = 0; kind < KIND_SINGLE; kind++) {
		if (begins(s, len, kinds[kind].open))
			return strlen(kinds[kind].open);
		if (begins(s, len, kinds[kind].close[0]))
			return strlen(kinds[kind].close[0]);
	}
	return 0;
}
