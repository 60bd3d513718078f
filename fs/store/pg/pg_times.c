#include "fs/store/pg/pg_times.h"

_Atomic int64_t pg_poll_ms = PG_POLL_MS, pg_stale_ms = PG_STALE_MS, pg_patience_ms = PG_PATIENCE_MS,
		pg_answer_ms = PG_ANSWER_MS;
_Atomic bool pg_ends;
