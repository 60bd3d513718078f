#include "fs/util/workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <utlist.h>
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

static bool
is_running(const struct workers *w, uid_t uid)
{
	for (unsigned i = 0; i < w->room; i++)
		if (w->running[i] && w->running[i]->uid == uid)
			return true;
	return false;
}

static struct job *
next_job(const struct workers *w)
{
	struct job *j = w->first;
	while (j && is_running(w, j->uid))
		j = j->next;
	return j ? j : w->first;
}

/* The next one for the thread whose place this is, which is done with the one before; NULL at the end. */
static struct job *
job_take(struct workers *w, struct job **place)
{
	pthread_mutex_lock(&w->lock);
	*place = NULL;
	while (!w->first && !w->stop)
		pthread_cond_wait(&w->wake, &w->lock);
	struct job *j = next_job(w);
	if (j)
		DL_DELETE(w->first, j);
	*place = j;
	pthread_mutex_unlock(&w->lock);
	return j;
}

static struct job **
place_take(struct workers *w)
{
	pthread_mutex_lock(&w->lock);
	struct job **place = &w->running[w->places++];
	pthread_mutex_unlock(&w->lock);
	return place;
}

static void *
work(void *arg)
{
	struct job **place = place_take(arg), *before = NULL;
	for (struct job *j; (j = job_take(arg, place)); before = j) {
		free(before);
		j->fn(j->arg);
	}
	free(before);
	return NULL;
}

struct workers *
workers_start(unsigned n)
{
	struct workers *w = mem_calloc(1, sizeof *w + n * sizeof *w->threads);
	sigset_t all, before;
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->wake, NULL);
	w->running = mem_calloc(n, sizeof *w->running);
	w->room = n;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (w->n < n && !pthread_create(&w->threads[w->n], NULL, work, w))
		w->n++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!w->n)
		abort();
	return w;
}

void
workers_run(struct workers *w, uid_t uid, void (*fn)(void *arg), void *arg)
{
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
