/*
 * The floors of rows 3s, 4s, 6s, 1s and 2s: the least that a mount of a shared store asks of its database, asked by nobody but this
 * program. For a commit that is one statement, prepared, which compares and sets a duel's head, adds an entry and tells the others; for a
 * read that goes through, the duel's head. No message of a mount, nobody who judges.
 *
 *     floor DATABASE DIRECTORY TOLD     DATABASE: as libpq takes it, an empty one will do; TOLD: a mount that shows what it was told
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "tests/bench/lib/measure.h"
#include "tests/bench/lib/plain.h"

#define SAMPLES 51
#define TURN_BYTES 2048
#define COMMITS 6 /* in a sample */
#define BATCH 50
#define DUEL "bench-floor"

/* libpq's, as far as it is needed. */
enum { RESULT_DONE = 1, RESULT_ROWS = 2 };
static void *(*connect_to)(const char *where);
static void *(*run)(void *db, const char *sql);
static void *(*prepare)(void *db, const char *name, const char *sql, int n, const unsigned *types);
static void *(*run_prepared)(void *db, const char *name, int n, const char *const *v, const int *len, const int *binary, int as_binary);
static int (*status_of)(const void *result);
static char *(*error_of)(const void *db);
static void (*clear)(void *result);

static void
load(void)
{
	static const struct {
		const char *name;
		void *at;
	} functions[] = {{"PQconnectdb", &connect_to}, {"PQexec", &run}, {"PQprepare", &prepare}, {"PQexecPrepared", &run_prepared},
		{"PQresultStatus", &status_of}, {"PQerrorMessage", &error_of}, {"PQclear", &clear}};
	void *so = dlopen("libpq.so.5", RTLD_NOW);
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *found = so ? dlsym(so, functions[i].name) : NULL;
		if (!found)
			measure_die("libpq", functions[i].name);
		memcpy(functions[i].at, &found, sizeof found);
	}
}

static void
done(void *db, void *result)
{
	int status = status_of(result);
	if (status != RESULT_DONE && status != RESULT_ROWS) {
		fprintf(stderr, "bench: %s", error_of(db));
		exit(1);
	}
	clear(result);
}

static const char *const set_up[] = {
	"CREATE TABLE floor_duels(id bigint PRIMARY KEY, rev bigint NOT NULL, last_seq bigint NOT NULL, last_hash bytea NOT NULL)"
	" WITH (fillfactor = 50)",
	"CREATE TABLE floor_entries(duel bigint NOT NULL, seq bigint NOT NULL, hash bytea NOT NULL, body bytea, PRIMARY KEY(duel, seq))"
	" WITH (toast_tuple_target = 8160)",
	"ALTER TABLE floor_entries ALTER body SET STORAGE EXTERNAL",
	"INSERT INTO floor_duels VALUES(1, 0, 0, '')",
};
#define COMMIT_SQL \
	"WITH head AS (UPDATE floor_duels SET rev = rev + 1, last_seq = $1::bigint, last_hash = $2::bytea WHERE id = 1 AND last_seq = $1::bigint - 1" \
	" RETURNING id) INSERT INTO floor_entries SELECT id, $1::bigint, $2::bytea, $3::bytea FROM head RETURNING pg_notify('floor', '1')"
#define HEAD_SQL "SELECT id, rev, last_seq, last_hash FROM floor_duels WHERE id = $1::bigint"

struct floor {
	void *db;
	unsigned long seq;
	char body[TURN_BYTES];
	char status[PAIR_PATH_BYTES];
};

static void
commit(struct floor *f, size_t bytes)
{
	char seq[32];
	snprintf(seq, sizeof seq, "%lu", ++f->seq);
	done(f->db, run_prepared(f->db, "commit", 3, (const char *const[]){seq, f->body, f->body}, (const int[]){0, 32, (int)bytes},
			    (const int[]){0, 1, 1}, 1));
}

/* A sample of commits, by the bytes of the entry of each that a step has. */
static double
commits(struct floor *f, const size_t *bytes, unsigned n)
{
	double from = measure_now_us();
	for (unsigned i = 0; i < COMMITS; i++)
		for (unsigned k = 0; k < n; k++)
			commit(f, bytes[k]);
	return (measure_now_us() - from) / COMMITS;
}

static double
claim(void *arg)
{
	return commits(arg, (const size_t[]){0}, 1);
}

static double
turn(void *arg)
{
	return commits(arg, (const size_t[]){TURN_BYTES}, 1);
}

static double
cycle(void *arg)
{
	return commits(arg, (const size_t[]){0, TURN_BYTES, 0}, 3);
}

static double
looks(struct floor *f, void (*look)(const char *path), bool asks)
{
	double from = measure_now_us();
	for (int i = 0; i < BATCH; i++) {
		if (asks)
			done(f->db, run_prepared(f->db, "head", 1, (const char *const[]){"1"}, NULL, NULL, 1));
		look(f->status);
	}
	return (measure_now_us() - from) / BATCH;
}

static void
read_it(const char *path)
{
	char buf[8192];
	if (file_peek(path, buf, sizeof buf) <= 0)
		measure_die("read", path);
}

static void
stat_it(const char *path)
{
	struct stat st;
	if (stat(path, &st) < 0)
		measure_die("stat", path);
}

static double
read_told(void *arg)
{
	return looks(arg, read_it, false);
}

static double
read_asked(void *arg)
{
	return looks(arg, read_it, true);
}

static double
stat_told(void *arg)
{
	return looks(arg, stat_it, false);
}

static double
stat_asked(void *arg)
{
	return looks(arg, stat_it, true);
}

static void
row(const char *number, const char *what, struct versus v)
{
	measure_print_floor(number, what, v.ours / v.reference, "µs", v.ours, v.reference);
}

int
main(int argc, char **argv)
{
	if (argc != 4) {
		fputs("usage: floor DATABASE DIRECTORY TOLD\n", stderr);
		return 2;
	}
	struct floor f = {.seq = 0};
	struct plain record;
	struct pair p;
	load();
	f.db = connect_to(argv[1]);
	for (size_t i = 0; i < sizeof set_up / sizeof *set_up; i++)
		done(f.db, run(f.db, set_up[i]));
	done(f.db, prepare(f.db, "commit", COMMIT_SQL, 0, NULL));
	done(f.db, prepare(f.db, "head", HEAD_SQL, 0, NULL));
	plain_open(&record, argv[2], "plain-floor", TURN_BYTES);
	record.appends = COMMITS;
	pair_make(&p, argv[3], DUEL, TURN_BYTES);
	snprintf(f.status, sizeof f.status, "%s", p.status);
	row("3s", "a statement that commits a claim", measure_versus(claim, &f, plain_appends, &record, SAMPLES));
	row("4s", "a statement that commits a turn", measure_versus(turn, &f, plain_appends, &record, SAMPLES));
	row("6s", "three statements, of claim, turn and release", measure_versus(cycle, &f, plain_appends, &record, SAMPLES));
	row("1s", "a told status, and a duel's head asked for", measure_versus(read_asked, &f, read_told, &f, SAMPLES));
	row("2s", "its attributes, and that head", measure_versus(stat_asked, &f, stat_told, &f, SAMPLES));
	free(record.bytes);
	return 0;
}
