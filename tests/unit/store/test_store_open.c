/*
 * The users that may open a store, and the stores that may be opened.
 */
#include "tests/unit/store/crashed.h"

#include <dirent.h>
#include <sodium.h>

EACH_TEST(fixture_set_up, fixture_tear_down);

static int
begin(void **state __attribute__((unused)))
{
	return sodium_init() < 0;
}

WHOLE_FILE(begin, NULL);

static void
make_store(struct fixture *f)
{
	fixture_open(f, STORE_OPEN_WRITE);
	create_duels(f, 3);
	for (int64_t id = 1; id <= 3; id++)
		append_entries(f, id, 40);
	fixture_close(f);
}

/* Nobody asserts in a child: what is missing is missed by whoever reads. */
static void
write_forty_entries(struct fixture *f)
{
	create_duel(f, 1);
	for (uint64_t seq = 1; seq <= 40; seq++)
		append_entry(f, 1, seq);
}

static void
append_file(UT_string *all, const struct fixture *f, const char *name)
{
	unsigned char hash[32];
	char hex[65], *path = fixture_path(f, name), *bytes;
	struct stat st;
	int fd = open(path, O_RDONLY);

	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &st), 0);
	bytes = test_owns(mem_calloc((size_t)st.st_size, 1));
	assert_int_equal(pread(fd, bytes, (size_t)st.st_size, 0), st.st_size);
	crypto_generichash(hash, sizeof(hash), (unsigned char *)bytes, (size_t)st.st_size, NULL, 0);
	sodium_bin2hex(hex, sizeof(hex), hash, sizeof(hash));
	utstring_printf(all, "%s %lu %o %ld %ld.%09ld %s\n", name, st.st_ino, st.st_mode,
		st.st_size, st.st_mtim.tv_sec, st.st_mtim.tv_nsec, hex);
	close(fd);
}

/* Every file of the store: name, inode, mode, size, time, and a hash of its bytes. */
static char *
snapshot(const struct fixture *f)
{
	struct dirent **names;
	int n = scandir(f->store, &names, NULL, alphasort);

	assert_true(n >= 2);
	UT_string *all = test_string();
	for (int i = 0; i < n; i++) {
		if (names[i]->d_name[0] != '.')
			append_file(all, f, names[i]->d_name);
		free(names[i]);
	}
	free(names);
	return utstring_body(all);
}

TEST(a_store_that_is_being_verified_cannot_be_mounted)
{
	make_store(f);
	fixture_open(f, STORE_OPEN_VERIFY);
	expect_refused(f, STORE_OPEN_WRITE, -EBUSY, "in use by another duelfs");
	fixture_reopen(f);
}

/* A program that knows nothing of the store's lock, such as sqlite3. */
TEST(a_program_that_has_the_database_open_keeps_the_daemon_out)
{
	char *path = fixture_path(f, "duelfs.db"), *why = NULL;
	int locked[2], go[2], status;
	pid_t child;

	make_store(f);
	assert_int_equal(pipe(locked) | pipe(go), 0);
	child = fork();
	if (!child) {
		struct flock shared = {.l_type = F_RDLCK,
			.l_start = 0x40000000 + 2,
			.l_len = 510}; /* SQLite's shared range */
		int fd = open(path, O_RDWR);

		if (fd < 0 || fcntl(fd, F_SETLK, &shared) || write(locked[1], "y", 1) != 1 ||
			read(go[0], path, 1) != 1)
			_exit(1);
		_exit(0);
	}
	assert_int_equal(read(locked[0], path, 1), 1);
	assert_int_equal(store_sqlite_open(f->store, STORE_OPEN_WRITE, NULL, &f->s, &why), -EBUSY);
	assert_non_null(strstr(why, "in use by another program"));
	free(why);
	assert_int_equal(write(go[1], "g", 1), 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	fixture_open(f, STORE_OPEN_WRITE);
	for (int i = 0; i < 2; i++) {
		close(locked[i]);
		close(go[i]);
	}
}

TEST(verifying_reads_a_clean_store_and_changes_nothing)
{
	make_store(f);
	const char *before = snapshot(f);
	fixture_open(f, STORE_OPEN_VERIFY);
	for (int64_t id = 1; id <= 3; id++)
		assert_int_equal(check_log(f, id), 40);
	assert_int_equal(append_entry(f, 1, 41), -EROFS);
	f->s->ops->drain(f->s);
	fixture_close(f);
	assert_string_equal(snapshot(f), before);
}

TEST(verifying_reads_what_a_crash_has_left_in_the_log_and_changes_nothing)
{
	crash_after(f, write_forty_entries);
	const char *before = snapshot(f);
	assert_non_null(strstr(before, "duelfs.db-wal"));
	for (int again = 0; again < 2; again++) {
		fixture_open(f, STORE_OPEN_VERIFY);
		assert_int_equal(check_log(f, 1), 40);
		fixture_close(f);
		assert_string_equal(snapshot(f), before);
	}
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(check_log(f, 1), 40);
}

static void
patch(struct fixture *f, const char *file, off_t at, const void *bytes, size_t len)
{
	char *path = fixture_path(f, file);
	int fd = open(path, O_RDWR);

	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, bytes, len, at), len);
	close(fd);
}

