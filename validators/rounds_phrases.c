/*
 * Phrases of all lists stand in one trie of word hashes. An edge is a row of one hash table, by the node it leaves and its word; a node
 * that a gap follows has the node behind it besides. A sentence is folded and hashed once, then the trie is entered at each of its
 * words: most words begin no phrase and cost one look-up. A phrase has one gap at most, so that no place is tried more than
 * PHRASE_GAP_WORDS + 1 times.
 */
#include "validators/rounds_phrases.h"

#include <stdlib.h>
#include <string.h>
#include "validators/mem.h"
#include "validators/text.h"

/* clang-format off */
const char *const phrase_list_names[PHRASE_LISTS] = {
	[PHRASES_PRAISE]      = "praise",
	[PHRASES_AGREEMENT]   = "agreement",
	[PHRASES_CONTRAST]    = "contrast",
	[PHRASES_CONCEDE]     = "concede",
	[PHRASES_CERTIFY]     = "certify",
	[PHRASES_RETRACT]     = "retract",
	[PHRASES_ALTERNATIVE] = "alternative",
	[PHRASES_CORRECTNESS] = "correctness",
	[PHRASES_SECURITY]    = "security",
	[PHRASES_EXPERIENCE]  = "experience",
	[PHRASES_NEITHER]     = "neither",
	[PHRASES_NEGATION]    = "negation",
};
/* clang-format on */

#define FNV_START UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)
#define GOLDEN UINT64_C(0x9e3779b97f4a7c15)

struct node {
	uint32_t ends; /* 1 << list: a phrase of it ends here */
	uint32_t gap;  /* the node behind a gap; 0: none */
};

/* What begins phrases: nodes[1] those that only begin a clause. */
enum { ROOT, ROOT_CLAUSE, ROOTS };

struct edge {
	uint64_t key; /* 0: free */
	uint32_t to;
};

struct phrases {
	struct node *nodes; /* roots first */
	size_t n, room;
	struct edge *edges;
	size_t n_edges, slots; /* slots: a power of two, more than half free */
	size_t counts[PHRASE_LISTS];
};

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
phrases_count(const struct phrases *p, enum phrase_list list)
{
	return p->counts[list];
}

/* -- the trie -------------------------------------------------------------------------------------------------------------------- */

static uint64_t
mix(uint64_t h)
{
	h ^= h >> 32;
	h *= UINT64_C(0xd6e8feb86659fd93);
	return h ^ h >> 32;
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
	uint64_t key = mix(word + GOLDEN * (node + 1));

	return key ? key : 1;
}

/* 0: there is no such edge. */
static uint32_t
edge_follow(const struct phrases *p, uint32_t node, uint64_t word)
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

/* -- words ----------------------------------------------------------------------------------------------------------------------- */

struct word {
	uint64_t hash;
	const char *s;
	size_t len;
};

/* Take one word off a folded text; false at its end. */
static bool
next_word(const char **s, struct word *w)
{
	uint64_t h = FNV_START;

	while (**s == ' ')
		++*s;
	w->s = *s;
	for (; **s && **s != ' '; ++*s)
		h = (h ^ (unsigned char)**s) * FNV_PRIME;
	w->len = (size_t)(*s - w->s);
	w->hash = mix(h);
	return w->len > 0;
}

/* -- a file ---------------------------------------------------------------------------------------------------------------------- */

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
	struct word w;

	while (*words < PHRASE_WORDS + 1 && next_word(&at, &w)) {
		node = edge_make(p, node, w.hash);
		++*words;
	}
	free(folded);
	return node;
}

static const char *
add_phrase(struct phrases *p, enum phrase_list list, const char *s, size_t len)
{
	size_t at = len, again, gap = find_gap(s, len, &at);
	unsigned before = 0, behind = 0;
	uint32_t node = *s == '^' ? ROOT_CLAUSE : ROOT;

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
	if (list == PHRASES_NEGATION && before + behind > 1)
		return "a negation is one word";
	p->nodes[node].ends |= 1u << list;
	p->counts[list]++;
	return NULL;
}

static const char *
parse_line(struct phrases *p, enum phrase_list list, const char *s, size_t len)
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
phrases_parse(struct phrases *p, enum phrase_list list, const char *text, size_t len, int *line)
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

/* -- a sentence ------------------------------------------------------------------------------------------------------------------ */

