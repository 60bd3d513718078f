/*
 * The argument graph of a debate as a picture: a node for each argument with its summary and how it stands, and how it
 * stood in the snapshot where that is another thing; positions by colour and shape; edges by their type, those that the
 * debate has added by "new". Of a graph that no picture could hold the arguments that matter most are drawn, and a node
 * says how much is not.
 */
#ifndef VALIDATORS_ADVERSARIAL_DRAW_H
#define VALIDATORS_ADVERSARIAL_DRAW_H

#include "validators/adversarial/kb.h"
#include "validators/graph/graph.h"

/* So many arguments, and edges between them, are drawn. */
#define DRAWN_ARGUMENTS 80
#define DRAWN_EDGES 240

void adversarial_draw(const struct kb *snapshot, const struct kb *kb,
	void (*write)(const struct graph *g, UT_string *out), UT_string *out);

#endif
