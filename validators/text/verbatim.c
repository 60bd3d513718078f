/*
 * The text's suffix automaton over tokens: each path from its root spells a passage of the text, and every passage has
 * one. It has at most two states and three edges a token. (Blumer et al., "The smallest automaton recognizing the
 * subwords of a text", 1985.)
 *
 * Tokens are known by a hash of 64 bits. An edge is found through a table of all edges, by its state and token; the
 * edges of one state hang together as a list, because a state that is split gives its twin a copy of each.
 */
#include "validators/text/verbatim.h"

#include <ctype.h>
#include <stdint.h>
#include "validators/text/mem.h"
#include "validators/text/reader.h"

#define NONE UINT32_MAX

struct node {
	uint32_t length; /* of the longest passage that ends here */
	uint32_t link;   /* the state of its longest ending that is in another one */
	uint32_t edges;  /* the first; NONE: it has none */
};

struct edge {
	uint64_t token;
	uint32_t from, to;
	uint32_t next;   /* of the same state */
};

struct verbatim {
	struct node *nodes;
	uint32_t n, room;
	struct edge *edges;
	uint32_t n_edges, edges_room;
	uint32_t *slots; /* edges by their hash, NONE where empty; a power of two, at most half full */
	uint32_t n_slots;
	uint32_t last;
};

/* -- tokens -- */

static bool
in_word(char c)
{
	return isascii((unsigned char)c) && (isalnum((unsigned char)c) || c == '_');
}

static uint64_t
hash_bytes(const char *s, const char *end)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (; s < end; s++)
		h = (h ^ (unsigned char)*s) * UINT64_C(0x100000001b3);
	return h ^ h >> 29;
}

static bool
take_token(struct reader *r, uint64_t *token)
{
	const char *from;

	skip_white(r);
	from = r->s;
	if (from == r->end)
		return false;
	if (in_word(*from))
		while (r->s < r->end && in_word(*r->s))
			r->s++;
	else
		do
			r->s++;
		while (r->s < r->end && ((unsigned char)*r->s & 0xc0) == 0x80);
	*token = hash_bytes(from, r->s);
	return true;
}

/* -- edges -- */

static uint32_t
slot_of(const struct verbatim *v, uint32_t from, uint64_t token)
{
	uint64_t h = (token ^ (from + UINT64_C(0x9e3779b97f4a7c15))) * UINT64_C(0xff51afd7ed558ccd);
	uint32_t at = (uint32_t)(h >> 32) & (v->n_slots - 1);

	while (v->slots[at] != NONE && (v->edges[v->slots[at]].from != from || v->edges[v->slots[at]].token != token))
		at = (at + 1) & (v->n_slots - 1);
	return at;
}

/* The edge of a state for a token; NONE: there is none. */
static uint32_t
edge_find(const struct verbatim *v, uint32_t from, uint64_t token)
{
	return v->slots[slot_of(v, from, token)];
}

static void
slots_grow(struct verbatim *v)
{
	v->n_slots *= 2;
	v->slots = mem_resize(v->slots, v->n_slots, sizeof *v->slots);
	memset(v->slots, 0xff, v->n_slots * sizeof *v->slots);
	for (uint32_t i = 0; i < v->n_edges; i++)
		v->slots[slot_of(v, v->edges[i].from, v->edges[i].token)] = i;
}

static void
edge_add(struct verbatim *v, uint32_t from, uint64_t token, uint32_t to)
{
	if (2 * (v->n_edges + 1) > v->n_slots)
		slots_grow(v);
	if (v->n_edges == v->edges_room)
		v->edges =
			mem_resize(v->edges, v->edges_room = v->edges_room ? 2 * v->edges_room : 64, sizeof *v->edges);
	v->edges[v->n_edges] = (struct edge){ .token = token, .from = from, .to = to, .next = v->nodes[from].edges };
	v->nodes[from].edges = v->n_edges;
	v->slots[slot_of(v, from, token)] = v->n_edges++;
}

/* -- states -- */

static uint32_t
node_add(struct verbatim *v, uint32_t length, uint32_t link)
{
	if (v->n == v->room)
		v->nodes = mem_resize(v->nodes, v->room = v->room ? 2 * v->room : 64, sizeof *v->nodes);
	v->nodes[v->n] = (struct node){ .length = length, .link = link, .edges = NONE };
	return v->n++;
}

/* A twin of `q` for those of its passages that end shorter than `length`; who came to `q` by them from `p` on goes
 * there now. */
static uint32_t
split(struct verbatim *v, uint32_t p, uint32_t q, uint64_t token)
{
	uint32_t twin = node_add(v, v->nodes[p].length + 1, v->nodes[q].link);

	for (uint32_t e = v->nodes[q].edges; e != NONE; e = v->edges[e].next)
		edge_add(v, twin, v->edges[e].token, v->edges[e].to);
	v->nodes[q].link = twin;
	for (; p != NONE; p = v->nodes[p].link) {
		uint32_t e = edge_find(v, p, token);
		if (e == NONE || v->edges[e].to != q)
			break;
		v->edges[e].to = twin;
	}
	return twin;
}

static void
extend(struct verbatim *v, uint64_t token)
{
	uint32_t p = v->last, node = node_add(v, v->nodes[p].length + 1, 0), e = NONE;

	while (p != NONE && (e = edge_find(v, p, token)) == NONE) {
		edge_add(v, p, token, node);
		p = v->nodes[p].link;
	}
	if (p != NONE) {
		uint32_t q = v->edges[e].to;
		uint32_t link = v->nodes[q].length == v->nodes[p].length + 1 ? q : split(v, p, q, token);
		v->nodes[node].link = link;
	}
	v->last = node;
}

struct verbatim *
verbatim_new(const char *text, size_t len)
{
	struct verbatim *v = mem_calloc(1, sizeof *v);
	struct reader at = { text, text + len };
	uint64_t token;

	v->n_slots = 64;
	v->slots = mem_resize(NULL, v->n_slots, sizeof *v->slots);
	memset(v->slots, 0xff, v->n_slots * sizeof *v->slots);
	node_add(v, 0, NONE);
	while (take_token(&at, &token))
		extend(v, token);
	return v;
}

void
verbatim_free(struct verbatim *v)
{
	if (!v)
		return;
	free(v->nodes);
	free(v->edges);
	free(v->slots);
	free(v);
}

bool
verbatim_has(const struct verbatim *v, const char *passage, size_t len)
{
	struct reader at = { passage, passage + len };
	uint32_t node = 0;
	uint64_t token;

	while (take_token(&at, &token)) {
		uint32_t e = edge_find(v, node, token);
		if (e == NONE)
			return false;
		node = v->edges[e].to;
	}
	return true;
}
