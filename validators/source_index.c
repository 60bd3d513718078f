#include "validators/source_index.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <uthash.h>
#include "validators/markdown.h"
#include "validators/mem.h"
#include "validators/text.h"

/* Headings that can be cited: more than any document has that a person reads, few enough to index at once. */
#define HEADINGS_MAX 16384

struct source_index {
	atomic_uint refs;
	size_t lines;
	char *plain; /* the source with white space folded and without marks */
	size_t plain_len;
	char **anchors; /* sorted */
	size_t n;
};

/* -- headings -------------------------------------------------------------------------------------------------------------------- */

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

static void
index_headings(struct source_index *index, const struct source *source)
{
	struct given_list list = { .n = 0 };
	struct given *g, *next;

	md_headings(source->text, source->len, add_heading, &list);
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

/* -- excerpts -------------------------------------------------------------------------------------------------------------------- */

static bool
is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The bytes from the `]` at s[i] to the end of the link's destination; 0: there is none. *barren is where the last search gave up: up
 * to there none needs to be made again, so that all searches together read the text once. */
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

/* What is compared of a text: one space for white space, no marks of emphasis, code or links. The same is done to source and excerpt,
 * so that both a quoted line of the file and a quoted line of the page it makes are found. */
static char *
plain_copy(const char *s, size_t len, size_t *plain_len)
{
	char *plain = mem_resize(NULL, len + 1, 1);
	size_t n = 0, barren = 0;
	bool gap = false;

	for (size_t i = 0; i < len; i++) {
		if (is_space(s[i])) {
			gap = true;
		} else if (s[i] == ']') {
			i += destination_len(s, i, len, &barren);
		} else if (!is_mark(s[i])) {
			if (gap && n)
				plain[n++] = ' ';
			gap = false;
			plain[n++] = s[i];
		}
	}
	plain[n] = '\0';
	*plain_len = n;
	return mem_resize(plain, n + 1, 1);
}

bool
source_index_excerpt(const struct source_index *index, const char *s, size_t len, size_t *read_bytes)
{
	size_t n;
	char *plain = plain_copy(s, len, &n);
	const char *found = NULL;

	while (n && strchr(".,;:!?", plain[n - 1]))
		n--;
	if (n) {
		found = memmem(index->plain, index->plain_len, plain, n);
		*read_bytes += found ? (size_t)(found - index->plain) + n : index->plain_len;
	}
	free(plain);
	return found != NULL;
}

/* -- the whole ------------------------------------------------------------------------------------------------------------------- */

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
	struct source_index *index;

	if (!source)
		return NULL;
	index = mem_calloc(1, sizeof *index);
	atomic_init(&index->refs, 1);
	index->lines = count_lines(source->text, source->len);
	index->plain = plain_copy(source->text, source->len, &index->plain_len);
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
	free(index->plain);
	free(index);
}

size_t
source_index_lines(const struct source_index *index)
{
	return index->lines;
}
