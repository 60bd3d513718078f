/*
 * Rows 1s and 2s: one `status` of a mount whose reads go through (each asks the database first), read and asked for its attributes,
 * against the same of a mount that shows what it was told.
 *
 *     through TOLD THROUGH     two mounts of one database
 */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"

#define SAMPLES 151
#define BATCH 50
#define DUEL "bench-through"

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
row(const char *number, const char *what, sample_fn step, char *through, char *told, double goal, double reach)
{
	struct versus v = measure_versus(step, through, step, told, SAMPLES);
	measure_print(&(struct line){number, what, v.ours / v.reference, goal, reach, false, "µs", v.ours, v.reference});
}

int
main(int argc, char **argv)
{
	if (argc != 3) {
		fputs("usage: through TOLD THROUGH\n", stderr);
		return 2;
	}
	struct pair p;
	char through[PAIR_PATH_BYTES];
	pair_make(&p, argv[1], DUEL, 2048);
	snprintf(through, sizeof through, "%s/" DUEL "/status", argv[2]);
	row("1s", "read-through: status, by the told status", read_it, through, p.status, 2, 1.7);
	row("2s", "read-through: stat of it, by the told one", stat_it, through, p.status, 4, 3);
	return 0;
}
