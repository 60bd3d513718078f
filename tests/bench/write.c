/*
 * Rows 3, 4 and 6: a claim, a durable turn and a whole cycle by one client, against plain writes to a file on the store's disk.
 *
 *     write MOUNT DIRECTORY [TURN_BYTES [TURNS_A_DUEL]]
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"

#define CLAIMS 601
#define TURNS 301

/* The stage on which turns are taken: a duel after another, each for so many turns. */
struct stage {
	const char *mount;
	const char *prefix;
	size_t turn_bytes;
	unsigned turns_a_duel;
	unsigned made;
	struct pair pair;
};

/* A file on the store's disk. */
struct plain {
	char path[PAIR_PATH_BYTES];
	char *bytes;
	size_t len;
};

static struct pair *
stage_ready(struct stage *s)
{
	if (!s->made || s->pair.turns == s->turns_a_duel) {
		char name[64];
		pair_free(&s->pair);
		snprintf(name, sizeof name, "%s-%u", s->prefix, ++s->made);
		pair_make(&s->pair, s->mount, name, s->turn_bytes);
	}
	pair_prepare(&s->pair);
	return &s->pair;
}

static double
claim(void *arg)
{
	double took = pair_claim(arg);
	pair_release(arg);
	return took;
}

static double
plain_claim(void *arg)
{
	static const char line[] = "claim alice\n";
	struct plain *f = arg;
	double from = measure_now_us();
	int err = file_put(f->path, O_WRONLY | O_CREAT | O_TRUNC, line, strlen(line));
	double took = measure_now_us() - from;
	if (err) {
		errno = -err;
		measure_die("write", f->path);
	}
	return took;
}

static double
turn(void *arg)
{
	struct pair *p = stage_ready(arg);
	pair_claim(p);
	double took = pair_turn(p);
	pair_release(p);
	return took;
}

static double
cycle(void *arg)
{
	struct pair *p = stage_ready(arg);
	double from = measure_now_us();
	pair_claim(p);
	pair_turn(p);
	pair_release(p);
	pair_peer_reads(p);
	return measure_now_us() - from;
}

static double
plain_append(void *arg)
{
	struct plain *f = arg;
	double from = measure_now_us();
	int fd = open(f->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (fd < 0 || write(fd, f->bytes, f->len) != (ssize_t)f->len || fdatasync(fd) < 0 || close(fd) < 0)
		measure_die("append", f->path);
	return measure_now_us() - from;
}

static void
row(const char *number, const char *what, struct versus v, double goal, double reach)
{
	measure_print(&(struct line){number, what, v.ours / v.reference, goal, reach, false, "µs", v.ours, v.reference});
}

static void
plain_open(struct plain *f, const char *dir, const char *name, size_t len)
{
	snprintf(f->path, sizeof f->path, "%s/%s", dir, name);
	f->len = len;
	f->bytes = malloc(len);
	if (!f->bytes)
		abort();
	memset(f->bytes, 't', len);
}

static void
plain_close(struct plain *f)
{
	unlink(f->path);
	free(f->bytes);
}

int
main(int argc, char **argv)
{
	if (argc < 3 || argc > 5) {
		fputs("usage: write MOUNT DIRECTORY [TURN_BYTES [TURNS_A_DUEL]]\n", stderr);
		return 2;
	}
	size_t bytes = argc > 3 ? strtoul(argv[3], NULL, 10) : 2048;
	unsigned turns = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 6;
	struct pair p;
	struct plain lock, record;
	pair_make(&p, argv[1], "bench-claim", bytes);
	plain_open(&lock, argv[2], "plain-lock", 16);
	plain_open(&record, argv[2], "plain-record", bytes);
	struct stage s4 = {.mount = argv[1], .prefix = "bench-turn", .turn_bytes = bytes, .turns_a_duel = turns};
	struct stage s6 = {.mount = argv[1], .prefix = "bench-cycle", .turn_bytes = bytes, .turns_a_duel = turns};

	row("3", "claim, not yet durable (echo > lock)", measure_versus(claim, &p, plain_claim, &lock, CLAIMS), 0.5, 0.35);
	row("4", "gated, parsed, durable turn, one client", measure_versus(turn, &s4, plain_append, &record, TURNS), 1.4, 1.1);
	row("6", "turn cycle: claim, turn, release, peer's status", measure_versus(cycle, &s6, plain_append, &record, TURNS), 2.2,
		1.6);
	plain_close(&lock);
	plain_close(&record);
	pair_free(&s4.pair);
	pair_free(&s6.pair);
	return 0;
}
