#include "validators/prose/source_index.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uthash.h>
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/quotation.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

/* Headings that can be cited: more than any document has that a person reads, few enough to index at once. */
#define HEADINGS_MAX 16384
/* Lines that are parsed in search of them: a document of 4 MiB that is a million one-word headings would take cmark
 * most of a second. */
#define HEADING_LINES_MAX 65536

struct source_index {
	atomic_uint refs;
	size_t lines;
	char *plain; /* the source with white space folded and without marks */
	size_t plain_len;
	unsigned hash_bits; /* windows of the plain text: see index_windows */
	uint32_t *heads, *next;
	char **anchors; /* sorted */
	size_t n;
};

/* -- headings -- */

/* An anchor that was given out, and how many of its duplicates: GitHub numbers those -1, -2. */
struct given {
	char *anchor;
	unsigned duplicates;
	UT_hash_handle hh;
};

struct given_list {
	struct given *by_anchor;
	size_t n;
};

static struct given *
give(struct given_list *list, char *anchor)
{
	struct given *g = mem_calloc(1, sizeof *g);

	g->anchor = anchor;
	HASH_ADD_KEYPTR(hh, list->by_anchor, anchor, strlen(anchor), g);
	list->n++;
	return g;
}

static struct given *
find(struct given_list *list, const char *anchor)
{
	struct given *g;

	HASH_FIND_STR(list->by_anchor, anchor, g);
	return g;
}

static char *
numbered(const char *anchor, unsigned number)
{
	size_t room = strlen(anchor) + 16;
	char *s = mem_resize(NULL, room, 1);

	snprintf(s, room, "%s-%u", anchor, number);
	return s;
}

/* The same heading again: the next number that is free. */
static void
give_numbered(struct given_list *list, struct given *first)
{
	char *next = numbered(first->anchor, ++first->duplicates);

	while (find(list, next)) {
		free(next);
		next = numbered(first->anchor, ++first->duplicates);
	}
	give(list, next);
}

static bool
add_heading(void *arg, const char *plain, size_t len)
{
	struct given_list *list = arg;
	char *folded = text_fold_space(plain, len), *anchor = text_anchor(folded, strlen(folded));
	struct given *first = find(list, anchor);

	free(folded);

	if (first) {
		give_numbered(list, first);
		free(anchor);
	} else {
		give(list, anchor);
	}
	return list->n < HEADINGS_MAX;
}

static int
compare_anchors(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* How much of the source its first HEADING_LINES_MAX lines are. */
static size_t
heading_bytes(const struct source *source)
{
	const char *p = source->text, *end = source->text + source->len;

	for (int lines = 0; lines < HEADING_LINES_MAX && p < end; lines++) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		p = newline ? newline + 1 : end;
	}
	return (size_t)(p - source->text);
}

static void
index_headings(struct source_index *index, const struct source *source)
{
	struct given_list list = { .n = 0 };
	struct given *g, *next;

	md_headings(source->text, heading_bytes(source), add_heading, &list);
	index->anchors = mem_calloc(list.n, sizeof *index->anchors);
	HASH_ITER(hh, list.by_anchor, g, next) {
		HASH_DEL(list.by_anchor, g);
		index->anchors[index->n++] = g->anchor;
		free(g);
	}
	qsort(index->anchors, index->n, sizeof *index->anchors, compare_anchors);
}

bool
source_index_heading(const struct source_index *index, const char *s, size_t len)
{
	char *folded = text_fold_space(s, len), *anchor = text_anchor(folded, strlen(folded));
	bool there = *anchor && bsearch(&anchor, index->anchors, index->n, sizeof *index->anchors, compare_anchors);

	free(anchor);
	free(folded);
	return there;
}

/* -- excerpts -- */

/* The bytes from the `]` at s[i] to the end of the link's destination; 0: there is none. *barren is where the last
 * search gave up: up to there none needs to be made again, so that all searches together read the text once. */
static size_t
destination_len(const char *s, size_t i, size_t len, size_t *barren)
{
	size_t end = i + 2;

	if (end > len || s[i + 1] != '(' || i < *barren)
		return 0;
	while (end < len && s[end] != ')' && s[end] != '\n')
		end++;
	if (end < len && s[end] == ')')
		return end - i;
	*barren = end;
	return 0;
}

static bool
is_mark(char c)
{
	return c == '*' || c == '_' || c == '`' || c == '\\' || c == '[';
}

/* The bytes of what stands at `s` and is not ASCII, and what is compared of it: *as. */
static size_t
fold_wide(const char *s, size_t len, const char **as, size_t *as_len)
{
	size_t n = wide_white(s, len);

	if (n) {
		*as = is_unseen_mark(char_at(s, s + len)) ? "" : " ";
		*as_len = strlen(*as);
		return n;
	}
	if (len >= 3 && (!memcmp(s, "‘", 3) || !memcmp(s, "’", 3))) {
		*as = "'";
		*as_len = 1;
		return 3;
	}
	n = quotation_mark(s, len);
	*as = n ? "\"" : s;
	*as_len = n ? 1 : (n = char_bytes(s, s + len));
	return n;
}

/* Does a line end, or a space, say nothing beside this: a letter of a script without spaces, or its punctuation? */
static bool
needs_no_space(const char *s, size_t len)
{
	int32_t cp = len && (unsigned char)*s >= 0xe0 ? char_at(s, s + len) : 0;

	return cp >= 0x0e00 &&
		((cp >= 0x3000 && cp <= 0x303f) || (cp >= 0xff00 && cp <= 0xff65) ||
			script_is_dense(script_of_letter(cp)));
}

