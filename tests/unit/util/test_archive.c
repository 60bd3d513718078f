/* A closed duel's record becomes one plain file, and what else is kept of it a directory: named by day and slug, never
 * over another, the same when done again, whenever the first time ended. */
#include "fs/util/archive.h"

#include "tests/unit/files.h"

#include <stdbool.h>

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "validators/text/limits.h"

#define CLOSED_MS INT64_C(1795213799999) /* 2026-11-20T22:29:59.999Z */

/* The functions that the archive calls instead of libc's: a file system may lack the flag, somebody may be
 * faster, or the daemon may end right there. */
#define CRASHED 42
static bool lacks_noreplace;
static int crash_at; /* the first or the second rename, or behind the second; 0: none */
static int renames;
static const char *faster; /* takes a file's name */
static bool faster_folder; /* takes a directory's */

int
renameat2(int olddirfd, const char *oldpath, int newdirfd, const char *newpath, unsigned flags)
{
	bool folder = !strstr(newpath, ".md");
	renames++;
	if (crash_at && renames == crash_at)
		_exit(CRASHED);
	if (lacks_noreplace) {
		errno = EINVAL;
		return -1;
	}
	if (faster_folder && folder) {
		assert_int_equal(mkdirat(newdirfd, newpath, 0755), 0);
		faster_folder = false;
	}
	if (faster && !folder) {
		int fd = openat(newdirfd, newpath, O_WRONLY | O_CREAT | O_EXCL, 0644);

		assert_true(fd >= 0);
		assert_int_equal(write(fd, faster, strlen(faster)), strlen(faster));
		close(fd);
		faster = NULL;
	}
	return (int)syscall(SYS_renameat2, olddirfd, oldpath, newdirfd, newpath, flags);
}

struct fixture {
	char dir[64];
	char archive[96];
	char *name, *why;
	bool with_folder, again, shared;
};

#undef TEST_STATE
#define TEST_STATE struct fixture *f

static void
nothing_happens(struct fixture *f)
{
	lacks_noreplace = faster_folder = false;
	faster = NULL;
	renames = 0;
	snprintf(f->archive, sizeof f->archive, "%s/archive", f->dir);
}

IN_A_DIRECTORY(nothing_happens(f);, free(f->why); free(f->name););

/* A path in the archive, until the test ends. */
static const char *
below(const struct fixture *f, const char *name)
{
	return test_owns(mem_format("%s/%s", f->archive, name));
}

/* As if it had lain there for more than a day. */
static void
is_old(const char *path)
{
	const struct timespec old = {.tv_sec = time(NULL) - 90000};
	assert_int_equal(utimensat(AT_FDCWD, path, (struct timespec[]){old, old}, 0), 0);
}

/* For a duel whose id is as its record. */
static int
archive(struct fixture *f, const char *slug, const char *record)
{
	struct file_set files = {0};
	char id[8] = "id";
	free(f->why);
	free(f->name);
	id[2] = *record;
	if (f->with_folder) {
		file_set_add(&files, "debate.md", "before\n", 7);
		file_set_set(&files, "debate.md", record, strlen(record));
		file_set_add(&files, "turns/", "", 0);
		file_set_add(&files, "turns/001-alice.md", record, strlen(record));
	}
	int err = archive_write(f->archive,
		&(struct archived){.closed_ms = CLOSED_MS, .slug = slug, .id = id, .record = record,
			.len = strlen(record), .files = &files, .again = f->again, .boot = 7, .shared = f->shared},
		&f->name, &f->why);
	assert_int_equal(!f->name, err != 0);
	file_set_free(&files);
	return err;
}

static void
assert_archived(struct fixture *f, const char *slug, const char *record)
{
	int err = archive(f, slug, record);

	if (err)
		print_error("%s\n", f->why);
	assert_int_equal(err, 0);
	assert_null(f->why);
}

static void
assert_file(struct fixture *f, const char *name, const char *bytes)
{
	assert_is_file(below(f, name), bytes);
}

/* So many names are there, hidden ones too: nothing is left lying beside. */
static void
assert_names(struct fixture *f, int expected)
{
	DIR *d = opendir(f->archive);
	int n = 0;

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	assert_int_equal(n - 2, expected);
}

