#include "fs/registry/sourcing.h"

#include <assert.h>
#include <errno.h>
#include <utlist.h>
#include "fs/registry/registry_inner.h"
#include "validators/text/mem.h"

struct sourcing {
	struct registry *registry;
	struct text_set *texts; /* for whoever judges it */
	const struct format *format; /* for which all of it is read; NULL: it is not */
	uid_t uid;
	int64_t due_clock_ms;
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

int64_t
sourcing_tick(struct registry *r)
{
	assert(registry_is_locked(r));
	static const char late[] = "the file system behind it did not answer within 5 seconds";
	int64_t now = registry_moment(r).clock_ms, next = 0;
	struct sourcing *s, *after;
	_Static_assert(SOURCING_SECONDS == 5, "the sentence says so");
	DL_FOREACH_SAFE(r->sourcings, s, after) {
		if (!s->then || atomic_load(&s->judging))
			continue;
		if (s->due_clock_ms <= now)
			answer(s, -EBUSY, &(struct source_copy){0}, late);
		else if (!next || s->due_clock_ms < next)
			next = s->due_clock_ms;
	}
	return next;
}

/* In the thread that read it. A registry that was closed meanwhile is gone, but for its lock and the word that it
 * is. */
static void
finished(void *arg, int err, struct source_copy *copy, char *why)
{
	struct sourcing *s = arg;
	struct registry *r = s->registry;
	if (!err && s->format) {
		atomic_store(&s->judging, true);
		source_copy_read(copy, s->format);
	}
	registry_lock(r);
	if (r->abandoned) {
		registry_unlock(r);
		return;
	}
	answer(s, err, copy, why);
	DL_DELETE(r->sourcings, s);
	registry_usage(r, s->uid)->sources--;
	registry_source_end(r);
	registry_unlock(r);
	source_copy_free(copy);
	text_set_drop(s->texts);
	free(why);
	free(s);
}

int
sourcing_start(struct registry *r, const struct duel_rules *rules, const struct format *format, bool whole,
	const struct caller *who, sourcing_fn then, void *arg)
{
	assert(registry_is_locked(r));
	assert(then && *rules->source);
	struct usage *u = registry_usage(r, who->uid);
	struct sourcing *s;
	int err;
	if (u->sources >= SOURCING_PER_UID)
		return -EAGAIN;
	s = mem_calloc(1, sizeof *s);
	*s = (struct sourcing){.registry = r,
		.texts = text_set_hold(r->given.texts),
		.format = whole ? format : NULL,
		.uid = who->uid,
		.due_clock_ms = registry_moment(r).clock_ms + SOURCING_SECONDS * 1000,
		.then = then,
		.arg = arg};
	struct source_kind kind = {.format = format, .texts = text_set_of(s->texts, format), .stable = rules->stable,
		.judging = &s->judging};
	err = source_read_async(rules->source, &kind, who, r->mount_dev, finished, s);
	if (err) {
		text_set_drop(s->texts);
		free(s);
		return -EAGAIN;
	}
	u->sources++;
	r->sources++;
	DL_APPEND(r->sourcings, s);
	timer_at(r->timer, s->due_clock_ms);
	return 0;
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
