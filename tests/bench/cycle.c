/*
 * Row 13: the cycle of row 6 by one client process where nothing is pinned to a processor, as users run it: what a message costs
 * then is mostly its way from one processor to another.
 *
 * What it is held against should be a debate that is kept in one process and flushes nothing. The reference here is nobody's debate:
 * the bare server with the same system calls, each of which is a message there as here (a verb to `lock`, a turn appended to a file,
 * the verb again, a read of `status`), and with an append that is not flushed either. When the goal was set our cycle took 1.29 ms, and
 * half of a debate in one process took 0.62: GOAL is that share of what our cycle took of this reference when the row was added, 2.3.
 * It is nearly the reference itself. The floor under it is the reference with its append flushed, which no server that promises what
 * we do comes below.
 *
 * Where the scheduler happens to leave client and server on one processor the reference takes a fourth, and this is row 6 again.
 *
 *     cycle MOUNT BARE
 */
#include <stdio.h>
#include <stdlib.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"

#define SAMPLES 51
#define TURNS 6 /* in a sample */
#define TURN_BYTES 2048
#define GOAL 1.1
#define REACH 1.0

struct stage {
	const char *mount;
	const char *record; /* of the bare server; NULL: a new duel for each sample */
	unsigned made;
};

static double
cycles(void *arg)
{
	struct stage *s = arg;
	struct pair p;
	double took = 0;
	if (s->record) {
		pair_pretend(&p, s->mount, s->record, TURN_BYTES);
	} else {
		char name[64];
		snprintf(name, sizeof name, "bench-unpinned-%u", ++s->made);
		pair_make(&p, s->mount, name, TURN_BYTES);
	}
	for (unsigned i = 0; i < TURNS; i++)
		took += pair_cycle(&p);
	return took / TURNS;
}

int
main(int argc, char **argv)
{
	if (argc != 3) {
		fputs("usage: cycle MOUNT BARE\n", stderr);
		return 2;
	}
	struct stage ours = {.mount = argv[1]}, bare = {.mount = argv[2], .record = "debate.md"};
	struct stage durable = {.mount = argv[2], .record = "durable.md"};
	struct versus v = measure_versus(cycles, &ours, cycles, &bare, SAMPLES);
	measure_print(&(struct line){"13", "the cycle with nothing pinned, to the bare server's", v.ours / v.reference, GOAL, REACH, false, "µs",
		v.ours, v.reference});
	v = measure_versus(cycles, &durable, cycles, &bare, SAMPLES);
	measure_print_floor("13", "the bare server's with a flush", v.ours / v.reference, "µs", v.ours, v.reference);
	return 0;
}
