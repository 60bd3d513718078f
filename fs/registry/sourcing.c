#include "fs/registry/sourcing.h"

#include <assert.h>
#include <errno.h>
#include <utlist.h>
#include "fs/registry/registry_inner.h"
#include "validators/text/mem.h"

struct sourcing {
	struct registry *registry;
	char *path;
	const struct format *format;
	bool stable, whole;
	struct caller who;
	int64_t due_clock_ms;
	bool started;
	sourcing_fn then; /* NULL: answered already */
	atomic_bool judging; /* the file system behind it has answered: what is left is ours, and ends */
	void *arg;
	struct sourcing *next, *prev;
};

static void
answer(struct sourcing *s, int err, struct source_copy *copy, const char *why)
{
	sourcing_fn then = s->then;
	s->then = NULL;
	if (then)
		then(s->arg, err, copy, why);
}

/* Answered, and no thread has it. */
static void
let_go(struct sourcing *s)
{
	DL_DELETE(s->registry->sourcings, s);
	caller_clear(&s->who);
	free(s->path);
	free(s);
}

int64_t
sourcing_tick(struct registry *r)
{
	assert(registry_is_locked(r));
	_Static_assert(SOURCING_SECONDS == 5, "the sentences say so");
	int64_t now = registry_moment(r).clock_ms, next = 0;
	struct sourcing *s, *after;
	DL_FOREACH_SAFE(r->sourcings, s, after)
	{
		if (!s->then || atomic_load(&s->judging))
			continue;
		if (s->due_clock_ms > now) {
			next = clock_sooner(next, s->due_clock_ms);
			continue;
		}
		answer(s, -EBUSY, &(struct source_copy){0}, s->started ? SOURCING_LATE : SOURCING_WAITED);
		if (!s->started)
			let_go(s);
	}
	return next;
}

static void
start_next(struct registry *r);

/* In the thread that read it. A registry that was closed meanwhile is gone, but for its lock and the word that it
 * is. */
static void
finished(void *arg, int err, struct source_copy *copy, char *why)
{
	struct sourcing *s = arg;
	struct registry *r = s->registry;
	if (!err && s->whole) {
		atomic_store(&s->judging, true);
		source_copy_read(copy, s->format);
	}
	registry_lock(r);
	if (r->abandoned) {
		registry_unlock(r);
		return;
	}
	answer(s, err, copy, why);
	registry_usage(r, s->who.uid)->sources--;
	let_go(s);
	start_next(r);
	registry_source_end(r);
	registry_unlock(r);
	source_copy_free(copy);
	free(why);
}

static int
start(struct sourcing *s)
{
	struct source_kind kind = {.format = s->format, .texts = texts_of(s->format), .stable = s->stable,
		.judging = &s->judging};
	return source_read_async(
		s->path, &kind, &s->who, s->registry->mount_dev, finished, s);
}

/* Those that have a place now, oldest first; one that gets no thread tries again when the next one ends. */
static void
start_next(struct registry *r)
{
	struct sourcing *s;
	DL_FOREACH(r->sourcings, s)
	{
		struct usage *u = registry_usage(r, s->who.uid);
		if (s->started || !s->then || u->sources >= SOURCING_PER_UID || start(s))
			continue;
		s->started = true;
		u->sources++;
		r->sources++;
	}
}

void
sourcing_start(struct registry *r, const struct duel_rules *rules, const struct format *format, bool whole,
	const struct caller *who, sourcing_fn then, void *arg)
{
	assert(registry_is_locked(r));
	assert(who && then && *rules->source);
	struct sourcing *s = mem_calloc(1, sizeof *s);
	*s = (struct sourcing){.registry = r,
		.path = mem_strdup(rules->source),
		.format = format,
		.stable = rules->stable,
		.whole = whole,
		.due_clock_ms = registry_moment(r).clock_ms + SOURCING_SECONDS * 1000,
		.then = then,
		.arg = arg};
	caller_copy(&s->who, who);
	DL_APPEND(r->sourcings, s);
	timer_at(r->timer, s->due_clock_ms);
	start_next(r);
}

struct kept_reading {
	struct registry *registry;
	const struct source *source;
	struct source_copy copy; /* path and text are the source's */
	const struct format *format;
	void (*then)(void *arg);
	void *arg;
};

static void
read_kept(void *arg)
{
	struct kept_reading *k = arg;
	struct registry *r = k->registry;
	source_copy_read(&k->copy, k->format);
	registry_lock(r);
	source_keep(k->source, &k->copy);
	k->copy.path = k->copy.text = NULL;
	source_copy_free(&k->copy);
	source_drop(k->source);
	k->then(k->arg);
	free(k);
	registry_work_end(r);
}

void
sourcing_kept(struct registry *r, const struct source *source, const struct format *format, uid_t uid,
	void (*then)(void *arg), void *arg)
{
	assert(registry_is_locked(r));
	assert(source && then);
	struct kept_reading *k = mem_calloc(1, sizeof *k);
	*k = (struct kept_reading){.registry = r,
		.source = source_hold(source),
		.copy = {.path = (char *)source->path, .text = (char *)source->text, .len = source->len},
		.format = format,
		.then = then,
		.arg = arg};
	registry_work(r, uid, read_kept, k);
}
