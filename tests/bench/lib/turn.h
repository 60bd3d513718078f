/*
 * Turns for benchmarks: valid `socratic` turns of an exact size whose words are new each time.
 *
 * The same spec gives the same bytes. Words are drawn from a million made-up ones, which keeps every
 * turn far below novelty_threshold against all others. The stance is always OPEN_TO_DEBATE: a change of stance would want support.
 */
#ifndef TESTS_BENCH_LIB_TURN_H
#define TESTS_BENCH_LIB_TURN_H

#include <stddef.h>
#include <stdint.h>

#define TURN_BYTES_MIN 1024

struct turn_spec {
	unsigned number; /* from 1 */
	const char *name;
	const char *topic;  /* named in the position */
	size_t bytes;       /* of the whole, the last newline included; at least TURN_BYTES_MIN */
	unsigned points;    /* counterpoints; 0: one for each 1024 bytes */
	uint64_t seed;      /* another seed, other words */
};

/* malloc'd, NUL-terminated, spec->bytes long. Aborts where `points` do not fit. */
char *turn_make(const struct turn_spec *spec);

#endif
