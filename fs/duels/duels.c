/*
 * All duels of a store: finding them, counting them, opening and closing the whole.
 */
#include "fs/duels/duels_inner.h"

#include <assert.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <utlist.h>

/* So many requests and jobs run at once. */
#define THREADS 64
/* How long an end waits for a source that is being opened. */
#define SOURCE_PATIENCE_SECONDS 2

void
duels_lock(struct duels *r)
{
	pthread_mutex_lock(&r->lock);
	assert(!r->locked);
	r->owner = pthread_self();
	r->locked = true;
}

void
duels_unlock(struct duels *r)
{
	assert(duels_is_locked(r));
	struct waiter *told = r->told, *w, *next;
	r->told = NULL;
	r->locked = false;
	pthread_mutex_unlock(&r->lock);
	DL_FOREACH_SAFE(told, w, next)
		w->tell(w);
}

int
duels_wait(struct duels *r, pthread_cond_t *come, const struct timespec *until)
{
	assert(duels_is_locked(r));
	if (r->told) { /* they are told before this thread sleeps, and the caller looks again */
		duels_unlock(r);
		duels_lock(r);
		return 0;
	}
	r->locked = false;
	int err = until ? pthread_cond_timedwait(come, &r->lock, until) : pthread_cond_wait(come, &r->lock);
	r->owner = pthread_self();
	r->locked = true;
	return err;
}

/* A batch that the store has, on the stack of the thread that waits for it. */
struct submitted {
	struct duels *duels;
	pthread_cond_t done;
	bool is_done;
	int err;
};

static void
wake_submitter(struct store_batch *b, int err)
{
	struct submitted *s = b->arg;
	struct duels *r = s->duels;
	duels_lock(r);
	s->is_done = true;
	s->err = err;
	pthread_cond_signal(&s->done);
	duels_unlock(r);
}

int
duels_submit(struct duels *r, struct store_batch *b)
{
	struct submitted s = {.duels = r, .done = PTHREAD_COND_INITIALIZER};
	b->done = wake_submitter;
	b->arg = &s;
	duels_unlock(r);
	r->given.store->ops->submit(r->given.store, b);
	duels_lock(r);
	while (!s.is_done)
		duels_wait(r, &s.done, NULL);
	pthread_cond_destroy(&s.done);
	return s.err;
}

void
duels_log(struct duels *r, int level, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = mem_vformat(format, args);
	va_end(args);
	if (r->given.log)
		r->given.log(level, text);
	free(text);
}

/* A job of the pool may hand a record to the archive, and that wakes a crowd in the pool. */
void
duels_work_wait(struct duels *r)
{
	workers_wait(r->workers);
	workers_wait(r->archiver);
	workers_wait(r->workers);
}

struct usage *
duels_usage(struct duels *r, uid_t uid)
{
	assert(duels_is_locked(r));
	struct usage *u;
	HASH_FIND(hh, r->usage, &uid, sizeof uid, u);
	if (!u) {
		u = mem_calloc(1, sizeof *u);
		u->uid = uid;
		HASH_ADD(hh, r->usage, uid, sizeof u->uid, u);
	}
	return u;
}

void
duels_mounted(struct duels *r)
{
	struct statx st;
	/* Without asking the daemon, who may be the one that asks. */
	if (statx(AT_FDCWD, r->given.mountpoint, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_TYPE, &st))
		return;
	duels_lock(r);
	r->mount_dev = makedev(st.stx_dev_major, st.stx_dev_minor);
	duels_unlock(r);
}

static struct state_count *
state_row(struct duels *r, const char *name)
{
	struct state_count *s;
	LL_FOREACH(r->states, s)
		if (!strcmp(s->name, name))
			return s;
	s = mem_calloc(1, sizeof *s);
	s->name = mem_strdup(name);
	LL_APPEND(r->states, s);
	return s;
}

void
duels_set_state(struct duel *d, const char *name)
{
	assert(duels_is_locked(d->duels));
	assert(name && *name);
	if (d->state && !strcmp(d->state, name))
		return;
	struct state_count *s = state_row(d->duels, name);
	if (d->state)
		state_row(d->duels, d->state)->n--;
	s->n++;
	d->state = s->name;
	d->duels->counted_ms = duels_moment(d->duels).now_ms;
}

/* One that is on its way in or out is not found. */
struct duel *
duels_find(struct duels *r, const char *name)
{
	assert(duels_is_locked(r) && name);
	struct duel *d = duels_named(r, name);
	return d && !d->hidden ? d : NULL;
}

