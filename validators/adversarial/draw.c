#include "validators/adversarial/draw.h"

#include <stdio.h>
#include <string.h>
#include "validators/adversarial/since.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* Positions take these in turn; the last two are of no position, and of what is left out. */
enum { PALETTE = 8, SIDE_NEUTRAL = PALETTE, SIDE_MORE, LOOKS };
/* clang-format off */
static const struct graph_side looks[LOOKS] = {
	{ "", "box",           "[",   "]",   "#dbeafe", "#3b76f0", "#0b1f44" },
	{ "", "octagon",       "{{",  "}}",  "#ffedd5", "#cc5c10", "#3d1a04" },
	{ "", "hexagon",       "{{",  "}}",  "#dcfce7", "#1f9a4d", "#05290f" },
	{ "", "house",         "[/",  "\\]", "#f3e8ff", "#9250d8", "#2a0b47" },
	{ "", "invhouse",      "[\\", "/]",  "#fee2e2", "#dc3f45", "#420a0c" },
	{ "", "parallelogram", "[/",  "/]",  "#cffafe", "#0e8ba3", "#04272e" },
	{ "", "trapezium",     "[\\", "\\]", "#fef9c3", "#a5820b", "#332803" },
	{ "", "cds",           "([",  "])",  "#fce7f3", "#d6418c", "#440a28" },
	[SIDE_NEUTRAL] = { "no-position", "ellipse", "([", "])", "#f1f5f9", "#75808f", "#1a2028" },
	[SIDE_MORE]    = { "and",         "note",    "[",  "]",  "#ffffff", "#75808f", "#1a2028" },
};

static const struct graph_kind kinds[KB_EDGE_TYPES] = {
	[KB_SUPPORTS]            = { "supports",            "#0f8a7e", "solid",  "odiamond", "-->" },
	[KB_CONTRADICTS]         = { "contradicts",         "#dc3f45", "solid",  "tee",      "--x" },
	[KB_REFUTES]             = { "refutes",             "#dc3f45", "bold",   "normal",   "==>" },
	[KB_DEPENDS_ON]          = { "depends-on",          "#0f8a7e", "dashed", "vee",      "-.->" },
	[KB_REFINES]             = { "refines",             "#9250d8", "solid",  "empty",    "-->" },
	[KB_EXAGGERATES]         = { "exaggerates",         "#cc5c10", "dashed", "normal",   "-.->" },
	[KB_CONFOUNDS]           = { "confounds",           "#cc5c10", "dotted", "diamond",  "-.->" },
	[KB_DERIVED_FROM_SOURCE] = { "derived-from-source", "#75808f", "solid",  "none",     "---" },
	[KB_ADDRESSES]           = { "addresses",           "#3b76f0", "bold",   "vee",      "==>" },
	[KB_TANGENTIAL_TO]       = { "tangential-to",       "#75808f", "dashed", "open",     "-.->" },
	[KB_SCOPE_MISMATCH_WITH] = { "scope-mismatch-with", "#75808f", "dotted", "odot",     "-.->" },
	[KB_LAYER_SHIFT_FROM]    = { "layer-shift-from",    "#75808f", "dotted", "crow",     "-.->" },
};
/* clang-format on */

/* Nodes of a layer that stand side by side. */
#define ROW_NODES 8

struct picture {
	const struct kb *snapshot, *kb;
	struct graph_side *sides;
	struct node_label *labels;
	size_t *node;		       /* of each argument's row; KB_NONE: it is not drawn */
	bool *added;		       /* of each edge: by the debate */
	char words[KB_EDGE_TYPES][32]; /* of edges that are new */
	struct graph g;
};

/* -- what is drawn -- */

struct weight {
	size_t row;
	unsigned weight;
	enum kb_layer layer;
};

static int
by_weight(const void *a, const void *b)
{
	const struct weight *x = a, *y = b;

	return x->weight != y->weight ? (x->weight > y->weight ? -1 : 1) : (x->row > y->row) - (x->row < y->row);
}

static int
by_layer(const void *a, const void *b)
{
	const struct weight *x = a, *y = b;

	return x->layer != y->layer ? (x->layer > y->layer) - (x->layer < y->layer)
				    : (x->row > y->row) - (x->row < y->row);
}

/* What stands for a question weighs most, then what the debate has changed, then what stands beside these. */
static struct weight *
weigh(const struct picture *p)
{
	size_t n = kb_arguments(p->kb);
	struct weight *v = mem_calloc(n, sizeof *v);

	for (size_t i = 0; i < n; i++) {
		const struct kb_argument *a = kb_argument(p->kb, i), *was = since_argument(p->snapshot, a);

		v[i] = (struct weight){i, !was || was->status != a->status ? 4 : 0, a->layer};
	}
	for (size_t q = 0; q < kb_questions(p->kb); q++)
		for (size_t i = 0; i < kb_question(p->kb, q)->n; i++)
			v[kb_question(p->kb, q)->arguments[i]].weight |= 8;
	for (size_t i = 0; i < kb_edges(p->kb); i++) {
		const struct kb_edge *e = kb_edge(p->kb, i);

		if (e->to == KB_NONE)
			continue;
		v[e->from].weight |= (v[e->to].weight >= 4) + 2u * p->added[i];
		v[e->to].weight |= (v[e->from].weight >= 4) + 2u * p->added[i];
	}
	return v;
}

