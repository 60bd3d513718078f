/* The files that are kept of a duel are written whole, or nothing of them is left. */
#include "fs/util/file_set.h"

#include "tests/unit/files.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

struct fixture {
	char dir[64];
	int fd;
	struct file_set kept;
	char *why;
};

#undef TEST_STATE
#define TEST_STATE struct fixture *f

IN_A_DIRECTORY(f->fd = open(f->dir, O_RDONLY | O_DIRECTORY);, close(f->fd); file_set_free(&f->kept); free(f->why););

static void
assert_file(struct fixture *f, const char *path, const char *bytes)
{
	assert_is_file(test_owns(mem_format("%s/%s", f->dir, path)), bytes);
}

TEST(as_many_files_as_are_made_durable_together_stand_there_as_well)
{
	char path[64];
	file_set_add(&f->kept, "a/", "", 0);
	for (unsigned i = 0; i < 1000; i++) {
		snprintf(path, sizeof path, "a/%u", i);
		file_set_add(&f->kept, path, path, strlen(path));
	}
	assert_int_equal(file_set_write(&f->kept, f->fd, "many", &f->why), 0);
	assert_file(f, "many/a/0", "a/0");
	assert_file(f, "many/a/999", "a/999");
	file_set_add(&f->kept, "b/x", "", 0); /* there is no such folder */
	assert_int_equal(file_set_write(&f->kept, f->fd, "none", &f->why), -ENOENT);
	assert_int_equal(faccessat(f->fd, "none", F_OK, 0), -1);
}

TEST(where_one_file_cannot_be_written_nothing_is_left)
{
	file_set_add(&f->kept, "a.md", "one\n", 4);
	file_set_add(&f->kept, "in/", "", 0);
	file_set_add(&f->kept, "in/b.md", "two\n", 4);
	file_set_add(&f->kept, "out/c.md", "three\n", 6);
	assert_int_equal(file_set_write(&f->kept, f->fd, "there", &f->why), -ENOENT);
	assert_string_equal(f->why, "there/out/c.md: No such file or directory");
	assert_int_equal(faccessat(f->fd, "there", F_OK, 0), -1);
}

TEST(removing_takes_a_tree_or_a_file_but_follows_no_link)
{
	file_set_add(&f->kept, "in/", "", 0);
	file_set_add(&f->kept, "in/b.md", "two\n", 4);
	assert_int_equal(file_set_write(&f->kept, f->fd, "there", &f->why), 0);
	assert_int_equal(file_set_write(&f->kept, f->fd, "other", &f->why), 0);
	assert_int_equal(symlinkat("../other", f->fd, "there/link"), 0);
	file_set_remove(f->fd, "there");
	file_set_remove(f->fd, "nothing");
	assert_int_equal(faccessat(f->fd, "there", F_OK, 0), -1);
	assert_file(f, "other/in/b.md", "two\n");
	file_set_remove(f->fd, "other/in/b.md");
	assert_int_equal(faccessat(f->fd, "other/in/b.md", F_OK, 0), -1);
}
