/*
 * What the ledger's files share, and nobody else includes: ledger.c is the fold, told.c what each turn said.
 */
#ifndef VALIDATORS_ADVERSARIAL_LEDGER_INNER_H
#define VALIDATORS_ADVERSARIAL_LEDGER_INNER_H

#include <stdatomic.h>
#include "validators/adversarial/bag.h"
#include "validators/adversarial/ledger.h"

/* What was cited in an item of a turn. */
struct cited {
	const char *ref;
	size_t item;
};

/* A turn: its citations by their bytes, what its claims say, its findings; and the turn before it. Immutable, and
 * counted by reference. */
struct told {
	atomic_uint refs;
	struct told *before;
	unsigned turn;
	size_t side;
	struct cited *cited;
	size_t n_cited;
	struct printset *prints;
	const char **findings;
	size_t n_findings;
	struct bag bag;
};
struct told *told_new(struct told *before, const struct adversarial_turn *turn, size_t side);
struct told *told_hold(struct told *t);
void told_drop(struct told *t);

struct node;

struct ledger {
	atomic_uint refs;
	struct node **nodes;
	size_t n;
	struct deflection *deflections;
	size_t n_deflections;
	struct told *last;
	unsigned turns;
	size_t n_findings;
};

#endif
