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

#define REFUSE(...) path_refuse(why, path, EINVAL, __VA_ARGS__)

int
look_check_root(const char *path, const struct caller *who, const struct look_bounds *bounds, char **rights, char **why)
{
	struct above above = {.n = 0};
	struct place p;
	struct statx st;
	const char *mountpoint = bounds->mountpoint, *slash = strrchr(mountpoint, '/');
	size_t n = strlen(path);
	*rights = *why = NULL;
	while (n > 1 && path[n - 1] == '/')
		n--;
	if (strlen(mountpoint) == n && !memcmp(path, mountpoint, n))
		return REFUSE("it is this mount");
	/* the mount itself is not touched: its daemon may be the one that asks, and may not answer yet */
	char *parent = mem_copy(mountpoint, slash > mountpoint ? (size_t)(slash - mountpoint) : strlen("/"));
	add_above(&above, parent);
	free(parent);
	if (*bounds->store_dir)
		add_above(&above, bounds->store_dir);
	int fd = rights_open(path, who, O_PATH | O_DIRECTORY, why);
	if (fd < 0)
		return fd;
	bool holds = false;
	int inside = -1, err = place_of(fd, &p, &st);
	for (size_t i = 0; !err && i < above.n; i++)
		holds |= same_place(&above.v[i], &p);
	if (err) {
		err = rights_refuse_open(why, path, -err, O_DIRECTORY);
	} else if (bounds->mount_dev && p.dev == bounds->mount_dev) {
		err = REFUSE("it is this mount, or lies in it");
	} else if (holds) {
		err = REFUSE("it is or holds this mount or its store: name a directory that does not");
	} else if (look_is_kernels(fd)) {
		err = REFUSE("it lies on procfs or sysfs: name a directory of files");
	} else if ((inside = openat(fd, ".", O_PATH | O_DIRECTORY | O_CLOEXEC)) < 0) {
		err = rights_refuse_open(why, path, errno, O_DIRECTORY); /* there is no right to search it */
	} else {
		struct caller owner = {.uid = geteuid() ? geteuid() : st.stx_uid, .gid = st.stx_gid};
		*rights = rights_print(who ? who : &owner);
		close(inside);
	}
	close(fd);
	return err;
}
