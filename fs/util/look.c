/* A file is opened twice: as a mere place first, to see what it is. Opening a FIFO or a device would already be heard
 * of by others. */
#include "fs/util/look.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>
#include "fs/util/read_up_to.h"
#include "fs/util/rights.h"
#include "fs/util/sha256.h"
#include "validators/text/mem.h"

#define BENEATH (RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS)
/* Somebody may be moving directories: openat2 wants to be asked again then. */
#define TRIES 16

struct look {
	atomic_uint refs;
	char *root;
	struct caller who;
	gid_t *groups;
	bool has_rights;
	dev_t mount_dev;
	struct lookups wanted;
	struct sight *seen;
	atomic_bool *ready;
	const char *_Atomic why; /* nothing could be looked up; static */
	atomic_bool stopped;
};

struct look *
look_new(const char *root, const char *rights, dev_t mount_dev, struct lookups *wanted)
{
	struct look *l = mem_calloc(1, sizeof *l);
	assert(*root == '/');
	atomic_init(&l->refs, 1);
	l->root = mem_strdup(root);
	l->has_rights = rights_read(rights, &l->who, &l->groups);
	l->mount_dev = mount_dev;
	l->wanted = *wanted;
	*wanted = (struct lookups){0};
	l->seen = mem_calloc(l->wanted.n, sizeof *l->seen);
	l->ready = mem_calloc(l->wanted.n, sizeof *l->ready);
	return l;
}

struct look *
look_hold(struct look *l)
{
	atomic_fetch_add(&l->refs, 1);
	return l;
}

void
look_drop(struct look *l)
{
	if (!l || atomic_fetch_sub(&l->refs, 1) != 1)
		return;
	for (size_t i = 0; i < l->wanted.n; i++)
		sight_free(&l->seen[i]);
	lookups_free(&l->wanted);
	free(l->seen);
	free(l->ready);
	free(l->groups);
	free(l->root);
	free(l);
}

const struct lookups *
look_wanted(const struct look *l)
{
	return &l->wanted;
}

void
look_stop(struct look *l)
{
	atomic_store(&l->stopped, true);
}

struct sight *
look_seen(const struct look *l, const char *late, const char **why)
{
	*why = atomic_load(&l->why);
	if (*why)
		return NULL;
	struct sight *v = mem_calloc(l->wanted.n, sizeof *v);
	for (size_t i = 0; i < l->wanted.n; i++)
		v[i] = atomic_load(&l->ready[i]) ? l->seen[i] : (struct sight){.kind = SIGHT_NONE, .why = late};
	return v;
}

/* -- one file -- */

static int
open_beneath(int root, const char *path, uint64_t flags)
{
	struct open_how how = {.flags = flags | O_CLOEXEC, .resolve = BENEATH};
	int fd = -1;
	errno = EAGAIN;
	for (int i = 0; i < TRIES && fd < 0 && errno == EAGAIN; i++)
		fd = (int)syscall(SYS_openat2, root, path, &how, sizeof how);
	return fd < 0 ? -errno : fd;
}

static struct sight
sight_hidden(const char *why)
{
	return (struct sight){.why = why};
}

static struct sight
sight_of_errno(int err)
{
	switch (-err) {
	case ENOENT:
	case ENOTDIR:
	case ENAMETOOLONG:
	case EXDEV: /* it leads out of the root */
		return (struct sight){.kind = SIGHT_MISSING};
	case EACCES:
	case EPERM:
		return sight_hidden("whoever set the evidence root may not read it");
	case ELOOP:
		return sight_hidden("it leads through a magic link of /proc, or through too many links");
	default:
		return sight_hidden("it cannot be opened");
	}
}

bool
look_is_kernels(int fd)
{
	struct statfs s;

	return !fstatfs(fd, &s) && (s.f_type == PROC_SUPER_MAGIC || s.f_type == SYSFS_MAGIC);
}

