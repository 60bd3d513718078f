/*
 * Loading by a worker. A store may be large, slow or far away: it is read without the lock, and whoever wants the duel
 * waits for that. One load of a duel is under way at a time. It is put in place in one moment: nobody sees half of it.
 */
#include "fs/registry/registry_inner.h"

#include <assert.h>
#include <errno.h>
#include "validators/text/mem.h"

struct load {
	struct registry *registry;
	int64_t id; /* the duel may be gone when it has been read */
	struct loaded *loaded;
};

static _Thread_local const bool *interrupted;

void
registry_listen(const bool *flag)
{
	interrupted = flag;
}

static void
take(struct duel *d, struct loaded *l)
{
	int err = load_install(d, l);
	if (err) {
		d->behind = 0;
		d->loading = false;
		duel_unreadable(d, err);
		ends_again(d);
		return;
	}
	d->unreadable = d->loading = false;
	d->busy = true;
	duel_leave(d);
	if (duel_is_owed(d))
		clock_start(d);
	live_trim(d->registry);
}

static void
work(void *arg)
{
	struct load *l = arg;
	struct registry *r = l->registry;
	load_read(l->loaded);
	registry_lock(r);
	struct duel *d = registry_any(r, l->id);
	if (d)
		take(d, l->loaded);
	else
		load_free(l->loaded);
	free(l);
	registry_work_end(r);
}

void
load_start(struct duel *d)
{
	struct registry *r = d->registry;
	assert(registry_is_locked(r));
	if (d->loading || d->live)
		return;
	struct load *l = mem_calloc(1, sizeof *l);
	*l = (struct load){.registry = r, .id = d->id, .loaded = load_begin(d)};
	d->loading = true;
	registry_job_begin(r);
	workers_run(r->loaders, d->uid, work, l);
}

int
duel_load(struct duel *d)
{
	struct registry *r = d->registry;
	int64_t id = d->id;
	bool waited = false;
	assert(registry_is_locked(r));
	while (!d->live) {
		if (interrupted && *interrupted)
			return -EINTR;
		if (waited && !d->loading && d->unreadable)
			return -EIO;
		load_start(d);
		registry_await(r, NULL);
		waited = true;
		if (registry_by_id(r, id) != d)
			return -ENOENT;
	}
	return 0;
}
