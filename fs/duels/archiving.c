/* Writing closed duels' archive files beside the loop, and making good after a crash: where others write to the store,
 * too, each host those that it closed. */
#include <assert.h>
#include <syslog.h>

#include "fs/duels/duels_inner.h"
#include "fs/util/archive.h"

struct archiving {
	struct duel *d;
	bool again; /* a mount before this one may have begun it */
};

static void
archive_job(void *arg)
{
	struct archiving *a = arg;
	struct duel *d = a->d;
	struct duels *r = d->duels;
	struct file_set files = {0};
	char *why, *name;
	duels_lock(r);
	duel_enter(d);
	struct archived what = {.closed_ms = d->fold->closed_ms, .slug = d->fold->slug, .id = d->fold->id,
		.files = &files, .again = a->again, .boot = r->boot, .shared = duel_is_shared(d)};
	char *record = record_at_close(d->fold, &what.len);
	what.record = record;
	if (r->given.keep)
		r->given.keep(d, &files);
	file_set_set(&files, "debate.md", record, what.len);
	duel_leave(d);
	duels_unlock(r);
	int err = archive_write(r->archive, &what, &name, &why);
	free(record);
	file_set_free(&files);
	duels_lock(r);
	struct live *v = d->live;
	int64_t now_ms = duels_moment(r).now_ms;
	if (err) { /* a warning in status says so, for whoever waits for the name */
		duels_log(r, LOG_ERR, "%s: it could not be written to the archive: %s", d->name, why ? why : "");
	} else {
		free(v->archive);
		v->archive = name;
		v->archive_unsaved = v->row_stale = true;
	}
	d->owed = err ? OWED_FAILED : OWED_NOT;
	/* the new value of status has a time, and is nobody's news: nothing can be done about it */
	d->updated_ms = now_ms > d->updated_ms ? now_ms : d->updated_ms + 1;
	d->fold->version++;
	d->fold->quiet++;
	duel_changed(d);
	if (!err) {
		duel_enter(d);
		commit_row(d);
		duel_leave(d);
	}
	duel_drop(d);
	free(why);
	free(a);
	duels_unlock(r);
}

void
archive_duel(struct duel *d, bool again)
{
	struct duels *r = d->duels;
	struct archiving *a = mem_calloc(1, sizeof *a);
	assert(duels_is_locked(r));
	assert(d->fold->closed_ms);
	*a = (struct archiving){.d = d, .again = again};
	d->owed = OWED_HERE;
	duel_hold(d);
	workers_run(r->archiver, d->uid, archive_job, a);
}

void
archive_rest(struct duels *r)
{
	if (!r->archive)
		return;
	duels_lock(r);
	for (struct duel *d = duels_next(r, 0); d; d = duels_next(r, d->id))
		if (!strcmp(d->state, STATE_UNARCHIVED) && d->owed != OWED_ELSEWHERE && !duel_settle(d) &&
			d->fold->closed_ms && !d->fold->damage) {
			d->owed = OWED_LATER;
			if (!debate_only_due(d->fold->state))
				archive_duel(d, true);
		}
	duels_unlock(r);
}
