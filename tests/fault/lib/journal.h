/*
 * What was acknowledged in one duel, as its writer noted it: JOURNAL/DUEL/.
 *
 *     log         one line for each acknowledgement, written before the writer goes on:
 *                 made | joined SEAT | lease NUMBER | turn NUMBER | concluded
 *     001.md …    each turn's bytes as they were meant, written before the turn is tried; conclusion.md likewise
 *     debate.md, events    as the last audit saw them
 *
 * Only the daemon is killed, never a writer and never the machine: plain writes are enough here.
 */
#ifndef TESTS_FAULT_LIB_JOURNAL_H
#define TESTS_FAULT_LIB_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JOURNAL_PATH_BYTES 512
#define JOURNAL_FILE_BYTES (1 << 20)

struct journal {
	char dir[JOURNAL_PATH_BYTES];
	bool made, joined[2], concluded;
	unsigned turns;      /* the last that was acknowledged */
	uint64_t lease_most; /* the highest number that was ever seen */
};

extern const char *const journal_names[2];

/* Read what is there; with `create`, begin one where there is none. False: there is none. */
bool journal_open(struct journal *j, const char *root, const char *duel, bool create);
/* Add one line of the log, and take it in. */
void journal_note(struct journal *j, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Keep a file beside the log; read one (malloc'd and NUL-terminated; NULL: there is none). */
void journal_keep(const struct journal *j, const char *name, const char *bytes, size_t len);
char *journal_kept(const struct journal *j, const char *name, size_t *len);

/* A whole file, malloc'd and NUL-terminated; NULL and errno where it cannot be read. */
char *file_whole(const char *path, size_t *len);
/* The value of a key in `status`, without its quotes, in a static buffer; "" where there is none. */
const char *status_value(const char *status, const char *key);

#endif
