/* argument-graph.svg: arguments that count most, by layer, with the edges between them. */
#include "validators/adversarial/files.h"

#include <stdlib.h>
#include "validators/graph/graph.h"
#include "validators/text/text.h"

#define DRAWN_ARGUMENTS 60
#define DRAWN_EDGES 200
#define ROW_NODES 6
/* Positions take these in turn; the last is of none. */
#define PALETTE 8

/* clang-format off */
static const struct graph_side looks[PALETTE + 1] = {
	{ "", "[",   "]",   "#dbeafe", "#3b76f0", "#0b1f44" },
	{ "", "{{",  "}}",  "#ffedd5", "#cc5c10", "#3d1a04" },
	{ "", "{{",  "}}",  "#dcfce7", "#1f9a4d", "#05290f" },
	{ "", "[/",  "\\]", "#f3e8ff", "#9250d8", "#2a0b47" },
	{ "", "[\\", "/]",  "#fee2e2", "#dc3f45", "#420a0c" },
	{ "", "[/",  "/]",  "#cffafe", "#0e8ba3", "#04272e" },
	{ "", "[\\", "\\]", "#fef9c3", "#a5820b", "#332803" },
	{ "", "([",  "])",  "#fce7f3", "#d6418c", "#440a28" },
	[PALETTE] = { "no-position", "([", "])", "#f1f5f9", "#75808f", "#1a2028" },
};

static const struct graph_kind kinds[EDGE_TYPES] = {
	[SUPPORTS]            = { "supports",            "#0f8a7e", "solid",  "-->" },
	[CONTRADICTS]         = { "contradicts",         "#dc3f45", "solid",  "--x" },
	[REFUTES]             = { "refutes",             "#dc3f45", "bold",   "==>" },
	[DEPENDS_ON]          = { "depends-on",          "#0f8a7e", "dashed", "-.->" },
	[REFINES]             = { "refines",             "#9250d8", "solid",  "-->" },
	[EXAGGERATES]         = { "exaggerates",         "#cc5c10", "dashed", "-.->" },
	[CONFOUNDS]           = { "confounds",           "#cc5c10", "dotted", "-.->" },
	[DERIVED_FROM_SOURCE] = { "derived-from-source", "#75808f", "solid",  "---" },
	[ADDRESSES]           = { "addresses",           "#3b76f0", "bold",   "==>" },
	[TANGENTIAL_TO]       = { "tangential-to",       "#75808f", "dashed", "-.->" },
	[SCOPE_MISMATCH_WITH] = { "scope-mismatch-with", "#75808f", "dotted", "-.->" },
	[LAYER_SHIFT_FROM]    = { "layer-shift-from",    "#75808f", "dotted", "-.->" },
};
/* clang-format on */

/* Arguments of a question weigh most, then those that the debate has cited or changed; the first of them, by layer. */
static size_t
choose_arguments(const struct debate *d, struct weighed *v)
{
	const struct adversarial *a = adv_of(d);
	size_t n = a->live->n_arguments;
	struct facts f;

	facts_read(&f, d);
	for (size_t i = 0; i < n; i++) {
		const struct argument *is = &a->live->arguments[i];

		v[i] = (struct weighed){
			(f.of[i].of ? 4u : 0) + (is->text || is->start != is->status ? 2u : 0), (unsigned)i};
		for (size_t c = 0; c < a->n_citations; c++)
			v[i].weight |= a->citations[c].argument == is->number;
	}
	facts_free(&f);
	qsort(v, n, sizeof *v, by_weight);
	n = n < DRAWN_ARGUMENTS ? n : DRAWN_ARGUMENTS;
	for (size_t i = 0; i < n; i++)
		v[i].weight = LAYERS - a->live->arguments[v[i].row].layer;
	qsort(v, n, sizeof *v, by_weight);
	return n;
}

void
adv_graph_file(const struct debate *d, UT_string *out)
{
	const struct adversarial *a = adv_of(d);
	struct weighed *v = mem_calloc(a->live->n_arguments, sizeof *v);
	struct graph_node *nodes = mem_calloc(DRAWN_ARGUMENTS, sizeof *nodes);
	struct node_label *labels = mem_calloc(DRAWN_ARGUMENTS, sizeof *labels);
	struct graph_edge *edges = mem_calloc(DRAWN_EDGES, sizeof *edges);
	struct graph_node **drawn = mem_calloc(base_next_number(a->live), sizeof *drawn);
	struct graph_side sides[BASE_POSITIONS_MOST + 1];
	struct graph g = {sides, BASE_POSITIONS_MOST + 1, kinds, nodes, choose_arguments(d, v), edges, 0};
	unsigned row = 0;

	for (unsigned p = 0; p <= BASE_POSITIONS_MOST; p++) {
		const char *slug = p < BASE_POSITIONS_MOST ? a->live->fixed->positions[p] : NULL;

		sides[p] = looks[p == BASE_POSITIONS_MOST ? PALETTE : p % PALETTE];
		if (p < BASE_POSITIONS_MOST)
			sides[p].name = slug && text_is_ascii(slug, strlen(slug)) ? slug : "position";
	}
	for (size_t i = 0, in_row = 0; i < g.n_nodes; i++, in_row++) {
		const struct argument *is = &a->live->arguments[v[i].row];
		struct reader says = base_says(a->live, is);
		char *words = mem_copy(says.s, len_of(&says));

		if (i && (v[i].weight != v[i - 1].weight || in_row == ROW_NODES)) {
			in_row = 0;
			row++;
		}
		label_wrap(&labels[i], words);
		free(words);
		nodes[i] = (struct graph_node){.label = &labels[i], .row = row,
			.side = is->position == NO_POSITION ? BASE_POSITIONS_MOST : is->position};
		snprintf(nodes[i].id, sizeof nodes[i].id, "arg-%03u", is->number);
		snprintf(nodes[i].stands, sizeof nodes[i].stands, "%s%s%s", status_words[is->status],
			is->text ? ", new" : is->start != is->status ? ", was " : "",
			!is->text && is->start != is->status ? status_words[is->start] : "");
		drawn[is->number] = &nodes[i];
	}
	/* Those of the debate are drawn first. */
	for (size_t i = a->live->n_edges; i-- > 0 && g.n_edges < DRAWN_EDGES;) {
		const struct edge *e = &a->live->edges[i];

		if (e->to && drawn[e->from] && drawn[e->to])
			edges[g.n_edges++] =
				(struct graph_edge){drawn[e->from], drawn[e->to], e->type, edge_words[e->type]};
	}
	graph_svg(&g, out);
	for (size_t i = 0; i < g.n_nodes; i++)
		label_free(&labels[i]);
	free(v);
	free(nodes);
	free(labels);
	free(edges);
	free(drawn);
}
