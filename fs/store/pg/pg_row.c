#include "fs/store/pg/pg_row.h"

#include <stdlib.h>
#include <string.h>

#include "fs/store/pg/pg_schema.h"

struct store_duel
pg_row_of(const struct pg_db *db, const struct pg_result *r, int row)
{
	size_t len;
	char here[PG_HOST_BYTES], *host = pg_copy(db, r, row, 12, &len);
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