TEST(a_missing_directory_is_made)
{
	struct stat st;
	mode_t mask = umask(022);

	assert_archived(f, "a", "x\n");
	umask(mask);
	assert_int_equal(stat(f->archive, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0755);
}

TEST(doing_it_again_changes_nothing)
{
	struct stat before, after;

	assert_archived(f, "a", "x\n");
	assert_int_equal(stat(below(f, "2026-11-20-a.md"), &before), 0);
	assert_archived(f, "a", "x\n");
	assert_int_equal(stat(below(f, "2026-11-20-a.md"), &after), 0);
	assert_int_equal(before.st_ino, after.st_ino);
	assert_int_equal(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
	assert_names(f, 1);
}

TEST(somebody_faster_is_not_replaced)
{
	faster = "theirs\n";
	assert_archived(f, "a", "x\n");
	assert_file(f, "2026-11-20-a.md", "theirs\n");
	assert_file(f, "2026-11-20-a-2.md", "x\n");
	assert_names(f, 2);
}

/* Both of a duel, under the nth name. */
static void
assert_both(struct fixture *f, const char *name, const char *record)
{
	static const char *const files[] = {".md", "/debate.md", "/turns/001-alice.md"};
	for (size_t i = 0; i < N(files); i++)
		assert_file(f, test_owns(mem_format("%s%s", name, files[i])), record);
}

TEST(somebody_faster_is_not_replaced_by_the_directory_either)
{
	f->with_folder = true;
	faster_folder = true;
	assert_archived(f, "a", "x\n");
	assert_both(f, "2026-11-20-a-2", "x\n");
	assert_names(f, 3);
	faster = "theirs\n";
	assert_archived(f, "b", "y\n");
	assert_file(f, "2026-11-20-b.md", "theirs\n");
	assert_both(f, "2026-11-20-b-2", "y\n");
	assert_names(f, 6);
}

static void
crashed(struct fixture *f, int at)
{
	int status;
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		renames = 0;
		crash_at = at;
		archive(f, "a", "x\n");
		_exit(CRASHED);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == CRASHED);
}

TEST(what_a_crash_left_beside_goes_when_it_is_done_again)
{
	crashed(f, 1);
	assert_names(f, 1);
	f->again = true;
	assert_archived(f, "a", "x\n");
	assert_file(f, "2026-11-20-a.md", "x\n");
	assert_names(f, 1);
}

TEST(a_crash_before_between_or_behind_the_two_names_is_made_good)
{
	static const int left[] = {1, 2, 2};
	f->with_folder = true;
	for (int at = 1; at <= 3; at++) {
		f->again = false;
		crashed(f, at);
		assert_names(f, left[at - 1]);
		f->again = true;
		assert_archived(f, "a", "x\n");
		assert_string_equal(f->name, "2026-11-20-a.md");
		assert_both(f, "2026-11-20-a", "x\n");
		assert_names(f, 2);
		dir_remove(f->archive);
	}
}

/* Between the two a crash came, and then another duel of the same name. */
TEST(a_directory_that_waits_for_its_file_keeps_its_name)
{
	f->with_folder = true;
	crashed(f, 2);
	assert_archived(f, "a", "y\n");
	assert_both(f, "2026-11-20-a-2", "y\n");
	f->again = true;
	assert_archived(f, "a", "x\n");
	assert_both(f, "2026-11-20-a", "x\n");
	assert_names(f, 4);
}

/* A directory beside the archive's, as that process of this namespace names it; its path. */
static const char *
put_beside(struct fixture *f, int boot, int pid, const char *end)
{
	struct stat space;
	assert_int_equal(stat("/proc/self/ns/pid", &space), 0);
	const char *path = below(
		f, test_owns(mem_format(".duelfs-%d-%llu-%d-%s", boot, (unsigned long long)space.st_ino, pid, end)));
	assert_int_equal(mkdir(path, 0755), 0);
	return path;
}

TEST(what_others_have_beside_stays)
{
	f->with_folder = f->again = true;
	assert_int_equal(mkdir(f->archive, 0755), 0);
	assert_int_equal(mkdir(below(f, ".duelfs-x.tmp"), 0755), 0);
	put_beside(f, 7, 1, "idx.tmp");
	put_beside(f, 7, 999999999, "idy.tmp");
	put_beside(f, 7, 999999999, "idx.txt");
	const char *path = put_beside(f, 7, 999999999, "idx.tmp");
	assert_archived(f, "a", "x\n");
	assert_int_equal(access(path, F_OK), -1);
	assert_names(f, 6);
}

/* A process of another boot is no more, but where it may be another host's: then what it left is, after a day. */
TEST(what_another_boot_left_is_taken_away_where_it_is_no_other_host_s)
{
	f->again = f->shared = true;
	assert_int_equal(mkdir(f->archive, 0755), 0);
	put_beside(f, 3, (int)getpid(), "idx.tmp");
	const char *second = put_beside(f, 3, 1, "idx.md.tmp");
	assert_archived(f, "a", "x\n");
	assert_names(f, 3);
	is_old(second);
	assert_archived(f, "a", "x\n");
	assert_names(f, 2);
	f->shared = false;
	assert_archived(f, "a", "x\n");
	assert_names(f, 1);
}

/* Two containers of one host have the same boot, and processes of the same numbers. */
TEST(what_a_process_of_another_namespace_has_beside_stays_where_that_may_live)
{
	const char *theirs = below(f, ".duelfs-7-77-999999999-idx.tmp");
	f->again = f->shared = true;
	assert_int_equal(mkdir(f->archive, 0755), 0);
	assert_int_equal(mkdir(theirs, 0755), 0);
	put_beside(f, 7, 999999999, "idx.tmp");
	assert_archived(f, "a", "x\n");
	assert_int_equal(access(theirs, F_OK), 0);
	assert_names(f, 2);
	is_old(theirs);
	assert_archived(f, "a", "x\n");
	assert_names(f, 1);
	assert_int_equal(mkdir(theirs, 0755), 0);
	f->shared = false;
	assert_archived(f, "a", "x\n");
	assert_names(f, 1);
}

/* A process of its own, which begins when `go` ends. */
static pid_t
archiver(struct fixture *f, int go[2], const char *record)
{
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid)
		return pid;
	char byte;
	close(go[1]);
	ssize_t n = read(go[0], &byte, 1);
	_exit(n || archive(f, "a", record) ? 1 : 0);
}

