/*
 * May a directory be an evidence root? It is opened with the rights of whoever sets it, and compared with everything
 * that lies above the mount and the store, which was looked at before with the daemon's own.
 */
#include "fs/util/look.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "fs/util/rights.h"
#include "validators/text/mem.h"

/* Directories from a place up to the root of the file system. */
#define ABOVE_MAX 256

struct place {
	dev_t dev;
	ino_t ino;
};

struct above {
	struct place v[ABOVE_MAX];
	size_t n;
};

struct job {
	const char *path;
	const struct caller *who;
	const struct look_bounds *bounds;
	char **rights, **why;
};

/* Without asking the file system behind it: it may be this daemon. */
static int
place_of(int fd, struct place *p, struct statx *st)
{
	if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_BASIC_STATS, st) < 0)
		return -errno;
	*p = (struct place){.dev = makedev(st->stx_dev_major, st->stx_dev_minor), .ino = st->stx_ino};
	return 0;
}

static bool
same_place(const struct place *a, const struct place *b)
{
	return a->dev == b->dev && a->ino == b->ino;
}

static void
add_above(struct above *a, const char *path)
{
	struct statx st;
	struct place p, last = {0};
	int fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	while (fd >= 0 && !place_of(fd, &p, &st) && !same_place(&p, &last) && a->n < ABOVE_MAX) {
		a->v[a->n++] = last = p;
		int up = openat(fd, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
		close(fd);
		fd = up;
	}
	if (fd >= 0)
		close(fd);
}

/* The mount itself is not touched: its daemon may be the one that asks, and may not answer yet. */
static void
add_above_mount(struct above *a, const char *mountpoint)
{
	const char *slash = strrchr(mountpoint, '/');
	char *parent =
		slash && slash > mountpoint ? mem_copy(mountpoint, (size_t)(slash - mountpoint)) : mem_strdup("/");
	add_above(a, parent);
	free(parent);
}

#define REFUSE(j, ...) path_refuse((j)->why, (j)->path, EINVAL, __VA_ARGS__)

/* The mountpoint, however its path is written. */
static bool
is_mountpoint(const struct job *j, const char *path)
{
	size_t n = strlen(path);
	while (n > 1 && path[n - 1] == '/')
		n--;
	return strlen(j->bounds->mountpoint) == n && !memcmp(path, j->bounds->mountpoint, n);
}

static int
check_place(struct job *j, const struct above *above, const struct place *p)
{
	if (j->bounds->mount_dev && p->dev == j->bounds->mount_dev)
		return REFUSE(j, "it is this mount, or lies in it");
	for (size_t i = 0; i < above->n; i++)
		if (same_place(&above->v[i], p))
			return REFUSE(j, "it is or holds this mount or its store: name a directory that does not");
	return 0;
}

static int
check_open(struct job *j, const struct above *above, int fd)
{
	struct place p;
	struct statx st;
	int err = place_of(fd, &p, &st);
	if (err)
		return rights_refuse_open(j->why, j->path, -err, O_DIRECTORY);
	err = check_place(j, above, &p);
	if (err)
		return err;
	if (look_is_kernels(fd))
		return REFUSE(j, "it lies on procfs or sysfs: name a directory of files");
	int inside = openat(fd, ".", O_PATH | O_DIRECTORY | O_CLOEXEC); /* wants the right to search it */
	if (inside < 0)
		return rights_refuse_open(j->why, j->path, errno, O_DIRECTORY);
	close(inside);
	struct caller owner = {.uid = geteuid() ? geteuid() : st.stx_uid, .gid = st.stx_gid};
	*j->rights = rights_print(j->who ? j->who : &owner);
	return 0;
}

int
look_check_root(const char *path, const struct caller *who, const struct look_bounds *bounds, char **rights, char **why)
{
	struct job job = {.path = path, .who = who, .bounds = bounds, .rights = rights, .why = why}, *j = &job;
	struct above above = {.n = 0};
	*rights = *why = NULL;
	if (is_mountpoint(j, path))
		return REFUSE(j, "it is this mount");
	add_above_mount(&above, bounds->mountpoint);
	if (*bounds->store_dir)
		add_above(&above, bounds->store_dir);
	int fd = rights_open(path, who, O_PATH | O_DIRECTORY, why), err = fd < 0 ? fd : check_open(j, &above, fd);
	if (fd >= 0)
		close(fd);
	return err;
}
