/*
 * Rows 1 and 2: one `status`, read and asked for its attributes, against the bare server's.
 *
 *     read MOUNT BARE
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"

#define SAMPLES 151
#define BATCH 100

static double
read_it(void *path)
{
	char buf[8192];
	double from = measure_now_us();
	for (int i = 0; i < BATCH; i++)
		if (file_peek(path, buf, sizeof buf) <= 0)
			measure_die("read", path);
	return (measure_now_us() - from) / BATCH;
}

static double
stat_it(void *path)
{
	struct stat st;
	double from = measure_now_us();
	for (int i = 0; i < BATCH; i++)
		if (stat(path, &st) < 0)
			measure_die("stat", path);
	return (measure_now_us() - from) / BATCH;
}

static void
row(const char *number, const char *what, sample_fn step, char *ours, char *reference, double goal, double reach)
{
	struct versus v = measure_versus(step, ours, step, reference, SAMPLES);
	measure_print(&(struct line){number, what, v.ours / v.reference, goal, reach, false, "µs", v.ours, v.reference});
}

int
main(int argc, char **argv)
{
	if (argc != 3) {
		fputs("usage: read MOUNT BARE\n", stderr);
		return 2;
	}
	struct pair p;
	char reference[PAIR_PATH_BYTES];
	pair_make(&p, argv[1], "bench-read", 2048);
	snprintf(reference, sizeof reference, "%s/status", argv[2]);
	row("1", "status: open, read, close", read_it, p.status, reference, 0.8, 0.6);
	row("2", "stat of it", stat_it, p.status, reference, 0.6, 0.5);
	return 0;
}
