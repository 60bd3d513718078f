/*
 * Row 13: a turn at the desk and the peer's read of status, by one client process where nothing is pinned to a processor, as users run it:
 * what a message costs then is mostly its way from one processor to another.
 *
 * It is to be held against a debate that is kept in one process and flushes nothing. The reference here is nobody's debate: the bare
 * server with the same system calls, each of which is a message there as here, and with an append that is not flushed either. The floor
 * under it is the reference with its append flushed: no server that promises durable turns comes below that. The second floor is the
 * third of row 6.
 *
 * Where the scheduler happens to leave client and server on one processor the reference takes a fourth. So it is
 * measured once more with the client on a processor that neither server is on (`apart`: whoever calls has seen to that).
 *
 *     cycle MOUNT BARE [apart]
 */
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
	const char *prefix; /* of its duels */
	const char *record; /* of the bare server; NULL: a new duel for each sample */
	unsigned made;
};

static double
answers(void *arg)
{
	struct stage *s = arg;
	struct pair p;
	double took = 0;
	if (s->record) {
		pair_pretend(&p, s->mount, s->record, TURN_BYTES);
		snprintf(p.topic, sizeof p.topic, "judged");
	} else {
		char name[64];
		snprintf(name, sizeof name, "%s-%u", s->prefix, ++s->made);
		pair_make(&p, s->mount, name, TURN_BYTES);
	}
	for (unsigned i = 0; i < TURNS; i++)
		took += pair_answer(&p);
	return took / TURNS;
}

int
main(int argc, char **argv)
{
	bool apart = argc == 4 && !strcmp(argv[3], "apart");
	if (argc != (apart ? 4 : 3)) {
		fputs("usage: cycle MOUNT BARE [apart]\n", stderr);
		return 2;
	}
	struct stage ours = {.mount = argv[1], .prefix = apart ? "bench-apart" : "bench-unpinned"};
	struct stage bare = {.mount = argv[2], .record = "debate.md"};
	struct stage durable = {.mount = argv[2], .record = "durable.md"}, judged = {.mount = argv[2], .record = "judged.md"};
	struct side sides[] = {{.sample = answers, .arg = &ours}, {.sample = answers, .arg = &bare}, {.sample = answers, .arg = &durable},
		{.sample = answers, .arg = &judged}};
	measure_sides(sides, 4, SAMPLES);
	double took = sides[0].median, reference = sides[1].median;
	const char *what = apart ? "a turn and status, the client on a processor of its own" : "a turn and status with nothing pinned, to the bare server's";
	measure_print(&(struct line){"13", what, took / reference, GOAL, REACH, false, "µs", took, reference});
	measure_print_floor("13", "the bare server's with a flush", sides[2].median / reference, "µs", sides[2].median, reference);
	measure_print_floor("13", "that with the turn judged and folded, and kept so", sides[3].median / reference, "µs", sides[3].median,
		reference);
	return 0;
}
