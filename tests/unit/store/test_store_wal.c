/*
 * A log that lost what was accepted is told from one that ends where writing ended. The logs here are SQLite's own.
 */
#include "tests/unit/store/crashed.h"

#include <time.h>
#include "fs/store/sqlite_dir.h"
#include "fs/store/sqlite_wal.h"

EACH_TEST(fixture_set_up, fixture_tear_down);

#define FRAME_BYTES 4120
/* Room for what the logs here hold. */
#define LOG_BYTES (1 << 20)

/* A log as bytes: how many count, and what stands behind them. */
struct image {
	unsigned char bytes[LOG_BYTES];
	size_t live, len;
};

/* A directory with a database and a log of any bytes. */
struct made {
	struct fixture *f;
	sqlite3 *db;
	int dir, log;
};

static int64_t
broken_at(const struct made *m)
{
	int64_t at;

	assert_int_equal(sqlite_wal_look(m->dir, &at), 0);
	return at;
}

static void
put(const struct made *m, const struct image *i)
{
	assert_int_equal(pwrite(m->log, i->bytes, i->len, 0), i->len);
	assert_int_equal(ftruncate(m->log, (off_t)i->len), 0);
}

static void
take(const struct made *m, struct image *i)
{
	memset(i, 0, sizeof(*i));
	i->len = (size_t)pread(m->log, i->bytes, LOG_BYTES, 0);
	assert_in_range(i->len, 1, LOG_BYTES - 1);
}

static void
run_sql(const struct made *m, const char *sql)
{
	char *why = NULL;

	if (sqlite3_exec(m->db, sql, NULL, NULL, &why))
		fail_msg("%s: %s", sql, why);
}