/* Hosts that share the directory, as a mount does it that finds one owed which another is at. */
TEST(several_that_archive_the_same_and_other_duels_at_once_leave_each_whole_and_once)
{
	static const char *const records[] = {"x\n", "x\n", "y\n", "x\n"};
	enum { HOSTS = N(records) };
	f->with_folder = f->again = f->shared = true;
	for (int round = 0; round < (int)sample_of(160); round++) {
		char first[64];
		int go[2], status;
		pid_t pids[HOSTS];
		lacks_noreplace = round % 5 == 4;
		assert_int_equal(pipe(go), 0);
		for (int i = 0; i < HOSTS; i++)
			pids[i] = archiver(f, go, records[i]);
		close(go[0]);
		close(go[1]);
		for (int i = 0; i < HOSTS; i++) {
			assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
			assert_int_equal(status, 0);
		}
		assert_names(f, 4);
		assert_archived(f, "a", "x\n");
		strcpy(first, f->name);
		first[strlen(first) - strlen(".md")] = '\0';
		assert_both(f, first, "x\n");
		assert_archived(f, "a", "y\n");
		strcpy(first, f->name);
		first[strlen(first) - strlen(".md")] = '\0';
		assert_both(f, first, "y\n");
		assert_names(f, 4);
		dir_remove(f->archive);
	}
}

/* From before there were directories. */
TEST(a_file_that_is_there_gets_the_directory_that_is_not)
{
	assert_archived(f, "a", "x\n");
	f->with_folder = true;
	assert_archived(f, "a", "x\n");
	assert_both(f, "2026-11-20-a", "x\n");
	assert_names(f, 2);
}

TEST(a_place_that_cannot_be_made_is_refused_with_its_path)
{
	strcat(f->archive, "/deeper");
	assert_int_equal(archive(f, "a", "x\n"), -ENOENT);
	assert_non_null(strstr(f->why, f->archive));
}

TEST(a_file_in_place_of_the_directory_is_refused)
{
	int fd = open(f->archive, O_WRONLY | O_CREAT, 0644);

	close(fd);
	assert_int_equal(archive(f, "a", "x\n"), -ENOTDIR);
	assert_non_null(f->why);
}
