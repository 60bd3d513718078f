#include "tests/bench/lib/measure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WARM_UP 3

static double
clock_us(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

double
measure_now_us(void)
{
	return clock_us(CLOCK_MONOTONIC);
}

double
measure_cpu_us(void)
{
	return clock_us(CLOCK_THREAD_CPUTIME_ID);
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

double
measure_median(double *v, size_t n)
{
	qsort(v, n, sizeof *v, compare);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* Each once, from one that is drawn on and around. */
static void
go_round(const struct side *sides, size_t n, double *out)
{
	size_t first = (size_t)random() % n;
	for (size_t i = 0; i < n; i++) {
		size_t k = (first + i) % n;
		out[k] = sides[k].sample(sides[k].arg);
	}
}

void
measure_sides(struct side *sides, size_t n, unsigned samples)
{
	double *rounds = calloc(samples * n, sizeof *rounds), *one = calloc(samples, sizeof *one);
	if (!rounds || !one)
		abort();
	for (int i = 0; i < WARM_UP; i++)
		go_round(sides, n, rounds);
	for (unsigned i = 0; i < samples; i++)
		go_round(sides, n, rounds + i * n);
	for (size_t k = 0; k < n; k++) {
		for (unsigned i = 0; i < samples; i++)
			one[i] = rounds[i * n + k];
		sides[k].median = measure_median(one, samples);
	}
	free(rounds);
	free(one);
}

struct versus
measure_versus(sample_fn ours, void *ours_arg, sample_fn reference, void *reference_arg, unsigned samples)
{
	struct side sides[] = {{.sample = ours, .arg = ours_arg}, {.sample = reference, .arg = reference_arg}};
	measure_sides(sides, 2, samples);
	return (struct versus){sides[0].median, sides[1].median};
}

void
measure_print(const struct line *l)
{
	bool good = l->at_least ? l->measured >= l->goal : l->measured <= l->goal;
	const char *sign = l->at_least ? "≥" : "≤";
	char reference[32] = "—";
	if (l->reference > 0)
		snprintf(reference, sizeof reference, "%.1f", l->reference);
	/* "—" is three bytes and one column. */
	int width = l->reference > 0 ? 11 : 13;
	printf("%-4s %-58s %9.2f  %s %-8.2f %-8.2f %-6s %11.1f %*s %s\n", l->row, l->what, l->measured, sign, l->goal, l->reach,
		good ? "ok" : "short", l->ours, width, reference, l->unit);
	fflush(stdout);
}

void
measure_die(const char *what, const char *where)
{
	fprintf(stderr, "bench: %s %s: %s\n", what, where, strerror(errno));
	exit(1);
}
