/* A row of `duels`, as those who read it share it. */
#ifndef FS_STORE_PG_ROW_H
#define FS_STORE_PG_ROW_H

#include "fs/store/pg/pg_db.h"
#include "fs/store/store.h"

#define PG_DUELS \
	"SELECT id, name, uid, created_ms, updated_ms, state, rules, ends_ms, ends_full_ms, " \
	"ends_boot, rev, last_seq, (SELECT host FROM boots WHERE boots.id = archive_host) FROM duels"

/* Of an answer to PG_DUELS; store_duel_free. */
struct store_duel pg_row_of(const struct pg_db *db, const struct pg_result *r, int row);

#endif
