/*
 * Rows 5 and 7: eight clients at once. Row 5: the rate of durable turns by eight on eight duels, against one. Row 7: the rate at which
 * eight read status, against the bare server's; and what a writer's turn costs while each of the eight reads once a millisecond.
 *
 *     crowd MOUNT BARE
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"

#define CLIENTS 8
#define BURST 8       /* turns of each client in one sample, each in a duel of its own */
#define ROUNDS 41
#define TURN_BYTES 2048
#define READS 150     /* of each reader in one sample */
#define WRITES 12     /* turns in one sample of the writer's cost */

struct client {
	struct pair pairs[BURST];
	pthread_t thread;
};

struct crowd {
	struct client clients[CLIENTS];
	unsigned n;
	char path[PAIR_PATH_BYTES]; /* what readers read */
};

static void *
client_turns(void *arg)
{
	struct client *c = arg;
	for (int i = 0; i < BURST; i++)
		pair_turn(&c->pairs[i]);
	return NULL;
}

static void
each_pair(struct crowd *c, void (*what)(struct pair *p))
{
	for (unsigned i = 0; i < c->n; i++)
		for (int j = 0; j < BURST; j++)
			what(&c->clients[i].pairs[j]);
}

/* µs a turn of all clients together. */
static double
turns(void *arg)
{
	struct crowd *c = arg;
	each_pair(c, pair_prepare);
	double from = measure_now_us();
	for (unsigned i = 0; i < c->n; i++)
		if ((errno = pthread_create(&c->clients[i].thread, NULL, client_turns, &c->clients[i])))
			measure_die("thread", "");
	for (unsigned i = 0; i < c->n; i++)
		pthread_join(c->clients[i].thread, NULL);
	double took = measure_now_us() - from;
	return took / (c->n * BURST);
}

static void *
client_reads(void *path)
{
	char buf[8192];
	for (int i = 0; i < READS; i++)
		if (file_peek(path, buf, sizeof buf) <= 0)
			measure_die("read", path);
	return NULL;
}

/* µs a read of all readers together. */
static double
reads(void *path)
{
	pthread_t threads[CLIENTS];
	double from = measure_now_us();
	for (int i = 0; i < CLIENTS; i++)
		if ((errno = pthread_create(&threads[i], NULL, client_reads, path)))
			measure_die("thread", "");
	for (int i = 0; i < CLIENTS; i++)
		pthread_join(threads[i], NULL);
	return (measure_now_us() - from) / (CLIENTS * READS);
}

struct watched {
	struct pair pair;
	const char *mount, *prefix;
	unsigned made, readers;
	atomic_bool over;
};

static void *
watch(void *arg)
{
	struct watched *w = arg;
	char buf[8192];
	while (!atomic_load(&w->over)) {
		if (file_peek(w->pair.status, buf, sizeof buf) <= 0)
			measure_die("read", w->pair.status);
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	}
	return NULL;
}

/* Median µs of a turn while so many others read that duel's status once a millisecond. */
static double
watched_turns(void *arg)
{
	struct watched *w = arg;
	pthread_t threads[CLIENTS];
	double took[WRITES];
	char name[64];
	snprintf(name, sizeof name, "%s-%u", w->prefix, ++w->made);
	pair_make(&w->pair, w->mount, name, TURN_BYTES);
	atomic_store(&w->over, false);
	for (unsigned i = 0; i < w->readers; i++)
		if ((errno = pthread_create(&threads[i], NULL, watch, w)))
			measure_die("thread", "");
	for (int i = 0; i < WRITES; i++) {
		pair_prepare(&w->pair);
		took[i] = pair_turn(&w->pair);
	}
	atomic_store(&w->over, true);
	for (unsigned i = 0; i < w->readers; i++)
		pthread_join(threads[i], NULL);
	pair_free(&w->pair);
	return measure_median(took, WRITES);
}

static struct crowd *
crowd_make(const char *mount, const char *prefix, unsigned n)
{
	struct crowd *c = calloc(1, sizeof *c);
	if (!c)
		abort();
	c->n = n;
	for (unsigned i = 0; i < n * BURST; i++) {
		char name[64];
		snprintf(name, sizeof name, "%s-%u", prefix, i);
		pair_make(&c->clients[i / BURST].pairs[i % BURST], mount, name, TURN_BYTES);
	}
	return c;
}

int
main(int argc, char **argv)
{
	if (argc != 3) {
		fputs("usage: crowd MOUNT BARE\n", stderr);
		return 2;
	}
	struct crowd *many = crowd_make(argv[1], "bench-many", CLIENTS), *one = crowd_make(argv[1], "bench-one", 1);
	struct versus v = measure_versus(turns, many, turns, one, ROUNDS);
	measure_print(&(struct line){"5", "durable turns: rate of eight clients on eight duels, by one's", v.reference / v.ours,
		2.5, 3, true, "turns/s", 1e6 / v.ours, 1e6 / v.reference});

	char reference[PAIR_PATH_BYTES];
	snprintf(reference, sizeof reference, "%s/status", argv[2]);
	v = measure_versus(reads, one->clients[0].pairs[0].status, reads, reference, ROUNDS);
	measure_print(&(struct line){"7", "eight status readers: total rate", v.reference / v.ours, 1.2, 1.5, true, "reads/s",
		1e6 / v.ours, 1e6 / v.reference});

	struct watched crowded = {.mount = argv[1], .prefix = "bench-watched", .readers = CLIENTS};
	struct watched alone = {.mount = argv[1], .prefix = "bench-alone"};
	v = measure_versus(watched_turns, &crowded, watched_turns, &alone, ROUNDS / 2);
	measure_print(&(struct line){"7", "a writer's turn while eight read once a millisecond, by alone", v.ours / v.reference, 1.3,
		1.1, false, "µs", v.ours, v.reference});
	free(many);
	free(one);
	return 0;
}
