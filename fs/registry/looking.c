#include "fs/registry/looking.h"

#include <assert.h>
#include <errno.h>
#include <utlist.h>
#include "fs/registry/registry_inner.h"
#include "validators/text/mem.h"

struct looking {
	struct registry *registry;
	uid_t uid;
	int64_t due_clock_ms;
	bool started;
	struct look *look; /* NULL: at a root, which `path` names */
	char *path;
	bool for_caller;
	struct caller who;
	rooted_fn rooted;
	looked_fn looked; /* both NULL: answered already */
	void *arg;
	struct looking *next, *prev;
};

dev_t
registry_mount_dev(const struct registry *r)
{
	return r->mount_dev;
}

static struct look_bounds
bounds_of(const struct registry *r)
{
	return (struct look_bounds){
		.mount_dev = r->mount_dev, .mountpoint = r->given.mountpoint, .store_dir = r->given.store_dir};
}

static void
answer(struct looking *l, int err, char *rights, const char *why)
{
	rooted_fn rooted = l->rooted;
	looked_fn looked = l->looked;
	l->rooted = NULL;
	l->looked = NULL;
	if (l->look)
		look_stop(l->look);
	if (rooted)
		rooted(l->arg, err, rights, why);
	else
		free(rights);
	if (looked)
		looked(l->arg);
}

/* Answered, and no thread has it. */
static void
let_go(struct looking *l)
{
	DL_DELETE(l->registry->lookings, l);
	look_drop(l->look);
	free(l->path);
	caller_clear(&l->who);
	free(l);
}

static void
start_next(struct registry *r);

static void
finished(struct looking *l, int err, char *rights, char *why)
{
	struct registry *r = l->registry;
	registry_lock(r);
	if (r->abandoned) { /* and gone, but for its lock */
		registry_unlock(r);
		return;
	}
	answer(l, err, rights, why);
	r->n_looking--;
	registry_usage(r, l->uid)->looks--;
	let_go(l);
	start_next(r);
	registry_source_end(r);
	registry_unlock(r);
	free(why);
}

static void
look_finished(void *arg)
{
	finished(arg, 0, NULL, NULL);
}

static void
root_finished(void *arg, int err, char *rights, char *why)
{
	finished(arg, err, rights, why);
}

static int
start(struct looking *l)
{
	struct look_bounds bounds = bounds_of(l->registry);
	return l->look ? look_start(l->look, look_finished, l)
		       : look_check_root(l->path, l->for_caller ? &l->who : NULL, &bounds, root_finished, l);
}

/* Those that have a place now, oldest first; one that gets no thread tries again when the next one ends. */
static void
start_next(struct registry *r)
{
	struct looking *l;
	DL_FOREACH(r->lookings, l)
	{
		struct usage *u = registry_usage(r, l->uid);
		bool waits = l->rooted || l->looked;
		if (l->started || !waits || r->n_looking >= LOOKING_MAX || u->looks >= LOOKING_PER_UID || start(l))
			continue;
		l->started = true;
		u->looks++;
		r->n_looking++;
		r->sources++;
	}
}

static void
add(struct registry *r, struct looking *l)
{
	assert(registry_is_locked(r));
	l->registry = r;
	l->due_clock_ms = registry_moment(r).clock_ms + LOOKING_SECONDS * 1000;
	DL_APPEND(r->lookings, l);
	timer_at(r->timer, l->due_clock_ms);
	start_next(r);
}

void
looking_at_root(struct registry *r, const char *path, const struct caller *who, rooted_fn then, void *arg)
{
	assert(then && *path);
	struct looking *l = mem_calloc(1, sizeof *l);
	*l = (struct looking){.path = mem_strdup(path), .for_caller = who, .rooted = then, .arg = arg};
	caller_copy(&l->who, who);
	l->uid = l->who.uid;
	add(r, l);
}

void
looking_start(struct registry *r, uid_t uid, struct look *look, looked_fn then, void *arg)
{
	assert(then && look);
	struct looking *l = mem_calloc(1, sizeof *l);
	*l = (struct looking){.uid = uid, .look = look_hold(look), .looked = then, .arg = arg};
	add(r, l);
}

int64_t
looking_tick(struct registry *r)
{
	assert(registry_is_locked(r));
	_Static_assert(LOOKING_SECONDS == 5, "the sentence says so");
	int64_t now = registry_moment(r).clock_ms, next = 0;
	struct looking *l, *after;
	DL_FOREACH_SAFE(r->lookings, l, after)
	{
		if (!l->rooted && !l->looked)
			continue;
		if (l->due_clock_ms > now) {
			next = clock_sooner(next, l->due_clock_ms);
			continue;
		}
		answer(l, -EBUSY, NULL, LOOKING_LATE);
		if (!l->started)
			let_go(l);
	}
	return next;
}
