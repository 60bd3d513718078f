/*
 * A graph of what people said: a node for each thing that was said, with its words and how it stands, and named edges
 * between them. Once as Mermaid, and once as a picture (svg.c).
 *
 * The room knows no format: sides and kinds of edges are rows that whoever has a graph brings, and so are nodes and
 * edges, which borrow what they show. Sides differ by name besides their colour, kinds of edges by name and line. Names
 * of nodes are ids, of letters, digits, `_` and `-`, and go into both as they are; words are escaped so that they are
 * text and nothing else: what means something to Mermaid or XML stands as its number or its escape.
 *
 * Colours are to be legible on a white page and on a dark one: lines and their names in a middle tone, nodes filled.
 */
#ifndef VALIDATORS_GRAPH_GRAPH_H
#define VALIDATORS_GRAPH_GRAPH_H

#include <stddef.h>
#include <utstring.h>

/* A title as a node shows it: wrapped into a few lines of so many columns, where a wide character has two, and cut with
 * "…" where it is too long. Lines are broken at spaces; a word that is longer than a line, between characters. */
#define LABEL_COLUMNS 24
#define LABEL_LINES 5
struct node_label {
	char *lines[LABEL_LINES];
	size_t n;
};
void label_wrap(struct node_label *label, const char *title);
void label_free(struct node_label *label);

/* Whose a node is. */
struct graph_side {
	const char *name;         /* a class, and in the picture a word before the id */
	const char *open, *close; /* round a node of Mermaid */
	const char *fill, *line, *text;
};

/* The meaning of an edge. */
struct graph_kind {
	const char *name;         /* a class */
	const char *colour;
	const char *style;        /* "solid", "bold", "dashed" or "dotted" */
	const char *arrow;        /* of Mermaid */
};

#define GRAPH_NODE_BYTES 24
struct graph_node {
	char id[GRAPH_NODE_BYTES];
	char stands[GRAPH_NODE_BYTES]; /* its last line: plain ASCII */
	const struct node_label *label;
	unsigned side;
	unsigned row;                  /* those of one row stand side by side; rows come one after the other */
};

struct graph_edge {
	const struct graph_node *from, *to;
	unsigned kind;
	const char *word;              /* plain ASCII */
};

/* Nodes and edges are never NULL. */
struct graph {
	const struct graph_side *sides;
	size_t n_sides;
	const struct graph_kind *kinds;
	struct graph_node *nodes;
	size_t n_nodes;
	struct graph_edge *edges;
	size_t n_edges;
};

void graph_mermaid(const struct graph *g, UT_string *out);
/* It is the same for the same graph. */
void graph_svg(const struct graph *g, UT_string *out);

#endif
