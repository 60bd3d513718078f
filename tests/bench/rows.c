/*
 * The rows of the speed table that a client measures in microseconds.
 *
 *     rows MOUNT BARE DIRECTORY NAME…
 *
 * BARE is where tests/bench/bare.c serves; plain files are written in DIRECTORY, which is on the store's disk.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"

#define SAMPLES 51
#define TURN_BYTES 2048
#define TURNS 6 /* in a sample */
#define CLIENTS 8

static const char *mount, *bare, *directory;

static const char *
below(char *path, const char *dir, const char *name)
{
	snprintf(path, PATH_BYTES, "%s/%s", dir, name);
	return path;
}

static struct stage
stage(const char *prefix, size_t turn_bytes)
{
	return (struct stage){.mount = mount, .prefix = prefix, .turn_bytes = turn_bytes, .turns = TURNS};
}

static struct stage
on_bare(const char *file)
{
	return (struct stage){.mount = bare, .prefix = "bare", .turn_bytes = TURN_BYTES, .turns = TURNS, .bare = file};
}

static void
started(pthread_t *thread, const pthread_attr_t *attr, void *(*function)(void *), void *arg)
{
	if ((errno = pthread_create(thread, attr, function, arg)))
		measure_die("thread", "");
}

/* 1 and 2: one `status`, read and asked for its attributes, against the bare server's. */

#define BATCH 100

static double
reads_it(void *path)
{
	double from = measure_now_us();
	for (int i = 0; i < BATCH; i++)
		file_read(path, false);
	return (measure_now_us() - from) / BATCH;
}

static double
asks_it(void *path)
{
	struct stat st;
	double from = measure_now_us();
	for (int i = 0; i < BATCH; i++)
		if (stat(path, &st) < 0)
			measure_die("stat", path);
	return (measure_now_us() - from) / BATCH;
}

static void
read_rows(void)
{
	struct stage s = stage("bench-read", TURN_BYTES);
	struct pair p;
	char reference[PATH_BYTES];
	pair_make(&p, &s);
	below(reference, bare, "status");
	measure_versus("read", reads_it, p.status, reads_it, reference, 3 * SAMPLES);
	measure_versus("stat", asks_it, p.status, asks_it, reference, 3 * SAMPLES);
}

/*
 * 3, 4 and 6: a claim, a durable turn at the desk and a whole cycle by one client, against appends to a plain file,
 * each with its fdatasync: of one line for a claim, of a turn's bytes for the others. A sample is a run of the same, so
 * that what one side leaves to be done behind its back (a flush that close began) falls on itself.
 * `…-least` is the same system calls at the bare server, which does nothing with a write but to make it durable.
 */

#define CLAIMS 20 /* in a sample */

struct plain {
	const char *name;
	size_t len;
	unsigned appends; /* in a sample */
};

static double
appends(void *arg)
{
	static const char bytes[TURN_BYTES];
	struct plain *f = arg;
	char path[PATH_BYTES];
	below(path, directory, f->name);
	double from = measure_now_us();
	for (unsigned i = 0; i < f->appends; i++) {
		int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
		if (fd < 0 || write(fd, bytes, f->len) != (ssize_t)f->len || fdatasync(fd) < 0 || close(fd) < 0)
			measure_die("append", path);
	}
	return (measure_now_us() - from) / f->appends;
}

static double
claims(void *pair)
{
	double took = 0;
	for (int i = 0; i < CLAIMS; i++) {
		took += pair_claim(pair);
		pair_release(pair);
	}
	return took / CLAIMS;
}

/* The turns of a new duel; around each what `before` and `after` it there is. */
static double
turns_of(struct stage *s, void (*before)(struct pair *p), void (*after)(struct pair *p))
{
	struct pair p;
	double took = 0;
	pair_make(&p, s);
	for (unsigned i = 0; i < s->turns; i++) {
		pair_prepare(&p);
		double from = measure_now_us();
		if (before)
			before(&p);
		pair_turn(&p);
		if (after)
			after(&p);
		took += measure_now_us() - from;
	}
	return took / s->turns;
}

static void
wait_and_prompt(struct pair *p)
{
	file_read(p->wait[p->turns % 2], false);
	file_read(p->prompt[p->turns % 2], true);
}

static void
peer_reads(struct pair *p)
{
	pair_peer_reads(p);
}

static double
turns(void *s)
{
	return turns_of(s, NULL, NULL);
}

static double
cycles(void *s)
{
	return turns_of(s, wait_and_prompt, peer_reads);
}

