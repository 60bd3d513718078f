#include "fs/store/pg/pg_schema.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fs/store/store.h"

/* bytea, not text, for all that is hashed: text is transcoded. Rows of duels stay on their page when they are written
 * anew, and a turn stays in its row. */
static const char schema[] =
	"CREATE TABLE meta(one int PRIMARY KEY CHECK(one = 1), level bigint NOT NULL,"
	" secret bytea NOT NULL, last_id bigint NOT NULL, list_rev bigint NOT NULL,"
	" moved_to text);"
	"CREATE TABLE boots(id bigint PRIMARY KEY, boot_id text NOT NULL, timens text NOT NULL,"
	" host text NOT NULL, UNIQUE(boot_id, timens, host));"
	"CREATE TABLE duels(id bigint PRIMARY KEY, name text NOT NULL UNIQUE, uid bigint NOT NULL,"
	" created_ms bigint NOT NULL, updated_ms bigint NOT NULL, state text NOT NULL, rules bytea NOT NULL,"
	" rev bigint NOT NULL, last_seq bigint NOT NULL, last_hash bytea NOT NULL,"
	" made bigint NOT NULL, ends_ms bigint NOT NULL, ends_full_ms bigint NOT NULL, ends_boot bigint NOT NULL,"
	" born bytea NOT NULL DEFAULT '', archive_host bigint)"
	" WITH (fillfactor = 50);"
	"CREATE TABLE entries(duel bigint NOT NULL, seq bigint NOT NULL, kind bigint NOT NULL,"
	" seat bigint NOT NULL, lease bigint NOT NULL, time_ms bigint NOT NULL, clock_ms bigint NOT NULL,"
	" boot bigint NOT NULL, hash bytea NOT NULL, data bytea, body bytea, PRIMARY KEY(duel, seq))"
	" WITH (toast_tuple_target = 8160);"
	"CREATE TABLE sources(duel bigint PRIMARY KEY, path bytea NOT NULL, text bytea NOT NULL);"
	"CREATE TABLE archives(duel bigint PRIMARY KEY, name text NOT NULL);"
	"CREATE TABLE removed(list_rev bigint PRIMARY KEY, id bigint NOT NULL);"
	"CREATE TABLE mounts(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, boot bigint NOT NULL,"
	" began_ms bigint NOT NULL, ended_ms bigint);"
	"ALTER TABLE entries ALTER body SET STORAGE EXTERNAL;";

const char *
pg_level_fault(int64_t level)
{
	return level < 1 ? "the database is not one of duelfs"
		: level != PG_LEVEL ? "the database was made by another version of duelfs" : NULL;
}

/* A role that may not make tables may use those that there are. */
enum pg_end
pg_has_tables(struct pg_db *db, bool *has)
{
	int64_t there;
	enum pg_end end = pg_numbers(db, "SELECT (to_regclass('meta') IS NOT NULL)::int::bigint", NULL, 0, &there, 1);
	*has = there;
	return end;
}

/* If two make them at once, the second waits for the first one's commit, fails, and finds them there. */
enum pg_end
pg_make_tables(struct pg_db *db)
{
	char error[sizeof db->error];
	unsigned char secret[STORE_SECRET_BYTES];
	bool has;
	enum pg_end end = pg_has_tables(db, &has);
	if (end != PG_DONE || has)
		return end;
	end = pg_script(db, "SAVEPOINT making");
	if (end == PG_DONE)
		end = pg_script(db, schema);
	if (end == PG_DONE) {
		randombytes_buf(secret, sizeof secret);
		end = pg_run(db,
			"INSERT INTO meta(one, level, secret, last_id, list_rev)"
			" VALUES(1, $1, $2, 0, 0) ON CONFLICT DO NOTHING",
			(struct pg_param[]){pg_number_of(PG_LEVEL), pg_bytes_of(secret, sizeof secret)}, 2, NULL);
		sodium_memzero(secret, sizeof secret);
	}
	if (end != PG_WRONG)
		return end;
	memcpy(error, db->error, sizeof error);
	end = pg_script(db, "ROLLBACK TO making");
	if (end == PG_DONE)
		end = pg_has_tables(db, &has);
	if (end != PG_DONE || has)
		return end;
	memcpy(db->error, error, sizeof error);
	return PG_WRONG;
}

/* The rights of a mount, column by column. A daemon has no right to columns that only init and copy write, or that
 * nobody changes: entries, the secret, whose a duel is. An older duelfs let them. */
