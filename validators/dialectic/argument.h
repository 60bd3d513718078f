/*
 * Arguments, and the hand-in of one side for one exchange: three of them in exchange 0, later one.
 *
 * A hand-in is immutable and counted by reference; states share it. What it attacks and defends are arguments of
 * earlier exchanges, in which both sides have all of theirs: so its side and its exchange are enough to tell whether
 * a target is there.
 */
#ifndef VALIDATORS_DIALECTIC_ARGUMENT_H
#define VALIDATORS_DIALECTIC_ARGUMENT_H

#include <jansson.h>
#include <stdatomic.h>
#include <stdint.h>
#include "validators/dialectic/handin.h"
#include "validators/dialectic/id.h"
#include "validators/graph/label.h"
#include "validators/text/novelty.h"

#define GROUNDS_MAX 3

struct ground {
	char *source, *content, *relevance;
};

/* An attack or a defence. */
struct link {
	struct argument_id target;
	bool found; /* the target is an argument that it may have */
	enum link_type type;
	char *content;
};

struct argument {
	struct argument_id id;
	char *title, *claim, *warrant;
	char *backing, *qualifier; /* NULL: none */
	struct ground grounds[GROUNDS_MAX];
	unsigned n_grounds;
	struct link links[LINK_KINDS][LINKS_MAX];
	unsigned n_links[LINK_KINDS];

	/* Shown far more often than arguments come, and so made once, of an argument that is whole: */
	char *words;        /* what it says, without id and title, as it stands in the record */
	size_t words_len;
	struct wordprint print; /* by which it is known again */
	_Atomic(struct node_label *) label; /* title_label's; NULL: nobody has drawn it yet */
};

/* The title in the graph, which many debates are never shown as: made when it is first drawn, and kept. Whoever holds
 * the hand-in may ask, whoever else does at the same time. */
const struct node_label *title_label(const struct argument *a);

/* An argument as it is handed in: of exchange 0, and of a later one. */
extern const struct form opening_form, argument_form;

struct handin {
	atomic_uint refs;
	enum side side;
	unsigned exchange;
	struct argument arguments[OPENING_ARGUMENTS];
	unsigned n;
	int64_t time_ms;   /* when it was handed in */
	bool second;       /* the other side was in already */
	char **warnings;   /* "[words.title] [0].title: …" */
	size_t n_warnings;
};

/* What a hand-in is held against. */
struct handin_ask {
	enum side side;
	unsigned exchange;
	bool strict;                          /* a text past its word limit is an error */
	bool open;                            /* it is shown as soon as it is in: an unknown key may be told */
	double novelty_threshold;
	const struct argument *const *before; /* of either side, of earlier exchanges */
	unsigned n_before;
};

/* Read and check: NULL with an error in *out, else the hand-in, with or without warnings there. */
struct handin *handin_read(const json_t *value, const struct handin_ask *ask, struct findings *out);
/* What the log keeps beside its text: side, exchange and warnings; and back from both, whatever the rules say now.
 * NULL only where that is no hand-in at all. */
json_t *handin_data(const struct handin *h);
struct handin *handin_restore(const json_t *value, const json_t *data);

struct handin *handin_hold(struct handin *h);
void handin_drop(struct handin *h);
/* Those that nobody has drawn yet, so that whoever draws them need not. */
void handin_wrap_titles(const struct handin *h);

#endif
