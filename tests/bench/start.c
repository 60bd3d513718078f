/*
 * Row 11, and 10 after a remount: mounting a store with many duels, against an empty one.
 *
 *     start MOUNT N DUELFS STORE EMPTY_STORE
 */
#include <stdio.h>
#include <stdlib.h>
#include "tests/bench/lib/measure.h"
#include "tests/bench/lib/process.h"

#define SAMPLES 5
#define DESIGN_DUELS 100000.0

struct mounted {
	char *argv[5];
	double bytes; /* of the newest daemon */
};

static double
start(void *arg)
{
	struct mounted *m = arg;
	double from = measure_now_us();
	pid_t pid = process_mount(m->argv, m->argv[2]);
	double took = measure_now_us() - from;
	m->bytes = process_bytes(pid);
	process_end(pid);
	return took / 1000;
}

int
main(int argc, char **argv)
{
	if (argc != 6) {
		fputs("usage: start MOUNT N DUELFS STORE EMPTY_STORE\n", stderr);
		return 2;
	}
	char what[80];
	double n = strtod(argv[2], NULL);
	struct mounted full = {.argv = {argv[3], argv[4], argv[1], "-f", NULL}};
	struct mounted empty = {.argv = {argv[3], argv[5], argv[1], "-f", NULL}};
	struct versus v = measure_versus(start, &full, start, &empty, SAMPLES);
	double bytes = (full.bytes - empty.bytes) / n;
	measure_print(&(struct line){"10", "memory: bytes an idle duel, after a remount", bytes, 1024, 512, false, "B", bytes, 0});
	double seconds = (v.reference + (v.ours - v.reference) * DESIGN_DUELS / n) / 1000;
	snprintf(what, sizeof what, "mount of a store with %.0f duels; s for %.0f", n, DESIGN_DUELS);
	measure_print(&(struct line){"11", what, seconds, 1, 0.2, false, "ms", v.ours, v.reference});
	return 0;
}