/* Refused both ways, and left as it is. */
static void
assert_not_opened(struct fixture *f, const char *words)
{
	const char *before = snapshot(f), *hash = strstr(before, "duelfs.db ");

	expect_refused(f, STORE_OPEN_VERIFY, -EUCLEAN, words);
	assert_string_equal(snapshot(f), before);
	expect_refused(f, STORE_OPEN_WRITE, -EUCLEAN, words);
	assert_memory_equal(strstr(snapshot(f), "duelfs.db "), hash, strcspn(hash, "\n"));
}

TEST(what_is_not_a_database_is_not_opened)
{
	char *path = fixture_path(f, "duelfs.db");
	FILE *file;

	assert_int_equal(mkdir(f->store, 0700), 0);
	file = fopen(path, "w");
	assert_not_opened(f, "is not a database");
	fputs("Dear diary, this is a text and it is long enough to be mistaken for a header of a "
	      "hundred bytes, or nearly so.\n",
		file);
	fclose(file);
	assert_not_opened(f, "is not a database");
}

static void
version_is_not_opened(struct fixture *f, const char *version, const char *words)
{
	make_store(f);
	patch(f, "duelfs.db", 60, version, 4);
	assert_not_opened(f, words);
}

TEST_ROW(a_newer_version_is_not_opened,
	version_is_not_opened(
		f, "\0\0\0\6", "was written by another version of duelfs (its layout is 6, this program's is 5)"))
TEST_ROW(a_store_of_an_earlier_version_is_refused_with_one_sentence,
	version_is_not_opened(
		f, "\0\0\0\3", "was written by another version of duelfs (its layout is 3, this program's is 5)"))

TEST(a_damaged_page_is_found_when_the_store_is_opened)
{
	char garbage[512];

	memset(garbage, 0xa5, sizeof(garbage));
	make_store(f);
	patch(f, "duelfs.db", 4096 * 12, garbage, sizeof(garbage));
	assert_not_opened(f, "damaged");
}

TEST(a_database_that_is_gone_is_not_made_anew_beside_its_log)
{
	char *path = fixture_path(f, "duelfs.db");

	crash_after(f, write_forty_entries);
	assert_int_equal(unlink(path), 0);
	expect_refused(f, STORE_OPEN_WRITE, -EUCLEAN, "duelfs.db is missing");
	assert_int_equal(access(path, F_OK), -1);
}

TEST(what_an_interrupted_creation_left_is_swept_away)
{
	char *half = fixture_path(f, "duelfs.db.new"),
	     *journal = fixture_path(f, "duelfs.db.new-wal");

	assert_int_equal(mkdir(f->store, 0700), 0);
	assert_int_equal(close(open(half, O_CREAT | O_WRONLY, 0600)), 0);
	assert_int_equal(close(open(journal, O_CREAT | O_WRONLY, 0600)), 0);
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	assert_int_equal(access(half, F_OK) & access(journal, F_OK), -1);
}

static int
drop_entry(void *arg, struct entry *e)
{
	(void)arg;
	entry_free(e);
	return 0;
}

/* Damage that comes after the check: the pages of one duel's long body, read for the first time. */
TEST(damage_under_a_running_store_is_met_by_whoever_reads_it)
{
	char zeros[4096] = {0};

	fixture_open(f, STORE_OPEN_WRITE);
	create_duels(f, 2);
	assert_int_equal(append_entry(f, 1, 1), 0);
	assert_int_equal(append_entry(f, 1, 2), 0);
	assert_int_equal(job_run(f, job_add(job_new(STORE_UPDATE, 2), make_entry_of(2, 1, 1 << 20))), 0);
	fixture_reopen(f);
	for (off_t page = 30; page < 240; page++)
		patch(f, "duelfs.db", 4096 * page, zeros, sizeof(zeros));
	assert_int_equal(f->s->ops->each_entry(f->s, 2, 0, drop_entry, NULL), -EUCLEAN);
	assert_int_equal(check_log(f, 1), 2);
}