static void
write_rows(void)
{
	struct stage s3 = stage("bench-claim", TURN_BYTES), s4 = stage("bench-turn", TURN_BYTES),
		     s6 = stage("bench-cycle", TURN_BYTES), least = on_bare("synced");
	struct plain line = {"plain-line", sizeof "claim alice", CLAIMS}, record = {"plain-record", TURN_BYTES, TURNS};
	struct pair p, q;
	pair_make(&p, &s3);
	pair_make(&q, &least);
	measure_versus("claim", claims, &p, appends, &line, SAMPLES);
	measure_versus("claim-least", claims, &q, appends, &line, SAMPLES);
	measure_versus("turn", turns, &s4, appends, &record, SAMPLES);
	measure_versus("turn-least", turns, &least, appends, &record, SAMPLES);
	measure_versus("cycle", cycles, &s6, appends, &record, SAMPLES);
	measure_versus("cycle-least", cycles, &least, appends, &record, SAMPLES);
}

/*
 * 13: a turn at the desk and the peer's read of status where nothing is pinned to a processor: what a message costs
 * then is mostly its way from one processor to another. The reference is the bare server with the same system calls,
 * each of which is a message there as here, and with an append that is not flushed.
 */

static double
answers(void *s)
{
	return turns_of(s, NULL, peer_reads);
}

static void
unpinned_rows(void)
{
	struct stage ours = stage("bench-unpinned", TURN_BYTES), theirs = on_bare("plain"), least = on_bare("synced");
	measure_versus("unpinned", answers, &ours, answers, &theirs, SAMPLES);
	measure_versus("unpinned-least", answers, &least, answers, &theirs, SAMPLES);
}

/*
 * 5 and 7: eight clients at once. The rate of durable turns by eight on eight duels, against one; the rate at which
 * eight read status, against the bare server's; and what a writer's turn costs while each of the eight reads once a
 * millisecond.
 */

#define BURST 8   /* turns of each client in one sample, each in a duel of its own */
#define READS 150 /* of each reader in one sample */
#define WRITES 12 /* turns in one sample of the writer's cost */
#define ROUNDS 41

struct crowd {
	struct pair pairs[CLIENTS][BURST];
	unsigned clients;
};

