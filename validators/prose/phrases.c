/* Phrases of all lists stand in one trie of word hashes, to be walked by wording.c. */
#include "validators/prose/phrases_inner.h"

#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define FNV_START UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

struct phrases *
phrases_new(void)
{
	struct phrases *p = mem_calloc(1, sizeof *p);

	p->room = 64;
	p->nodes = mem_calloc(p->room, sizeof *p->nodes);
	p->n = ROOTS;
	p->slots = 64;
	p->edges = mem_calloc(p->slots, sizeof *p->edges);
	return p;
}

void
phrases_free(struct phrases *p)
{
	if (!p)
		return;
	free(p->nodes);
	free(p->edges);
	free(p);
}

size_t
phrases_count(const struct phrases *p, unsigned list)
{
	return p->counts[list];
}

static struct edge *
edge_slot(const struct phrases *p, uint64_t key)
{
	size_t i = key & (p->slots - 1);

	while (p->edges[i].key && p->edges[i].key != key)
		i = (i + 1) & (p->slots - 1);
	return &p->edges[i];
}

static uint64_t
edge_key(uint32_t node, uint64_t word)
{
	uint64_t key = hash_mix(word + HASH_GOLDEN * (node + 1));

	return key ? key : 1;
}

uint32_t
phrases_follow(const struct phrases *p, uint32_t node, uint64_t word)
{
	return edge_slot(p, edge_key(node, word))->to;
}

static void
edges_grow(struct phrases *p)
{
	struct edge *old = p->edges;
	size_t slots = p->slots;

	p->slots *= 2;
	p->edges = mem_calloc(p->slots, sizeof *p->edges);
	for (size_t i = 0; i < slots; i++)
		if (old[i].key)
			*edge_slot(p, old[i].key) = old[i];
	free(old);
}

static uint32_t
node_add(struct phrases *p)
{
	if (p->n == p->room)
		p->nodes = mem_resize(p->nodes, p->room *= 2, sizeof *p->nodes);
	p->nodes[p->n] = (struct node){ .ends = 0 };
	return (uint32_t)p->n++;
}

static uint32_t
edge_make(struct phrases *p, uint32_t node, uint64_t word)
{
	uint64_t key = edge_key(node, word);
	struct edge *e = edge_slot(p, key);

	if (e->key)
		return e->to;
	*e = (struct edge){ .key = key, .to = node_add(p) };
	node = e->to;
	if (2 * ++p->n_edges > p->slots)
		edges_grow(p);
	return node;
}

bool
phrase_word_next(const char **s, struct phrase_word *w)
{
	uint64_t h = FNV_START;

	while (**s == ' ')
		++*s;
	w->s = *s;
	for (; **s && **s != ' '; ++*s)
		h = (h ^ (unsigned char)**s) * FNV_PRIME;
	w->len = (size_t)(*s - w->s);
	w->hash = hash_mix(h);
	return w->len > 0;
}

/* The gap in a phrase: its length in bytes, *at where it stands; 0: there is none. */
static size_t
find_gap(const char *s, size_t len, size_t *at)
{
	static const char *const gaps[] = { "*", "...", "…" };

	for (size_t i = 0; i < len; i++)
		for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++) {
			size_t n = strlen(gaps[g]);
			if (n <= len - i && !memcmp(s + i, gaps[g], n)) {
				*at = i;
				return n;
			}
		}
	return 0;
}

/* Words from `s` on below a node: the last one's node. */
static uint32_t
add_words(struct phrases *p, uint32_t node, const char *s, size_t len, unsigned *words)
{
	char *folded = text_fold_words(s, len);
	const char *at = folded;
	struct phrase_word w;

	while (*words < PHRASE_WORDS + 1 && phrase_word_next(&at, &w)) {
		node = edge_make(p, node, w.hash);
		++*words;
	}
	free(folded);
	return node;
}

static const char *
add_phrase(struct phrases *p, unsigned list, const char *s, size_t len)
{
	size_t at = len, again, gap = find_gap(s, len, &at);
	unsigned before = 0, behind = 0;
	uint32_t node = *s == '^' ? ROOT_CLAUSE : ROOT;
	bool closes = s[len - 1] == '$';

	if (closes && at == len)
		at = --len;
	else if (closes)
		len--;
	if (gap && find_gap(s + at + gap, len - at - gap, &again))
		return "a phrase has one gap at most";
	node = add_words(p, node, s, at, &before);
	if (!before)
		return gap ? "a gap stands between two words" : "a phrase has a word";
	if (gap) {
		if (!p->nodes[node].gap) {
			uint32_t to = node_add(p);
			p->nodes[node].gap = to;
		}
		node = add_words(p, p->nodes[node].gap, s + at + gap, len - at - gap, &behind);
		if (!behind)
			return "a gap stands between two words";
	}
	if (before + behind > PHRASE_WORDS)
		return "a phrase has 16 words at most";
	if ((list == PHRASES_NEGATION || list == PHRASES_FILLER) && before + behind > 1)
		return list == PHRASES_FILLER ? "a filler is one word" : "a negation is one word";
	*(closes ? &p->nodes[node].closes : &p->nodes[node].ends) |= 1u << list;
	p->counts[list]++;
	return NULL;
}

static const char *
parse_line(struct phrases *p, unsigned list, const char *s, size_t len)
{
	while (len && strchr(" \t\r", s[len - 1]))
		len--;
	while (len && strchr(" \t", *s)) {
		s++;
		len--;
	}
	if (!len || *s == '#')
		return NULL;
	if (len > PHRASE_BYTES)
		return "a phrase has 200 bytes at most";
	if (!text_clean_line(s, len))
		return "a phrase is clean UTF-8 on one line, without control characters";
	if (p->counts[list] == PHRASES_MAX)
		return "a file has 1000 phrases at most";
	return add_phrase(p, list, s, len);
}

const char *
phrases_parse(struct phrases *p, unsigned list, const char *text, size_t len, int *line)
{
	const char *end = text + len, *fault = NULL;

	*line = 0;
	if (len > PHRASES_FILE_BYTES)
		return "a file of phrases has 64 KiB at most";
	for (const char *s = text, *next; s < end && !fault; s = next) {
		const char *newline = memchr(s, '\n', (size_t)(end - s));
		next = newline ? newline + 1 : end;
		++*line;
		fault = parse_line(p, list, s, (size_t)((newline ? newline : end) - s));
	}
	return fault;
}
