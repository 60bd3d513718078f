/*
 * The picture of a graph. Rows stand one below the other, and their nodes on a grid of columns, so that between two
 * columns a lane is free from top to bottom.
 *
 *     row 0     [ a ]   |   [ b ]        an edge to the row above or below is one curve;
 *                  ^    |                one past rows takes the lane beside the node that it leads to
 *     row 1     [ c ]   |   [ d ]
 */
#include "validators/graph/graph.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

/* All in points. */
enum { NODE_WIDTH = 164, LANE_WIDTH = 24, ROW_GAP = 96, MARGIN = 16, LINE_HEIGHT = 15, PADDING = 24 };
enum { HEAD = 12, ARC = 44 };

struct spot {
	int column, row, x, y, height; /* x, y: of the upper left corner */
	int ends[2], used[2];	       /* of edges, at the top and at the bottom: all, and those that are drawn */
};

struct layout {
	const struct graph *g;
	struct spot *spots;
	int columns, width, height;
	UT_string *out;
};

/* A text may hold U+FFFE and U+FFFF, and XML 1.0 (section 2.2, Char) may not. */
static void
put_xml(UT_string *out, const char *s)
{
	for (const char *odd; (odd = strstr(s, "\xef\xbf")); s = odd + 3) {
		html_put(out, s, (size_t)(odd - s));
		html_put(out, odd[2] == '\xbe' || odd[2] == '\xbf' ? "\uFFFD" : odd, 3);
	}
	html_put(out, s, strlen(s));
}

/* Nodes come row by row. */
static void
place_nodes(struct layout *l)
{
	size_t n = l->g->n_nodes, end;
	struct spot *s = l->spots;

	for (size_t i = 1; i < n; i++) {
		bool same = l->g->nodes[i].row == l->g->nodes[i - 1].row;

		s[i].column = same ? s[i - 1].column + 1 : 0;
		s[i].row = s[i - 1].row + !same;
	}
	for (size_t i = 0; i < n; i++)
		l->columns = s[i].column >= l->columns ? s[i].column + 1 : l->columns;
	l->height = MARGIN + ARC;
	for (size_t first = 0; first < n; first = end) {
		int tallest = 0, beside;

		for (end = first; end < n && s[end].row == s[first].row; end++) {
			s[end].height = ((int)l->g->nodes[end].label->n + 2) * LINE_HEIGHT + PADDING;
			tallest = s[end].height > tallest ? s[end].height : tallest;
		}
		beside = (l->columns - (int)(end - first)) / 2;
		for (size_t i = first; i < end; i++) {
			s[i].x = MARGIN + LANE_WIDTH + (beside + s[i].column) * (NODE_WIDTH + LANE_WIDTH);
			s[i].y = l->height + (tallest - s[i].height) / 2;
		}
		l->height += tallest + ROW_GAP;
	}
	l->height += MARGIN - (n ? ROW_GAP : 0);
	l->width = 2 * MARGIN + LANE_WIDTH + l->columns * (NODE_WIDTH + LANE_WIDTH);
}

/* Does an edge end at the lower side of `at`? An edge within one row goes from top to top. */
static bool
ends_below(const struct spot *at, const struct spot *other)
{
	return other->row > at->row;
}

/* The end of the next edge of this side. */
static int
take_end(struct spot *s, bool below)
{
	int i = s->used[below]++;

	return s->x + NODE_WIDTH / 6 + (2 * i + 1) * (NODE_WIDTH * 2 / 3) / (2 * s->ends[below]);
}

