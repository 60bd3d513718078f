/* The tables of a database, a row of `duels`, and up to when a server has what was committed. */
#ifndef FS_STORE_PG_PG_SCHEMA_H
#define FS_STORE_PG_PG_SCHEMA_H

#include "fs/store/pg/pg_copy.h"
#include "fs/store/pg/pg_db.h"
#include "fs/store/store.h"

/* The version of the tables and of what is written into them, as meta has it. */
#define PG_LEVEL 3
/* Why a database of this level is not for this program; static; NULL: it is. */
const char *pg_level_fault(int64_t level);

enum pg_end pg_has_tables(struct pg_db *db, bool *has);
/* If there are none. In a transaction, as the next two. */
enum pg_end pg_make_tables(struct pg_db *db);
/* This role gets the rights that a mount needs, and no others. */
enum pg_end pg_grant(struct pg_db *db, const char *role);
/* The row of this boot of this host, and of the clock that its processes have. `make`: where there is none it is made;
 * else it is 0 then. */
enum pg_end pg_find_boot(struct pg_db *db, const char *boot_id, bool make, int64_t *boot);

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
