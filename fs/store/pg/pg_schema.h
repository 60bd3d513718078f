/* The tables of a database. */
#ifndef FS_STORE_PG_PG_SCHEMA_H
#define FS_STORE_PG_PG_SCHEMA_H

#include "fs/store/pg/pg_copy.h"
#include "fs/store/pg/pg_db.h"

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

/* This host, as the table of boots has it. */
void pg_host_name(char out[PG_CLOCK_BYTES]);

#endif
