/*
 * Deadlines by the clock: leases that run out, deadlines of formats, rows that must be written anew, waits whose
 * time is over. One thread that sleeps on CLOCK_BOOTTIME until the earliest of them. A duel with a lease, a stale row
 * or a waiter stays loaded; one with a deadline alone need not, and is loaded when that comes (ends.c). A worker enters
 * the duel then; what whoever enters finds to be due happens first, and a reader waits for that (duel_settle).
 */
#include "fs/duels/duels_inner.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <utlist.h>
#include "fs/util/thread.h"

struct timer {
	struct duels *duels;
	pthread_t thread;
	int fd;
	int stop;
	int64_t at; /* clock_ms it is set to; 0: not set. Under the duels' lock */
};

void
clock_look(struct duel *d)
{
	const struct lease *l = &d->fold->lease;
	struct live *v = d->live;
	assert(d->busy);
	bool elsewhere = duel_is_shared(d) && l->boot != d->duels->boot;
	v->lease_due = l->holder ? l->expires_clock_ms + (elsewhere ? EXPIRE_GRACE_MS : 0) : 0;
	if (v->lease_due && v->lease_due < v->expiry_again)
		v->lease_due = v->expiry_again;
	v->deadline_due = d->ends_ms && d->ends_ms < v->deadline_again ? v->deadline_again : d->ends_ms;
	if (d->duels->closing || d->fold->damage) /* nothing comes of it any more (clock_pass) */
		v->deadline_due = 0;
	v->wait_due = duel_is_closed(d) ? 0 : fold_wait_until(d->fold);
	if (v->wait_due == v->wait_told)
		v->wait_due = 0;
	v->due_ms = clock_sooner(v->lease_due, clock_sooner(v->wait_due, v->deadline_due));
}

bool
duel_is_owed(struct duel *d)
{
	int64_t due = d->live->due_ms;
	const struct duels *r = d->duels;
	return due && due <= duels_clock_ms(r) && !d->fold->damage && !r->broken && !r->cut_off;
}

/* Append it: when to try again where that failed. */
static int64_t
append_once(struct commit *c)
{
	struct duel *d = c->duel;
	c->once = true;
	int err = duel_append(c);
	return err && err != -EAGAIN ? duels_clock_ms(d->duels) + 10 * LAZY_MS : 0;
}

/* It is over once that is on the disk: others may have come first. */
static void
lease_pass(struct duel *d)
{
	struct fold *fold = d->fold;
	assert(fold->lease.holder);
	struct entry *e = entry_new(ENTRY_EXPIRE, fold->lease.holder, fold->lease.number, NULL, NULL, 0);
	e->clock_ms = fold->lease.expires_clock_ms;
	struct commit *c = commit_new(d);
	commit_add(c, e);
	d->live->expiry_again = append_once(c);
}

void
duel_expire(struct duel *d)
{
	int64_t clock_ms = duels_clock_ms(d->duels);
	assert(d->live && d->busy);
	if (!d->duels->broken && !duel_is_closed(d) && clock_ms >= d->live->expiry_again &&
		d->fold->lease.holder && clock_ms >= d->fold->lease.expires_clock_ms)
		lease_pass(d);
}

bool
clock_pass(struct duel *d)
{
	int64_t clock_ms = duels_clock_ms(d->duels);
	struct fold *fold = d->fold;
	struct live *v = d->live;
	bool lease = v->lease_due && v->lease_due <= clock_ms &&
		(!v->deadline_due || fold->lease.expires_clock_ms < v->deadline_due);
	bool deadline = v->deadline_due && v->deadline_due <= clock_ms && !d->duels->closing;
	bool wait = v->wait_due && v->wait_due <= clock_ms;
	if (lease) {
		lease_pass(d);
	} else if (deadline) { /* what the format makes of it goes to the disk, in the filesystem's name */
		struct verdict out = {0};
		struct context ctx;
		fold_context(fold, &ctx);
		format_deadline(fold->state, &ctx, &out);
		assert(out.n);
		v->deadline_again = append_once(commit_of_drafts(d, 0, &out, v->deadline_due));
	} else if (wait) { /* no entry: but what is shown changes, and somebody may have waited for it */
		int64_t ended_ms = duels_moment(d->duels).now_ms - (clock_ms - v->wait_due);
		if (d->updated_ms < ended_ms)
			d->updated_ms = ended_ms;
		v->wait_told = v->wait_due;
		fold->version++;
		duel_changed(d);
	}
	clock_look(d);
	return lease || deadline || wait;
}