struct spot {
	uint64_t hash;
	uint32_t node;  /* to which it leads from the root; 0: nowhere */
	bool negation;
	bool ends;      /* PHRASE_BREAK: no phrase goes across it */
	bool begins;    /* it begins a clause */
};

struct sentence {
	const struct phrases *p;
	struct spot *spots;
	size_t n;
	struct wording *w;
};

/* Is a phrase that begins here under a negation? */
static bool
is_negated(const struct sentence *s, size_t from)
{
	for (size_t i = from; i-- > 0 && from - i <= PHRASE_REACH_WORDS && !s->spots[i].ends;)
		if (s->spots[i].negation)
			return true;
	return false;
}

static void
note(const struct sentence *s, uint32_t ends, size_t from, bool negated)
{
	for (unsigned list = 0; ends >> list; list++) {
		if (!(ends >> list & 1))
			continue;
		if (negated)
			s->w->negated |= 1u << list;
		else if (s->w->at[list] == PHRASE_NOWHERE)
			s->w->at[list] = (uint16_t)(from < PHRASE_NOWHERE ? from : PHRASE_NOWHERE - 1);
	}
}

static void walk(const struct sentence *s, uint32_t node, size_t at, size_t from, bool negated);

static void
walk_gap(const struct sentence *s, uint32_t node, size_t at, size_t from, bool negated)
{
	for (unsigned k = 0; k <= PHRASE_GAP_WORDS && at + k < s->n; k++) {
		if (!s->spots[at + k].ends)
			walk(s, node, at + k, from, negated);
		if (s->spots[at + k].ends || s->spots[at + k].negation)
			return;
	}
}

/* From a node on, with the words from `at` on. It calls itself once at most: behind a gap there is none. */
static void
walk(const struct sentence *s, uint32_t node, size_t at, size_t from, bool negated)
{
	for (;; at++) {
		if (s->p->nodes[node].ends)
			note(s, s->p->nodes[node].ends, from, negated);
		if (s->p->nodes[node].gap)
			walk_gap(s, s->p->nodes[node].gap, at, from, negated);
		if (at >= s->n || s->spots[at].ends || !(node = edge_follow(s->p, node, s->spots[at].hash)))
			return;
	}
}

/* Every phrase that begins with this word. */
static void
walk_from(const struct sentence *s, size_t at)
{
	const struct spot *spot = &s->spots[at];
	uint32_t clause = spot->begins ? edge_follow(s->p, ROOT_CLAUSE, spot->hash) : 0;

	if (spot->ends)
		return;
	if (spot->node)
		walk(s, spot->node, at + 1, at, is_negated(s, at));
	if (clause)
		walk(s, clause, at + 1, at, is_negated(s, at));
}

/* A letter or digit, of any script. */
static bool
is_said(const struct word *w)
{
	for (size_t i = 0; i < w->len; i++)
		if ((w->s[i] >= 'a' && w->s[i] <= 'z') || (w->s[i] >= '0' && w->s[i] <= '9') || (unsigned char)w->s[i] >= 0x80)
			return true;
	return false;
}

static void
read_words(struct sentence *s, const char *folded)
{
	struct word word;
	bool begins = true;

	while (next_word(&folded, &word)) {
		struct spot *spot = &s->spots[s->n++];

		*spot = (struct spot){ .hash = word.hash, .ends = word.len == 1 && *word.s == PHRASE_BREAK, .begins = begins };
		begins = spot->ends || (word.len == 1 && *word.s == PHRASE_ID);
		spot->node = edge_follow(s->p, ROOT, word.hash);
		spot->negation = spot->node && s->p->nodes[spot->node].ends >> PHRASES_NEGATION & 1;
		if (is_said(&word)) {
			s->w->words++;
			s->w->hash = mix(s->w->hash * GOLDEN + word.hash);
		}
	}
}

void
wording_read(struct wording *w, const struct phrases *p, const char *text, size_t len)
{
	char *folded = text_fold_words(text, len);
	struct sentence s = { .p = p, .w = w, .spots = mem_calloc(strlen(folded) / 2 + 1, sizeof *s.spots) };

	*w = (struct wording){ .words = 0 };
	for (unsigned i = 0; i < PHRASE_LISTS; i++)
		w->at[i] = PHRASE_NOWHERE;
	read_words(&s, folded);
	for (size_t i = 0; i < s.n; i++)
		walk_from(&s, i);
	free(s.spots);
	free(folded);
}
