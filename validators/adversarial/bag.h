/*
 * What goes with whatever points to it: strings and arrays of one owner, freed together.
 */
#ifndef VALIDATORS_ADVERSARIAL_BAG_H
#define VALIDATORS_ADVERSARIAL_BAG_H

#include <stddef.h>
#include "validators/text/mem.h"

struct bag {
	void **v;
	size_t n;
};

/* Takes what is malloc'd, and returns it. */
static inline void *
bag_take(struct bag *bag, void *p)
{
	if (!(bag->n & (bag->n + 1)))
		bag->v = mem_resize(bag->v, 2 * (bag->n + 1), sizeof *bag->v);
	return bag->v[bag->n++] = p;
}

/* A copy; NULL of NULL. */
static inline const char *
bag_keep(struct bag *bag, const char *s)
{
	return s ? bag_take(bag, mem_strdup(s)) : NULL;
}

static inline void
bag_empty(struct bag *bag)
{
	for (size_t i = 0; i < bag->n; i++)
		free(bag->v[i]);
	free(bag->v);
	*bag = (struct bag){ .n = 0 };
}

#endif
