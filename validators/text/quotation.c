#include "validators/text/quotation.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"
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
static const char first_bytes[] = {'"', '\xc2', '\xe2', '\xe3', '\xef'};

static bool
may_begin(char c)
{
	return memchr(first_bytes, c, sizeof first_bytes);
}

static bool
begins(const char *s, size_t len, const char *mark)
{
	size_t n = strlen(mark);

	return len >= n && !memcmp(s, mark, n);
}

/* So far a quotation inside of one of the same kind is looked for. */
#define NESTED_BYTES 4096
/* So many marks are read one by one before a text's are read all at once. */
#define FEW_MARKS 8
/* A mark and the character behind it. */
#define MARK_BYTES 8

/* A mark of a kind that nests. */
struct nested_mark {
	uint32_t off;
	uint32_t depth; /* before it: by how much more is open than closed, from NESTED_BASE on */
	uint32_t closes; /* the first mark from this one on behind which that is less; n: none */
};
#define NESTED_BASE (UINT32_MAX / 2)

/* All of them from `from` to `end`, so that however many quotations there are each mark is read once. */
struct nested {
	const char *from, *end;
	struct nested_mark *v; /* one more than there are: the end */
	uint32_t n, room;
};

/* Does a mark that opens and closes alike open here: behind white space or a bracket, and right before a word? */
static bool
opens_inside(const char *s, size_t mark, const char *end)
{
	return s + mark < end && strchr(" \t\n([{", s[-1]) && !char_parts_words(s + mark, end);
}

/* One more is open behind the mark at `s`, or one less; 0: it is no mark of this kind. */
static int
turn_at(unsigned kind, const char *s, const char *end)
{
	const char *open = kinds[kind].open, *close = kinds[kind].close[0];
	size_t n = (size_t)(end - s);

	if (!strcmp(open, close))
		return !begins(s, n, open) ? 0 : opens_inside(s, strlen(open), end) ? 1 : -1;
	return begins(s, n, open) ? 1 : begins(s, n, close) ? -1 : 0;
}

/* The next mark of a kind, and its turn; NULL: there is none. Those that open and close begin with the same byte. */
static const char *
next_turn(unsigned kind, const char *s, const char *end, int *turn)
{
	while (s < end && (s = memchr(s, *kinds[kind].open, (size_t)(end - s)))) {
		if ((*turn = turn_at(kind, s, end)))
			return s;
		s++;
	}
	return NULL;
}

static void
put_nested(struct nested *t, uint32_t off, uint32_t depth)
{
	if (t->n == t->room)
		t->v = mem_resize(t->v, t->room = t->room ? 2 * t->room : 64, sizeof *t->v);
	t->v[t->n] = (struct nested_mark){.off = off, .depth = depth};
}

/* Those whose `closes` is not found yet are a stack, linked by it. */
static struct nested *
read_nested(unsigned kind, const char *from, const char *end)
{
	struct nested *t = mem_calloc(1, sizeof *t);
	uint32_t depth = NESTED_BASE, top = UINT32_MAX, below;
	int turn;

	*t = (struct nested){.from = from, .end = end};
	for (const char *s = from; (s = next_turn(kind, s, end, &turn)); s++) {
		put_nested(t, (uint32_t)(s - from), depth);
		t->v[t->n].closes = top;
		top = t->n++;
		depth += (uint32_t)turn;
		for (; turn < 0 && top != UINT32_MAX && t->v[top].depth > depth; top = below) {
			below = t->v[top].closes;
			t->v[top].closes = t->n - 1;
		}
	}
	put_nested(t, (uint32_t)(end - from), depth);
	for (; top != UINT32_MAX; top = below) {
		below = t->v[top].closes;
		t->v[top].closes = t->n;
	}
	return t;
}

/* The index of the first mark at `s` or behind it. */
static uint32_t
nested_from(const struct nested *t, const char *s)
{
	uint32_t low = 0, high = t->n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (t->from + t->v[mid].off < s)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void
nested_free(struct nested *t)
{
	if (t)
		free(t->v);
	free(t);
}

/* What is read between `s` and `end`, all of it. */
static const struct nested *
nested_of(struct quotations *q, unsigned kind, const char *s, const char *end)
{
	struct nested *t = q->nested[kind];

	if (!t || t->end != end || s < t->from) {
		nested_free(t);
		t = q->nested[kind] = read_nested(kind, s, end);
		q->marks_read += t->n;
	}
	return t;
}

/* Where as much is closed as was open before `s`; up to `most` marks are read. */
static const char *
read_outer(
	struct quotations *q, unsigned kind, const char *s, const char *end, uint32_t depth, unsigned most)
{
	int turn;

	for (unsigned n = 0; n < most && (s = next_turn(kind, s, end, &turn)); n++, s++) {
		q->marks_read++;
		if (!(depth += (uint32_t)turn))
			return s;
	}
	return NULL;
}

/* The mark that closes a kind which is opened again inside, as often as it is; NULL: it is not, or not closed as often
 * near by. What is behind `near` is as if it were not there, for the last mark before that, too. */
static const char *
find_outer(struct quotations *q, unsigned kind, const char *s, const char *end)
{
	const char *near = end - s > NESTED_BYTES ? s + NESTED_BYTES : end, *found, *last;
	const struct nested *t;
	uint32_t first, until;

	if (kinds[kind].close[1] || kind >= KIND_SINGLE)
		return NULL;
	if ((found = read_outer(q, kind, s, near, 1, FEW_MARKS)) || near - s <= MARK_BYTES)
		return found;
	t = nested_of(q, kind, s, end);
	last = near - MARK_BYTES;
	first = nested_from(t, s);
	until = nested_from(t, last);
	if (first < t->n && t->v[first].closes < until)
		return t->from + t->v[t->v[first].closes].off;
	return read_outer(q, kind, last, near, 1 + t->v[until].depth - t->v[first].depth, UINT_MAX);
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
			const char *outer = find_outer(q, kind, *from, end);

			*to = outer ? outer : *to;
			return *to + close;
		}
		q->unclosed[kind] = true;
	}
	return NULL;
}

void
quotations_end(struct quotations *q)
{
	for (unsigned kind = 0; kind < QUOTATION_KINDS; kind++)
		nested_free(q->nested[kind]);
	*q = (struct quotations){.unclosed = {false}};
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
