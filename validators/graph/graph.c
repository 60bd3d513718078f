#include "validators/graph/graph.h"

#include <ctype.h>
#include <string.h>
#include "validators/text/svg.h"

/* -- Mermaid -- */

/* ASCII letters, digits, spaces and a few marks stay as they are; every other ASCII character is written by its
 * number. */
static void
put_mermaid(UT_string *out, const char *s)
{
	for (; *s; s++)
		if (isalnum((unsigned char)*s) || (unsigned char)*s >= 0x80 || strchr(" ,.-", *s))
			utstring_bincpy(out, s, 1);
		else
			utstring_printf(out, "#%d;", *s);
}

void
graph_mermaid(const struct graph *g, UT_string *out)
{
	utstring_printf(out, "flowchart BT\n");
	for (const struct graph_node *n = g->nodes; n < g->nodes + g->n_nodes; n++) {
		const struct graph_side *side = &g->sides[n->side];

		utstring_printf(out, "    %s%s\"%s", n->id, side->open, n->id);
		for (size_t i = 0; i < n->label->n; i++) {
			utstring_printf(out, "<br/>");
			put_mermaid(out, n->label->lines[i]);
		}
		utstring_printf(out, "<br/>%s\"%s:::%s\n", n->stands, side->close, side->name);
	}
	for (const struct graph_edge *e = g->edges; e < g->edges + g->n_edges; e++)
		utstring_printf(out, "    %s %s|%s| %s\n", e->from->id, g->kinds[e->kind].arrow, e->word, e->to->id);
	for (const struct graph_side *side = g->sides; side < g->sides + g->n_sides; side++)
		utstring_printf(out, "    classDef %s fill:%s,stroke:%s,stroke-width:2px,color:%s\n", side->name,
			side->fill,
			side->line, side->text);
	for (size_t i = 0; i < g->n_edges; i++)
		utstring_printf(out, "    linkStyle %zu stroke:%s,stroke-width:2px\n", i,
			g->kinds[g->edges[i].kind].colour);
}

/* -- DOT -- */

/* A quoted string knows backslashes and quotes, a label also XML's entities. Of what a text may hold, XML 1.0
 * (section 2.2, Char) leaves out U+FFFE and U+FFFF. */
static void
put_dot(UT_string *out, const char *s)
{
	for (; *s; s++)
		if (!strncmp(s, "\uFFFE", 3) || !strncmp(s, "\uFFFF", 3)) {
			utstring_printf(out, "\uFFFD");
			s += 2;
		} else if (strchr("\"\\", *s)) {
			utstring_printf(out, "\\%c", *s);
		} else {
			xml_put_char(out, *s);
		}
}

static void
put_dot_node(UT_string *out, const struct graph *g, const struct graph_node *n)
{
	const struct graph_side *side = &g->sides[n->side];

	utstring_printf(out, "\t\t\"%s\" [class=\"%s\", shape=%s, margin=\"%s\", fillcolor=\"%s\", color=\"%s\", "
		"fontcolor=\"%s\", ",
		n->id, side->name, side->shape, side->margin, side->fill, side->line, side->text);
	utstring_printf(out, "label=\"%s %s", side->name, n->id);
	for (size_t i = 0; i < n->label->n; i++) {
		utstring_printf(out, "\\n");
		put_dot(out, n->label->lines[i]);
	}
	utstring_printf(out, "\\n%s\"];\n", n->stands);
}

/* Past so many nodes the layout is bounded: it would take the square of their number, to no use that an eye could
 * see. */
#define MANY_NODES 100

void
graph_dot(const struct graph *g, UT_string *out)
{
	const struct graph_node *n = g->nodes, *end = g->nodes + g->n_nodes;

	utstring_printf(out,
		"digraph \"arguments\" {\n"
		"\tgraph [charset=\"UTF-8\", rankdir=BT, bgcolor=\"transparent\", nodesep=0.5, ranksep=0.9, "
		"fontname=\"Helvetica\"];\n"
		"\tnode [style=filled, penwidth=2, fontname=\"Helvetica\", fontsize=13];\n"
		"\tedge [penwidth=1.6, fontname=\"Helvetica\", fontsize=12];\n");
	if (g->n_nodes > MANY_NODES)
		utstring_printf(out, "\tgraph [nslimit=1, nslimit1=1, mclimit=0.3];\n");
	while (n < end) {
		unsigned row = n->row;

		utstring_printf(out, "\t{\n\t\trank=same;\n");
		for (; n < end && n->row == row; n++)
			put_dot_node(out, g, n);
		utstring_printf(out, "\t}\n");
	}
	for (const struct graph_edge *e = g->edges; e < g->edges + g->n_edges; e++) {
		const struct graph_kind *kind = &g->kinds[e->kind];

		utstring_printf(out, "\t\"%s\" -> \"%s\" [class=\"%s\", style=%s, arrowhead=%s, color=\"%s\", "
			"fontcolor=\"%s\", label=\"  %s  \"];\n",
			e->from->id, e->to->id, kind->name, kind->style, kind->head, kind->colour, kind->colour,
			e->word);
	}
	utstring_printf(out, "}\n");
}
