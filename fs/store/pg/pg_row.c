#include "fs/store/pg/pg_row.h"

#include <stdlib.h>
#include <string.h>

#include "fs/store/pg/pg_schema.h"

struct store_duel
pg_row_of(const struct pg_db *db, const struct pg_result *r, int row)
{
	size_t len;
	char here[PG_CLOCK_BYTES], *host = pg_copy(db, r, row, 12, &len);
	pg_host_name(here);
	bool elsewhere = host && strcmp(host, here);
	free(host);
	return (struct store_duel){
		.id = pg_number(db, r, row, 0),
		.name = pg_copy(db, r, row, 1, &len),
		.uid = (uid_t)pg_number(db, r, row, 2),
		.created_ms = pg_number(db, r, row, 3),
		.updated_ms = pg_number(db, r, row, 4),
		.state = pg_copy(db, r, row, 5, &len),
		.rules = pg_copy(db, r, row, 6, &len),
		.ends_ms = pg_number(db, r, row, 7),
		.ends_full_ms = pg_number(db, r, row, 8),
		.ends_boot = pg_number(db, r, row, 9),
		.rev = (uint64_t)pg_number(db, r, row, 10),
		.last_seq = (uint64_t)pg_number(db, r, row, 11),
		.archive_elsewhere = elsewhere,
	};
}

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
	int64_t v[2];
	enum pg_end end = pg_numbers(db, moment, NULL, 0, v, 2);
	*as_of_ms = v[0];
	*standby = v[1];
	return end;
}