static void
draw_edge(const struct layout *l, size_t index)
{
	const struct graph_edge *e = &l->g->edges[index];
	const struct graph_kind *kind = &l->g->kinds[e->kind];
	struct spot *from = &l->spots[e->from - l->g->nodes], *to = &l->spots[e->to - l->g->nodes];
	bool down = ends_below(from, to), up = ends_below(to, from);
	int x0 = take_end(from, down), y0 = from->y + (down ? from->height : 0), x1 = take_end(to, up);
	int tip = to->y + (up ? to->height : 0), y1 = tip + (up ? HEAD : -HEAD), pull = (down ? 1 : -1) * ROW_GAP / 2;
	int x = (x0 + x1) / 2, y = (y0 + y1) / 2, lane;

	utstring_printf(l->out, "<g class=\"edge %s\">\n<title>%s → %s</title>\n<path d=\"M%d,%d ", kind->name,
		e->from->id, e->to->id, x0, y0);
	if (!down && !up) {
		utstring_printf(l->out, "C%d,%d %d,%d %d,%d", x0, y0 - ARC, x1, y1 - ARC, x1, y1);
		y -= ARC * 3 / 4;
	} else if (abs(from->row - to->row) == 1) {
		utstring_printf(l->out, "C%d,%d %d,%d %d,%d", x0, y0 + pull, x1, y1 - pull, x1, y1);
	} else {
		lane = to->x + (x0 < to->x ? -LANE_WIDTH : NODE_WIDTH) + 4 + (int)(index % 5) * (LANE_WIDTH - 8) / 4;
		utstring_printf(l->out, "C%d,%d %d,%d %d,%d L%d,%d ", x0, y0 + pull, lane, y0 + pull, lane,
			y0 + 2 * pull, lane, y1 - 2 * pull);
		utstring_printf(l->out, "C%d,%d %d,%d %d,%d", lane, y1 - pull, x1, y1 - pull, x1, y1);
		x = (x1 + lane) / 2;
		y = y1 - pull;
	}
	utstring_printf(l->out, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-dasharray=\"%s\"/>\n",
		kind->colour, strcmp(kind->style, "bold") ? "1.6" : "2.8",
		!strcmp(kind->style, "dashed") ? "6,4" : !strcmp(kind->style, "dotted") ? "2,4" : "none");
	utstring_printf(l->out, "<path d=\"M%d,%d l-5,%d h10 z\" fill=\"%s\"/>\n", x1, tip, y1 - tip, kind->colour);
	utstring_printf(l->out, "<text x=\"%d\" y=\"%d\" font-size=\"11\" fill=\"%s\">", x,
		y + (int)(index % 3) * 12 - 8, kind->colour);
	put_xml(l->out, e->word);
	utstring_printf(l->out, "</text>\n</g>\n");
}

void
graph_svg(const struct graph *g, UT_string *out)
{
	struct layout l = { .g = g, .spots = mem_calloc(g->n_nodes, sizeof *l.spots), .out = out };

	place_nodes(&l);
	for (const struct graph_edge *e = g->edges; e < g->edges + g->n_edges; e++) {
		struct spot *from = &l.spots[e->from - g->nodes], *to = &l.spots[e->to - g->nodes];

		from->ends[ends_below(from, to)]++;
		to->ends[ends_below(to, from)]++;
	}
	utstring_printf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%dpt\" "
		"height=\"%dpt\" viewBox=\"0 0 %d %d\" font-family=\"Helvetica,Arial,sans-serif\" font-size=\"12\" "
		"text-anchor=\"middle\">\n",
		l.width, l.height, l.width, l.height);
	for (size_t i = 0; i < g->n_edges; i++)
		draw_edge(&l, i);
	for (const struct graph_node *n = g->nodes; n < g->nodes + g->n_nodes; n++) {
		const struct graph_side *side = &g->sides[n->side];
		const struct spot *s = &l.spots[n - g->nodes];
		int x = s->x + NODE_WIDTH / 2, y = s->y + PADDING / 2 + LINE_HEIGHT - 4;

		utstring_printf(out,
			"<g class=\"node %s\">\n<title>%s</title>\n<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
			"fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>\n<text fill=\"%s\">\n",
			side->name, n->id, s->x, s->y, NODE_WIDTH, s->height, side->fill, side->line, side->text);
		for (size_t i = 0; i < n->label->n + 2; i++, y += LINE_HEIGHT) {
			utstring_printf(out, "<tspan x=\"%d\" y=\"%d\">%s%s", x, y, i ? "" : side->name, i ? "" : " ");
			put_xml(out, !i ? n->id : i <= n->label->n ? n->label->lines[i - 1] : n->stands);
			utstring_printf(out, "</tspan>\n");
		}
		utstring_printf(out, "</text>\n</g>\n");
	}
	utstring_printf(out, "</svg>\n");
	free(l.spots);
}
