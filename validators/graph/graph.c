#include "validators/graph/graph.h"

#include <ctype.h>
#include <string.h>
#include "validators/text/chars.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

void
label_free(struct node_label *label)
{
	for (size_t i = 0; i < label->n; i++)
		free(label->lines[i]);
	label->n = 0;
}

void
label_wrap(struct node_label *label, const char *title)
{
	char *text = text_fold_space(title, strlen(title));
	const char *s = text, *end = text + strlen(text);
	int32_t cp;

	for (label->n = 0; s < end && label->n < LABEL_LINES;) {
		const char *to = s, *space = NULL, *more;
		unsigned columns = 0;

		for (size_t n; to < end; to += n) {
			n = next_char(to, (size_t)(end - to), &cp);
			space = cp == ' ' ? to : space;
			columns += cp < 0x80 ? 1 : (unsigned)utf8proc_charwidth(cp); /* a mark has none of its own */
			if (columns > LABEL_COLUMNS) {
				to = space ? space : to;
				break;
			}
		}
		more = label->n + 1 == LABEL_LINES && to < end ? "…" : "";
		label->lines[label->n++] = mem_format("%.*s%s", (int)(to - s), s, more);
		s = to + (*to == ' ');
	}
	free(text);
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
			/* A character of ASCII that may mean something to Mermaid is written by its number. */
			for (const char *s = n->label->lines[i]; *s; s++)
				if (isalnum((unsigned char)*s) || (unsigned char)*s >= 0x80 || strchr(" ,.-", *s))
					utstring_bincpy(out, s, 1);
				else
					utstring_printf(out, "#%d;", *s);
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
