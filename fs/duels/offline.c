#include "fs/duels/offline.h"

#include <assert.h>
#include <string.h>
#include "fs/duels/duels_inner.h"

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
		.boot_clock_ms = clock_system.read(NULL).clock_ms};
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

char *
offline_kept_by(const struct duel *d, const struct store_duel *row, int64_t now_ms)
{
	const struct fold *fold = d->fold;
	int64_t touched_ms = row->updated_ms > fold->changed_ms ? row->updated_ms : fold->changed_ms;
	char time[RECORD_TIME_BYTES];
	bool has_text = fold->head_frozen || debate_pieces(fold->state);
	for (unsigned i = 0; i < fold->n_seats; i++) /* also one that is sealed still, or judged by nobody yet */
		has_text |= fold->secrets[i].accepted_texts > 0;
	record_time(touched_ms, time);
	if (fold->damage)
		return NULL;
	if (fold->closed_ms && !strcmp(row->state, STATE_UNARCHIVED))
		return mem_strdup(
			"it is closed, but not in the archive yet: a mount of the store writes it there once nothing "
			"is due");
	if (fold->closed_ms)
		return NULL;
	if (has_text)
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

struct heads {
	const struct store_head *read;
	bool there, same;
};

static void
compare_head(void *arg, int64_t id, const struct store_head *h)
{
	struct heads *heads = arg;
	(void)id;
	heads->there = true;
	heads->same = h->seq == heads->read->seq && !memcmp(h->hash, heads->read->hash, sizeof h->hash);
}

int
verify_duel(struct store *s, const struct store_duel *row, UT_string *why)
{
	int err;
	struct duel *d = offline_load(s, row, &err);
	if (!d)
		return err;
	struct heads heads = {.read = &d->live->stored};
	int res = 1;
	if (d->fold->damage) {
		utstring_printf(why, "byte %llu of %s: %s", (unsigned long long)d->fold->damage_at,
			d->fold->format->front ? "debate.md behind its front" : "debate.md", d->fold->damage);
		goto out;
	}
	/* the row says where the log ends, where a store has that: a log that was cut off is sound by itself */
	res = s->ops->heads(s, &d->id, 1, compare_head, &heads);
	if (!res && !(heads.there && heads.same)) {
		utstring_printf(why, "its log ends with entry %llu, and that is not the last one that was accepted",
			(unsigned long long)heads.read->seq);
		res = 1;
	}
out:
	offline_free(d);
	return res;
}
