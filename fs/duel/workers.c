/* A few threads for what takes too long to be done with the registry's lock held. Jobs run in order of arrival, without any lock. */
#include <pthread.h>
#include <signal.h>

#include "fs/duel/live.h"
#include "validators/mem.h"

struct job {
	void (*fn)(void *arg);
	void *arg;
	struct job *next;
};

struct workers {
	pthread_mutex_t lock;
	pthread_cond_t wake;
	struct job *first, **last;
	bool stop;
	unsigned n;
	pthread_t threads[];
};

static struct job *
job_take(struct workers *w)
{
	pthread_mutex_lock(&w->lock);
	while (!w->first && !w->stop)
		pthread_cond_wait(&w->wake, &w->lock);
	struct job *j = w->first;
	if (j && !(w->first = j->next))
		w->last = &w->first;
	pthread_mutex_unlock(&w->lock);
	return j;
}

static void *
work(void *arg)
{
	for (struct job *j; (j = job_take(arg)); free(j))
		j->fn(j->arg);
	return NULL;
}

struct workers *
workers_start(unsigned n)
{
	struct workers *w = mem_calloc(1, sizeof *w + n * sizeof *w->threads);
	sigset_t all, before;
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->wake, NULL);
	w->last = &w->first;
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
workers_run(struct workers *w, void (*fn)(void *arg), void *arg)
{
	struct job *j = mem_calloc(1, sizeof *j);
	*j = (struct job){.fn = fn, .arg = arg};
	pthread_mutex_lock(&w->lock);
	*w->last = j;
	w->last = &j->next;
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
	free(w);
}
