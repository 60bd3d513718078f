#include "validators/dialectic/draw.h"

#include <math.h>
#include <stdio.h>
#include "validators/text/mem.h"

/* clang-format off */
static const struct graph_side sides[SIDES] = {
	[SIDE_PROPOSITION] = { "proposition", "box",     "[",  "]",  "#dbeafe", "#3b76f0", "#0b1f44" },
	[SIDE_OPPOSITION]  = { "opposition",  "octagon", "{{", "}}", "#ffedd5", "#cc5c10", "#3d1a04" },
};

static const struct graph_kind kinds[LINK_KINDS] = {
	[LINK_ATTACK]  = { "attacks", "#dc3f45", "solid",  "normal",   "-->" },
	[LINK_DEFENCE] = { "defends", "#0f8a7e", "dashed", "odiamond", "-.->" },
};
/* clang-format on */

/* The score has two decimals with a sign, and no sign where those are zero. */
static void
draw_node(const struct argument *a, const struct number *score, struct graph_node *node)
{
	*node = (struct graph_node){ .label = title_label(a), .side = a->id.side, .row = a->id.exchange };
	argument_id_print(a->id, node->id);
	if (score)
		snprintf(node->stands, sizeof node->stands, fabs(score->value) < 0.005 ? "score 0.00" : "score %+.2f",
			score->value);
	else
		snprintf(node->stands, sizeof node->stands, "not judged");
}

static void
draw_edges(const struct argument *a, const struct graph_node *node, struct graph *g)
{
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		for (unsigned i = 0; i < a->n_links[kind]; i++) {
			const struct link *l = &a->links[kind][i];

			g->edges[g->n_edges++] = (struct graph_edge){ .from = node, .to =
				&g->nodes[argument_index(l->target)],
				.kind = kind, .word = link_type_names[l->type] };
		}
}

void
dialectic_draw(const struct fstate *state, bool sealed, void (*write)(const struct graph *g, UT_string *out),
	UT_string *out)
{
	unsigned n;
	const struct argument **list = debate_arguments(state, sealed, &n);
	struct graph g = { .sides = sides, .n_sides = SIDES, .kinds = kinds, .n_nodes = n };

	g.nodes = mem_calloc(n, sizeof *g.nodes);
	g.edges = mem_calloc((size_t)n * LINK_KINDS * LINKS_MAX, sizeof *g.edges);
	for (unsigned i = 0; i < n; i++) {
		draw_node(list[i], scoreboard_find(state->board, list[i]->id), &g.nodes[i]);
		draw_edges(list[i], &g.nodes[i], &g);
	}
	write(&g, out);
	free(g.edges);
	free(g.nodes);
	free(list);
}
