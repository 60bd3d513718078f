/*
 * Row 18: one claim that wakes ten thousand readers parked in `wait`: the claim itself, against one that wakes nobody, and how long after
 * it the last of them has been answered.
 *
 *     parked MOUNT
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"

#define READERS 10000
#define ROUNDS 7
#define STACK_BYTES (64 << 10)

static char path[PAIR_PATH_BYTES];
static atomic_uint about_to_read, answered;

static void *
park(void *arg)
{
	char buf[4096];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	(void)arg;
	if (fd < 0)
		measure_die("open", path);
	atomic_fetch_add(&about_to_read, 1);
	if (read(fd, buf, sizeof buf) <= 0)
		measure_die("read", path);
	atomic_fetch_add(&answered, 1);
	close(fd);
	return NULL;
}

static void
park_all(pthread_t readers[READERS])
{
	pthread_attr_t attr;
	atomic_store(&about_to_read, 0);
	atomic_store(&answered, 0);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	for (unsigned i = 0; i < READERS; i++)
		if ((errno = pthread_create(&readers[i], &attr, park, NULL)))
			measure_die("thread", "");
	pthread_attr_destroy(&attr);
	while (atomic_load(&about_to_read) < READERS)
		usleep(1000);
	usleep(200000); /* the last of them is in its read */
}

int
main(int argc, char **argv)
{
	static pthread_t readers[READERS];
	double alone[ROUNDS], crowd[ROUNDS], last[ROUNDS];
	struct pair p;
	if (argc != 2) {
		fputs("usage: parked MOUNT\n", stderr);
		return 2;
	}
	pair_make(&p, argv[1], "bench-parked", 2048);
	snprintf(path, sizeof path, "%s/bench-parked/wait", argv[1]);
	for (int i = 0; i < ROUNDS; i++) {
		alone[i] = pair_claim(&p);
		pair_release(&p);
		park_all(readers);
		double from = measure_now_us();
		crowd[i] = pair_claim(&p);
		while (atomic_load(&answered) < READERS)
			usleep(100);
		last[i] = (measure_now_us() - from) / 1000;
		for (unsigned k = 0; k < READERS; k++)
			pthread_join(readers[k], NULL);
		pair_release(&p);
	}
	double a = measure_median(alone, ROUNDS), c = measure_median(crowd, ROUNDS), l = measure_median(last, ROUNDS);
	measure_print(&(struct line){"18", "a claim that wakes 10,000 parked readers", c / a, 2, 1.5, false, "µs", c, a});
	measure_print(&(struct line){"18", "the last of them is answered after", l, 20, 15, false, "ms", l, 0});
	return 0;
}
