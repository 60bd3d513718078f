/*
 * Signals of a mount. They are blocked in every thread and waited for by one: SIGTERM, SIGINT and SIGHUP end the loop.
 * SIGPIPE and SIGXFSZ are ignored: what they would end the daemon for is an errno as well.
 *
 * The loop blocks in a read, which a signal of its own (SIGUSR1) interrupts. It is sent again until the loop says that
 * it has seen the end: one that came between looking and reading would be lost.
 */
#include "fs/mount/mount.h"

#include <assert.h>
#include <signal.h>
#include <time.h>

#define KICK SIGUSR1
static const struct timespec kick_again = {.tv_nsec = 5000000};

/* Also those that were ignored when we came, as in a shell's background: whoever sends one means it. */
static void
waited_for(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGHUP);
}

static void
ignore_signal(int sig)
{
	(void)sig;
}

void
signals_block(void)
{
	sigset_t set;
	struct sigaction kick = {.sa_handler = ignore_signal}, plain = {.sa_handler = SIG_DFL},
		ignored = {.sa_handler = SIG_IGN};
	sigemptyset(&kick.sa_mask);
	sigaction(KICK, &kick, NULL);
	sigaction(SIGTERM, &plain, NULL);
	sigaction(SIGINT, &plain, NULL);
	sigaction(SIGHUP, &plain, NULL);
	sigaction(SIGPIPE, &ignored, NULL);
	sigaction(SIGXFSZ, &ignored, NULL); /* a file that may not grow is a write that fails */
	waited_for(&set);
	sigaddset(&set, KICK);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void *
wait_signals(void *arg)
{
	struct mount *m = arg;
	sigset_t set;
	int sig;
	waited_for(&set);
	while (!atomic_load(&m->ended)) {
		if (sigwait(&set, &sig))
			continue;
		atomic_store(&m->ending, true);
		while (!atomic_load(&m->ended)) {
			pthread_kill(m->loop, KICK);
			nanosleep(&kick_again, NULL);
		}
	}
	return NULL;
}

int
signals_start(struct mount *m)
{
	sigset_t kick;
	int err = pthread_create(&m->signals, NULL, wait_signals, m);
	if (err)
		return -err;
	sigemptyset(&kick);
	sigaddset(&kick, KICK);
	pthread_sigmask(SIG_UNBLOCK, &kick, NULL);
	return 0;
}

void
signals_stop(struct mount *m)
{
	assert(atomic_load(&m->ended));
	pthread_kill(m->signals, SIGTERM);
	pthread_join(m->signals, NULL);
}