/* µs that so many threads take together. */
static double
together(void *(*function)(void *), void *arg, size_t step, unsigned n)
{
	pthread_t threads[CLIENTS];
	double from = measure_now_us();
	for (unsigned i = 0; i < n; i++)
		started(&threads[i], NULL, function, (char *)arg + i * step);
	for (unsigned i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	return measure_now_us() - from;
}

static void *
client_turns(void *pairs)
{
	for (int i = 0; i < BURST; i++)
		pair_turn((struct pair *)pairs + i);
	return NULL;
}

static double
crowd_turns(void *arg)
{
	struct crowd *c = arg;
	for (unsigned i = 0; i < c->clients * BURST; i++)
		pair_prepare(&c->pairs[0][0] + i);
	return together(client_turns, c->pairs, sizeof c->pairs[0], c->clients) / (c->clients * BURST);
}

static void *
client_reads(void *path)
{
	for (int i = 0; i < READS; i++)
		file_read(path, false);
	return NULL;
}

static double
crowd_reads(void *path)
{
	return together(client_reads, path, 0, CLIENTS) / (CLIENTS * READS);
}

struct watched {
	struct pair pair;
	struct stage stage;
	unsigned readers;
	atomic_bool over;
};

static void *
watch(void *arg)
{
	struct watched *w = arg;
	while (!atomic_load(&w->over)) {
		file_read(w->pair.status, false);
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
	pair_make(&w->pair, &w->stage);
	atomic_store(&w->over, false);
	for (unsigned i = 0; i < w->readers; i++)
		started(&threads[i], NULL, watch, w);
	for (int i = 0; i < WRITES; i++) {
		pair_prepare(&w->pair);
		took[i] = pair_turn(&w->pair);
	}
	atomic_store(&w->over, true);
	for (unsigned i = 0; i < w->readers; i++)
		pthread_join(threads[i], NULL);
	return measure_median(took, WRITES);
}

static void
crowd_made(struct crowd *c, const char *prefix, unsigned clients)
{
	struct stage s = stage(prefix, TURN_BYTES);
	c->clients = clients;
	for (unsigned i = 0; i < clients * BURST; i++)
		pair_make(&c->pairs[0][0] + i, &s);
}

static void
crowd_rows(void)
{
	static struct crowd many, one;
	struct watched crowded = {.stage = stage("bench-watched", TURN_BYTES), .readers = CLIENTS};
	struct watched alone = {.stage = stage("bench-alone", TURN_BYTES)};
	char reference[PATH_BYTES];
	crowd_made(&many, "bench-many", CLIENTS);
	crowd_made(&one, "bench-one", 1);
	measure_versus("eight-turns", crowd_turns, &many, crowd_turns, &one, ROUNDS);
	below(reference, bare, "status");
	measure_versus("eight-reads", crowd_reads, one.pairs[0][0].status, crowd_reads, reference, ROUNDS);
	measure_versus("watched", watched_turns, &crowded, watched_turns, &alone, ROUNDS / 2);
}

/*
 * 8: from a write to `lock`, which makes an event, to the return of a read that is parked in `wait`, against one open,
 * read, close of `status`. The way of the event to the daemon is in it.
 */

#define WAKES 301
#define TRIPS 20 /* in one sample of the reference, one after another */

struct waiter {
	struct pair pair;
	const char *path;
	atomic_int thread_id; /* 0: not yet about to read */
	double woken_us;
};

static void *
wait_for_it(void *arg)
{
	struct waiter *w = arg;
	char buf[8192];
	int fd = open(w->path, O_RDONLY | O_CLOEXEC);
	atomic_store(&w->thread_id, gettid());
	ssize_t n = fd < 0 ? -1 : read(fd, buf, sizeof buf);
	w->woken_us = measure_now_us();
	if (n <= 0)
		measure_die("read", w->path);
	close(fd);
	return NULL;
}

static bool
asleep(int thread_id)
{
	char path[64], stat[512] = "";
	snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread_id);
	FILE *f = fopen(path, "re");
	const char *state = f && fgets(stat, sizeof stat, f) ? strrchr(stat, ')') : NULL;
	if (f)
		fclose(f);
	return state && state[1] == ' ' && state[2] == 'S';
}

static double
wakes(void *arg)
{
	struct waiter *w = arg;
	pthread_t thread;
	int id;
	pair_claim(&w->pair);
	atomic_store(&w->thread_id, 0);
	started(&thread, NULL, wait_for_it, w);
	while (!(id = atomic_load(&w->thread_id)) || !asleep(id))
		sched_yield();
	pair_peer_reads(&w->pair); /* answered after the read has been taken and parked */
	int lock = open(w->pair.lock, O_WRONLY | O_CLOEXEC);
	double from = measure_now_us();
	if (write(lock, "release alice\n", 14) != 14)
		measure_die("write", w->pair.lock);
	pthread_join(thread, NULL);
	close(lock);
	return w->woken_us - from;
}

static double
trips(void *arg)
{
	struct waiter *w = arg;
	double sum = 0;
	for (int i = 0; i < TRIPS; i++)
		sum += pair_peer_reads(&w->pair);
	return sum / TRIPS;
}

static void
wake_rows(void)
{
	struct stage s = stage("bench-wake", TURN_BYTES), synced = on_bare("synced");
	struct waiter duel = {0}, least = {0};
	char path[PATH_BYTES], parks[PATH_BYTES];
	pair_make(&duel.pair, &s);
	duel.path = below(path, mount, "bench-wake-1/wait");
	measure_versus("wake", wakes, &duel, trips, &duel, WAKES);
	pair_make(&least.pair, &synced);
	least.path = below(parks, bare, "wait");
	measure_versus("wake-least", wakes, &least, trips, &duel, WAKES);
}

/*
 * 16 and 17, of a record of nearly 4 MiB. A reading of status right behind a turn, against one in a small duel. How
 * long an open of prompt.md takes, which has the record whole; and what others' reads of a small duel's status cost
 * while one client opens it and reads it to its end again and again.
 */

#define LARGE_TURNS 64
#define LARGE_BYTES 60000
#define STATUS_READS 400 /* in one sample */
#define OPENS 100
#define CHANGES 13

static double
status_behind_a_turn(void *pair)
{
	pair_prepare(pair);
	pair_turn(pair);
	return pair_peer_reads(pair);
}

static double
status_of_a_small_duel(void *s)
{
	struct pair p;
	pair_make(&p, s);
	for (int i = 0; i < 3; i++)
		status_behind_a_turn(&p);
	return status_behind_a_turn(&p);
}

static double
opens(const char *path)
{
	double from = measure_now_us();
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	double took = measure_now_us() - from;
	if (fd < 0)
		measure_die("open", path);
	close(fd);
	return took;
}

/* Until it is killed. */
static pid_t
reader(const char *path)
{
	pid_t parent = getpid(), pid = fork();
	while (pid == 0 && getppid() == parent)
		file_read(path, true);
	if (pid == 0)
		_exit(0);
	return pid;
}

struct beside {
	struct pair small;
	const char *path; /* that is read meanwhile; NULL: none */
};

static double
status_beside(void *arg)
{
	struct beside *b = arg;
	double took[STATUS_READS];
	pid_t pid = b->path ? reader(b->path) : 0;
	for (int i = 0; i < STATUS_READS; i++)
		took[i] = pair_peer_reads(&b->small);
	if (pid) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	return measure_median(took, STATUS_READS);
}

static void
large_rows(void)
{
	struct stage s = stage("bench-large", LARGE_BYTES), small = stage("bench-small", TURN_BYTES);
	struct pair large;
	char path[PATH_BYTES];
	double took[OPENS];
	pair_make(&large, &s);
	for (int i = 0; i < LARGE_TURNS; i++) {
		pair_prepare(&large);
		pair_turn(&large);
	}
	large.turn_bytes = TURN_BYTES;
	measure_versus("large-status", status_behind_a_turn, &large, status_of_a_small_duel, &small, CHANGES);
	snprintf(path, sizeof path, "%s/bench-large-1/prompt.md", mount);
	for (int i = 0; i < OPENS; i++)
		took[i] = opens(path);
	measure_say("large-prompt", measure_median(took, OPENS) / 1000, 0);
	struct beside beside = {.path = path}, alone = {0};
	pair_make(&beside.small, &small);
	alone.small = beside.small;
	measure_versus("large-beside", status_beside, &beside, status_beside, &alone, CHANGES);
}

/*
 * 18: one claim that wakes ten thousand readers parked in `wait`: the claim itself, against one that wakes nobody, and
 * how long after it the last of them has been answered. As many readers of the bare server, which has nothing else to
 * do, say what that takes at the least: each answer is one write to the kernel, which wakes one thread.
 */

#define PARKED 10000
#define CROWDS 7
#define STACK_BYTES (64 << 10)

static pthread_t parked[PARKED];
static atomic_uint about_to_read, answered;

static void *
park(void *path)
{
	char buf[4096];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	atomic_fetch_add(&about_to_read, 1);
	if (fd < 0 || read(fd, buf, sizeof buf) <= 0)
		measure_die("read", path);
	atomic_fetch_add(&answered, 1);
	close(fd);
	return NULL;
}

static void
park_all(char *path)
{
	pthread_attr_t attr;
	atomic_store(&about_to_read, 0);
	atomic_store(&answered, 0);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	for (unsigned i = 0; i < PARKED; i++)
		started(&parked[i], &attr, park, path);
	pthread_attr_destroy(&attr);
	while (atomic_load(&about_to_read) < PARKED)
		usleep(1000);
	usleep(200000); /* the last of them is in its read */
}

/* Milliseconds since then until all have been answered. */
static double
join_all(double from)
{
	while (atomic_load(&answered) < PARKED)
		usleep(100);
	double took = (measure_now_us() - from) / 1000;
	for (unsigned i = 0; i < PARKED; i++)
		pthread_join(parked[i], NULL);
	return took;
}

static void
parked_rows(void)
{
	double alone[CROWDS], crowd[CROWDS], last[CROWDS], least[CROWDS];
	char ours[PATH_BYTES], theirs[PATH_BYTES], go[PATH_BYTES];
	struct stage s = stage("bench-parked", TURN_BYTES);
	struct pair p;
	pair_make(&p, &s);
	below(ours, mount, "bench-parked-1/wait");
	below(theirs, bare, "wait");
	below(go, bare, "go");
	for (int i = 0; i < CROWDS; i++) {
		alone[i] = pair_claim(&p);
		pair_release(&p);
		park_all(ours);
		double from = measure_now_us();
		crowd[i] = pair_claim(&p);
		last[i] = join_all(from);
		pair_release(&p);
		park_all(theirs);
		from = measure_now_us();
		file_read(go, false);
		least[i] = join_all(from);
	}
	measure_say("parked-claim", measure_median(crowd, CROWDS), measure_median(alone, CROWDS));
	measure_say("parked-last", measure_median(last, CROWDS), measure_median(least, CROWDS));
}

static const struct {
	const char *name;
	void (*measured)(void);
} rows[] = {{"read", read_rows}, {"write", write_rows}, {"wake", wake_rows}, {"unpinned", unpinned_rows},
	{"crowd", crowd_rows}, {"large", large_rows}, {"parked", parked_rows}};

int
main(int argc, char **argv)
{
	if (argc < 5) {
		fputs("usage: rows MOUNT BARE DIRECTORY NAME…\n", stderr);
		return 2;
	}
	mount = argv[1];
	bare = argv[2];
	directory = argv[3];
	for (int i = 4; i < argc; i++)
		for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
			if (!strcmp(argv[i], rows[k].name))
				rows[k].measured();
	return 0;
}