/* The kind of a place whose bytes are not to be read; SIGHT_FILE: they are. */
static struct sight
sight_of_place(const struct look *l, int root, int fd, struct stat *st)
{
	char link[64], from[PATH_MAX], to[PATH_MAX + 1];
	if (fstat(fd, st) < 0)
		return sight_hidden("it cannot be opened");
	/* the path of the descriptor, without the root's own */
	snprintf(link, sizeof link, "/proc/self/fd/%d", root);
	ssize_t n = readlink(link, from, sizeof from);
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t m = readlink(link, to, sizeof to - 1);
	if (n == 1)
		n = 0; /* the root of the file system */
	to[m > 0 ? m : 0] = '\0';
	bool beneath = n >= 0 && m > n && m < (ssize_t)sizeof to - 1 && !memcmp(from, to, (size_t)n) && to[n] == '/';
	const char *why = beneath ? lookup_path_hidden(to + n) : NULL;
	if (why)
		return sight_hidden("it leads to a name that begins with a dot");
	if (l->mount_dev && st->st_dev == l->mount_dev)
		return sight_hidden("it lies in this mount");
	if (look_is_kernels(fd))
		return sight_hidden("it lies on procfs or sysfs");
	if (S_ISDIR(st->st_mode))
		return (struct sight){.kind = SIGHT_MISSING};
	if (!S_ISREG(st->st_mode))
		return sight_hidden("it is not a regular file");
	if (st->st_size > LOOKUP_FILE_BYTES)
		return sight_hidden("it has more than 4 MiB");
	return (struct sight){.kind = SIGHT_FILE};
}

/* Its bytes; malloc'd. It is opened as a mere place first. */
static struct sight
read_cited(const struct look *l, int root, const char *path, char **bytes, size_t *len)
{
	struct stat st, now;
	const char *why = lookup_path_hidden(path);
	if (why)
		return sight_hidden(why);
	int fd = open_beneath(root, path, O_PATH);
	if (fd < 0)
		return sight_of_errno(fd);
	struct sight s = sight_of_place(l, root, fd, &st);
	close(fd);
	if (s.kind != SIGHT_FILE)
		return s;
	/* A place that is another by now is none. */
	fd = open_beneath(root, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return sight_of_errno(fd);
	if (fstat(fd, &now) < 0 || now.st_dev != st.st_dev || now.st_ino != st.st_ino || !S_ISREG(now.st_mode)) {
		close(fd);
		return sight_hidden("it changed while it was read");
	}
	*bytes = mem_check(malloc(LOOKUP_FILE_BYTES + 1));
	ssize_t n = read_up_to(fd, *bytes, LOOKUP_FILE_BYTES + 1);
	close(fd);
	*len = n > 0 ? (size_t)n : 0;
	if (n < 0)
		return sight_hidden("it cannot be read");
	if (n > LOOKUP_FILE_BYTES)
		return sight_hidden("it has more than 4 MiB");
	return memchr(*bytes, '\0', *len) ? sight_hidden("it is no text") : s;
}

/* -- all of them -- */

/* Every citation of this path, from the i-th on. */
static void
look_at_path(struct look *l, int root, size_t i)
{
	const char *path = l->wanted.v[i].path;
	char *bytes = NULL, sum_hex[SHA256_HEX_BYTES];
	size_t len = 0;
	struct sight s = read_cited(l, root, path, &bytes, &len);
	struct sight_file file;
	if (s.kind == SIGHT_FILE) {
		sha256_hex(bytes, len, sum_hex);
		sight_begin(&file, bytes, len);
	}
	for (; i < l->wanted.n; i++) {
		const struct lookup *w = &l->wanted.v[i];
		if (atomic_load(&l->ready[i]) || strcmp(w->path, path))
			continue;
		struct sight one = s;
		if (s.kind == SIGHT_FILE) {
			sight_read(&file, w, &one);
			memcpy(one.sha256, sum_hex, sizeof one.sha256);
		}
		l->seen[i] = one;
		atomic_store(&l->ready[i], true);
	}
	if (s.kind == SIGHT_FILE)
		sight_end(&file);
	free(bytes);
}

void
look_run(struct look *l)
{
	struct open_how how = {.flags = O_PATH | O_DIRECTORY | O_CLOEXEC, .resolve = RESOLVE_NO_MAGICLINKS};
	const char *why = NULL;
	int root = -1;
	if (!l->has_rights)
		why = "nobody knows with whose rights";
	else if (!rights_are_own(l->who.uid) && geteuid() != 0)
		why = "only root's daemon can look with the rights of whoever set the evidence root";
	else if (!rights_are_own(l->who.uid) && rights_become(&l->who))
		why = "the daemon cannot take on the rights of whoever set the evidence root";
	else if ((root = (int)syscall(SYS_openat2, AT_FDCWD, l->root, &how, sizeof how)) < 0)
		why = "the evidence root is gone, or may not be read";
	if (why) {
		atomic_store(&l->why, why);
		return;
	}
	for (size_t i = 0; i < l->wanted.n && !atomic_load(&l->stopped); i++)
		if (!atomic_load(&l->ready[i]))
			look_at_path(l, root, i);
	close(root);
}
