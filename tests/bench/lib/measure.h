/*
 * Time, medians and the lines of the table, for all benchmarks.
 *
 * Everything drifts by a quarter between runs, so nothing here compares with a number of another run: two things are measured side by side,
 * one of each again and again, now this one first and now that one, and what counts is the ratio of their medians.
 */
#ifndef TESTS_BENCH_LIB_MEASURE_H
#define TESTS_BENCH_LIB_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

double measure_now_us(void);
/* What this thread used of a processor: for work that waits for nothing. */
double measure_cpu_us(void);

/* One sample: does the thing and says how long that took (µs, where nothing else is said). */
typedef double (*sample_fn)(void *arg);

/* Medians, in whatever unit the samples were. */
struct versus {
	double ours, reference;
};

/* One of several that are measured side by side. */
struct side {
	sample_fn sample;
	void *arg;
	double median; /* of the samples, once they are taken */
};

/* `samples` of each in turn, after a few of each that do not count; who comes first is drawn anew each time. */
void measure_sides(struct side *sides, size_t n, unsigned samples);
/* The same of two. */
struct versus measure_versus(sample_fn ours, void *ours_arg, sample_fn reference, void *reference_arg, unsigned samples);

/* Sorts `v`. */
double measure_median(double *v, size_t n);

/* One line of the table. */
struct line {
	const char *row;
	const char *what;
	double measured, goal, reach;
	bool at_least;           /* more is better */
	const char *unit;        /* of the two absolute medians */
	double ours, reference;  /* reference 0: there is none */
};
void measure_print(const struct line *l);

/* Ends the program with what failed, where, and errno's words. */
void measure_die(const char *what, const char *where) __attribute__((noreturn));

#endif
