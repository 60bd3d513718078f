/* folder.h: what of a directory is read, what is told instead, and that nothing leads out of it. */
#include "fs/util/folder.h"

#include "tests/unit/files.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

struct fixture {
	char dir[64];
	int fd;
	struct folder_limits limits;
	struct folder folder;
};

#undef TEST_STATE
#define TEST_STATE struct fixture *f

static const struct folder_limits few = {.files = 10, .file_bytes = 100, .bytes = 300, .depth = 2};

IN_A_DIRECTORY(f->fd = open(f->dir, O_RDONLY | O_DIRECTORY); f->limits = few;, folder_free(&f->folder); close(f->fd););

static void
put(const struct fixture *f, const char *path, const char *text, size_t len)
{
	int fd = openat(f->fd, path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	assert_int_equal(write(fd, text, len), len);
	close(fd);
}

/* Read it: what there is, as `PATH=TEXT` and `PATH: WHY`, with spaces between. */
static void
reads(struct fixture *f, const char *want)
{
	UT_string *all = test_string();
	folder_free(&f->folder);
	folder_read(f->fd, &f->limits, &f->folder);
	for (size_t i = 0; i < f->folder.n_files; i++) {
		const struct folder_file *file = &f->folder.files[i];
		assert_int_equal(strlen(file->text), file->len);
		utstring_printf(all, "%s=%.5s ", file->path, file->text);
	}
	for (size_t i = 0; i < f->folder.n_faults; i++)
		utstring_printf(all, "%s: %s; ", f->folder.faults[i].path, f->folder.faults[i].why);
	assert_string_equal(utstring_body(all), want);
}

TEST(all_files_are_read_in_the_order_of_their_paths_without_those_of_a_dot)
{
	mkdirat(f->fd, "b", 0755);
	mkdirat(f->fd, "b/d", 0755);
	mkdirat(f->fd, ".git", 0755);
	put(f, "c.md", "3", 1);
	put(f, "b/d/2", "2", 1);
	put(f, "a", "1", 1);
	put(f, "empty", "", 0);
	put(f, ".hidden", "x", 1);
	put(f, ".git/x", "x", 1);
	reads(f, "a=1 b/d/2=2 c.md=3 empty= ");
	reads(f, "a=1 b/d/2=2 c.md=3 empty= ");
}

TEST(line_ends_are_LF)
{
	put(f, "a", "1\r\n2\r\n", 6);
	reads(f, "a=1\n2\n ");
}

TEST(a_device_is_told_and_not_opened)
{
	if (mknodat(f->fd, "null", S_IFCHR | 0600, 0x103))
		skip(); /* not root */
	reads(f, "null: it is a device; ");
}

TEST(there_are_so_many_files_at_most_and_as_many_directories)
{
	for (char name[] = "a"; *name < 'k'; ++*name)
		put(f, name, "1", 1);
	reads(f, "a=1 b=1 c=1 d=1 e=1 f=1 g=1 h=1 i=1 j=1 ");
	put(f, "k", "1", 1);
	folder_free(&f->folder);
	folder_read(f->fd, &f->limits, &f->folder);
	assert_int_equal(f->folder.n_faults, 1);
	assert_string_equal(f->folder.faults[0].why, "there are more than 10 files");
	for (char name[] = "a"; *name < 'l'; ++*name) {
		unlinkat(f->fd, name, 0);
		mkdirat(f->fd, name, 0755);
	}
	reads(f, ": there are more than 10 directories; ");
	unlinkat(f->fd, "k", AT_REMOVEDIR);
	reads(f, "");
}

TEST(nothing_may_lie_in_a_file_system_that_is_ruled_out)
{
	struct stat st;
	assert_int_equal(fstat(f->fd, &st), 0);
	put(f, "a", "1", 1);
	f->limits.not_on = st.st_dev;
	reads(f, "a: it lies in this mount; ");
	f->limits.not_on = st.st_dev + 1;
	reads(f, "a=1 ");
}

TEST(what_may_not_be_read_is_told)
{
	mkdirat(f->fd, "a", 0755);
	put(f, "b", "1", 1);
	if (!geteuid()) {
		assert_int_equal(chmod(f->dir, 0755), 0);
		assert_int_equal(seteuid(65534), 0);
	}
	fchmodat(f->fd, "b", 0, 0);
	if (fchmodat(f->fd, "a", 0, 0)) { /* they are root's */
		assert_int_equal(seteuid(0), 0);
		fchmodat(f->fd, "a", 0, 0);
		fchmodat(f->fd, "b", 0, 0);
		assert_int_equal(seteuid(65534), 0);
	}
	folder_read(f->fd, &f->limits, &f->folder);
	if (!getuid())
		assert_int_equal(seteuid(0), 0);
	assert_int_equal(f->folder.n_files, 0);
	assert_int_equal(f->folder.n_faults, 2);
	assert_string_equal(f->folder.faults[0].path, "a");
	assert_string_equal(f->folder.faults[1].why, "it cannot be read: Permission denied");
	fchmodat(f->fd, "a", 0700, 0);
}

TEST(no_more_than_64_faults_are_told)
{
	for (unsigned i = 0; i < FOLDER_FAULTS_MAX + 3; i++) {
		char name[16];
		snprintf(name, sizeof name, "%u", i);
		symlinkat("x", f->fd, name);
	}
	folder_read(f->fd, &f->limits, &f->folder);
	assert_int_equal(f->folder.n_faults, FOLDER_FAULTS_MAX);
}
