#include "fs/store/pg/pg_moment.h"

/* PostgreSQL 15, 9.27.4 (recovery information functions) and 28.2.5 (pg_stat_wal_receiver). */
static const char moment[] =
	"SELECT (extract(epoch FROM CASE WHEN pg_is_in_recovery() THEN coalesce("
	" greatest(pg_last_xact_replay_timestamp(), (SELECT last_msg_send_time FROM pg_stat_wal_receiver"
	"  WHERE pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() LIMIT 1)),"
	" (SELECT checkpoint_time FROM pg_control_checkpoint()))"
	" ELSE now() END) * 1000)::bigint,"
	" pg_is_in_recovery()::int::bigint";

enum pg_end
pg_moment(struct pg_db *db, int64_t *as_of_ms, bool *standby)
{
	struct pg_result *r;
	enum pg_end end = pg_run(db, moment, NULL, 0, &r);
	if (end != PG_DONE)
		return end;
	*as_of_ms = pg_number(db, r, 0, 0);
	*standby = pg_number(db, r, 0, 1);
	pg_clear(db, r);
	return PG_DONE;
}
