/*
 * Row 13: a turn at the desk and the peer's read of status, by one client process where nothing is pinned to a processor, as users run it:
 * what a message costs then is mostly its way from one processor to another.
 *
 * It is to be held against a debate that is kept in one process and flushes nothing. The reference here is nobody's debate: the bare
 * server with the same system calls, each of which is a message there as here, and with an append that is not flushed either.
 *
 *     cycle MOUNT BARE
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"

#define SAMPLES 51
#define TURNS 6 /* in a sample */
#define TURN_BYTES 2048
#define GOAL 1.0
#define REACH 0.5

struct stage {
	const char *mount;
	bool bare;
	unsigned made;
};

static double
answers(void *arg)
{
	struct stage *s = arg;
	struct pair p;
	double took = 0;
	char name[64];
	snprintf(name, sizeof name, "bench-unpinned-%u", ++s->made);
	if (s->bare)
		pair_pretend(&p, s->mount, "debate.md", TURN_BYTES);
	else
		pair_make(&p, s->mount, name, TURN_BYTES);
	for (unsigned i = 0; i < TURNS; i++)
		took += pair_answer(&p);
	return took / TURNS;
}

int
main(int argc, char **argv)
{
	if (argc != 3) {
		fputs("usage: cycle MOUNT BARE\n", stderr);
		return 2;
	}
	struct stage ours = {.mount = argv[1]}, bare = {.mount = argv[2], .bare = true};
	struct versus v = measure_versus(answers, &ours, answers, &bare, SAMPLES);
	measure_print(&(struct line){"13", "a turn and status with nothing pinned, to the bare server's", v.ours / v.reference, GOAL, REACH, false,
		"µs", v.ours, v.reference});
	return 0;
}
