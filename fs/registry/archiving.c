/* Writing closed duels' archive files beside the loop, and making good after a crash. */
#include <assert.h>
#include <syslog.h>

#include "fs/registry/registry_inner.h"
#include "fs/util/archive.h"
#include "validators/text/mem.h"

struct archiving {
	struct duel *d;
	int64_t closed_ms;
	char *slug, *record;
	size_t len;
};

static void
archive_job(void *arg)
{
	struct archiving *a = arg;
	struct duel *d = a->d;
	struct registry *r = d->registry;
	char *why = NULL;
	int err = archive_write(r->archive, a->closed_ms, a->slug, a->record, a->len, &why);
	registry_lock(r);
	if (err) {
		registry_log(r, LOG_ERR, "%s: its archive file could not be written: %s", d->name, why ? why : "");
	} else {
		d->unarchived = false;
		d->live->row_stale = true;
		commit_pending(d);
	}
	registry_job_end(r);
	duel_drop(d);
	registry_unlock(r);
	free(why);
	free(a->slug);
	free(a->record);
	free(a);
}

void
archive_duel(struct duel *d)
{
	struct fold *fold = d->fold;
	struct archiving *a = mem_calloc(1, sizeof *a);
	assert(registry_is_locked(d->registry));
	assert(fold->closed_ms);
	*a = (struct archiving){.d = d, .closed_ms = fold->closed_ms, .slug = mem_strdup(fold->slug)};
	a->record = record_at_close(d->fold, &a->len);
	d->unarchived = true;
	duel_hold(d);
	registry_job_begin(d->registry);
	workers_run(d->registry->archiver, d->uid, archive_job, a);
}

void
archive_rest(struct registry *r)
{
	registry_lock(r);
	for (struct duel *d = registry_next(r, 0); d; d = registry_next(r, d->id))
		if (!strcmp(d->state, STATE_UNARCHIVED) && !duel_touch(d) && d->fold->closed_ms && !d->fold->damage)
			archive_duel(d);
	registry_unlock(r);
}
