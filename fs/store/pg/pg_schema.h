/* The tables of a database: making them, and what those of an older program lack. */
#ifndef FS_STORE_PG_PG_SCHEMA_H
#define FS_STORE_PG_PG_SCHEMA_H

#include "fs/store/pg/pg_db.h"

/* Of the tables and what is written into them, as meta has it. */
#define PG_LEVEL 1
/* The oldest that this program knows: what it writes into one is of that level, until `duelfs upgrade`. */
#define PG_LEVEL_LEAST 1
/* From this on its secret is in a file of duelfs 0.1 (init --secret-file), which nobody reads any more. */
#define PG_LEVEL_FILE 1000
extern const char pg_secret_in_file[];
/* What tokens are hashed with. */
#define PG_SECRET_BYTES 32
/* Of programs that write into them, as meta's min_writer has the least. */
#define PG_WRITER 1
/* The same, but where a test is another program. */
extern _Atomic int64_t pg_level, pg_writer;
#define PG_HOST_BYTES 256
/* Of meta: did duelfs 0.1 make it so that a uid is a user of its own host alone (init --identity host)? Nobody knows
 * who joined there any more. */
#define PG_BY_HOST "(coalesce(to_jsonb(meta) ->> 'identity', 'uid') <> 'uid')::int::bigint"
extern const char pg_by_host[];

/* What is written there this program does not know, or is not to write. */
bool pg_is_outdated(int64_t level, int64_t min_writer);

/* All in a transaction, and under the lock of whoever makes them. *whole: they lack nothing that came later. */
enum pg_end pg_has_tables(struct pg_db *db, bool *has, bool *whole);
/* Where there are none. */
enum pg_end pg_make_tables(struct pg_db *db);
/* What a mount does with them is for this role to do. Also in that transaction. */
enum pg_end pg_grant(struct pg_db *db, const char *role);
/* The row of this boot of this host, and of the clock that its processes have. */
enum pg_end pg_take_boot(struct pg_db *db, const char *boot_id, int64_t *boot);
/* The same, but 0 where there is none. */
enum pg_end pg_find_boot(struct pg_db *db, const char *boot_id, int64_t *boot);

/* This host, as the table of boots has it. */
void pg_host_name(char out[PG_HOST_BYTES]);
/* And what its clock is apart from the host's, in the namespace of this process; "": nothing. */
void pg_timens(char *out, size_t size);

#endif
