/*
 * The graph of a debate: a node for each argument with its title and its score, an edge for each attack and each defence, named
 * by its type. Once as Mermaid, which is a file of the mount as it is, and once as DOT, which Graphviz lays out.
 *
 * Sides differ by shape and by name besides their colour, attacks and defences by line, arrowhead and name. Names of nodes are
 * ids; a title is escaped so that it is text and nothing else wherever it goes on to: every character that means something to
 * Mermaid, DOT or XML stands as its number or its escape.
 */
#ifndef VALIDATORS_DIALECTIC_GRAPH_H
#define VALIDATORS_DIALECTIC_GRAPH_H

#include <utstring.h>
#include "validators/dialectic/state.h"

/* argument-graph.mmd */
void graph_mermaid(const struct fstate *state, bool sealed, UT_string *out);
/* What `dot -Tsvg` makes argument-graph.svg of. */
void graph_dot(const struct fstate *state, bool sealed, UT_string *out);

#endif
