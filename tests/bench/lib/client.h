/*
 * A client of the mount: whole sequences of system calls, and a pair of names of one uid that take turns in a duel.
 */
#ifndef TESTS_BENCH_LIB_CLIENT_H
#define TESTS_BENCH_LIB_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#define PATH_BYTES 512

/* open, one read, close: what a reader of a small file does. `whole`: reads to the end. Ends the program where that
 * fails. */
void file_read(const char *path, bool whole);

/* One duel and the two who speak in it. */
struct pair {
	char lock[PATH_BYTES], status[PATH_BYTES], last_error[PATH_BYTES];
	char desk[2][PATH_BYTES], wait[2][PATH_BYTES], prompt[2][PATH_BYTES]; /* of each seat */
	const char *topic;
	unsigned turns; /* accepted so far */
	size_t turn_bytes;
	char *next; /* the text of the next turn, once pair_prepare made it */
};

/* The directory where duels are made, one after another; `bare`: one that decides nothing (tests/bench/bare.c). */
struct stage {
	const char *mount, *prefix; /* of their names */
	size_t turn_bytes;
	unsigned turns; /* in a sample */
	unsigned made;
	const char *bare; /* the file there that takes all that is written; NULL: a mount */
};

/* mkdir, both join. Ends the program where anything is refused, as all below. On a bare stage all that is read is its
 * status. */
void pair_make(struct pair *p, struct stage *s);

/* Each returns the µs from before open to after close. */
double pair_claim(struct pair *p);
double pair_release(struct pair *p);
double pair_peer_reads(struct pair *p); /* the other's read of status */

/* Make the next turn's text, outside of what is measured; then hand it in at the speaker's desk. */
void pair_prepare(struct pair *p);
double pair_turn(struct pair *p);

#endif
