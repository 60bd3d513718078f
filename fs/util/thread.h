/* A thread that no signal goes to: those are for the threads that wait for them. */
#ifndef FS_UTIL_THREAD_H
#define FS_UTIL_THREAD_H

#include <pthread.h>
#include <signal.h>

/* As pthread_create: 0 or a positive errno. */
static inline int
thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int err = pthread_create(thread, NULL, run, arg);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return err;
}

#endif
