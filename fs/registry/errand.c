#include "fs/registry/errand.h"

#include <assert.h>
#include <errno.h>
#include <time.h>
#include "fs/registry/registry_inner.h"
#include "validators/text/mem.h"

struct errand {
	struct registry *registry;
	uid_t uid;
	bool over; /* its thread has done it */
	bool left; /* nobody waits for it any more: its thread frees it */
	atomic_bool judging; /* the file system has answered: what is left is ours, and ends */
	int err;
	char *why;
	struct source_copy copy;
	const struct format *whole; /* read the source for this one */
	char *rights;
};

dev_t
registry_mount_dev(const struct registry *r)
{
	return r->mount_dev;
}

static void
errand_free(struct errand *e)
{
	source_copy_free(&e->copy);
	free(e->why);
	free(e->rights);
	free(e);
}

/* In its thread. A registry that was closed meanwhile is gone, but for its lock and the word that it is. */
static void
over(struct errand *e)
{
	struct registry *r = e->registry;
	registry_lock(r);
	if (r->abandoned) {
		registry_unlock(r);
		return;
	}
	registry_usage(r, e->uid)->errands--;
	e->over = true;
	if (e->left)
		errand_free(e);
	registry_source_end(r);
	registry_unlock(r);
}

static void
source_over(void *arg, int err, struct source_copy *copy, char *why)
{
	struct errand *e = arg;
	e->err = err;
	e->why = why;
	e->copy = *copy;
	if (!err && e->whole) {
		atomic_store(&e->judging, true);
		source_copy_read(&e->copy, e->whole);
	}
	over(e);
}

static void
root_over(void *arg, int err, char *rights, char *why)
{
	struct errand *e = arg;
	e->err = err;
	e->rights = rights;
	e->why = why;
	over(e);
}

static void
look_over(void *arg)
{
	over(arg);
}

/* What is to be done. */
struct task {
	struct source_kind kind;
	const char *path;
	const struct caller *who;
	struct look *look; /* NULL: at a root, or a source */
	bool source;
};

/* 0, or there is no thread for it. */
static int
start(struct errand *e, struct task *t)
{
	struct registry *r = e->registry;
	struct look_bounds bounds = {
		.mount_dev = r->mount_dev, .mountpoint = r->given.mountpoint, .store_dir = r->given.store_dir};
	t->kind.judging = &e->judging;
	return t->look ? look_start(t->look, look_over, e)
		: t->source ? source_read_async(t->path, &t->kind, t->who, r->mount_dev, source_over, e)
			    : look_check_root(t->path, t->who, &bounds, root_over, e);
}

/* Do it, and wait: what there is then, to be freed; NULL: nothing, in time. `*late`: what is said then. */
static struct errand *
run(struct registry *r, uid_t uid, struct task *t, const struct format *whole, const char **late)
{
	struct timespec until;
	int err = 0;
	bool started = false;
	_Static_assert(ERRAND_SECONDS == 5, "the sentences say so");
	assert(registry_is_locked(r));
	struct errand *e = mem_calloc(1, sizeof *e);
	*e = (struct errand){.registry = r, .uid = uid, .whole = whole};
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += ERRAND_SECONDS;
	while (!e->over && (!err || atomic_load(&e->judging))) {
		struct usage *u = registry_usage(r, uid);
		if (!started && r->sources < ERRANDS_MAX && u->errands < ERRANDS_PER_UID && !start(e, t)) {
			started = true;
			u->errands++;
			r->sources++;
		}
		err = registry_await(r, atomic_load(&e->judging) ? NULL : &until);
	}
	if (e->over)
		return e;
	*late = started ? SOURCE_LATE : SOURCE_WAITED;
	e->left = true;
	if (!started)
		errand_free(e);
	return NULL;
}

int
errand_source(struct registry *r, const struct duel_rules *rules, const struct format *format, bool whole,
	const struct caller *who, struct source_copy *out, char **why)
{
	assert(*rules->source);
	struct task t = {.source = true, .path = rules->source, .who = who,
		.kind = {.format = format, .stable = rules->stable}};
	const char *late;
	struct errand *e = run(r, who->uid, &t, whole ? format : NULL, &late);
	*out = (struct source_copy){0};
	if (!e) {
		*why = mem_strdup(late);
		return -EBUSY;
	}
	int err = e->err;
	*out = e->copy, e->copy = (struct source_copy){0};
	*why = e->why, e->why = NULL;
	errand_free(e);
	return err;
}

int
errand_root(struct registry *r, const char *path, const struct caller *who, char **rights, char **why)
{
	const char *late;
	struct task t = {.path = path, .who = who};
	struct errand *e = run(r, who ? who->uid : 0, &t, NULL, &late);
	*rights = NULL;
	if (!e) {
		*why = mem_strdup(LOOK_LATE);
		return -EBUSY;
	}
	int err = e->err;
	*rights = e->rights, e->rights = NULL;
	*why = e->why, e->why = NULL;
	errand_free(e);
	return err;
}

void
errand_look(struct registry *r, uid_t uid, struct look *look)
{
	const char *late;
	struct errand *e = run(r, uid, &(struct task){.look = look}, NULL, &late);
	look_stop(look);
	if (e)
		errand_free(e);
}
