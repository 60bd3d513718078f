/* Shared by all that read a database: a row of `duels`, and up to when it has what was committed. */
#ifndef FS_STORE_PG_ROW_H
#define FS_STORE_PG_ROW_H

#include "fs/store/pg/pg_db.h"
#include "fs/store/store.h"

#define PG_DUELS \
	"SELECT id, name, uid, created_ms, updated_ms, state, rules, ends_ms, ends_full_ms, " \
	"ends_boot, rev, last_seq, (SELECT host FROM boots WHERE boots.id = archive_host) FROM duels"

/* In an answer to PG_DUELS; store_duel_free. */
struct store_duel pg_row_of(const struct pg_db *db, const struct pg_result *r, int row);

/* UTC: all that was committed by then is there to be read. For a standby that is when its server last told it that
 * there was no more, if its role may see that (pg_read_all_stats), else when what it has last was committed: where
 * nobody writes that stands still. One that has followed nothing yet since it was started has what its checkpoint
 * had. */
enum pg_end pg_moment(struct pg_db *db, int64_t *as_of_ms, bool *standby);

#endif
