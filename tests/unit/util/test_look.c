/* Files that a text cites are looked into beneath one directory, with the rights of whoever set it, and nowhere else. */
#include "fs/util/look.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include "fs/util/rights.h"
#include <pthread.h>
#include "tests/unit/files.h"

#define NOBODY 65534

struct fixture {
	char dir[64], root[80];
};

#undef TEST_STATE
#define TEST_STATE struct fixture *f

static void
root_make(struct fixture *f)
{
	snprintf(f->root, sizeof f->root, "%s/root", f->dir);
	assert_int_equal(mkdir(f->root, 0755), 0);
}

IN_A_DIRECTORY(root_make(f);, );

static char *
path_in(const struct fixture *f, const char *name)
{
	return test_owns(mem_format("%s/%s", f->root, name));
}

static void
put(const struct fixture *f, const char *name, const char *bytes, size_t len, mode_t mode)
{
	char *path = path_in(f, name);
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, mode), 0);
}

static void
make_dir(const struct fixture *f, const char *name, mode_t mode)
{
	char *path = path_in(f, name);

	assert_int_equal(mkdir(path, 0755), 0);
	assert_int_equal(chmod(path, mode), 0);
}

static void
link_to(const struct fixture *f, const char *name, const char *target)
{
	char *path = path_in(f, name);

	assert_int_equal(symlink(target, path), 0);
}

/* For `path:line`. */
static struct look *
look_of(const struct fixture *f, uid_t uid, const char *text)
{
	const struct caller who = { .uid = uid, .gid = uid };
	const char *colon = strchr(text, ':');
	struct lookups l = { .v = mem_calloc(1, sizeof *l.v), .n = 1 };
	char *rights = test_owns(rights_print(&who));
	struct look *look;

	l.v[0] = (struct lookup){ .path = mem_copy(text, (size_t)(colon - text)), .line = 1 };
	l.v[0].first = l.v[0].last = (unsigned)atoi(colon + 1);
	look = look_new(f->root, rights, 0, &l);
	assert_int_equal(l.n, 0);
	return look;
}

static void *
look_thread(void *look)
{
	look_run(look);
	return NULL;
}

