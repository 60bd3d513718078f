/*
 * A `socratic` duel in this process, without a lock, a store or a mount: what it takes to judge a text, and what to
 * take one in.
 *
 * Two seats, `alice` and `bob`, who have the floor in turns. One thread at a time. A text that its format does not take
 * ends the program.
 */
#ifndef TESTS_BENCH_BOUT_BOUT_H
#define TESTS_BENCH_BOUT_BOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "validators/kit/entry.h"
#include "validators/kit/format.h"

#define BOUT_BYTES 65536 /* of a text, at most */

struct bout {
	struct terms terms;
	struct seat seats[2];
	const struct seat *seat_list[2];
	struct source source;
	struct context ctx;
	struct debate *state;
	size_t record_bytes;
	uint64_t seq;
	unsigned char hash[ENTRY_HASH_BYTES]; /* of its last entry */
	unsigned turns;
};

/* Fills *b in, which bout_close ends. Borrows both; a source of NULL: none. */
void bout_open(struct bout *b, const char *topic, const char *source, size_t source_len);
void bout_close(struct bout *b);
/* A flush of staged bytes, from text_check on: 0, or the negative errno of what the verdict says; verdict_free ends
 * that. */
int bout_judge(const struct bout *b, const char *text, size_t len, struct verdict *out);
/* The holder of the floor takes in a text that was judged and is good; the other has the floor next. */
void bout_take(struct bout *b, struct verdict *v);

#endif