struct duel *
duels_by_id(struct duels *r, int64_t id)
{
	assert(duels_is_locked(r));
	struct duel *d = duels_any(r, id);
	return d && !d->hidden ? d : NULL;
}

struct duel *
duels_next(struct duels *r, int64_t after)
{
	assert(duels_is_locked(r));
	size_t at = duels_place(r, after);
	while (at < r->n_duels && r->by_id[at]->hidden)
		at++;
	return at < r->n_duels ? r->by_id[at] : NULL;
}

struct duel *
duels_before(struct duels *r, int64_t id)
{
	assert(duels_is_locked(r));
	size_t at = duels_place(r, id - 1);
	while (at && r->by_id[at - 1]->hidden)
		at--;
	return at ? r->by_id[at - 1] : NULL;
}

size_t
duels_count(const struct duels *r)
{
	return r->n_duels;
}

int64_t
duels_status_ms(const struct duels *r)
{
	int64_t ms = r->started_ms;
	ms = r->changed_ms > ms ? r->changed_ms : ms;
	return r->counted_ms > ms ? r->counted_ms : ms;
}

/* The topic that rules give, as config prints them; NULL: they give none. */
static char *
topic_of(const char *rules)
{
	static const char key[] = "\ntopic = \"";
	const char *s = rules ? strstr(rules, key) : NULL;
	char *topic = s && s[strlen(key)] != '"' ? mem_strdup(s + strlen(key)) : NULL, *to = topic;
	for (s = topic; s && *s && *s != '"'; s++)
		*to++ = *s == '\\' && s[1] ? *++s : *s;
	if (topic)
		*to = '\0';
	return topic;
}

const char *
duel_topic(const struct duel *d)
{
	return d->fold ? d->fold->topic : d->topic ? d->topic : d->name;
}

struct duel *
duels_add(struct duels *r, const struct store_duel *row)
{
	assert(row->name && row->state);
	size_t at = duels_place(r, row->id); /* at the end, but where others make some, too */
	assert(!at || r->by_id[at - 1]->id < row->id);
	struct duel *d = mem_calloc(1, sizeof *d);
	*d = (struct duel){
		.id = row->id,
		.duels = r,
		.name = mem_strdup(row->name),
		.topic = topic_of(row->rules),
		.created_ms = row->created_ms,
		.updated_ms = row->updated_ms,
		.uid = row->uid,
		.owed = row->archive_elsewhere ? OWED_ELSEWHERE : OWED_NOT,
	};
	duels_set_state(d, row->state);
	duel_seen(d, row->last_seq);
	ends_from_row(d, row);
	if (r->n_duels == r->duels_room) {
		r->duels_room = r->duels_room ? 2 * r->duels_room : 64;
		r->by_id = mem_resize(r->by_id, r->duels_room, sizeof *r->by_id);
	}
	memmove(r->by_id + at + 1, r->by_id + at, (r->n_duels++ - at) * sizeof *r->by_id);
	r->by_id[at] = d;
	HASH_ADD_KEYPTR(by_name, r->by_name, d->name, strlen(d->name), d);
	duels_usage(r, d->uid)->duels++;
	return d;
}

void
duels_forget(struct duel *d)
{
	struct duels *r = d->duels;
	for (struct entrant *t = d->entrants; t; t = t->next) {
		t->gone = true;
		pthread_cond_signal(&t->come);
	}
	d->entrants = NULL;
	size_t at = duels_place(r, d->id - 1);
	memmove(r->by_id + at, r->by_id + at + 1, (--r->n_duels - at) * sizeof *r->by_id);
	assert(!d->holds);
	if (!d->unnamed)
		HASH_DELETE(by_name, r->by_name, d);
	duels_usage(r, d->uid)->duels--;
	state_row(r, d->state)->n--;
	scratch_forget(d);
	live_free(d);
	free(d->name);
	free(d->topic);
	free(d);
}

/* Opening and closing. */

static int
read_row(void *arg, const struct store_duel *row)
{
	duels_add(arg, row);
	return 0;
}

static struct duels *
duels_new(const struct duels_options *o)
{
	struct duels *r = mem_calloc(1, sizeof *r);
	*r = (struct duels){
		.given = *o,
	};
	if (!o->store->read_only && *o->config.archive)
		r->archive = mem_strdup(o->config.archive);
	else if (!o->store->read_only && *o->store_dir)
		r->archive = mem_format("%s/archive", o->store_dir);
	r->given.store_dir = mem_strdup(o->store_dir);
	r->given.mountpoint = mem_strdup(o->mountpoint);
	r->given.version = mem_strdup(o->version);
	pthread_mutex_init(&r->lock, NULL);
	pthread_cond_init(&r->jobs_done, NULL);
	r->started_ms = duels_moment(r).now_ms;
	r->started_clock_ms = duels_moment(r).clock_ms;
	r->changed_ms = r->started_ms;
	r->as_of_ms = o->store->shared ? r->started_ms : 0;
	r->boot = o->store->boot;
	return r;
}

