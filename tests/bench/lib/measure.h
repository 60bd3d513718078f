/*
 * Time and medians, for all benchmarks.
 *
 * Everything drifts by a quarter between runs, so nothing here compares with a number of another run: two things are measured side by side,
 * one of each again and again, now this one first and now that one, and what counts is the ratio of their medians.
 */
#ifndef TESTS_BENCH_LIB_MEASURE_H
#define TESTS_BENCH_LIB_MEASURE_H

#include <stddef.h>

double measure_now_us(void);
/* Processor time that this thread used: for work that waits for nothing. */
double measure_cpu_us(void);

/* One sample: does the thing and says how many µs that took. */
typedef double (*sample_fn)(void *arg);

/* So many of both, and the row `name` of their medians. */
void
measure_versus(
	const char *name, sample_fn ours, void *ours_arg, sample_fn reference, void *reference_arg, unsigned samples);
/* A row of the table, which tests/bench/run reads; reference 0: there is none. */
void measure_say(const char *name, double ours, double reference);

/* Sorts `v`. */
double measure_median(double *v, size_t n);

/* Ends the program with what failed, where, and errno's words. */
void measure_die(const char *what, const char *where) __attribute__((noreturn));

#endif
