/*
 * A batch that keeps whoever carries it out in its `ready` until it is let go: what is submitted
 * meanwhile makes the next groups.
 */
#ifndef TESTS_UNIT_STORE_GATE_H
#define TESTS_UNIT_STORE_GATE_H

#include <pthread.h>
#include "tests/unit/store/fixture.h"

struct gate {
	struct fixture *f;
	struct job *job;
	pthread_t thread;
	sem_t arrived;
	sem_t open;
};

static inline void
gate_wait(sem_t *s)
{
	while (sem_wait(s))
		;
}

static inline int
gate_ready(struct store_batch *b)
{
	struct gate *g = b->arg;

	sem_post(&g->arrived);
	gate_wait(&g->open);
	return 0;
}

static inline void
gate_done(struct store_batch *b, int err)
{
	struct gate *g = b->arg;

	job_done(&(struct store_batch){.arg = g->job}, err);
}

static inline void *
gate_submit(void *arg)
{
	struct gate *g = arg;

	job_submit(g->f, g->job);
	return NULL;
}

/* The batch makes duel 1. */
static inline void
gate_close(struct gate *g, struct fixture *f)
{
	sem_init(&g->arrived, 0, 0);
	sem_init(&g->open, 0, 0);
	g->job = job_new(STORE_CREATE, 1);
	g->job->batch.ready = gate_ready;
	g->job->batch.done = gate_done;
	g->job->batch.arg = g;
	g->f = f;
	assert_int_equal(pthread_create(&g->thread, NULL, gate_submit, g), 0);
	gate_wait(&g->arrived);
}

/* The result of the gate's own batch. */
static inline int
gate_open(struct gate *g)
{
	int err;

	sem_post(&g->open);
	err = job_wait(g->job);
	pthread_join(g->thread, NULL);
	sem_destroy(&g->arrived);
	sem_destroy(&g->open);
	return err;
}

#endif