int
duels_open(const struct duels_options *o, struct duels **out, char **why)
{
	struct duels *r = duels_new(o);
	duels_lock(r);
	int err = ends_begin_mount(r);
	if (!err)
		err = r->given.store->ops->each_duel(r->given.store, read_row, r);
	duels_unlock(r);
	if (err) {
		*why = mem_strdup("the store's list of duels cannot be read");
		duels_close(r);
		return err;
	}
	r->last_id = r->given.store->last_id;
	if (r->n_duels) {
		r->changed_ms = 0;
		for (size_t i = 0; i < r->n_duels; i++)
			if (r->by_id[i]->created_ms > r->changed_ms)
				r->changed_ms = r->by_id[i]->created_ms;
	}
	r->workers = workers_start(THREADS);
	r->archiver = workers_start(1);
	archive_rest(r); /* by their rows' state, which loading one changes: so before a clock may load any */
	r->timer = timer_start(r);
	duels_lock(r);
	timer_at(r->timer, clock_fire(r));
	duels_unlock(r);
	struct store *s = r->given.store;
	err = s->ops->watch ? s->ops->watch(s, sharing_news, r) : 0;
	if (err) {
		*why = mem_strdup("no thread can be had to hear what other hosts write");
		duels_close(r);
		return err;
	}
	*out = r;
	return 0;
}

void
duels_end(struct duels *r)
{
	assert(duels_is_locked(r));
	r->closing = true;
	pthread_cond_broadcast(&r->jobs_done);
}

/* Rows that are stale go to the disk; then nothing is under way any more. */
static void
duels_settle(struct duels *r)
{
	duels_lock(r);
	duels_end(r);
	duels_unlock(r);
	duels_work_wait(r);
	duels_lock(r);
	for (size_t i = 0; i < r->n_duels && !r->broken; i++) {
		struct duel *d = r->by_id[i];
		if (!d->live || duel_enter(d))
			continue;
		d->live->row_stale |= !d->fold->damage && d->live->row_soon;
		commit_row(d);
		duel_leave(d);
	}
	duels_unlock(r);
	duels_work_wait(r);
}

void
duels_free_tables(struct duels *r)
{
	struct usage *u, *next_usage;
	HASH_ITER(hh, r->usage, u, next_usage) {
		HASH_DEL(r->usage, u);
		free(u);
	}
	struct state_count *s, *next_state;
	LL_FOREACH_SAFE(r->states, s, next_state) {
		free((char *)s->name);
		free(s);
	}
	struct own_removal *m, *next_removal;
	HASH_ITER(hh, r->removed, m, next_removal) {
		HASH_DEL(r->removed, m);
		free(m);
	}
}

void
duels_close(struct duels *r)
{
	if (r->given.store->ops->watch)
		r->given.store->ops->watch(r->given.store, NULL, NULL);
	if (r->workers) {
		/* sources that are being opened have a moment to answer */
		struct timespec until;
		int err = 0;
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_sec += SOURCE_PATIENCE_SECONDS;
		duels_lock(r);
		while (r->sources && !err)
			err = duels_wait(r, &r->jobs_done, &until);
		r->abandoned = r->sources;
		duels_unlock(r);
		duels_settle(r);
		timer_stop(r->timer);
		r->timer = NULL;
		workers_stop(r->workers);
		workers_stop(r->archiver);
	}
	ends_write_mount(r, STORE_MOUNT_ENDS);
	r->given.store->ops->close(r->given.store);
	if (r->abandoned)
		return; /* a thread still has it in its hands; the process ends now anyway */
	duels_lock(r);
	while (r->n_duels)
		duels_forget(r->by_id[r->n_duels - 1]);
	duels_unlock(r);
	duels_free_tables(r);
	config_free(&r->given.config);
	refused_clear(&r->refused);
	free(r->by_id);
	free(r->downtime);
	free((char *)r->given.store_dir);
	free((char *)r->given.mountpoint);
	free((char *)r->given.version);
	free(r->archive);
	pthread_mutex_destroy(&r->lock);
	pthread_cond_destroy(&r->jobs_done);
	free(r);
}
