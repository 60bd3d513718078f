/* A closed duel's record becomes one plain file: named by day and slug, never over another, the same when done again. */
#include "fs/util/archive.h"

#include "tests/unit/test.h"

#include <stdbool.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "validators/text/limits.h"
#include "validators/text/mem.h"

#define CLOSED_MS INT64_C(1795213799999) /* 2026-11-20T22:29:59.999Z */

/* What the archive calls instead of libc's: a file system may lack the flag, somebody may be
 * faster, or the daemon may end right there. */
#define CRASHED 42
static bool lacks_noreplace;
static bool crashes;
static const char *faster;

int
renameat2(int olddirfd, const char *oldpath, int newdirfd, const char *newpath, unsigned flags)
{
	if (crashes)
		_exit(CRASHED);
	if (lacks_noreplace) {
		errno = EINVAL;
		return -1;
	}
	if (faster) {
		int fd = openat(newdirfd, newpath, O_WRONLY | O_CREAT | O_EXCL, 0644);

		assert_true(fd >= 0);
		assert_int_equal(write(fd, faster, strlen(faster)), strlen(faster));
		close(fd);
		faster = NULL;
	}
	return (int)syscall(SYS_renameat2, olddirfd, oldpath, newdirfd, newpath, flags);
}

struct fixture {
	char top[64];
	char dir[96];
	char *why;
};

static int
setup(void **state)
{
	struct fixture *f = mem_calloc(1, sizeof *f);

	strcpy(f->top, "/tmp/duelfs-archive-XXXXXX");
	assert_non_null(mkdtemp(f->top));
	snprintf(f->dir, sizeof f->dir, "%s/archive", f->top);
	*state = f;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;
	char command[128];

	lacks_noreplace = false;
	faster = NULL;
	free(f->why);
	snprintf(command, sizeof command, "rm -rf -- '%s'", f->top);
	assert_int_equal(system(command), 0);
	free(f);
	return 0;
}

EACH_TEST(setup, teardown);

static int
archive(struct fixture *f, const char *slug, const char *record)
{
	free(f->why);
	f->why = NULL;
	return archive_write(f->dir, CLOSED_MS, slug, record, strlen(record), &f->why);
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
	char path[512];
	char got[256];
	size_t n;
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", f->dir, name);
	file = fopen(path, "r");
	assert_non_null(file);
	n = fread(got, 1, sizeof got - 1, file);
	got[n] = '\0';
	fclose(file);
	assert_string_equal(got, bytes);
}

/* So many names are there, hidden ones too: nothing is left lying beside. */
static void
assert_names(struct fixture *f, int expected)
{
	DIR *d = opendir(f->dir);
	int n = 0;

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	assert_int_equal(n - 2, expected);
}

TEST(the_name_is_the_utc_day_and_the_slug)
{
	assert_archived(*state, "who-owns-it", "# A\n");
	assert_file(*state, "2026-11-20-who-owns-it.md", "# A\n");
	assert_names(*state, 1);
}

