#include "fs/registry/verify.h"

#include "fs/registry/registry_inner.h"
#include "validators/text/mem.h"

/* A registry with nothing but the store and this one duel: what live_load needs, and no threads. */
int
verify_duel(struct store *s, struct text_set *texts, const struct store_duel *row, UT_string *why)
{
	struct registry r = {.given = {.store = s, .texts = texts, .clock = clock_system}, .boot = s->ops->boot(s),
		.owner = pthread_self(), .locked = true};
	struct duel d = {.id = row->id,
		.registry = &r,
		.name = row->name,
		.created_ms = row->created_ms,
		.updated_ms = row->updated_ms,
		.uid = row->uid};
	int err = live_load(&d);
	if (!err && d.fold->damage) {
		utstring_printf(why, "byte %llu of %s: %s", (unsigned long long)d.fold->damage_at,
			d.fold->format->front ? "debate.md behind its front" : "debate.md", d.fold->damage);
		err = 1;
	}
	live_free(&d);
	while (r.states) {
		struct state_count *c = r.states;
		r.states = c->next;
		free((char *)c->name);
		free(c);
	}
	return err;
}
