/*
 * Rows 3, 4 and 6: a claim, a durable turn at the desk and a whole cycle by one client, against appends to a file on the store's disk, each
 * with its fdatasync: of one line for a claim, of a turn's bytes for the others.
 * Leaves its plain files in DIRECTORY.
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
#include "tests/bench/lib/plain.h"

#define SAMPLES 51
#define CLAIMS 20 /* in a sample */

/* A sample is a run of the same, so that what one side leaves to be done behind its back (a flush that close began) falls on itself. */

/* The stage on which turns are taken: a new duel for each sample. */
struct stage {
	const char *mount;
	const char *prefix; /* of its duels */
	size_t turn_bytes;
	unsigned turns; /* in a sample */
	unsigned made;
};

static void
stage_ready(struct stage *s, struct pair *p)
{
	char name[64];
	snprintf(name, sizeof name, "%s-%u", s->prefix, ++s->made);
	pair_make(p, s->mount, name, s->turn_bytes);
}

static double
claims(void *arg)
{
	double took = 0;
	for (int i = 0; i < CLAIMS; i++) {
		took += pair_claim(arg);
		pair_release(arg);
	}
	return took / CLAIMS;
}

static double
turns(void *arg)
{
	struct stage *s = arg;
	struct pair p;
	double took = 0;
	stage_ready(s, &p);
	for (unsigned i = 0; i < s->turns; i++) {
		pair_prepare(&p);
		took += pair_turn(&p);
	}
	return took / s->turns;
}

static double
cycles(void *arg)
{
	struct stage *s = arg;
	struct pair p;
	double took = 0;
	stage_ready(s, &p);
	for (unsigned i = 0; i < s->turns; i++)
		took += pair_cycle(&p);
	return took / s->turns;
}

static void
row(const char *number, const char *what, struct versus v, double goal, double reach)
{
	measure_print(&(struct line){number, what, v.ours / v.reference, goal, reach, false, "µs", v.ours, v.reference});
}

int
main(int argc, char **argv)
{
	if (argc < 3 || argc > 5) {
		fputs("usage: write MOUNT DIRECTORY [TURN_BYTES [TURNS_A_DUEL]]\n", stderr);
		return 2;
	}
	size_t bytes = argc > 3 ? strtoul(argv[3], NULL, 10) : 2048;
	unsigned n = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 6;
	struct pair p;
	struct plain line, record;
	pair_make(&p, argv[1], "bench-claim", bytes);
	plain_open(&line, argv[2], "plain-line", sizeof "claim alice");
	line.appends = CLAIMS;
	plain_open(&record, argv[2], "plain-record", bytes);
	record.appends = n;
	struct stage s4 = {.mount = argv[1], .prefix = "bench-turn", .turn_bytes = bytes, .turns = n};
	struct stage s6 = {.mount = argv[1], .prefix = "bench-cycle", .turn_bytes = bytes, .turns = n};
	row("3", "claim, durable (echo > lock)", measure_versus(claims, &p, plain_appends, &line, SAMPLES), 1.2, 1.0);
	row("4", "durable turn at the desk, one client", measure_versus(turns, &s4, plain_appends, &record, SAMPLES), 1.4, 1.25);
	row("6", "cycle: wait, prompt.md, turn.md, peer's status", measure_versus(cycles, &s6, plain_appends, &record, SAMPLES), 2.2, 1.7);
	free(line.bytes);
	free(record.bytes);
	return 0;
}
