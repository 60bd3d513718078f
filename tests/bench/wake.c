/*
 * Row 8: from a write to `lock` to the return of a read that is parked in `wait`, against one open, read, close of `status`.
 *
 *     wake MOUNT
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"

#define SAMPLES 301

struct waiter {
	struct pair pair;
	char path[PAIR_PATH_BYTES];
	atomic_int thread_id; /* 0: not yet about to read */
	double woken_us;
	bool claimed;
};

static void *
park(void *arg)
{
	struct waiter *w = arg;
	char buf[8192];
	int fd = open(w->path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		measure_die("open", w->path);
	atomic_store(&w->thread_id, gettid());
	ssize_t n = read(fd, buf, sizeof buf);
	w->woken_us = measure_now_us();
	if (n <= 0)
		measure_die("read", w->path);
	close(fd);
	return NULL;
}

static bool
asleep(int thread_id)
{
	char path[64], stat[512];
	snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread_id);
	if (file_peek(path, stat, sizeof stat) <= 0)
		return false;
	const char *state = strrchr(stat, ')');
	return state && state[1] == ' ' && state[2] == 'S';
}

static double
wake(void *arg)
{
	struct waiter *w = arg;
	pthread_t thread;
	atomic_store(&w->thread_id, 0);
	if ((errno = pthread_create(&thread, NULL, park, w)))
		measure_die("thread", "");
	int id;
	while (!(id = atomic_load(&w->thread_id)) || !asleep(id))
		sched_yield();
	pair_peer_reads(&w->pair); /* answered after the parked read has been taken */
	double from = measure_now_us();
	if (w->claimed)
		pair_release(&w->pair);
	else
		pair_claim(&w->pair);
	w->claimed = !w->claimed;
	pthread_join(thread, NULL);
	return w->woken_us - from;
}

static double
round_trip(void *arg)
{
	struct waiter *w = arg;
	return pair_peer_reads(&w->pair);
}

int
main(int argc, char **argv)
{
	if (argc != 2) {
		fputs("usage: wake MOUNT\n", stderr);
		return 2;
	}
	struct waiter w = {0};
	pair_make(&w.pair, argv[1], "bench-wake", 2048);
	snprintf(w.path, sizeof w.path, "%s/bench-wake/wait", argv[1]);
	struct versus v = measure_versus(wake, &w, round_trip, &w, SAMPLES);
	measure_print(&(struct line){"8", "event to a parked reader's wake-up, by a status read", v.ours / v.reference, 3, 1.5, false,
		"µs", v.ours, v.reference});
	return 0;
}
