/* A plain file on the store's disk, which what is durable is held against. */
#ifndef TESTS_BENCH_LIB_PLAIN_H
#define TESTS_BENCH_LIB_PLAIN_H

#include <stddef.h>
#include "tests/bench/lib/client.h"

struct plain {
	char path[PAIR_PATH_BYTES];
	char *bytes; /* malloc'd */
	size_t len;
	unsigned appends; /* in a sample */
};

void plain_open(struct plain *f, const char *dir, const char *name, size_t len);
/* A sample: µs of one append with its flush, the open and the close with it. Ends the program where one fails. */
double plain_appends(void *plain);

#endif
