/*
 * A dialectic as benchmarks need it: a duel with its three seats, exchange after exchange handed in at their desks. Words are new each time,
 * so that nothing repeats another.
 */
#ifndef TESTS_BENCH_LIB_SIDES_H
#define TESTS_BENCH_LIB_SIDES_H

#include <stddef.h>
#include <stdint.h>
#include "tests/bench/lib/client.h"

enum desk { DESK_PRO, DESK_CON, DESK_JUDGE, DESKS };

struct sides {
	char dir[PAIR_PATH_BYTES];
	size_t ground_bytes; /* of each of an argument's three grounds */
	unsigned exchange;   /* that is open, from 0 */
	uint64_t random;
	char *next[DESKS];   /* what each hands in in it, once sides_prepare made it */
	size_t len[DESKS];
};

/* mkdir MOUNT/NAME; all three join. Ends the program where anything is refused, as all below. */
void sides_make(struct sides *s, const char *mount, const char *name, size_t ground_bytes);
void sides_free(struct sides *s);

/* Make what is handed in in the open exchange, outside of what is measured; then hand in, in this order. µs, from before open to after
 * close. The judge's opens the next exchange. */
void sides_prepare(struct sides *s);
double sides_hand_in(struct sides *s, enum desk desk);
double sides_read_status(const struct sides *s);
/* All of so many exchanges. */
void sides_debate(struct sides *s, unsigned exchanges);

#endif
