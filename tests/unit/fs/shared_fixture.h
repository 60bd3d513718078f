/*
 * A table of duels over a store that others write to: the real one, but that what another host writes comes right
 * before a batch of this one, which finds itself overtaken then.
 */
#ifndef TESTS_UNIT_FS_SHARED_FIXTURE_H
#define TESTS_UNIT_FS_SHARED_FIXTURE_H

#include "config/config.h"
#include "tests/unit/fs/fixture.h"

/* The real store, but that a batch about a duel that is there finds itself overtaken, and before that what others
 * write: of one batch at a time. */
static const struct store_ops *sound;
static struct store_ops crowded;
static struct bed *bed;
static int (*asked)(struct store_batch *b);
static void (*others)(struct store *s, struct duel *d); /* once */
static bool every; /* each batch's first try */
static bool passes; /* the next one */
static unsigned overtakings;

static inline int
overtake(struct store_batch *b)
{
	b->ready = asked;
	int err = asked ? asked(b) : 0;
	passes = !err;
	return err ? err : -EAGAIN;
}

/* Also one that is being made or removed. */
static inline struct duel *
about_which(const struct store_batch *b)
{
	for (size_t i = 0; i < bed->r->n_duels; i++)
		if (bed->r->by_id[i]->id == b->row.id)
			return bed->r->by_id[i];
	return NULL;
}

static inline void
submit_crowded(struct store *s, struct store_batch *b)
{
	struct duel *d = about_which(b);
	void (*act)(struct store *s, struct duel *d) = others;
	bool about = !(b->change & (STORE_MOUNT_BEGINS | STORE_MOUNT_ENDS | STORE_CREATE));
	others = NULL;
	if (act)
		act(s, d);
	if (about && (act || (every && !passes))) {
		asked = b->ready;
		b->ready = overtake;
		overtakings++;
		passes = true;
	} else if (about) {
		passes = false;
	}
	sound->submit(s, b);
}

/* As a store is that says of itself that others write to it. */
static inline void
share(struct bed *b)
{
	bed = b;
	overtakings = 0;
	every = passes = false;
	others = NULL;
	sound = b->r->given.store->ops;
	crowded = *sound;
	crowded.submit = submit_crowded;
	b->r->given.store->ops = &crowded;
	b->r->given.store->shared = true;
}

static inline int
shared_setup(void **state)
{
	int err = bed_setup(state);
	share(*state);
	return err;
}

/* The entries that another host writes. */

struct written {
	struct store_batch batch;
	struct entry *entries[2];
	char *rules;
};

static inline void
was_written(struct store_batch *b, int err)
{
	struct written *w = b->arg;
	for (size_t i = 0; i < b->n_entries; i++)
		entry_free(w->entries[i]);
	free(w->rules);
	free(w);
	assert_int_equal(err, 0);
}

static inline struct written *
write_new(struct duel *d, unsigned change)
{
	struct written *w = mem_calloc(1, sizeof *w);
	w->batch = (struct store_batch){.change = change, .row = {.id = d->id, .updated_ms = d->updated_ms + 5},
		.entries = w->entries, .done = was_written, .arg = w};
	return w;
}

/* Behind what the store has: the clock is that of another host, hours away. */
static inline void
write_entry(struct duel *d, struct written *w, struct entry *e)
{
	size_t at = w->batch.n_entries++;
	e->seq = d->live->stored.seq + 1 + at;
	e->time_ms = d->fold->changed_ms + 1;
	e->clock_ms = 77000000;
	e->boot = 42;
	entry_chain(e, at ? w->entries[at - 1]->hash : d->live->stored.hash);
	w->entries[at] = e;
}

static inline void
submit_entry(struct store *s, struct duel *d, struct entry *e)
{
	struct written *w = write_new(d, STORE_UPDATE);
	write_entry(d, w, e);
	sound->submit(s, &w->batch);
}

static inline struct entry *
join_of(const char *name)
{
	json_t *data = fold_join_data(name, NULL, NULL, NULL, 0);
	const char *text = test_owns(mem_check(json_dumps(data, JSON_COMPACT)));
	json_decref(data);
	return entry_new(ENTRY_JOIN, 0, 0, text, NULL, 0);
}

/* The first to join freezes these rules. */
static inline struct written *
join_written(struct duel *d, const struct duel_rules *rules)
{
	struct written *w = write_new(d, STORE_UPDATE);
	if (!d->fold->frozen) {
		UT_string *text = test_string();
		rules_print(rules, true, text);
		write_entry(d, w,
			entry_new(ENTRY_RULES, 0, 0, "{\"source\":\"\",\"source_sha256\":\"\",\"set_ms\":1}",
				utstring_body(text), utstring_len(text)));
	}
	struct entry *e = join_of("mallory");
	e->seat = d->fold->n_seats + 1;
	write_entry(d, w, e);
	return w;
}

static inline void
mallory_joins(struct store *s, struct duel *d)
{
	sound->submit(s, &join_written(d, &d->fold->rules)->batch);
}

static inline void
somebody_waits(struct store *s, struct duel *d)
{
	submit_entry(s, d, entry_new(ENTRY_WAIT, 2, 0, "{\"reason\":\"\",\"rule\":\"\",\"wait_until\":\"\"}", NULL, 0));
}

static inline void
twelve_turns(struct store *s, struct duel *d)
{
	struct written *w = write_new(d, STORE_UPDATE);
	struct duel_rules rules;
	UT_string text;
	rules_copy(&rules, &d->fold->rules);
	rules.max_turns = 12;
	utstring_init(&text);
	rules_print(&rules, true, &text);
	w->rules = w->batch.row.rules = utstring_body(&text);
	rules_free(&rules);
	sound->submit(s, &w->batch);
}

static inline void
is_removed(struct store *s, struct duel *d)
{
	sound->submit(s, &write_new(d, STORE_REMOVE)->batch);
}

static inline void
is_made_there(struct store *s, struct duel *d)
{
	struct written *w = write_new(d, STORE_CREATE);
	w->batch.row.id = 4711;
	w->batch.row.name = (char *)"e";
	w->batch.row.state = (char *)"preparing";
	w->batch.row.rules = (char *)"";
	sound->submit(s, &w->batch);
}

/* As if too much were loaded, once nothing of it is on its way to the disk. With the lock. */
static inline void
let_go(struct bed *b, struct duel *d)
{
	while (d->busy) {
		duels_unlock(b->r);
		sched_yield();
		duels_lock(b->r);
	}
	live_free(d);
}

#endif
