/*
 * How much work a call is: instructions of this thread, where the kernel counts them, else its CPU time. Two sizes of
 * one thing are compared in one run, so that no machine is too slow and none too busy.
 *
 * Memory that was once had stays with the process: CPU time is also the kernel's, and a large text whose memory is
 * mapped and given back anew in each run costs a fault a page, which a small one does not; in a virtual machine that
 * was four times the work itself.
 */
#ifndef TESTS_UNIT_VALIDATORS_WORK_H
#define TESTS_UNIT_VALIDATORS_WORK_H

#include <limits.h>
#include <linux/perf_event.h>
#include <malloc.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "tests/unit/test.h"

/* So much larger is the second text than the first, and so many times as much work may it be: in proportion that is
 * WORK_GROWTH, with a logarithm somewhat more, and WORK_GROWTH * WORK_GROWTH where each part is held against each. */
#define WORK_GROWTH 8
#define WORK_MOST (3 * WORK_GROWTH)
/* A busy machine adds to one run, and not to each; the first pair that is in proportion ends it. */
#define WORK_RUNS 25
/* The most that glibc lets be no mapping of its own. */
#define WORK_UNMAPPED_BYTES (32 << 20)

static inline uint64_t
work_now(void)
{
	static int fd = -2;
	struct perf_event_attr attr = {.type = PERF_TYPE_HARDWARE, .size = sizeof attr,
		.config = PERF_COUNT_HW_INSTRUCTIONS, .exclude_kernel = 1, .exclude_hv = 1};
	struct timespec t;
	uint64_t n;

	if (fd == -2)
		fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	if (fd >= 0 && read(fd, &n, sizeof n) == sizeof n && n)
		return n;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* The first line of a test: sanitizers make work that is not the program's own. */
static inline void
work_counts(void)
{
	if (SANITIZED)
		skip();
}

/* Something that is done with `bytes` of a kind of text. */
typedef void (*work_fn)(void *arg, const char *text, size_t len);

static inline uint64_t
work_of(work_fn run, void *arg, const char *text, size_t len)
{
	uint64_t from = work_now();

	run(arg, text, len);
	return work_now() - from;
}

/* Is the work on the large text in proportion to that on the small one? *small and *large: the least that was seen. */
static inline bool
work_in_proportion(work_fn run, void *arg, const char *few, size_t n_few, const char *many, size_t n_many,
	uint64_t *small, uint64_t *large)
{
	mallopt(M_MMAP_THRESHOLD, WORK_UNMAPPED_BYTES);
	mallopt(M_TRIM_THRESHOLD, INT_MAX);
	*small = *large = UINT64_MAX;
	for (unsigned i = 0; i < WORK_RUNS; i++) {
		uint64_t a = work_of(run, arg, few, n_few), b = work_of(run, arg, many, n_many);

		*small = a < *small ? a : *small;
		*large = b < *large ? b : *large;
		if (*large <= WORK_MOST * *small)
			return true;
	}
	return false;
}

#endif
