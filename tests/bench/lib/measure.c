#include "tests/bench/lib/measure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WARM_UP 3 /* samples that do not count */

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

void
measure_versus(
	const char *name, sample_fn ours, void *ours_arg, sample_fn reference, void *reference_arg, unsigned samples)
{
	double *took[] = {calloc(samples, sizeof **took), calloc(samples, sizeof **took)};
	if (!took[0] || !took[1])
		abort();
	for (unsigned i = 0; i < WARM_UP + samples; i++) {
		long first = random() % 2;
		for (long k = first; k < first + 2; k++)
			took[k % 2][i < WARM_UP ? 0 : i - WARM_UP] = k % 2 ? reference(reference_arg) : ours(ours_arg);
	}
	measure_say(name, measure_median(took[0], samples), measure_median(took[1], samples));
	free(took[0]);
	free(took[1]);
}

void
measure_say(const char *name, double ours, double reference)
{
	printf("%s %g %g\n", name, ours, reference);
	fflush(stdout);
}

void
measure_die(const char *what, const char *where)
{
	fprintf(stderr, "bench: %s %s: %s\n", what, where, strerror(errno));
	exit(1);
}