static void
make_node(struct picture *p, size_t row, unsigned rank)
{
	const struct kb_argument *a = kb_argument(p->kb, row), *was = since_argument(p->snapshot, a);
	struct node_label *label = &p->labels[p->g.n_nodes];
	struct graph_node *node = &p->g.nodes[p->g.n_nodes];

	label_wrap(label, a->summary);
	*node = (struct graph_node){
		.label = label, .row = rank, .side = (unsigned)(a->side == KB_NONE ? kb_positions(p->kb) : a->side)};
	snprintf(node->id, sizeof node->id, "%s", a->id);
	snprintf(node->stands, sizeof node->stands, "%s%s%s", kb_status_names[a->status],
		!was				   ? ", new"
			: was->status != a->status ? ", was "
						   : "",
		was && was->status != a->status ? kb_status_names[was->status] : "");
	p->node[row] = p->g.n_nodes++;
}

static unsigned
make_nodes(struct picture *p)
{
	size_t n = kb_arguments(p->kb), drawn = n < DRAWN_ARGUMENTS ? n : DRAWN_ARGUMENTS, in_row = 0;
	struct weight *v = weigh(p);
	unsigned rank = 0;

	for (size_t i = 0; i < n; i++)
		p->node[i] = KB_NONE;
	qsort(v, n, sizeof *v, by_weight);
	qsort(v, drawn, sizeof *v, by_layer);
	for (size_t i = 0; i < drawn; i++, in_row++) {
		if (i && (v[i].layer != v[i - 1].layer || in_row == ROW_NODES)) {
			in_row = 0;
			rank++;
		}
		make_node(p, v[i].row, rank);
	}
	free(v);
	return rank;
}

/* Those between arguments, what the debate has added first; how many there are. */
static size_t
make_edges(struct picture *p)
{
	size_t n = 0;

	for (unsigned added = 2; added--;)
		for (size_t i = 0; i < kb_edges(p->kb); i++) {
			const struct kb_edge *e = kb_edge(p->kb, i);

			if (e->to == KB_NONE || p->added[i] != added)
				continue;
			n++;
			if (p->node[e->from] == KB_NONE || p->node[e->to] == KB_NONE || p->g.n_edges == DRAWN_EDGES)
				continue;
			p->g.edges[p->g.n_edges++] = (struct graph_edge){.from = &p->g.nodes[p->node[e->from]],
				.to = &p->g.nodes[p->node[e->to]],
				.kind = e->type,
				.word = added ? p->words[e->type] : kb_edge_names[e->type]};
		}
	return n;
}

static void
make_more(struct picture *p, size_t arguments, size_t edges, unsigned rank)
{
	struct node_label *label = &p->labels[p->g.n_nodes];
	char *words = mem_format("%zu arguments and %zu edges that are not drawn", arguments, edges);

	label_wrap(label, words);
	p->g.nodes[p->g.n_nodes++] = (struct graph_node){.id = "more",
		.stands = "all are in kb/",
		.label = label,
		.side = (unsigned)p->g.n_sides - 1,
		.row = rank};
	free(words);
}

/* A slug as it is, where it can be a class. */
static char *
name_of(const char *slug, size_t side)
{
	return text_is_ascii(slug, strlen(slug)) && strlen(slug) < 40 ? mem_strdup(slug)
								      : mem_format("position-%zu", side + 1);
}

void
adversarial_draw(const struct kb *snapshot, const struct kb *kb, void (*write)(const struct graph *g, UT_string *out),
	UT_string *out)
{
	size_t positions = kb_positions(kb), edges;
	struct picture p = {.snapshot = snapshot, .kb = kb};
	unsigned rank;

	p.sides = mem_calloc(positions + 2, sizeof *p.sides);
	for (size_t i = 0; i < positions; i++) {
		p.sides[i] = looks[i % PALETTE];
		p.sides[i].name = name_of(kb_position(kb, i)->slug, i);
	}
	p.sides[positions] = looks[SIDE_NEUTRAL];
	p.sides[positions + 1] = looks[SIDE_MORE];
	for (size_t i = 0; i < KB_EDGE_TYPES; i++)
		snprintf(p.words[i], sizeof p.words[i], "%s, new", kb_edge_names[i]);
	p.labels = mem_calloc(DRAWN_ARGUMENTS + 1, sizeof *p.labels);
	p.node = mem_calloc(kb_arguments(kb), sizeof *p.node);
	p.g = (struct graph){.sides = p.sides,
		.n_sides = positions + 2,
		.kinds = kinds,
		.nodes = mem_calloc(DRAWN_ARGUMENTS + 1, sizeof *p.g.nodes),
		.edges = mem_calloc(DRAWN_EDGES, sizeof *p.g.edges)};
	p.added = mem_calloc(kb_edges(kb), sizeof *p.added);
	for (size_t i = 0; i < kb_edges(kb); i++)
		p.added[i] = since_edge(snapshot, kb, kb_edge(kb, i));
	rank = make_nodes(&p);
	edges = make_edges(&p);
	if (p.g.n_nodes < kb_arguments(kb) || p.g.n_edges < edges)
		make_more(&p, kb_arguments(kb) - p.g.n_nodes, edges - p.g.n_edges, rank + 1);
	write(&p.g, out);
	for (size_t i = 0; i < p.g.n_nodes; i++)
		label_free(&p.labels[i]);
	for (size_t i = 0; i < positions; i++)
		free((char *)p.sides[i].name);
	free(p.sides);
	free(p.labels);
	free(p.node);
	free(p.added);
	free(p.g.nodes);
	free(p.g.edges);
}
