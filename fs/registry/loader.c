/* Loading by a worker: see loading.h. */
#include "fs/registry/loading.h"

#include <assert.h>
#include <errno.h>
#include <utlist.h>
#include "fs/registry/registry_inner.h"
#include "validators/text/mem.h"

struct load {
	struct registry *registry;
	struct duel *duel; /* NULL: it is gone */
	struct loaded *loaded; /* NULL: it has landed */
	bool at_work; /* the worker looks at this still */
	struct load_wait *waits;
	bool overtaken;
	uint64_t rev; /* the store is at this one at least; 0: nobody has said so */
};

bool
duel_is_loaded(const struct duel *d)
{
	assert(registry_is_locked(d->registry));
	return d->live;
}

bool
load_is_awaited(const struct duel *d)
{
	return d->load && d->load->waits;
}

/* Nobody needs it any more. */
static void
load_end(struct load *l)
{
	assert(!l->waits && !l->at_work);
	if (l->duel)
		l->duel->load = NULL;
	free(l);
}

/* Where it came they are still there until they have looked. */
static void
tell(struct load *l, int err)
{
	struct load_wait *w, *next;
	bool stays = l->duel && !err;
	DL_FOREACH_SAFE(l->waits, w, next)
	{
		if (!stays) {
			DL_DELETE(l->waits, w);
			w->load = NULL;
		}
		w->came(w, err);
	}
}

/* What is there now: false where that is to be read anew. */
static bool
take(struct load *l, int *err)
{
	struct duel *d = l->duel;
	*err = 0;
	if (!d || d->live || l->overtaken) {
		load_free(l->loaded);
		l->loaded = d && !d->live ? load_begin(d) : NULL;
		l->overtaken = false;
		return !l->loaded;
	}
	int bad = load_install(d, l->loaded);
	l->loaded = NULL;
	if (bad) {
		*err = duel_unreadable(d, bad);
		ends_again(d);
		return true;
	}
	if (l->rev > d->live->stored.rev)
		duel_read_on(d);
	duel_tick(d);
	live_trim(d->registry);
	return true;
}

static void
work(void *arg)
{
	struct load *l = arg;
	struct registry *r = l->registry;
	bool landed;
	int err;
	do {
		load_read(l->loaded);
		registry_lock(r);
		landed = take(l, &err);
		if (!landed)
			registry_unlock(r);
	} while (!landed);
	tell(l, err);
	l->at_work = false;
	if (!l->waits)
		load_end(l);
	registry_work_end(r);
}

void
load_start(struct duel *d, uid_t uid)
{
	struct registry *r = d->registry;
	assert(registry_is_locked(r));
	if (d->load || d->live)
		return;
	d->load = mem_calloc(1, sizeof *d->load);
	*d->load = (struct load){.registry = r, .duel = d, .loaded = load_begin(d), .at_work = true};
	registry_job_begin(r);
	workers_run(r->loaders, uid, work, d->load);
}

void
load_await(struct duel *d, uid_t uid, struct load_wait *w)
{
	assert(!d->live && w->came);
	load_start(d, uid);
	assert(d->load->loaded); /* who has been told keeps it in place */
	w->load = d->load;
	DL_APPEND(d->load->waits, w);
}

void
load_leave(struct load_wait *w)
{
	struct load *l = w->load;
	if (!l)
		return;
	assert(registry_is_locked(l->registry));
	DL_DELETE(l->waits, w);
	w->load = NULL;
	if (!l->waits && !l->at_work)
		load_end(l);
}

void
load_overtaken(struct duel *d)
{
	if (d->load)
		d->load->overtaken = true;
}

void
load_moved(struct duel *d, uint64_t rev)
{
	if (d->load && d->load->rev < rev)
		d->load->rev = rev;
}

void
load_forget(struct duel *d)
{
	struct load *l = d->load;
	struct load_wait *w, *next;
	if (!l)
		return;
	d->load = NULL;
	l->duel = NULL;
	if (l->at_work)
		return; /* whoever reads it sees to the rest */
	DL_FOREACH_SAFE(l->waits, w, next)
	{
		DL_DELETE(l->waits, w);
		w->load = NULL;
	}
	load_end(l);
}
