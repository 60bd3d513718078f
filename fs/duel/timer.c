/*
 * What falls due by the clock: leases that run out, entries that must reach the disk, waits whose time is over. One thread that sleeps on
 * CLOCK_BOOTTIME until the earliest of them. Only loaded duels can have something due, and a duel with a lease, pending entries or a waiter
 * stays loaded.
 */
#include "fs/duel/live.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <utlist.h>
#include "fs/duel/sourcing.h"
#include "validators/mem.h"

struct timer {
	struct registry *registry;
	pthread_t thread;
	int fd;
	int stop;
	int64_t at; /* clock_ms it is set to; 0: not set. Under the registry's lock */
};

/* When a bounded wait ends that nobody was told of yet; 0: none. */
static int64_t
wait_due(struct duel *d)
{
	struct live *v = d->live;
	struct context ctx;
	if (duel_is_closed(d))
		return 0;
	live_context(d, &ctx);
	int64_t at = v->format->wait_until(v->state, &ctx);
	return at == v->wait_told ? 0 : at;
}

int64_t
duel_due(struct duel *d)
{
	const struct live *v = d->live;
	if (d->line.busy || d->registry->broken)
		return v->waits_due;
	int64_t at = clock_sooner(v->lease.holder ? v->lease.expires_clock_ms : 0, v->flush_clock_ms);
	return clock_sooner(clock_sooner(wait_due(d), v->waits_due), at);
}

void
duel_tick(struct duel *d)
{
	struct live *v = d->live;
	int64_t clock_ms = registry_moment(d->registry).clock_ms;
	if (!d->line.busy && !v->damage && lease_overdue(&v->lease, clock_ms)) {
		struct entry *e = entry_new(ENTRY_EXPIRE, v->lease.holder, v->lease.number, NULL, NULL, 0);
		e->clock_ms = v->lease.expires_clock_ms;
		entry_put(d, e);
	}
	if (!d->line.busy && !d->registry->broken && v->flush_clock_ms && v->flush_clock_ms <= clock_ms)
		commit_pending(d);
	int64_t wait = wait_due(d);
	if (wait && wait <= clock_ms) { /* no entry: but what is shown changes, and somebody may have waited for it */
		int64_t ended_ms = registry_moment(d->registry).now_ms - (clock_ms - wait);
		if (d->updated_ms < ended_ms)
			d->updated_ms = ended_ms;
		v->wait_told = wait;
		v->version++;
		duel_changed(d);
	}
	if (v->waits_due && v->waits_due <= clock_ms)
		waits_wake(d);
	timer_at(d->registry->timer, duel_due(d));
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

static void
timer_fire(struct timer *t)
{
	struct live *v, *next;
	registry_lock(t->registry);
	t->at = 0;
	int64_t clock_ms = registry_moment(t->registry).clock_ms;
	int64_t first = 0;
	DL_FOREACH_SAFE(t->registry->lives, v, next)
	{
		int64_t due = duel_due(v->duel);
		if (due && due <= clock_ms)
			duel_tick(v->duel);
		else
			first = clock_sooner(first, due);
	}
	timer_at(t, clock_sooner(first, clock_sooner(scratch_tick(t->registry), sourcing_tick(t->registry))));
	registry_unlock(t->registry);
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
		if (read(t->fd, &n, sizeof n) > 0)
			timer_fire(t);
	}
	return NULL;
}

struct timer *
timer_start(struct registry *r)
{
	struct timer *t = mem_calloc(1, sizeof *t);
	sigset_t all, before;
	t->registry = r;
	t->fd = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	t->stop = eventfd(0, EFD_CLOEXEC);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (t->fd < 0 || t->stop < 0 || pthread_create(&t->thread, NULL, timer_run, t))
		abort();
	pthread_sigmask(SIG_SETMASK, &before, NULL);
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