TEST(a_missing_directory_is_made)
{
	struct fixture *f = *state;
	struct stat st;
	mode_t mask = umask(022);

	assert_archived(f, "a", "x\n");
	umask(mask);
	assert_int_equal(stat(f->dir, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0755);
}

TEST(doing_it_again_changes_nothing)
{
	struct fixture *f = *state;
	struct stat before, after;
	char path[256];

	assert_archived(f, "a", "x\n");
	snprintf(path, sizeof path, "%s/2026-11-20-a.md", f->dir);
	assert_int_equal(stat(path, &before), 0);
	assert_archived(f, "a", "x\n");
	assert_int_equal(stat(path, &after), 0);
	assert_int_equal(before.st_ino, after.st_ino);
	assert_int_equal(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
	assert_names(f, 1);
}

TEST(another_duel_of_the_same_name_gets_a_number)
{
	struct fixture *f = *state;

	assert_archived(f, "a", "x\n");
	assert_archived(f, "a", "y\n");
	assert_archived(f, "a", "z\n");
	assert_archived(f, "a", "y\n");
	assert_file(f, "2026-11-20-a.md", "x\n");
	assert_file(f, "2026-11-20-a-2.md", "y\n");
	assert_file(f, "2026-11-20-a-3.md", "z\n");
	assert_names(f, 3);
}

TEST(whatever_else_has_the_name_stays_as_it_is)
{
	struct fixture *f = *state;
	char path[256];
	char link[32] = "";

	assert_int_equal(mkdir(f->dir, 0755), 0);
	snprintf(path, sizeof path, "%s/2026-11-20-a.md", f->dir);
	assert_int_equal(symlink("nowhere", path), 0);
	snprintf(path, sizeof path, "%s/2026-11-20-a-2.md", f->dir);
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(path, sizeof path, "%s/2026-11-20-a-3.md", f->dir);
	assert_int_equal(mkfifo(path, 0644), 0);
	assert_archived(f, "a", "x\n");
	assert_file(f, "2026-11-20-a-4.md", "x\n");
	snprintf(path, sizeof path, "%s/2026-11-20-a.md", f->dir);
	assert_true(readlink(path, link, sizeof link - 1) > 0);
	assert_string_equal(link, "nowhere");
	assert_names(f, 4);
}

TEST(a_long_slug_is_cut)
{
	struct fixture *f = *state;
	char slug[LIMIT_SLUG_BYTES + 20];
	char name[LIMIT_SLUG_BYTES + 20];

	memset(slug, 's', sizeof slug - 1);
	slug[sizeof slug - 1] = '\0';
	assert_archived(f, slug, "x\n");
	snprintf(name, sizeof name, "2026-11-20-%.*s.md", LIMIT_SLUG_BYTES, slug);
	assert_file(f, name, "x\n");
}

/* Letters of three bytes; in Thai a vowel sign above its letter stays with it. */
TEST(a_long_slug_is_cut_between_characters)
{
	static const struct {
		const char *unit;
		int bytes;
	} rows[] = { { "学", 78 }, { "a学", 80 }, { "ที", 78 }, { "aaที", 80 }, { "aที", 78 } };
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char slug[3 * LIMIT_SLUG_BYTES] = "", name[2 * LIMIT_SLUG_BYTES];

		while (strlen(slug) <= LIMIT_SLUG_BYTES)
			strcat(slug, rows[i].unit);
		assert_archived(f, slug, "x\n");
		snprintf(name, sizeof name, "2026-11-20-%.*s.md", rows[i].bytes, slug);
		assert_file(f, name, "x\n");
	}
}

TEST(a_file_system_without_noreplace_is_served_by_a_link)
{
	struct fixture *f = *state;

	lacks_noreplace = true;
	assert_archived(f, "a", "x\n");
	assert_archived(f, "a", "y\n");
	assert_archived(f, "a", "x\n");
	assert_file(f, "2026-11-20-a.md", "x\n");
	assert_file(f, "2026-11-20-a-2.md", "y\n");
	assert_names(f, 2);
}

TEST(somebody_faster_is_not_replaced)
{
	struct fixture *f = *state;

	faster = "theirs\n";
	assert_archived(f, "a", "x\n");
	assert_file(f, "2026-11-20-a.md", "theirs\n");
	assert_file(f, "2026-11-20-a-2.md", "x\n");
	assert_names(f, 2);
}

TEST(what_a_crash_left_beside_goes_when_it_is_done_again)
{
	struct fixture *f = *state;
	int status;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		crashes = true;
		archive(f, "a", "x\n");
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == CRASHED);
	assert_names(f, 1);
	assert_archived(f, "a", "x\n");
	assert_file(f, "2026-11-20-a.md", "x\n");
	assert_names(f, 1);
}

TEST(a_place_that_cannot_be_made_is_refused_with_its_path)
{
	struct fixture *f = *state;

	strcat(f->dir, "/deeper");
	assert_int_equal(archive(f, "a", "x\n"), -ENOENT);
	assert_non_null(strstr(f->why, f->dir));
}

TEST(a_file_in_place_of_the_directory_is_refused)
{
	struct fixture *f = *state;
	int fd = open(f->dir, O_WRONLY | O_CREAT, 0644);

	close(fd);
	assert_int_equal(archive(f, "a", "x\n"), -ENOTDIR);
	assert_non_null(f->why);
}
