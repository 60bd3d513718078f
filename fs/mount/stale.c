/* Stale mounts: see stale.h. */
#include "fs/mount/stale.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fs/mount/paths.h"
#include "validators/text/mem.h"

/* More crashes than this left nothing on top of each other: the first new start cleaned up. */
#define STACKED_MAX 16

static bool
is_dead(const char *path)
{
	struct stat st;
	return stat(path, &st) < 0 && (errno == ENOTCONN || errno == ECONNABORTED);
}

static char *
resolve_there(const char *dir)
{
	return realpath(dir, NULL);
}

/* What is dead cannot be asked: its parent can. */
char *
stale_resolve(const char *mountpoint)
{
	char *path = realpath(mountpoint, NULL);
	if (path || (errno != ENOTCONN && errno != ECONNABORTED))
		return path;
	return path_by_parent(mountpoint, resolve_there);
}

/* mountinfo writes white space and backslashes as three octal digits. */
static void
unescape(char *s)
{
	char *to = s;
	for (; *s; s++) {
		unsigned c;
		if (*s == '\\' && sscanf(s + 1, "%3o", &c) == 1) {
			*to++ = (char)c;
			s += 3;
		} else {
			*to++ = *s;
		}
	}
	*to = '\0';
}

/* "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw": the fifth word, and the first after the hyphen. */
static bool
is_ours(char *line, const char *path)
{
	char *type = strstr(line, " - "), *at = line, *place = NULL;
	if (!type)
		return false;
	*type = '\0';
	for (int i = 0; i < 5 && at; i++)
		place = strsep(&at, " ");
	if (!place)
		return false;
	unescape(place);
	type += strlen(" - ");
	return !strcmp(place, path) && !strncmp(type, STALE_TYPE " ", strlen(STALE_TYPE " "));
}

/* The last line that names the path is the mount on top. */
static bool
top_is_ours(const char *path)
{
	char *line = NULL;
	size_t room = 0;
	bool ours = false;
	FILE *f = fopen("/proc/self/mountinfo", "re");
	if (!f)
		return false;
	while (getline(&line, &room, f) > 0)
		ours |= is_ours(line, path);
	free(line);
	fclose(f);
	return ours;
}

static int
fusermount(const char *path)
{
	int status;
	pid_t pid = fork();
	if (pid < 0)
		return -errno;
	if (!pid) {
		execlp("fusermount3", "fusermount3", "-u", "-q", "-z", "--", path, (char *)NULL);
		_exit(127);
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return status ? -EPERM : 0;
}

int
mount_detach(const char *path)
{
	if (umount2(path, MNT_DETACH | UMOUNT_NOFOLLOW) == 0)
		return 0;
	return errno == EPERM ? fusermount(path) : -errno;
}

int
stale_clean(const char *path)
{
	for (int i = 0; is_dead(path); i++) {
		if (i == STACKED_MAX || !top_is_ours(path))
			return -ENOTCONN;
		int err = mount_detach(path);
		if (err)
			return err;
	}
	return 0;
}