void
timer_at(struct timer *t, int64_t clock_ms)
{
	if (!t || !clock_ms || (t->at && t->at <= clock_ms))
		return;
	t->at = clock_ms;
	struct itimerspec when = {.it_value = {.tv_sec = clock_ms / 1000, .tv_nsec = clock_ms % 1000 * 1000000 + 1}};
	timerfd_settime(t->fd, TFD_TIMER_ABSTIME, &when, NULL);
}

struct clocked {
	struct duels *duels;
	int64_t id;
};

/* If somebody is in it, the last to leave it sets the timer anew: no thread waits for that. */
static void
enter_for_clock(void *arg)
{
	struct clocked *c = arg;
	struct duels *r = c->duels;
	duels_lock(r);
	struct duel *d = duels_any(r, c->id);
	if (d && !duel_load(d) && !d->busy && !duel_enter(d))
		duel_leave(d);
	d = duels_any(r, c->id);
	if (d)
		d->clocked = false;
	free(c);
	duels_unlock(r);
}

void
clock_start(struct duel *d)
{
	struct clocked *c = mem_calloc(1, sizeof *c);
	*c = (struct clocked){d->duels, d->id};
	d->clocked = true;
	workers_run(d->duels->workers, d->uid, enter_for_clock, c);
}

int64_t
clock_fire(struct duels *r)
{
	struct live *v;
	int64_t clock_ms = duels_moment(r).clock_ms, first = 0;
	DL_FOREACH(r->lives, v)
	{
		struct duel *d = v->duel;
		if (v->waits_due && v->waits_due <= clock_ms)
			duel_changed(d);
		bool enters = d->busy || d->clocked || r->broken || r->cut_off; /* or may not */
		int64_t due = enters ? v->waits_due
			: clock_sooner(v->due_ms, clock_sooner(v->flush_clock_ms, v->waits_due));
		if (due && due <= clock_ms && !d->clocked)
			clock_start(d);
		else
			first = clock_sooner(first, due);
	}
	first = clock_sooner(first, ends_tick(r));
	return clock_sooner(first, scratch_tick(r));
}

static void *
timer_run(void *arg)
{
	struct timer *t = arg;
	uint64_t n;
	struct pollfd p[2] = {{.fd = t->fd, .events = POLLIN}, {.fd = t->stop, .events = POLLIN}};
	while (poll(p, 2, -1) >= 0 || errno == EINTR) {
		if (p[1].revents)
			break;
		if (read(t->fd, &n, sizeof n) <= 0)
			continue;
		duels_lock(t->duels);
		t->at = 0;
		timer_at(t, clock_fire(t->duels));
		duels_unlock(t->duels);
	}
	return NULL;
}

struct timer *
timer_start(struct duels *r)
{
	struct timer *t = mem_calloc(1, sizeof *t);
	t->duels = r;
	t->fd = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	t->stop = eventfd(0, EFD_CLOEXEC);
	if (t->fd < 0 || t->stop < 0 || thread_start(&t->thread, timer_run, t))
		abort();
	return t;
}

void
timer_stop(struct timer *t)
{
	eventfd_write(t->stop, 1);
	pthread_join(t->thread, NULL);
	close(t->fd);
	close(t->stop);
	free(t);
}
