#include "fs/duels/offline.h"

#include <assert.h>
#include <string.h>
#include "fs/duels/duels_inner.h"
#include "validators/text/mem.h"

/* A table of duels with nothing but the store and this one duel: what live_load needs, and no threads. */
struct offline {
	struct duel duel; /* first: the one is the other's address */
	struct duels duels;
};

struct duel *
offline_load(struct store *s, const struct store_duel *row, int *err)
{
	assert(s && row);
	struct offline *o = mem_calloc(1, sizeof *o);
	o->duels = (struct duels){.given = {.store = s, .clock = clock_system},
		.boot = s->boot,
		.boot_clock_ms = clock_system.clock_ms(clock_system.arg)};
	pthread_mutex_init(&o->duels.lock, NULL);
	duels_lock(&o->duels);
	o->duel = (struct duel){.id = row->id,
		.duels = &o->duels,
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

const struct store_head *
offline_head(const struct duel *d)
{
	return &d->live->stored;
}

/* Also one that is sealed still, or judged by nobody yet. */
static bool
has_text(const struct fold *fold)
{
	bool any = fold->head_frozen || debate_pieces(fold->state);
	for (unsigned i = 0; i < fold->n_seats; i++)
		any |= fold->secrets[i].accepted_texts > 0;
	return any;
}

char *
offline_kept_by(const struct duel *d, const struct store_duel *row, int64_t now_ms)
{
	const struct fold *fold = d->fold;
	int64_t touched_ms = row->updated_ms > fold->changed_ms ? row->updated_ms : fold->changed_ms;
	char time[RFC3339_BYTES];
	clock_rfc3339(touched_ms, time);
	if (fold->damage)
		return NULL;
	if (fold->closed_ms && !strcmp(row->state, STATE_UNARCHIVED))
		return mem_strdup(
			"it is closed, but not in the archive yet: the next mount of the store writes it there");
	if (fold->closed_ms)
		return NULL;
	if (has_text(fold))
		return mem_format("it is not closed (%s, last changed %s)", fold_state_name(fold), time);
	if (now_ms - touched_ms < OFFLINE_FORGOTTEN_MS)
		return mem_format("it has no turn, but was changed less than a day ago, %s", time);
	return NULL;
}

void
offline_free(struct duel *d)
{
	struct offline *o = (struct offline *)d;
	live_free(d);
	free(d->topic);
	duels_unlock(&o->duels);
	duels_free_tables(&o->duels);
	free(o);
}
