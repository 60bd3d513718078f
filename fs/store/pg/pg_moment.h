/* Up to when a server has what was committed. */
#ifndef FS_STORE_PG_PG_MOMENT_H
#define FS_STORE_PG_PG_MOMENT_H

#include "fs/store/pg/pg_db.h"

/* UTC: all that was committed by then is there to be read. Of a standby that is when its server last told it that
 * there was no more, if its role may see that (pg_read_all_stats), else when what it has last was committed: where
 * nobody writes that stands still. One that has followed nothing yet since it was started has what its checkpoint
 * had. */
enum pg_end pg_moment(struct pg_db *db, int64_t *as_of_ms, bool *standby);

#endif
