#include "fs/store/group.h"

#include <assert.h>
#include <errno.h>
#include <time.h>
#include "fs/util/thread.h"
#include "validators/text/mem.h"

struct group {
	const struct group_ops *ops;
	void *arg;
	struct store *store;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t work; /* to the thread: something to do */
	pthread_cond_t idle; /* to those who drain: `finished` has grown */
	/* under the lock */
	struct store_batch *first;
	struct store_batch **last;
	uint64_t submitted;
	uint64_t finished;
	unsigned drainers;
	bool at_work;  /* somebody carries batches out, or tidies up */
	bool sleeping; /* the thread, until it is told */
	bool stopping;
};

/* With the lock held. True: nothing was submitted for so long. */
static bool
wait_idle(struct group *g, int64_t ms)
{
	uint64_t submitted = g->submitted;
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += ms % 1000 * 1000000L;
	until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000L;
	until.tv_nsec %= 1000000000L;
	while (!g->first && !g->stopping)
		if (pthread_cond_timedwait(&g->work, &g->lock, &until))
			return !g->first && !g->stopping && !g->at_work && g->submitted == submitted;
	return false;
}

/* With the lock held, which is let go of meanwhile. */
static void
wait_for_work(struct group *g)
{
	while (g->at_work || (!g->first && !g->stopping)) {
		int64_t ms = g->at_work ? 0 : g->ops->untidy(g->arg);
		if (ms && wait_idle(g, ms)) {
			g->at_work = true;
			pthread_mutex_unlock(&g->lock);
			g->ops->tidy(g->arg, true);
			pthread_mutex_lock(&g->lock);
			g->at_work = false;
		}
		if (ms)
			continue;
		g->sleeping = true;
		pthread_cond_wait(&g->work, &g->lock);
		g->sleeping = false;
	}
}

/* With the lock held, which is let go of meanwhile; nobody else is at work. */
static void
carry_out(struct group *g, struct store_batch **batches, size_t n)
{
	int results[GROUP_BATCHES];

	g->at_work = true;
	pthread_mutex_unlock(&g->lock);
	g->ops->commit(g->arg, batches, results, n);
	/* A batch is its owner's again in its done, and may be gone after it. */
	for (size_t i = 0; i < n; i++) {
		if (!results[i] && batches[i]->change & STORE_CREATE && batches[i]->row.id > g->store->last_id)
			g->store->last_id = batches[i]->row.id;
		batches[i]->done(batches[i], results[i]);
	}
	g->ops->tidy(g->arg, false);
	pthread_mutex_lock(&g->lock);
	g->at_work = false;
	g->finished += n;
	if (g->drainers)
		pthread_cond_broadcast(&g->idle);
}

static void *
run_group(void *arg)
{
	struct group *g = arg;
	struct store_batch *batches[GROUP_BATCHES];

	pthread_mutex_lock(&g->lock);
	for (wait_for_work(g); g->first; wait_for_work(g)) {
		size_t n = 0;

		while (g->first && n < GROUP_BATCHES) {
			batches[n++] = g->first;
			g->first = g->first->next;
		}
		if (!g->first)
			g->last = &g->first;
		carry_out(g, batches, n);
	}
	pthread_mutex_unlock(&g->lock);
	return NULL;
}

static void
free_group(struct group *g)
{
	pthread_cond_destroy(&g->work);
	pthread_cond_destroy(&g->idle);
	pthread_mutex_destroy(&g->lock);
	free(g);
}

bool
group_start(const struct group_ops *ops, void *arg, struct store *s)
{
	struct group *g = mem_calloc(1, sizeof(*g));
	pthread_condattr_t monotonic;

	g->ops = ops;
	g->arg = arg;
	g->store = s;
	g->last = &g->first;
	pthread_mutex_init(&g->lock, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&g->work, &monotonic);
	pthread_cond_init(&g->idle, NULL);
	pthread_condattr_destroy(&monotonic);
	if (thread_start(&g->thread, run_group, g)) {
		free_group(g);
		return false;
	}
	s->group = g;
	return true;
}

void
group_submit(struct store *s, struct store_batch *b)
{
	struct group *g = s->group;

	if (!g) {
		b->done(b, -EROFS);
		return;
	}
	b->next = NULL;
	pthread_mutex_lock(&g->lock);
	g->submitted++;
	if (!g->store->shared && !g->at_work && !g->first) {
		carry_out(g, &b, 1);
	} else {
		*g->last = b;
		g->last = &b->next;
	}
	/* A thread at work takes the batch or wakes the sleeper, which may get chores without a batch, too. */
	if (!g->at_work && (g->first || g->sleeping))
		pthread_cond_signal(&g->work);
	pthread_mutex_unlock(&g->lock);
}

void
group_drain(struct store *s)
{
	struct group *g = s->group;
	uint64_t target;

	if (!g)
		return;
	assert(!pthread_equal(pthread_self(), g->thread));
	pthread_mutex_lock(&g->lock);
	target = g->submitted;
	g->drainers++;
	while (g->finished < target)
		pthread_cond_wait(&g->idle, &g->lock);
	g->drainers--;
	pthread_mutex_unlock(&g->lock);
}

void
group_stop(struct store *s)
{
	struct group *g = s->group;

	if (!g)
		return;
	pthread_mutex_lock(&g->lock);
	g->stopping = true;
	pthread_mutex_unlock(&g->lock);
	pthread_cond_signal(&g->work);
	pthread_join(g->thread, NULL);
	free_group(g);
}
