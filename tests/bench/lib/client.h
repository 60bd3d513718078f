/*
 * A client of the mount as benchmarks and fault tests need it: whole sequences of system calls, and a pair of names of one uid that
 * take turns in a duel.
 */
#ifndef TESTS_BENCH_LIB_CLIENT_H
#define TESTS_BENCH_LIB_CLIENT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* open, one write, close. 0 or the negative errno of the first that failed. */
int file_put(const char *path, int flags, const void *bytes, size_t len);
/* open, read to the end, close: bytes read (NUL-terminated, at most room - 1) or a negative errno. */
ssize_t file_get(const char *path, char *buf, size_t room);
/* The same with one read: what a reader of a small file does. */
ssize_t file_peek(const char *path, char *buf, size_t room);

#define PAIR_PATH_BYTES 512

/* One duel and the two who speak in it. */
struct pair {
	char lock[PAIR_PATH_BYTES], status[PAIR_PATH_BYTES], last_error[PAIR_PATH_BYTES];
	char desk[2][PAIR_PATH_BYTES], wait[2][PAIR_PATH_BYTES], prompt[2][PAIR_PATH_BYTES]; /* of each seat */
	char topic[64];
	unsigned turns;       /* accepted so far */
	size_t turn_bytes;
	char *next;           /* the text of the next turn, once pair_prepare made it */
};

/* mkdir MOUNT/NAME, both join. Ends the program where anything is refused, as all below. */
void pair_make(struct pair *p, const char *mount, const char *name, size_t turn_bytes);
/* The same in a directory that decides nothing (tests/bench/bare.c): both seats' texts go to DESK, all that is read is `status`. */
void pair_pretend(struct pair *p, const char *dir, const char *desk, size_t turn_bytes);
void pair_free(struct pair *p);
/* Who speaks next. */
const char *pair_speaker(const struct pair *p);

/* Each returns the µs from before open to after close. */
double pair_claim(struct pair *p);
double pair_release(struct pair *p);
double pair_peer_reads(struct pair *p); /* the other's read of status */

/* Make the next turn's text, outside of what is measured; then hand it in at the speaker's desk. */
void pair_prepare(struct pair *p);
double pair_turn(struct pair *p);
/* A cycle: the speaker's `wait` returns, it reads its prompt, hands in a turn, and the peer reads status. */
double pair_cycle(struct pair *p);
/* A turn, and the peer's read of status. */
double pair_answer(struct pair *p);

#endif
