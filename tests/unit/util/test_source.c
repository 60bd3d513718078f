/* A source is opened with the rights of whoever set it, never blocks, is copied as one moment, and changes nothing. */
#include "fs/util/source.h"

#include "tests/unit/files.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/fsuid.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "validators/text/limits.h"

#define NOBODY 65534
#define A_GROUP 12345

struct fixture {
	char dir[64];
	char path[128];
	struct source_copy copy;
	char *why;
};

#undef TEST_STATE
#define TEST_STATE struct fixture *f

static const struct caller nobody = {.uid = NOBODY, .gid = NOBODY};

IN_A_DIRECTORY(, source_copy_free(&f->copy); free(f->why););

static const char *
path_of(struct fixture *f, const char *name)
{
	snprintf(f->path, sizeof f->path, "%s/%s", f->dir, name);
	return f->path;
}

static const char *
put(struct fixture *f, const char *name, const char *bytes, size_t len, mode_t mode)
{
	const char *path = path_of(f, name);
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, mode), 0);
	return path;
}

static const char *
put_text(struct fixture *f, const char *name, const char *text)
{
	return put(f, name, text, strlen(text), 0644);
}

struct asked {
	struct fixture *f;
	const char *path;
	const struct caller *who;
	int err;
};

static void *
read_thread(void *arg)
{
	struct asked *a = arg;

	a->err = source_read(a->path, NULL, a->who, 0, &a->f->copy, &a->f->why);
	return NULL;
}

