#include "fs/registry/offline.h"

#include <assert.h>
#include "fs/registry/registry_inner.h"
#include "validators/text/mem.h"

/* A registry with nothing but the store and this one duel: what live_load needs, and no threads. */
struct offline {
	struct duel duel; /* first: the one is the other's address */
	struct registry registry;
};

struct duel *
offline_load(struct store *s, struct text_set *texts, const struct store_duel *row, int *err)
{
	assert(s && texts && row);
	struct offline *o = mem_calloc(1, sizeof *o);
	o->registry = (struct registry){.given = {.store = s, .texts = texts, .clock = clock_system},
		.boot = s->ops->boot(s),
		.owner = pthread_self(),
		.locked = true};
	o->duel = (struct duel){.id = row->id,
		.registry = &o->registry,
		.name = row->name,
		.created_ms = row->created_ms,
		.updated_ms = row->updated_ms,
		.uid = row->uid};
	*err = live_load(&o->duel);
	if (!*err)
		return &o->duel;
	offline_free(&o->duel);
	return NULL;
}

void
offline_free(struct duel *d)
{
	struct offline *o = (struct offline *)d;
	live_free(d);
	while (o->registry.states) {
		struct state_count *c = o->registry.states;
		o->registry.states = c->next;
		free((char *)c->name);
		free(c);
	}
	free(o);
}
