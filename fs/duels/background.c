#include "fs/duels/background.h"

#include <assert.h>
#include <errno.h>
#include <time.h>
#include "fs/duels/duels_inner.h"
#include "fs/util/thread.h"

/* A task and its result. It has copies of everything, for the caller may be gone before it is done. */
struct background {
	struct duels *duels;
	uid_t uid;
	void (*run)(struct background *e);
	char *path;
	bool for_caller;
	struct caller who;
	struct source_kind kind;
	const struct format *whole; /* read the source for this one */
	struct look *look;
	bool over; /* its thread has done it */
	bool left; /* nobody waits for it any more: its thread frees it */
	atomic_bool judging; /* the file system has answered: what is left is ours, and ends */
	int err;
	char *why;
	struct source_copy copy;
	char *rights;
};

static void
background_free(struct background *e)
{
	source_copy_free(&e->copy);
	look_drop(e->look);
	free((void *)e->who.groups);
	free(e->path);
	free(e->why);
	free(e->rights);
	free(e);
}

static void
run_source(struct background *e)
{
	const struct caller *who = e->for_caller ? &e->who : NULL;
	e->err = source_read(e->path, &e->kind, who, e->duels->mount_dev, &e->copy, &e->why);
	if (e->err || !e->whole)
		return;
	atomic_store(&e->judging, true);
	source_copy_read(&e->copy, e->whole);
}

static void
run_root(struct background *e)
{
	const struct duels *r = e->duels;
	struct look_bounds bounds = {
		.mount_dev = r->mount_dev, .mountpoint = r->given.mountpoint, .store_dir = r->given.store_dir};
	e->err = look_check_root(e->path, e->for_caller ? &e->who : NULL, &bounds, &e->rights, &e->why);
}

static void
run_look(struct background *e)
{
	look_run(e->look);
}

/* A table that was closed meanwhile is gone, but for its lock, what it was opened with and the word that it is. */
static void *
background_thread(void *arg)
{
	struct background *e = arg;
	struct duels *r = e->duels;
	e->run(e);
	duels_lock(r);
	if (!r->abandoned) {
		duels_usage(r, e->uid)->background--;
		r->sources--;
		e->over = true;
		if (e->left)
			background_free(e);
		pthread_cond_broadcast(&r->jobs_done);
	}
	duels_unlock(r);
	return NULL;
}

static struct background *
background_new(struct duels *r, uid_t uid, void (*run)(struct background *e), const char *path,
	const struct caller *who)
{
	assert(duels_is_locked(r));
	struct background *e = mem_calloc(1, sizeof *e);
	*e = (struct background){.duels = r, .uid = uid, .run = run, .path = mem_strdup(path), .for_caller = who};
	if (who)
		e->who = *who;
	if (e->who.groups)
		e->who.groups = (gid_t *)mem_copy(who->groups, who->n_groups * sizeof *who->groups);
	e->kind.judging = &e->judging;
	return e;
}

static bool
begin_background(struct background *e)
{
	struct duels *r = e->duels;
	struct usage *u = duels_usage(r, e->uid);
	pthread_t thread;
	if (r->sources >= BACKGROUND_MAX || u->background >= BACKGROUND_PER_UID ||
		thread_start(&thread, background_thread, e))
		return false;
	pthread_detach(thread);
	u->background++;
	r->sources++;
	return true;
}

/* Wait for it: NULL, and it is the caller's to free; else what is said of one that is not done in time, or when the
 * mount ends. */
static const char *
wait_for(struct background *e)
{
	struct duels *r = e->duels;
	struct timespec until;
	int err = 0;
	bool started = false;
	_Static_assert(BACKGROUND_SECONDS == 5, "the sentences say so");
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += BACKGROUND_SECONDS;
	while (!e->over && ((!err && !r->closing) || atomic_load(&e->judging))) {
		started = started || begin_background(e);
		err = duels_wait(r, &r->jobs_done, atomic_load(&e->judging) ? NULL : &until);
	}
	if (e->over)
		return NULL;
	e->left = true;
	if (!started)
		background_free(e);
	return r->closing ? SOURCE_ENDED : started ? SOURCE_LATE : SOURCE_WAITED;
}

int
background_source(struct duels *r, const struct duel_rules *rules, const struct format *format, bool whole,
	const struct caller *who, struct source_copy *out, char **why)
{
	assert(*rules->source);
	struct background *e = background_new(r, who->uid, run_source, rules->source, who);
	e->kind.format = format;
	e->kind.stable = rules->stable;
	e->whole = whole ? format : NULL;
	const char *late = wait_for(e);
	*out = (struct source_copy){0};
	*why = late ? mem_strdup(late) : NULL;
	if (late)
		return -EBUSY;
	int err = e->err;
	*out = e->copy, e->copy = (struct source_copy){0};
	*why = e->why, e->why = NULL;
	background_free(e);
	return err;
}

int
background_root(struct duels *r, const char *path, const struct caller *who, char **rights, char **why)
{
	struct background *e = background_new(r, who ? who->uid : 0, run_root, path, who);
	const char *late = wait_for(e);
	*rights = NULL;
	*why = late ? mem_strdup(late) : NULL;
	if (late)
		return -EBUSY;
	int err = e->err;
	*rights = e->rights, e->rights = NULL;
	*why = e->why, e->why = NULL;
	background_free(e);
	return err;
}

bool
background_look(struct duels *r, uid_t uid, struct look *look)
{
	struct background *e = background_new(r, uid, run_look, "", NULL);
	e->look = look_hold(look);
	const char *late = wait_for(e);
	look_stop(look);
	if (!late)
		background_free(e);
	return !late || !r->closing;
}
