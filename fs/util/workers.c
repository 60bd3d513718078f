#include "fs/util/workers.h"

#include <assert.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <utlist.h>
#include "fs/util/thread.h"
#include "validators/text/mem.h"

struct job {
	void (*fn)(void *arg);
	void *arg;
	uid_t uid;     /* whose it is */
	uint64_t turn; /* one more than that of the job before it of this user */
	struct job *next, *prev;
};

struct workers {
	pthread_mutex_t lock;
	pthread_cond_t wake, done; /* to a thread: a job; to who waits: there is none any more */
	struct job *first; /* waiting, by their turns */
	uint64_t turn;	   /* of the job that was begun last */
	struct job **running; /* by each thread; NULL: none */
	bool stop, ran; /* a job has run since memory was given back */
	unsigned n, room, places; /* threads that run, that may run, that have a place */
	unsigned waiting, sleeping; /* jobs that no thread has taken; threads that have none */
	unsigned under_way; /* jobs that one has */
	pthread_t threads[];
};

/* Memory that was freed and is still the process's: more than that is given back. */
#define KEPT_BYTES (16 << 20)

static void
give_memory_back(void)
{
	if (mallinfo2().fordblks > KEPT_BYTES)
		malloc_trim(0);
}

/* The first of a user who has fewer threads than are free: however many of a user's jobs hang, others have some left.
 */
static struct job *
next_job(const struct workers *w)
{
	struct job *j;
	DL_FOREACH(w->first, j)
	{
		unsigned all = 0, its = 0;
		for (unsigned i = 0; i < w->places; i++) {
			all += w->running[i] != NULL;
			its += w->running[i] && w->running[i]->uid == j->uid;
		}
		if (its < w->room - all)
			break;
	}
	return j;
}

static void *
run_jobs(void *arg)
{
	struct workers *w = arg;
	pthread_mutex_lock(&w->lock);
	assert(w->places < w->room);
	struct job **place = &w->running[w->places++], *j;
	struct timespec until;
	for (;;) {
		/* Until there may be something to do. If there was nothing for a second, memory is given back. */
		while (!(j = next_job(w)) && !w->stop) {
			int late = 0;
			w->sleeping++;
			clock_gettime(CLOCK_REALTIME, &until);
			until.tv_sec++;
			if (w->ran)
				late = pthread_cond_timedwait(&w->wake, &w->lock, &until);
			else
				pthread_cond_wait(&w->wake, &w->lock);
			if (late && w->ran && w->sleeping == w->n) {
				w->ran = false;
				pthread_mutex_unlock(&w->lock);
				give_memory_back();
				pthread_mutex_lock(&w->lock);
			}
			w->sleeping--;
		}
		if (!j)
			break;
		DL_DELETE(w->first, j);
		w->waiting--;
		w->under_way++;
		w->turn = j->turn;
		*place = j;
		if (w->first)
			pthread_cond_signal(&w->wake); /* one of those that had to wait may be next */
		pthread_mutex_unlock(&w->lock);
		j->fn(j->arg);
		pthread_mutex_lock(&w->lock);
		*place = NULL;
		w->ran = true;
		free(j);
		if (!--w->under_way && !w->waiting)
			pthread_cond_broadcast(&w->done);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

static void
start_one(struct workers *w)
{
	if (w->n < w->room && !thread_start(&w->threads[w->n], run_jobs, w))
		w->n++;
}

struct workers *
workers_start(unsigned n)
{
	struct workers *w = mem_calloc(1, sizeof *w + n * sizeof *w->threads);
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->wake, NULL);
	pthread_cond_init(&w->done, NULL);
	w->running = mem_calloc(n, sizeof *w->running);
	w->room = n;
	start_one(w);
	if (!w->n)
		abort();
	return w;
}

void
workers_run(struct workers *w, uid_t uid, void (*fn)(void *arg), void *arg)
{
	assert(fn);
	struct job *j = mem_calloc(1, sizeof *j), *later;
	pthread_mutex_lock(&w->lock);
	*j = (struct job){.fn = fn, .arg = arg, .uid = uid, .turn = w->turn};
	/* The job of a uid that has none waiting or under way comes at this turn, behind those that wait for it. */
	for (unsigned i = 0; i < w->room; i++)
		if (w->running[i] && w->running[i]->uid == uid && w->running[i]->turn >= j->turn)
			j->turn = w->running[i]->turn + 1;
	for (later = w->first; later; later = later->next)
		if (later->uid == uid && later->turn >= j->turn)
			j->turn = later->turn + 1;
	for (later = w->first; later && later->turn <= j->turn;)
		later = later->next;
	DL_PREPEND_ELEM(w->first, later, j);
	if (++w->waiting > w->sleeping)
		start_one(w);
	pthread_mutex_unlock(&w->lock);
	pthread_cond_signal(&w->wake); /* it finds the lock free */
}

void
workers_wait(struct workers *w)
{
	pthread_mutex_lock(&w->lock);
	while (w->waiting || w->under_way)
		pthread_cond_wait(&w->done, &w->lock);
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
	give_memory_back();
	pthread_cond_destroy(&w->wake);
	pthread_cond_destroy(&w->done);
	pthread_mutex_destroy(&w->lock);
	free(w->running);
	free(w);
}
