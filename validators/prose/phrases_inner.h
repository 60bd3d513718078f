/*
 * The trie that phrases are kept in: what phrases.c fills and wording.c reads, and nobody else includes.
 *
 * An edge is a row of one hash table, by the node it leaves and its word; a node that a gap follows has the node behind
 * it besides. A phrase has one gap at most, so that behind a gap no node has another.
 */
#ifndef VALIDATORS_PROSE_PHRASES_INNER_H
#define VALIDATORS_PROSE_PHRASES_INNER_H

#include "validators/prose/phrases.h"

struct node {
	uint32_t ends;   /* 1 << list: a phrase of it ends here */
	uint32_t closes; /* likewise, where its last word ends a clause too */
	uint32_t gap;    /* the node behind a gap; 0: none */
	uint64_t common; /* 1 << language: a word of it, or a letter with which its words end */
};

/* What begins phrases: nodes[1] those that only begin a clause, nodes[2] letters with which words end. */
enum { ROOT, ROOT_CLAUSE, ROOT_ENDING, ROOTS };

struct edge {
	uint64_t key; /* 0: free */
	uint32_t to;
};

struct phrases {
	struct node *nodes; /* roots first */
	size_t n, room;
	struct edge *edges;
	size_t n_edges, slots; /* slots: a power of two, more than half free */
	size_t counts[PHRASE_LISTS_MAX];
	uint64_t languages[PHRASE_LISTS_MAX]; /* 1 << language: the list has a phrase of it */
	char names[PHRASE_LANGUAGES][PHRASE_LANGUAGE_BYTES + 1];
	unsigned n_languages;
};

/* Where an edge leads to; 0: there is none. */
uint32_t phrases_follow(const struct phrases *p, uint32_t node, uint64_t word);

/* One word of a folded text, or a letter of a script without spaces. */
struct phrase_word {
	uint64_t hash;
	const char *s;
	size_t len;
	bool dense;
};
/* Take one off; false at the text's end. */
bool phrase_word_next(const char **s, struct phrase_word *w);
uint64_t phrase_hash(const char *s, size_t len);

/* All bits of a number spread over all bits. */
static inline uint64_t
hash_mix(uint64_t h)
{
	h ^= h >> 32;
	h *= UINT64_C(0xd6e8feb86659fd93);
	return h ^ h >> 32;
}
#define HASH_GOLDEN UINT64_C(0x9e3779b97f4a7c15)

#endif
