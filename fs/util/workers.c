#include "fs/util/workers.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <utlist.h>
#include "fs/util/thread.h"
#include "validators/text/mem.h"

struct job {
	void (*fn)(void *arg);
	void *arg;
	uid_t uid; /* whose it is */
	struct job *next, *prev;
};

struct workers {
	pthread_mutex_t lock;
	pthread_cond_t wake;
	struct job *first; /* waiting */
	struct job **running; /* by each thread; NULL: none */
	bool stop;
	unsigned n, room, places; /* threads that run, that were asked for, that have a place */
	pthread_t threads[];
};

/* The first of somebody who has none under way, else the first. */
static struct job *
next_job(const struct workers *w)
{
	for (struct job *j = w->first; j; j = j->next) {
		bool runs = false;
		for (unsigned i = 0; i < w->room && !runs; i++)
			runs = w->running[i] && w->running[i]->uid == j->uid;
		if (!runs)
			return j;
	}
	return w->first;
}

static void *
work(void *arg)
{
	struct workers *w = arg;
	pthread_mutex_lock(&w->lock);
	assert(w->places < w->room);
	struct job **place = &w->running[w->places++], *j;
	for (;;) {
		while (!w->first && !w->stop)
			pthread_cond_wait(&w->wake, &w->lock);
		if (!(j = next_job(w)))
			break;
		DL_DELETE(w->first, j);
		*place = j;
		pthread_mutex_unlock(&w->lock);
		j->fn(j->arg);
		pthread_mutex_lock(&w->lock);
		*place = NULL;
		free(j);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

struct workers *
workers_start(unsigned n)
{
	struct workers *w = mem_calloc(1, sizeof *w + n * sizeof *w->threads);
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->wake, NULL);
	w->running = mem_calloc(n, sizeof *w->running);
	w->room = n;
	while (w->n < n && !thread_start(&w->threads[w->n], work, w))
		w->n++;
	if (!w->n)
		abort();
	return w;
}

void
workers_run(struct workers *w, uid_t uid, void (*fn)(void *arg), void *arg)
{
	assert(fn);
	struct job *j = mem_calloc(1, sizeof *j);
	*j = (struct job){.fn = fn, .arg = arg, .uid = uid};
	pthread_mutex_lock(&w->lock);
	DL_APPEND(w->first, j);
	pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->lock);
}

void
workers_stop(struct workers *w)
{
	pthread_mutex_lock(&w->lock);
	w->stop = true;
	pthread_cond_broadcast(&w->wake);
	pthread_mutex_unlock(&w->lock);
	for (unsigned i = 0; i < w->n; i++)
		pthread_join(w->threads[i], NULL);
	pthread_cond_destroy(&w->wake);
	pthread_mutex_destroy(&w->lock);
	free(w->running);
	free(w);
}
