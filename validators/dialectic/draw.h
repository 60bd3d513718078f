/*
 * The graph of a debate: a node for each argument with its title and its score, an edge for each attack and each
 * defence, named by its type.
 */
#ifndef VALIDATORS_DIALECTIC_DRAW_H
#define VALIDATORS_DIALECTIC_DRAW_H

#include "validators/dialectic/state.h"
#include "validators/graph/graph.h"

/* Written by graph_mermaid it is argument-graph.mmd, by graph_svg argument-graph.svg. */
void dialectic_draw(const struct fstate *state, bool sealed, void (*write)(const struct graph *g, UT_string *out),
	UT_string *out);

#endif
