/*
 * A title as a node of a graph shows it: wrapped into a few lines, and cut with "…" where it is too long. Lines are
 * broken at spaces; a word that is longer than a line, as in scripts without spaces, is broken between characters.
 */
#ifndef VALIDATORS_GRAPH_LABEL_H
#define VALIDATORS_GRAPH_LABEL_H

#include <stddef.h>

/* Columns of a line, where a wide character is two; lines of a title. */
#define LABEL_COLUMNS 24
#define LABEL_LINES 5

struct node_label {
	char *lines[LABEL_LINES];
	size_t n;
};

void label_wrap(struct node_label *label, const char *title);
void label_free(struct node_label *label);

#endif
