/*
 * Row 8: from a write to `lock`, which makes an event, to the return of a read that is parked in `wait`, and in the `wait` of the
 * participant who can move then; against one open, read, close of `status`.
 *
 * What is measured begins before the write(2): the way of the event to the daemon is in it.
 *
 *     wake MOUNT
 */
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
#define READS 20 /* in one sample of the reference, as row 1 reads: one after another */

struct waiter {
	struct pair pair;
	char path[PAIR_PATH_BYTES];
	int lock; /* open for writing: one verb a write */
	atomic_int thread_id; /* 0: not yet about to read */
	double woken_us;
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

static void
say(struct waiter *w, const char *line)
{
	if (write(w->lock, line, strlen(line)) != (ssize_t)strlen(line))
		measure_die("write", w->pair.lock);
}

static double
wake(void *arg)
{
	struct waiter *w = arg;
	pthread_t thread;
	int id;
	say(w, "claim alice\n");
	atomic_store(&w->thread_id, 0);
	if ((errno = pthread_create(&thread, NULL, park, w)))
		measure_die("thread", "");
	while (!(id = atomic_load(&w->thread_id)) || !asleep(id))
		sched_yield();
	pair_peer_reads(&w->pair); /* answered after the read has been taken and parked */
	double from = measure_now_us();
	say(w, "release alice\n");
	pthread_join(thread, NULL);
	return w->woken_us - from;
}

static double
round_trip(void *arg)
{
	struct waiter *w = arg;
	double sum = 0;
	for (int i = 0; i < READS; i++)
		sum += pair_peer_reads(&w->pair);
	return sum / READS;
}

static void
row(const char *mount, const char *duel, const char *file, const char *what)
{
	struct waiter w = {0};
	pair_make(&w.pair, mount, duel, 2048);
	snprintf(w.path, sizeof w.path, "%s/%s/%s", mount, duel, file);
	w.lock = open(w.pair.lock, O_WRONLY | O_CLOEXEC);
	if (w.lock < 0)
		measure_die("open", w.pair.lock);
	struct versus v = measure_versus(wake, &w, round_trip, &w, SAMPLES);
	measure_print(&(struct line){"8", what, v.ours / v.reference, 2, 1.2, false, "µs", v.ours, v.reference});
	close(w.lock);
}

int
main(int argc, char **argv)
{
	if (argc != 2) {
		fputs("usage: wake MOUNT\n", stderr);
		return 2;
	}
	row(argv[1], "bench-wake", "wait", "event to a parked reader's wake-up, by a status read");
	row(argv[1], "bench-wake-seat", "participants/bob/wait", "the same in participants/NAME/wait");
	return 0;
}
