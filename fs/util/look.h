/*
 * Looking into the files that a text cites (validators/kit/quotes.h): beneath one directory, the root, and with the
 * rights of whoever set it. Nothing leads out of it, neither `..` nor a link nor one of /proc's; nothing blocks on what
 * is opened, and only regular files are. A thread that holds nothing does it (background.h), and dies with the rights
 * that it took.
 *
 * A struct look is shared by whoever asked and the thread: what was asked for never changes, each sight is written once
 * and then ready, and the last of the two to let go frees it. A caller that waits no longer calls look_stop, takes what
 * is there, and the thread gives up at the next file.
 */
#ifndef FS_UTIL_LOOK_H
#define FS_UTIL_LOOK_H

#include <stdbool.h>
#include <sys/types.h>
#include "fs/util/caller.h"
#include "fs/util/sight.h"

/* Directories that no root may be or hold, nor lie in. */
struct look_bounds {
	dev_t mount_dev;	/* of this mount; 0: it is not there yet */
	const char *mountpoint; /* absolute */
	const char *store_dir;	/* absolute; "": there is none */
};

/* May this be a root, for `who` (NULL: whoever the directory belongs to)? 0 and *rights (rights_print; malloc'd), or
 * -EINVAL, -EACCES, … with *why (one sentence; malloc'd). This thread has these rights from then on, as look_run's. */
int
look_check_root(const char *path, const struct caller *who, const struct look_bounds *bounds, char **rights,
	char **why);

/* Whether `fd` lies on procfs or sysfs. There the kernel tells of the daemon that asks, not of the caller. */
bool
look_is_kernels(int fd);

struct look;

/* Takes what *wanted owns. `rights`: as look_check_root gave them. */
struct look *
look_new(const char *root, const char *rights, dev_t mount_dev, struct lookups *wanted);
struct look *
look_hold(struct look *l);
void
look_drop(struct look *l);
/* Look, in this thread, which has these rights from then on where it may take them on: one that ends soon. */
void
look_run(struct look *l);
/* Any thread: no file is opened any more, and what is not ready never counts. */
void
look_stop(struct look *l);

const struct lookups *
look_wanted(const struct look *l);
/* The results that are ready by now, one for each citation; the others are SIGHT_NONE, for `late`. malloc'd, and
 * borrows from `l`. NULL where nothing could be looked up: *why says the reason; static. */
struct sight *
look_seen(const struct look *l, const char *late, const char **why);

#endif