static const char grants[] =
	"SELECT format('REVOKE ALL ON meta, boots, duels, entries, sources, archives, removed, mounts FROM %1$I;"
	" GRANT SELECT ON meta, boots, duels, entries, sources, archives, removed, mounts TO %1$I;"
	" GRANT UPDATE (last_id, list_rev) ON meta TO %1$I; GRANT INSERT ON boots, removed TO %1$I;"
	" GRANT INSERT, DELETE ON duels, entries TO %1$I; GRANT INSERT, UPDATE, DELETE ON sources, archives TO %1$I;"
	" GRANT UPDATE (updated_ms, state, rules, rev, last_seq, last_hash, ends_ms, ends_full_ms,"
	" ends_boot, archive_host) ON duels TO %1$I;"
	" GRANT INSERT, UPDATE (ended_ms) ON mounts TO %1$I;"
	" GRANT USAGE ON SCHEMA %2$I TO %1$I', $1::text, current_schema())"
	" FROM pg_class WHERE oid = to_regclass('meta') AND NOT pg_has_role($1::text, relowner, 'MEMBER')";

enum pg_end
pg_grant(struct pg_db *db, const char *role)
{
	const struct pg_param v[] = {pg_text_of(role)};
	struct pg_result *r;
	int64_t granted = 0;
	size_t len;
	enum pg_end end = pg_run(db, grants, v, 1, &r);
	if (end != PG_DONE)
		return end;
	char *script = pg_rows(db, r) ? pg_copy(db, r, 0, 0, &len) : NULL; /* whoever owns them may use them */
	pg_clear(db, r);
	end = script ? pg_script(db, script) : PG_DONE;
	free(script);
	/* a role that may not grant is only warned */
	if (end == PG_DONE)
		end = pg_numbers(db,
			"SELECT (has_table_privilege($1, 'entries', 'INSERT')"
			" AND has_column_privilege($1, 'meta', 'list_rev', 'UPDATE'))::int::bigint",
			v, 1, &granted, 1);
	if (end != PG_DONE || granted)
		return end;
	snprintf(db->error, sizeof db->error, "who does not own the tables cannot let a role use them");
	return PG_WRONG;
}

/* This host, as the table of boots has it. */
static void
get_host_name(char out[PG_CLOCK_BYTES])
{
	memset(out, 0, PG_CLOCK_BYTES);
	gethostname(out, PG_CLOCK_BYTES - 1);
}

void
pg_clock_here(char host[PG_CLOCK_BYTES], char timens[PG_CLOCK_BYTES])
{
	char line[64];
	FILE *f = fopen("/proc/self/timens_offsets", "re");
	get_host_name(host);
	/* in a time namespace of its own the boot is the same and its clock is not */
	*timens = '\0';
	while (f && fgets(line, sizeof line, f))
		if (!strncmp(line, "boottime", strlen("boottime")))
			snprintf(timens, PG_CLOCK_BYTES, "%.*s", (int)strcspn(line, "\n"), line);
	if (f)
		fclose(f);
}

enum pg_end
pg_find_boot(struct pg_db *db, const char *boot_id, bool make, int64_t *boot)
{
	char host[PG_CLOCK_BYTES], timens[PG_CLOCK_BYTES];
	pg_clock_here(host, timens);
	const struct pg_param v[] = {pg_text_of(boot_id), pg_text_of(timens), pg_text_of(host)};
	enum pg_end end = PG_DONE;
	/* one after the other, each with a number of its own; a copy keeps all of them waiting */
	if (make)
		end = pg_run(db, "SELECT FROM meta FOR UPDATE", NULL, 0, NULL);
	if (end == PG_DONE && make)
		end = pg_run(db, "INSERT INTO boots(id, boot_id, timens, host)"
				 " SELECT coalesce((SELECT max(id) FROM boots), 0) + 1, $1, $2, $3"
				 " ON CONFLICT(boot_id, timens, host) DO NOTHING", v, 3, NULL);
	if (end != PG_DONE)
		return end;
	return pg_numbers(db, "SELECT id FROM boots WHERE boot_id = $1 AND timens = $2 AND host = $3", v, 3, boot, 1);
}

struct store_duel
pg_row_of(const struct pg_db *db, const struct pg_result *r, int row)
{
	size_t len;
	char here[PG_CLOCK_BYTES], *host = pg_copy(db, r, row, 12, &len);
	get_host_name(here);
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
