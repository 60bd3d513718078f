#include "fs/store/pg/pg_times.h"

#include <time.h>

int64_t pg_answer_ms = PG_ANSWER_MS, pg_patience_ms = PG_PATIENCE_MS;
_Atomic int64_t pg_ends_ms = INT64_MAX;

int64_t
pg_now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}