static void
make(struct made *m, struct fixture *f)
{
	char *db = fixture_path(f, STORE_DB), *log = fixture_path(f, STORE_DB_WAL);

	*m = (struct made){.f = f};
	assert_int_equal(mkdir(f->store, 0700), 0);
	m->dir = open(f->store, O_RDONLY | O_DIRECTORY);
	assert_int_equal(sqlite3_open(db, &m->db), SQLITE_OK);
	run_sql(m, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t(i, x)");
	m->log = open(log, O_RDWR);
	assert_true(m->dir >= 0 && m->log >= 0);
	free(db);
	free(log);
}

static void
unmake(struct made *m)
{
	assert_int_equal(ftruncate(m->log, 0), 0); /* what stands there now is not SQLite's */
	sqlite3_close(m->db);
	close(m->dir);
	close(m->log);
}

/* Commits of one frame and of many; the last is of many, so that there is a frame right before it that is no commit. */
static const char accepted[] =
	"INSERT INTO t VALUES(1, hex(randomblob(1000)));"
	"BEGIN; INSERT INTO t SELECT 3, hex(randomblob(300)) FROM (VALUES(1),(2),(3),(4),(5),(6)); COMMIT;"
	"UPDATE t SET x = 'x' WHERE i = 1;"
	"INSERT INTO t VALUES(2, hex(randomblob(16000)));";

static size_t
frames_in_log(const struct made *m)
{
	int frames = 0;

	assert_int_equal(sqlite3_wal_checkpoint_v2(m->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &frames, NULL), SQLITE_OK);
	return (size_t)frames;
}

/* The log of an earlier time, and then that of a shorter one that has overwritten its beginning. */
static void
two_times(const struct made *m, struct image *earlier, struct image *now)
{
	for (int i = 0; i < 4; i++)
		run_sql(m, accepted);
	earlier->live = 0;
	size_t frames = frames_in_log(m);

	take(m, earlier);
	earlier->live = WAL_HEAD_BYTES + frames * FRAME_BYTES;
	run_sql(m, accepted);
	take(m, now);
	now->live = WAL_HEAD_BYTES + frames_in_log(m) * FRAME_BYTES;
	assert_in_range(now->live, 10 * FRAME_BYTES, earlier->live - 10 * FRAME_BYTES);
}

static int64_t
frame_of(size_t byte)
{
	return byte < WAL_HEAD_BYTES ? 0 : (int64_t)(WAL_HEAD_BYTES + (byte - WAL_HEAD_BYTES) / FRAME_BYTES * FRAME_BYTES);
}

/* Of the heads each byte, of the pages one in so many. */
static bool
is_chosen(size_t byte)
{
	return byte < WAL_HEAD_BYTES || (byte - WAL_HEAD_BYTES) % FRAME_BYTES < 24 || byte % 83 == 0;
}

static void
turn(const struct made *m, const struct image *i, size_t byte, unsigned bits)
{
	unsigned char turned = i->bytes[byte] ^ (unsigned char)bits;

	assert_int_equal(pwrite(m->log, &turned, 1, (off_t)byte), 1);
}

TEST(every_turned_bit_of_what_was_accepted_is_found)
{
	static struct image earlier, now;
	struct made m;

	make(&m, *state);
	two_times(&m, &earlier, &now);
	put(&m, &now);
	assert_int_equal(broken_at(&m), -1);
	for (size_t byte = 0; byte < now.live; byte++)
		for (unsigned bit = 0; bit < 8 && is_chosen(byte); bit++) {
			turn(&m, &now, byte, 1u << bit);
			if (broken_at(&m) != frame_of(byte))
				fail_msg("bit %u of byte %zu: %lld", bit, byte, (long long)broken_at(&m));
			turn(&m, &now, byte, 0);
		}
	unmake(&m);
}

TEST(a_turned_bit_behind_what_was_accepted_means_nothing)
{
	static struct image earlier, now;
	struct made m;

	make(&m, *state);
	two_times(&m, &earlier, &now);
	put(&m, &now);
	for (size_t byte = now.live; byte < now.len; byte++)
		if (is_chosen(byte)) {
			turn(&m, &now, byte, 1u << byte % 8);
			assert_int_equal(broken_at(&m), -1);
			turn(&m, &now, byte, 0);
		}
	unmake(&m);
}

static int
bits_between(const struct image *a, const struct image *b, size_t from, size_t to)
{
	int n = 0;

	for (; from < to; from++)
		n += __builtin_popcount(a->bytes[from] ^ b->bytes[from]);
	return n;
}

/* Cut off so that all is there but for one bit: nothing can tell that from damage. */
static void
assert_torn_is_whole(const struct made *m, const struct image *torn, const struct image *now, size_t byte)
{
	size_t frame_end = byte + FRAME_BYTES - (byte - WAL_HEAD_BYTES) % FRAME_BYTES;

	if (bits_between(torn, now, byte, frame_end) == 1)
		return;
	put(m, torn);
	assert_int_equal(broken_at(m), -1);
}

/* A kill at any byte: the new up to there, and then what stood there before, or zeros that were written beforehand, or nothing. */
TEST(a_log_whose_writing_was_cut_off_anywhere_is_not_broken)
{
	static struct image earlier, now, torn;
	struct made m;

	make(&m, *state);
	two_times(&m, &earlier, &now);
	for (size_t byte = WAL_HEAD_BYTES; byte < now.live; byte += 53) {
		torn = earlier;
		memcpy(torn.bytes, now.bytes, byte);
		assert_torn_is_whole(&m, &torn, &now, byte);
		memset(torn.bytes + byte, 0, torn.len - byte);
		assert_torn_is_whole(&m, &torn, &now, byte);
		torn.len = byte;
		assert_torn_is_whole(&m, &torn, &now, byte);
	}
	unmake(&m);
}

TEST(more_damage_than_a_bit_is_found_where_a_commit_stands_behind_it)
{
	static struct image earlier, now, bad;
	struct made m;

	make(&m, *state);
	two_times(&m, &earlier, &now);
	for (size_t at = WAL_HEAD_BYTES; at < now.live; at += FRAME_BYTES) {
		bad = now;
		memset(bad.bytes + at + 1000, 0xa5, 512);
		put(&m, &bad);
		/* Of the last one nothing is left that would tell it from a write that was cut off. */
		assert_int_equal(broken_at(&m), at + FRAME_BYTES < now.live ? (int64_t)at : -1);
	}
	unmake(&m);
}

TEST(a_head_that_is_gone_is_found_by_the_frames_behind_it)
{
	static struct image earlier, now, bad;
	struct made m;

	make(&m, *state);
	run_sql(&m, "INSERT INTO t VALUES(1, 'x')");
	take(&m, &now);
	bad = now;
	for (int i = 0; i < 3; i++) {
		memset(bad.bytes, i * 0x55, WAL_HEAD_BYTES);
		put(&m, &bad);
		assert_int_equal(broken_at(&m), 0);
	}
	/* Nothing but a head was ever written. */
	now.len = WAL_HEAD_BYTES;
	now.bytes[5] ^= 1;
	put(&m, &now);
	assert_int_equal(broken_at(&m), -1);
	put(&m, &earlier); /* nor that */
	assert_int_equal(broken_at(&m), -1);
	unmake(&m);
}

/* A store that was killed with something in its log: what an idle moment brought to the database is not. */

static void
write_six_entries(struct fixture *f)
{
	create_duel(f, 1);
	for (uint64_t seq = 1; seq <= 6; seq++)
		append_entry(f, 1, seq);
}

static bool
log_counts(struct fixture *f)
{
	char *path = fixture_path(f, STORE_DB_WAL);
	unsigned char head[2] = {0};
	int fd = open(path, O_RDONLY);
	bool counts = fd >= 0 && pread(fd, head, 2, 0) == 2 && head[0] == 0x37 && head[1] == 0x7f;

	free(path);
	if (fd >= 0)
		close(fd);
	return counts;
}

static void
crash_with_a_log(struct fixture *f)
{
	for (;;) {
		crash_after(f, write_six_entries);
		if (log_counts(f))
			return;
		nftw(f->store, fixture_remove, 16, FTW_DEPTH | FTW_PHYS);
	}
}

/* Turn a bit, in the place. */
static void
turn_in_log(struct fixture *f, off_t byte)
{
	char *path = fixture_path(f, STORE_DB_WAL);
	int fd = open(path, O_RDWR);
	unsigned char c;

	assert_int_equal(pread(fd, &c, 1, byte), 1);
	c ^= 4;
	assert_int_equal(pwrite(fd, &c, 1, byte), 1);
	close(fd);
	free(path);
}

TEST(a_store_whose_log_is_broken_is_not_opened_unless_that_is_accepted)
{
	struct fixture *f = *state;
	char *why = NULL;

	crash_with_a_log(f);
	turn_in_log(f, WAL_HEAD_BYTES + FRAME_BYTES + 2000);
	expect_refused(f, STORE_OPEN_WRITE, -EBADMSG, "/duelfs.db-wal: accepted entries may be missing behind byte 4152");
	expect_refused(f, STORE_OPEN_WRITE, -EBADMSG, f->store);
	for (int again = 0; again < 2; again++) {
		assert_int_equal(store_sqlite_open(f->store, STORE_OPEN_VERIFY, "this-boot", &f->s, &why), 0);
		assert_string_equal(why, "duelfs.db-wal: accepted entries may be missing behind byte 4152");
		free(why);
		fixture_close(f);
	}
	assert_int_equal(store_sqlite_open(f->store, STORE_OPEN_ACCEPT, "this-boot", &f->s, &why), 0);
	assert_string_equal(why, "duelfs.db-wal: accepted entries may be missing behind byte 4152");
	free(why);
	assert_true(check_log(f, 1) < 6);
	fixture_reopen(f);
	fixture_close(f);
	assert_int_equal(store_sqlite_open(f->store, STORE_OPEN_ACCEPT, "this-boot", &f->s, &why), 0);
	assert_null(why);
}

static void
do_nothing(struct fixture *f)
{
	(void)f;
}

TEST(a_broken_log_that_was_accepted_is_not_met_again_after_a_crash)
{
	struct fixture *f = *state;
	char *why;
	int status;
	pid_t child;

	crash_with_a_log(f);
	turn_in_log(f, 3); /* the head: nothing of it counts */
	child = fork();
	if (!child)
		_exit(store_sqlite_open(f->store, STORE_OPEN_ACCEPT, "this-boot", &f->s, &why) != 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	crash_after(f, do_nothing);
	fixture_open(f, STORE_OPEN_VERIFY);
	assert_int_equal(count_duels(f), 0);
}

/* Idle. */

static bool
log_is_marked(struct fixture *f)
{
	static const char words[] = "duelfs:";
	char *path = fixture_path(f, STORE_DB_WAL), head[sizeof(words)] = "";
	int fd = open(path, O_RDONLY);
	bool marked = fd >= 0 && pread(fd, head, sizeof(words) - 1, 0) > 0 && !strcmp(head, words);

	free(path);
	if (fd >= 0)
		close(fd);
	return marked;
}

static void
wait_until_marked(struct fixture *f)
{
	for (int i = 0; i < 3000 && !log_is_marked(f); i++)
		nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
	assert_true(log_is_marked(f));
}

static void
write_and_wait(struct fixture *f)
{
	write_six_entries(f);
	for (int i = 0; i < 3000 && !log_is_marked(f); i++)
		nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

TEST(an_idle_moment_leaves_nothing_in_the_log_that_damage_could_take)
{
	struct fixture *f = *state;

	crash_after(f, write_and_wait);
	assert_true(log_is_marked(f));
	for (off_t byte = 0; byte < 20 * FRAME_BYTES; byte = byte < WAL_HEAD_BYTES ? byte + 1 : byte + 331) {
		turn_in_log(f, byte);
		fixture_open(f, STORE_OPEN_VERIFY);
		assert_int_equal(check_log(f, 1), 6);
		fixture_close(f);
		turn_in_log(f, byte);
	}
	turn_in_log(f, 12);
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(check_log(f, 1), 6);
	assert_int_equal(append_entry(f, 1, 7), 0);
	fixture_reopen(f);
	assert_int_equal(check_log(f, 1), 7);
}

/* Whoever lists the duels reads the log meanwhile: it cannot begin anew. */
static int
append_while_reading(void *arg, const struct store_duel *d)
{
	struct fixture *f = arg;

	wait_until_marked(f);
	assert_int_equal(append_entry(f, d->id, 7), 0);
	assert_false(log_is_marked(f));
	return 0;
}

static void
read_and_append(struct fixture *f)
{
	write_six_entries(f);
	if (log_is_marked(f))
		_exit(7); /* too late: there is nothing left in the log to read */
	f->s->ops->each_duel(f->s, append_while_reading, f);
}

TEST(a_commit_into_a_log_that_was_marked_and_is_being_read_survives_kill_9)
{
	struct fixture *f = *state;
	int status;

	do {
		pid_t child;

		nftw(f->store, fixture_remove, 16, FTW_DEPTH | FTW_PHYS);
		child = fork();
		if (!child) {
			fixture_open(f, STORE_OPEN_WRITE);
			read_and_append(f);
			raise(SIGKILL);
		}
		assert_int_equal(waitpid(child, &status, 0), child);
	} while (WIFEXITED(status) && WEXITSTATUS(status) == 7);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	fixture_open(f, STORE_OPEN_VERIFY);
	assert_int_equal(check_log(f, 1), 7);
	fixture_reopen(f);
	assert_int_equal(check_log(f, 1), 7);
}