struct plain {
	char *s;
	size_t n;
	bool gap, dense; /* there is white space before what comes, which would say nothing behind what is there */
};

static void
put(struct plain *p, const char *s, size_t n)
{
	bool dense = needs_no_space(s, n);

	if (p->gap && p->n && !p->dense && !dense)
		p->s[p->n++] = ' ';
	p->gap = false;
	p->dense = dense;
	memcpy(p->s + p->n, s, n);
	p->n += n;
}

char *
source_plain(const char *s, size_t len, size_t *plain_len)
{
	struct plain p = { .s = mem_resize(NULL, len + 1, 1) };
	size_t barren = 0;

	for (size_t i = 0, n, as_len; i < len; i += n) {
		const char *as = s + i;

		n = as_len = 1;
		if ((unsigned char)s[i] >= 0x80)
			n = fold_wide(s + i, len - i, &as, &as_len);
		if (as_len == 1 && isspace((unsigned char)*as))
			p.gap = true;
		else if (s[i] == ']')
			n += destination_len(s, i, len, &barren);
		else if (as_len && !is_mark(*as))
			put(&p, as, as_len);
	}
	p.s[p.n] = '\0';
	*plain_len = p.n;
	return mem_resize(p.s, p.n + 1, 1);
}

/* A window of WINDOW bytes begins at every WINDOW-th byte of the plain text; those of equal hash hang together. A text
 * of at least 2 * WINDOW - 1 bytes holds a whole one, at one of WINDOW places, wherever it stands. */
#define WINDOW 8
#define INDEXED_BYTES (2 * WINDOW - 1)
#define NO_WINDOW UINT32_MAX
/* What looking at one place counts for in bytes read: about what it costs in time. */
#define CANDIDATE_BYTES 64

static size_t
window_hash(const struct source_index *index, const char *s)
{
	uint64_t w;

	memcpy(&w, s, sizeof w);
	return (size_t)(w * UINT64_C(0x9e3779b97f4a7c15) >> (64 - index->hash_bits));
}

static void
index_windows(struct source_index *index)
{
	size_t n = index->plain_len / WINDOW;

	index->hash_bits = 4;
	while ((size_t)1 << index->hash_bits < n)
		index->hash_bits++;
	index->heads = mem_calloc((size_t)1 << index->hash_bits, sizeof *index->heads);
	index->next = mem_calloc(n, sizeof *index->next);
	memset(index->heads, 0xff, sizeof *index->heads << index->hash_bits);
	for (size_t i = n; i-- > 0;) {
		uint32_t *head = &index->heads[window_hash(index, index->plain + i * WINDOW)];

		index->next[i] = *head;
		*head = (uint32_t)i;
	}
}

static bool
is_at(const struct source_index *index, size_t window, size_t before, const char *s, size_t n)
{
	size_t at = window * WINDOW;

	return at >= before && at - before + n <= index->plain_len && !memcmp(index->plain + at - before, s, n);
}

static bool
find_long(const struct source_index *index, const char *s, size_t n, struct source_reading *reading)
{
	for (size_t before = 0; before < WINDOW; before++)
		for (uint32_t i = index->heads[window_hash(index, s + before)]; i != NO_WINDOW; i = index->next[i]) {
			if (is_at(index, i, before, s, n))
				return true;
			reading->bytes += CANDIDATE_BYTES;
			if (reading->bytes > SOURCE_READ_BYTES)
				return false;
		}
	return false;
}

static bool
find_short(const struct source_index *index, const char *s, size_t n, struct source_reading *reading)
{
	const char *found = memmem(index->plain, index->plain_len, s, n);

	reading->bytes += found ? (size_t)(found - index->plain) + n : index->plain_len;
	return found != NULL;
}

size_t
source_without_stops(const char *s, size_t len)
{
	char c;

	for (size_t n; len && (n = ascii_form_before(s, s + len, &c)) && c && strchr(".,;:!?", c);)
		len -= n;
	return len;
}

bool
source_index_excerpt(const struct source_index *index, const char *s, size_t len, struct source_reading *reading)
{
	size_t n;
	char *plain = source_plain(s, len, &n);
	bool found = false;

	n = source_without_stops(plain, n);
	if (n)
		found = (n < INDEXED_BYTES ? find_short : find_long)(index, plain, n, reading);
	free(plain);
	return found;
}

/* -- the whole -- */

static size_t
count_lines(const char *s, size_t len)
{
	size_t n = len && s[len - 1] != '\n';

	for (const char *end = s + len; (s = memchr(s, '\n', (size_t)(end - s))); s++)
		n++;
	return n;
}

struct source_index *
source_index_new(const struct source *source)
{
	static const struct source nothing = { .text = "" };
	struct source_index *index;

	if (!source)
		return NULL;
	if (!source->len)
		source = &nothing;
	index = mem_calloc(1, sizeof *index);
	atomic_init(&index->refs, 1);
	index->lines = count_lines(source->text, source->len);
	index->plain = source_plain(source->text, source->len, &index->plain_len);
	index_windows(index);
	index_headings(index, source);
	return index;
}

struct source_index *
source_index_hold(struct source_index *index)
{
	if (index)
		atomic_fetch_add(&index->refs, 1);
	return index;
}

void
source_index_drop(struct source_index *index)
{
	if (!index || atomic_fetch_sub(&index->refs, 1) != 1)
		return;
	for (size_t i = 0; i < index->n; i++)
		free(index->anchors[i]);
	free(index->anchors);
	free(index->heads);
	free(index->next);
	free(index->plain);
	free(index);
}

size_t
source_index_lines(const struct source_index *index)
{
	return index->lines;
}
