/* How long a database is waited for. */
#ifndef FS_STORE_PG_TIMES_H
#define FS_STORE_PG_TIMES_H

#include <stdint.h>

/* Between two looks at what others wrote that nobody was told of. */
#define PG_POLL_MS 1000
/* Nobody there for so long is said. */
#define PG_STALE_MS 5000
/* So long a change waits for a server that is away. */
#define PG_PATIENCE_MS 10000
extern int64_t pg_patience_ms; /* the same, less where a test says so */
/* No answer for so long: the connection is given up. */
#define PG_ANSWER_MS 5000
extern int64_t pg_answer_ms; /* the same, less where a test says so */

/* On CLOCK_MONOTONIC. */
int64_t pg_now_ms(void);
/* The mount is to end: nobody is waited for past that moment, whoever waits already included. INT64_MAX: it is not. */
extern _Atomic int64_t pg_ends_ms;

#endif
