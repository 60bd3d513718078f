/*
 * Row 18: one claim that wakes ten thousand readers parked in `wait`: the claim itself, against one that wakes nobody, and how long after
 * it the last of them has been answered. As many readers of the bare server, which has nothing else to do, say what
 * that takes at the least: each answer is one write to the kernel, which wakes one thread.
 *
 *     parked MOUNT BARE
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
park_all(pthread_t readers[READERS], const char *mount, const char *name)
{
	pthread_attr_t attr;
	snprintf(path, sizeof path, "%s/%s", mount, name);
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

/* Milliseconds since then until all have been answered. */
static double
join_all(pthread_t readers[READERS], double from)
{
	while (atomic_load(&answered) < READERS)
		usleep(100);
	double took = (measure_now_us() - from) / 1000;
	for (unsigned k = 0; k < READERS; k++)
		pthread_join(readers[k], NULL);
	return took;
}

static double
least(pthread_t readers[READERS], const char *bare)
{
	char buf[4096], go[PAIR_PATH_BYTES];
	snprintf(go, sizeof go, "%s/go", bare);
	park_all(readers, bare, "wait");
	double from = measure_now_us();
	if (file_peek(go, buf, sizeof buf) <= 0)
		measure_die("read", go);
	return join_all(readers, from);
}

int
main(int argc, char **argv)
{
	static pthread_t readers[READERS];
	double alone[ROUNDS], crowd[ROUNDS], last[ROUNDS], floor[ROUNDS];
	struct pair p;
	if (argc != 3) {
		fputs("usage: parked MOUNT BARE\n", stderr);
		return 2;
	}
	pair_make(&p, argv[1], "bench-parked", 2048);
	for (int i = 0; i < ROUNDS; i++) {
		alone[i] = pair_claim(&p);
		pair_release(&p);
		park_all(readers, argv[1], "bench-parked/wait");
		double from = measure_now_us();
		crowd[i] = pair_claim(&p);
		last[i] = join_all(readers, from);
		pair_release(&p);
		floor[i] = least(readers, argv[2]);
	}
	double a = measure_median(alone, ROUNDS), c = measure_median(crowd, ROUNDS), l = measure_median(last, ROUNDS),
	       f = measure_median(floor, ROUNDS);
	measure_print(&(struct line){"18", "a claim that wakes 10,000 parked readers", c / a, 2, 1.5, false, "µs", c, a});
	measure_print(&(struct line){"18", "the last of them is answered after", l, 20, 15, false, "ms", l, f});
	printf("     (the reference: as many readers of the bare server, an answer and a thread woken each)\n");
	return 0;
}