/* By a thread that has these rights from then on. */
static int
read_as(struct fixture *f, const char *path, const struct caller *who)
{
	struct asked a = {f, path, who, 0};
	pthread_t thread;

	source_copy_free(&f->copy);
	free(f->why);
	f->why = NULL;
	assert_int_equal(pthread_create(&thread, NULL, read_thread, &a), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	return a.err;
}

/* A refusal has one sentence that names the path, and no copy. */
static void
assert_refused(struct fixture *f, const char *path, const struct caller *who, int err, const char *part)
{
	assert_int_equal(read_as(f, path, who), -err);
	assert_null(f->copy.text);
	assert_null(f->copy.path);
	assert_non_null(f->why);
	assert_non_null(strstr(f->why, part));
}

static void
assert_read(struct fixture *f, const char *path, const struct caller *who, const char *text)
{
	int err = read_as(f, path, who);

	if (err)
		print_error("%s\n", f->why);
	assert_int_equal(err, 0);
	assert_string_equal(f->copy.path, path);
	assert_string_equal(f->copy.text, text);
	assert_int_equal(f->copy.len, strlen(text));
	assert_null(f->why);
}

static void
need_root(void)
{
	if (geteuid() != 0)
		skip();
}

TEST(a_readable_file_is_copied_whole)
{
	assert_read(f, put_text(f, "a.md", "# A\n\nb\n"), NULL, "# A\n\nb\n");
	assert_read(f, put_text(f, "a.markdown", ""), NULL, "");
}

TEST(the_two_bytes_of_a_windows_line_end_become_one)
{
	assert_read(f, put_text(f, "a.md", "# A\r\nb\r\n"), NULL, "# A\nb\n");
}

TEST(a_path_that_hides_something_is_refused_and_shown_escaped)
{
	assert_refused(f, "/tmp/a\nb.md", NULL, EINVAL, "/tmp/a\\nb.md: ");
	assert_refused(f, "/tmp/a\xff.md", NULL, EINVAL, "/tmp/a\\xFF.md: ");
}

TEST(a_path_longer_than_the_system_takes_is_refused)
{
	char path[8192];

	memset(path, 'a', sizeof path);
	path[0] = '/';
	memcpy(path + sizeof path - 4, ".md", 4);
	assert_refused(f, path, NULL, ENAMETOOLONG, "too long");
	path[300] = '/';
	memcpy(path + 1000, ".md", 4);
	assert_refused(f, path, NULL, ENAMETOOLONG, "cannot be opened");
}

TEST(a_symbolic_link_to_a_readable_file_is_fine)
{
	put_text(f, "a.md", "x\n");
	assert_int_equal(symlink("a.md", path_of(f, "l.md")), 0);
	assert_read(f, path_of(f, "l.md"), NULL, "x\n");
	assert_read(f, path_of(f, "l.md"), &(struct caller){.uid = geteuid(), .gid = getegid()}, "x\n");
}

TEST(long_lines_are_fine_and_hide_nothing_behind_them)
{
	size_t line = LIMIT_LINE_BYTES + 2;
	size_t len = (LIMIT_FINDINGS + 8) * line;
	char *bytes = test_owns(mem_calloc(1, len));

	memset(bytes, 'a', len);
	for (size_t at = line - 1; at < len; at += line)
		bytes[at] = '\n';
	assert_int_equal(read_as(f, put(f, "a.md", bytes, len, 0644), NULL), 0);
	bytes[len - 2] = '\x1b';
	assert_refused(f, put(f, "a.md", bytes, len, 0644), NULL, EINVAL, "line 72: ");
}

TEST(a_file_that_only_its_owner_may_read_is_read_for_its_owner)
{
	need_root();
	put(f, "own.md", "x\n", 2, 0400);
	assert_int_equal(chown(path_of(f, "own.md"), NOBODY, NOBODY), 0);
	assert_read(f, path_of(f, "own.md"), &nobody, "x\n");
	/* An owner without the bit is refused, as by open(2). */
	assert_int_equal(chmod(path_of(f, "own.md"), 0040), 0);
	assert_refused(f, path_of(f, "own.md"), &nobody, EACCES, "may not read it");
}

TEST(groups_count_and_only_the_callers)
{
	gid_t groups[] = {7, A_GROUP};
	struct caller member = nobody;

	need_root();
	put(f, "group.md", "x\n", 2, 0040);
	assert_int_equal(chown(path_of(f, "group.md"), 1, A_GROUP), 0);
	assert_refused(f, path_of(f, "group.md"), &nobody, EACCES, "may not read it");
	member.groups = groups;
	member.n_groups = 2;
	assert_read(f, path_of(f, "group.md"), &member, "x\n");
	assert_read(f, path_of(f, "group.md"), &(struct caller){.uid = NOBODY, .gid = A_GROUP}, "x\n");
	/* The daemon's own groups are not lent. */
	assert_int_equal(chown(path_of(f, "group.md"), 1, 0), 0);
	assert_refused(f, path_of(f, "group.md"), &member, EACCES, "may not read it");
}

TEST(the_callers_rights_stay_in_their_thread)
{
	gid_t before[64], after[64];
	int n = getgroups(64, before);

	need_root();
	assert_read(f, put_text(f, "a.md", "x\n"), &nobody, "x\n");
	assert_int_equal(setfsuid((uid_t)-1), 0);
	assert_int_equal(setfsgid((gid_t)-1), 0);
	assert_int_equal(getgroups(64, after), n);
	if (n > 0)
		assert_memory_equal(before, after, (size_t)n * sizeof *before);
	put(f, "secret.md", "x\n", 2, 0600);
	assert_int_equal(chown(path_of(f, "secret.md"), 1, 1), 0);
	assert_int_equal(access(path_of(f, "secret.md"), R_OK), 0);
	assert_read(f, path_of(f, "secret.md"), NULL, "x\n");
}

/* Run `body` as nobody in a child; its exit status says how it went. */
static void
as_nobody(struct fixture *f, bool (*body)(struct fixture *f))
{
	int status;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		if (setgroups(0, NULL) < 0 || setgid(NOBODY) < 0 || setuid(NOBODY) < 0)
			_exit(2);
		_exit(body(f) ? 0 : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static bool
is_refused(struct fixture *f, const char *path, const struct caller *who, int err, const char *part)
{
	return read_as(f, path, who) == -err && !f->copy.text && f->why && strstr(f->why, part);
}

static bool
serves_only_its_own_uid(struct fixture *f)
{
	return read_as(f, path_of(f, "a.md"), &nobody) == 0 && read_as(f, path_of(f, "a.md"), NULL) == 0 &&
		is_refused(f, path_of(f, "a.md"), &(struct caller){.uid = 1, .gid = 1}, EACCES, "only root's daemon") &&
		is_refused(f, path_of(f, "a.md"), &(struct caller){0}, EACCES, "only root's daemon");
}

TEST(a_daemon_that_is_not_root_refuses_other_uids)
{
	need_root();
	put_text(f, "a.md", "x\n");
	as_nobody(f, serves_only_its_own_uid);
}

static bool
has_its_own_rights(struct fixture *f)
{
	return is_refused(f, path_of(f, "secret.md"), &nobody, EACCES, "may not read it") &&
		is_refused(f, path_of(f, "secret.md"), NULL, EACCES, "may not read it");
}

TEST(a_daemon_that_is_not_root_has_only_its_own_rights)
{
	need_root();
	put(f, "secret.md", "x\n", 2, 0600);
	as_nobody(f, has_its_own_rights);
}

TEST(hostile_nesting_does_not_hold_up_the_search_for_a_topic)
{
	size_t len = LIMIT_SOURCE_BYTES;
	char *text = test_owns(mem_calloc(1, len + 1));
	struct timespec t0, t1;

	memset(text, '>', len);
	for (size_t at = 4096; at + 4 < len; at += 4)
		memcpy(text + at, "\n> a", 4);
	clock_gettime(CLOCK_MONOTONIC, &t0);
	struct source_copy c = {.path = mem_strdup("/a.md"), .text = mem_strdup(text), .len = strlen(text)};
	char *got = test_owns(source_topic(&c, NULL));

	assert_string_equal(got, "a");
	source_copy_free(&c);
	clock_gettime(CLOCK_MONOTONIC, &t1);
	assert_true(t1.tv_sec - t0.tv_sec < 5);
}
