/*
 * Rows 14, 15 and 16, of a dialectic: what an exchange costs, and what a judgement and a reading of status right behind it cost
 * in a large debate against a small one. Nobody looks at the graph meanwhile.
 *
 * Row 14 should be held against dialectic's debate_ops, which never syncs. Where that is at hand (COMMAND: tests/bench/debate_ops) it
 * takes turns with us, with the same texts. Where it is not the row is milliseconds, and its goal half of what the reference took on the
 * machine that the goals were set on.
 *
 *     sides MOUNT [COMMAND…]
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/bench/lib/measure.h"
#include "tests/bench/lib/sides.h"

#define SAMPLES 41
#define LARGE_EXCHANGES 497 /* of two arguments each; the first has six */
#define SMALL_EXCHANGES 8
#define LONG_EXCHANGES 80 /* then its record has 3 MiB of the 4 that it may have */
#define LONG_SAMPLES 13
#define LONG_BYTES 6500 /* of a ground: an exchange has six of them */
#define GROUND_BYTES 300

struct stage {
	struct sides sides;
	const char *mount;
	size_t ground_bytes;
	unsigned made;
	FILE *to, *from; /* of the reference; NULL: a mount */
};

static double
exchange(void *arg)
{
	struct stage *s = arg;
	double took = 0;
	sides_prepare(&s->sides);
	for (int desk = 0; desk < DESKS; desk++)
		took += sides_hand_in(&s->sides, (enum desk)desk);
	return took / 1000;
}

/* The reference takes it, and says how long that took itself. */
static double
reference_exchange(void *arg)
{
	struct stage *s = arg;
	double ms;
	sides_prepare(&s->sides);
	for (int desk = 0; desk < DESKS; desk++)
		fwrite(s->sides.next[desk], 1, s->sides.len[desk], s->to);
	fflush(s->to);
	if (fscanf(s->from, "%lf", &ms) != 1) {
		fputs("bench: the reference took no exchange\n", stderr);
		exit(1);
	}
	s->sides.exchange++;
	return ms;
}

static pid_t
reference_start(struct stage *s, char **command)
{
	int to[2], from[2];
	pid_t pid = pipe(to) || pipe(from) ? -1 : fork();
	if (pid < 0)
		measure_die("start", *command);
	if (!pid) {
		dup2(to[0], STDIN_FILENO);
		dup2(from[1], STDOUT_FILENO);
		for (int i = 0; i < 2; i++) {
			close(to[i]);
			close(from[i]);
		}
		execv(*command, command);
		measure_die("run", *command);
	}
	close(to[0]);
	close(from[1]);
	s->to = fdopen(to[1], "w");
	s->from = fdopen(from[0], "r");
	return pid;
}

static void
reference_end(struct stage *s, pid_t pid)
{
	fclose(s->to);
	fclose(s->from);
	waitpid(pid, NULL, 0);
	sides_free(&s->sides);
}

static void
row_14(struct stage *ours, char **reference)
{
	static const char what[] = "dialectic: two hand-ins and a judgement";
	struct stage theirs = {.sides = {.ground_bytes = GROUND_BYTES}};
	if (!reference) {
		double took[SAMPLES];
		for (int i = 0; i < SAMPLES; i++)
			took[i] = exchange(ours);
		double ms = measure_median(took, SAMPLES);
		measure_print(&(struct line){"14", what, ms, 1.7, 1.2, false, "ms", ms, 0});
		return;
	}
	pid_t pid = reference_start(&theirs, reference);
	for (int i = 0; i < SMALL_EXCHANGES; i++)
		reference_exchange(&theirs);
	struct versus v = measure_versus(exchange, ours, reference_exchange, &theirs, SAMPLES);
	measure_print(&(struct line){"14", what, v.ours / v.reference, 0.5, 0.35, false, "ms", v.ours, v.reference});
	reference_end(&theirs, pid);
}

static double
judgement(void *arg)
{
	struct stage *s = arg;
	sides_prepare(&s->sides);
	sides_hand_in(&s->sides, DESK_PRO);
	sides_hand_in(&s->sides, DESK_CON);
	return sides_hand_in(&s->sides, DESK_JUDGE);
}

static double
status_after(void *arg)
{
	struct stage *s = arg;
	judgement(s);
	return sides_read_status(&s->sides);
}

/* The same in a debate that is as short as any. */
static double
status_after_first(void *arg)
{
	struct stage *s = arg;
	char name[32];
	sides_free(&s->sides);
	snprintf(name, sizeof name, "bench-first-%zu-%u", s->ground_bytes, ++s->made);
	sides_make(&s->sides, s->mount, name, s->ground_bytes);
	return status_after(s);
}

static void
row(const char *number, const char *what, struct versus v, double goal, double reach)
{
	measure_print(&(struct line){number, what, v.ours / v.reference, goal, reach, false, "µs", v.ours, v.reference});
}

int
main(int argc, char **argv)
{
	if (argc < 2) {
		fputs("usage: sides MOUNT [COMMAND…]\n", stderr);
		return 2;
	}
	struct stage large = {0}, small = {0}, longer = {0}, first = {.mount = argv[1], .ground_bytes = GROUND_BYTES};
	sides_make(&large.sides, argv[1], "bench-thousand", GROUND_BYTES);
	sides_make(&small.sides, argv[1], "bench-twenty", GROUND_BYTES);
	sides_make(&longer.sides, argv[1], "bench-long", LONG_BYTES);
	sides_debate(&small.sides, SMALL_EXCHANGES);
	row_14(&small, argc > 2 ? argv + 2 : NULL);
	sides_debate(&large.sides, LARGE_EXCHANGES);
	row("15", "dialectic: judgement at 1,000 arguments to one at 100", measure_versus(judgement, &large, judgement, &small, SAMPLES),
		1.3, 1.1);
	sides_debate(&longer.sides, LONG_EXCHANGES);
	row("16", "dialectic: status after a judgement, 3 MiB to 10 KiB",
		measure_versus(status_after, &longer, status_after_first, &first, LONG_SAMPLES), 1.5, 1.2);
	sides_free(&large.sides);
	sides_free(&small.sides);
	sides_free(&longer.sides);
	sides_free(&first.sides);
	return 0;
}