/* In a thread of its own, which takes on the rights; whoever waits for it in vain is stopped by the test's own limit. */
static struct sight
see(const struct fixture *f, uid_t uid, const char *text, const char **why)
{
	struct look *look = look_of(f, uid, text);
	struct sight *seen, first = { .kind = SIGHT_NONE };
	pthread_t thread;

	assert_int_equal(pthread_create(&thread, NULL, look_thread, look), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	seen = look_seen(look, "late", why);
	if (seen)
		first = seen[0];
	first.text = first.text ? mem_strdup(first.text) : NULL;
	free(seen);
	look_drop(look);
	return first;
}

static void
assert_seen(const struct fixture *f, uid_t uid, const char *text, enum sight_kind kind, const char *said)
{
	const char *why;
	struct sight s = see(f, uid, text, &why);

	assert_null(why);
	if (s.kind != kind || (said && (!s.why || !strstr(s.why, said))))
		fail_msg("%s: %u (%s), not %u (%s)", text, s.kind, s.why ? s.why : "", kind, said ? said : "");
	sight_free(&s);
}

TEST(a_file_beneath_the_root_is_seen_with_its_lines_and_its_hash)
{
	const char *why;
	struct sight s;

	make_dir(f, "src", 0755);
	put(f, "src/a.c", "one\ntwo\n", 8, 0644);
	link_to(f, "link.c", "src/../src/a.c");
	s = see(f, 0, "src/a.c:2", &why);
	assert_null(why);
	assert_int_equal(s.kind, SIGHT_FILE);
	assert_int_equal(s.lines, 2);
	assert_string_equal(s.text, "two\n");
	assert_string_equal(s.sha256, "c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8");
	sight_free(&s);
	assert_seen(f, 0, "link.c:1", SIGHT_FILE, NULL);
	assert_seen(f, NOBODY, "src/../link.c:1", SIGHT_FILE, NULL);
	assert_seen(f, 0, "src/:1", SIGHT_MISSING, NULL);
}

TEST(nothing_leads_out_of_the_root)
{
	char *outside = test_owns(mem_format("%s/outside.c", f->dir));

	put(f, "../outside.c", "x\n", 2, 0644);
	link_to(f, "up.c", "../outside.c");
	link_to(f, "absolute.c", outside);
	link_to(f, "dir.d", "..");
	link_to(f, "self.c", "/proc/self/root/etc/passwd");
	link_to(f, "loop.c", "loop.c");
	assert_seen(f, 0, "../outside.c:1", SIGHT_MISSING, NULL);
	assert_seen(f, 0, "up.c:1", SIGHT_MISSING, NULL);
	assert_seen(f, 0, "absolute.c:1", SIGHT_MISSING, NULL);
	assert_seen(f, 0, "dir.d/outside.c:1", SIGHT_MISSING, NULL);
	assert_seen(f, 0, "self.c:1", SIGHT_MISSING, NULL);
	assert_seen(f, 0, "loop.c:1", SIGHT_NONE, "too many links");
	assert_seen(f, 0, "/etc/passwd.c:1", SIGHT_MISSING, NULL);
	assert_seen(f, 0, "none.c:1", SIGHT_MISSING, NULL);
	put(f, "file.c", "x\n", 2, 0644);
	assert_seen(f, 0, "file.c/below.c:1", SIGHT_MISSING, NULL);
}

TEST(what_is_no_text_of_a_bounded_size_is_not_looked_into)
{
	char *path = path_in(f, "huge.c"), *fifo = path_in(f, "fifo.c");
	struct pollfd p = { .events = POLLOUT };

	put(f, "huge.c", "x\n", 2, 0644);
	assert_int_equal(truncate(path, LOOKUP_FILE_BYTES + 1), 0);
	assert_seen(f, 0, "huge.c:1", SIGHT_NONE, "4 MiB");
	put(f, "huge.c", "", 0, 0644);
	char *full = test_owns(mem_calloc(1, LOOKUP_FILE_BYTES));
	memset(full, '\n', LOOKUP_FILE_BYTES);
	put(f, "huge.c", full, LOOKUP_FILE_BYTES, 0644);
	assert_seen(f, 0, "huge.c:4194304", SIGHT_FILE, NULL);
	put(f, "binary.c", "a\0b\n", 4, 0644);
	assert_seen(f, 0, "binary.c:1", SIGHT_NONE, "no text");
	make_dir(f, ".git", 0755);
	put(f, ".git/config.c", "x\n", 2, 0644);
	link_to(f, "seen.c", ".git/config.c");
	assert_seen(f, 0, ".git/config.c:1", SIGHT_NONE, "dot");
	assert_seen(f, 0, "seen.c:1", SIGHT_NONE, "dot");
	/* A writer to it hears of nobody. */
	assert_int_equal(mkfifo(fifo, 0666), 0);
	assert_seen(f, 0, "fifo.c:1", SIGHT_NONE, "regular");
	p.fd = open(fifo, O_WRONLY | O_NONBLOCK);
	assert_int_equal(p.fd, -1);
	assert_int_equal(errno, ENXIO);
}

TEST(files_of_procfs_and_sysfs_are_not_looked_into)
{
	const struct fixture all = { .root = "/" };
	assert_seen(&all, geteuid(), "proc/self/maps:1", SIGHT_NONE, "procfs or sysfs");
	assert_seen(&all, geteuid(), "sys/kernel/mm/transparent_hugepage/enabled:1", SIGHT_NONE, "procfs or sysfs");
	assert_seen(&all, geteuid(), "etc/passwd:1", SIGHT_FILE, NULL);
}

TEST(it_is_looked_into_with_the_rights_of_whoever_set_the_root)
{
	const char *why;

	if (geteuid() != 0)
		skip();
	put(f, "mine.c", "x\n", 2, 0600);
	make_dir(f, "private", 0700);
	put(f, "private/a.c", "x\n", 2, 0644);
	assert_seen(f, 0, "mine.c:1", SIGHT_FILE, NULL);
	assert_seen(f, NOBODY, "mine.c:1", SIGHT_NONE, "may not read it");
	assert_seen(f, NOBODY, "private/a.c:1", SIGHT_NONE, "may not read it");
	assert_int_equal(chmod(f->dir, 0700), 0);
	assert_int_equal(see(f, NOBODY, "mine.c:1", &why).kind, SIGHT_NONE);
	assert_non_null(strstr(why, "may not be read"));
	assert_int_equal(chmod(f->dir, 0755), 0);
	assert_seen(f, 0, "mine.c:1", SIGHT_FILE, NULL);
}

TEST(a_root_that_is_gone_is_said_to_be)
{
	const char *why;

	assert_int_equal(rmdir(f->root), 0);
	assert_int_equal(see(f, 0, "a.c:1", &why).kind, SIGHT_NONE);
	assert_non_null(strstr(why, "gone"));
}

TEST(who_waits_no_longer_has_what_was_seen_by_then)
{
	struct look *look;
	struct sight *seen;
	const char *why;

	put(f, "a.c", "one\n", 4, 0644);
	look = look_of(f, geteuid(), "a.c:1");
	look_stop(look);
	look_run(look);
	seen = test_owns(look_seen(look, "late", &why));
	assert_int_equal(seen[0].kind, SIGHT_NONE);
	assert_string_equal(seen[0].why, "late");
	look_drop(look);
}

TEST(rights_are_kept_as_a_line)
{
	static const char *const bad[] = { "", "1", "1:", "1:2", "x:1:", "1:2:x", "-1:2:", "1:2:3;4", "4294967295:1:" };
	gid_t many[400];
	struct caller who = { .uid = 1000, .gid = 100, .groups = (gid_t[]){ 4, 27 }, .n_groups = 2 }, got;
	gid_t *groups;
	char *line = test_owns(rights_print(&who));

	assert_string_equal(line, "1000:100:4,27");
	assert_true(rights_read(line, &got, &groups));
	assert_true(got.uid == 1000 && got.gid == 100 && got.n_groups == 2 && got.groups[1] == 27);
	free(groups);
	for (size_t i = 0; i < N(many); i++)
		many[i] = 4000000000u + (gid_t)i;
	who.groups = many;
	who.n_groups = N(many);
	line = test_owns(rights_print(&who));
	assert_true(strlen(line) < RIGHTS_BYTES);
	assert_true(rights_read(line, &got, &groups));
	free(groups);
	for (size_t i = 0; i < N(bad); i++)
		if (rights_read(bad[i], &got, &groups))
			fail_msg("%s", bad[i]);
}

/* -- what may be a root -- */

struct checked {
	const char *path;
	const struct caller *who;
	const struct look_bounds *bounds;
	int err;
	char *rights, *why;
};

static void *
check_thread(void *arg)
{
	struct checked *c = arg;

	c->err = look_check_root(c->path, c->who, c->bounds, &c->rights, &c->why);
	return NULL;
}

static int
check_root(const char *path, const struct caller *who, const struct look_bounds *bounds, char **rights, char **why)
{
	struct checked c = { .path = path, .who = who, .bounds = bounds };
	pthread_t thread;

	assert_int_equal(pthread_create(&thread, NULL, check_thread, &c), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	*rights = c.rights;
	*why = c.why;
	return c.err;
}

static void
assert_root(const char *path, const struct caller *who, const struct look_bounds *bounds, int want, const char *said)
{
	char *rights = NULL, *why = NULL;
	int err = check_root(path, who, bounds, &rights, &why);

	if (err != want || (said && (!why || !strstr(why, said))) || (!err && !rights))
		fail_msg("%s: %d (%s), not %d (%s)", path, err, why ? why : "", want, said ? said : "");
	free(rights);
	free(why);
}

TEST(a_root_is_a_directory_that_neither_is_nor_holds_the_mount_or_the_store)
{
	char *store = path_in(f, "store"), *point = path_in(f, "place/mnt"), *place = path_in(f, "place"), *good = path_in(f, "good"),
	     *slashes = test_owns(mem_format("%s//", point)), *link = path_in(f, "link"), *rights = NULL, *why = NULL;
	const struct look_bounds bounds = { .mountpoint = point, .store_dir = store };
	struct look_bounds mounted = bounds;
	const struct caller nobody = { .uid = NOBODY, .gid = NOBODY };
	struct stat st;

	make_dir(f, "store", 0755);
	make_dir(f, "place", 0755);
	make_dir(f, "place/mnt", 0755);
	make_dir(f, "good", 0755);
	put(f, "file", "", 0, 0644);
	link_to(f, "link", "store");
	assert_root(good, NULL, &bounds, 0, NULL);
	assert_root(store, NULL, &bounds, -EINVAL, "is or holds");
	assert_root(link, NULL, &bounds, -EINVAL, "is or holds");
	assert_root(f->root, NULL, &bounds, -EINVAL, "is or holds");
	assert_root(place, NULL, &bounds, -EINVAL, "is or holds");
	assert_root("/", NULL, &bounds, -EINVAL, "is or holds");
	assert_root(point, NULL, &bounds, -EINVAL, "it is this mount");
	assert_root(slashes, NULL, &bounds, -EINVAL, "it is this mount");
	assert_root("/nowhere/at/all", NULL, &bounds, -ENOENT, "no such directory");
	assert_root("relative", NULL, &bounds, -EINVAL, "absolute");
	assert_root("/proc/self/root", NULL, &bounds, -EINVAL, "magic link");
	assert_root("/proc/self", NULL, &bounds, -EINVAL, "procfs or sysfs");
	assert_root("/sys/kernel", NULL, &bounds, -EINVAL, "procfs or sysfs");
	link = path_in(f, "file");
	assert_root(link, NULL, &bounds, -EINVAL, "not a directory");
	assert_int_equal(stat(good, &st), 0);
	mounted.mount_dev = st.st_dev;
	assert_root(good, NULL, &mounted, -EINVAL, "it is this mount, or lies in it");
	if (geteuid() == 0) {
		assert_int_equal(chmod(good, 0700), 0);
		assert_root(good, &nobody, &bounds, -EACCES, "may not look into it");
		assert_int_equal(chown(good, NOBODY, NOBODY), 0);
		assert_int_equal(check_root(good, NULL, &bounds, &rights, &why), 0);
		assert_string_equal(rights, "65534:65534:");
		free(rights);
	}
}
