#include "fs/mount/mountpoint.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <syslog.h>
#include <unistd.h>
#include "fs/mount/log.h"
#include "fs/util/thread.h"
#include "validators/text/mem.h"

/* The type of our mounts: as a file system's subtype in new_session. */
#define TYPE "fuse.duelfs"
#define NAME "duelfs: "
/* More crashes than this left nothing on top of each other: the first new start cleaned up. */
#define STACKED_MAX 16

/* mountinfo writes white space and backslashes as three octal digits. */
static void
unescape_octal(char *s)
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

/* "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw": the fifth word is the place, the first after the
 * hyphen the type, and the second what is mounted. *type and *source are NULL where they are not there. */
static char *
split_line(char *line, char **type, char **source)
{
	char *at = strstr(line, " - "), *place = NULL;
	*type = *source = NULL;
	if (at) {
		*at = '\0';
		at += strlen(" - ");
		*type = strsep(&at, " ");
		*source = strsep(&at, " ");
	}
	for (int i = 0; i < 5 && line; i++)
		place = strsep(&line, " ");
	if (place)
		unescape_octal(place);
	if (*source)
		unescape_octal(*source);
	return place;
}

/* The last line that names the place is the mount on top. */
static bool
top_is_ours(const char *path)
{
	char *line = NULL, *type, *source;
	size_t room = 0;
	bool ours = false;
	FILE *f = fopen("/proc/self/mountinfo", "re");
	while (f && getline(&line, &room, f) > 0) {
		const char *place = split_line(line, &type, &source);
		if (place && !strcmp(place, path))
			ours = type && !strcmp(type, TYPE);
	}
	free(line);
	if (f)
		fclose(f);
	return ours;
}

char *
mountpoint_of_store(const char *dir)
{
	char *line = NULL, *type, *source, *found = NULL;
	size_t room = 0;
	struct stat store, st;
	FILE *f = stat(dir, &store) ? NULL : fopen("/proc/self/mountinfo", "re");
	while (f && !found && getline(&line, &room, f) > 0) {
		const char *place = split_line(line, &type, &source);
		if (place && source && !strcmp(type, TYPE) && *source == '/' && !stat(source, &st) &&
			st.st_dev == store.st_dev && st.st_ino == store.st_ino)
			found = mem_strdup(place);
	}
	free(line);
	if (f)
		fclose(f);
	return found;
}

int
mountpoint_clean(const char *path)
{
	assert(*path == '/');
	struct stat st;
	for (int i = 0; stat(path, &st) < 0 && (errno == ENOTCONN || errno == ECONNABORTED); i++) {
		if (i == STACKED_MAX || !top_is_ours(path))
			return -ENOTCONN;
		int err = mountpoint_detach(path);
		if (err)
			return err;
	}
	return 0;
}

int
mountpoint_attach(struct fuse_session *se, const char *path)
{
	char said[4096], *rest = said;
	int ends[2], stderr_was = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
	bool listens = stderr_was >= 0 && pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0;
	if (listens) {
		dup2(ends[1], STDERR_FILENO);
		close(ends[1]);
	}
	int err = fuse_session_mount(se, path) ? -EPERM : 0;
	if (listens)
		dup2(stderr_was, STDERR_FILENO);
	if (stderr_was >= 0)
		close(stderr_was);
	if (!listens)
		return err;
	/* A process that still holds the other end, as with auto_unmount, sends nothing more that anybody waits for.
	 * Each line is said once, whoever it was that said it. */
	ssize_t n = read(ends[0], said, sizeof said - 1);
	close(ends[0]);
	said[n > 0 ? n : 0] = '\0';
	for (char *line; (line = strsep(&rest, "\n"));)
		if (*line)
			log_line(LOG_NOTICE, strncmp(line, NAME, strlen(NAME)) ? line : line + strlen(NAME));
	return err;
}

int
mountpoint_detach(const char *path)
{
	int status;
	if (umount2(path, MNT_DETACH | UMOUNT_NOFOLLOW) == 0)
		return 0;
	if (errno != EPERM)
		return -errno;
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

struct presence {
	pthread_t thread;
	FILE *table;
	int stop;
	unsigned major, minor;
	void (*gone)(void *arg);
	void *arg;
};

/* The third word is the file system's device, whatever part of it is mounted where. */
static bool
is_listed(const struct presence *p, FILE *table)
{
	char *line = NULL;
	size_t room = 0;
	bool there = false;
	unsigned major, minor;
	rewind(table);
	while (!there && getline(&line, &room, table) > 0)
		there = sscanf(line, "%*d %*d %u:%u", &major, &minor) == 2 && major == p->major && minor == p->minor;
	free(line);
	return there || ferror(table);
}

bool
presence_is_there(const struct presence *p)
{
	FILE *table = p ? fopen("/proc/self/mountinfo", "re") : NULL;
	bool there = !table || is_listed(p, table);
	if (table)
		fclose(table);
	return there;
}

static void *
watch_mounts(void *arg)
{
	struct presence *p = arg;
	struct pollfd fds[2] = {{.fd = fileno(p->table), .events = POLLPRI}, {.fd = p->stop, .events = POLLIN}};
	bool there = is_listed(p, p->table);
	while (there && (poll(fds, 2, -1) >= 0 || errno == EINTR) && !fds[1].revents)
		if (fds[0].revents)
			there = is_listed(p, p->table);
	if (!there)
		p->gone(p->arg);
	return NULL;
}

static void
presence_free(struct presence *p)
{
	if (p->table)
		fclose(p->table);
	if (p->stop >= 0)
		close(p->stop);
	free(p);
}

/* Its device without asking the daemon, who is the one that asks. */
struct presence *
presence_start(const char *path, void (*gone)(void *arg), void *arg)
{
	struct presence *p = mem_calloc(1, sizeof *p);
	struct statx st;
	*p = (struct presence){.table = fopen("/proc/self/mountinfo", "re"), .stop = eventfd(0, EFD_CLOEXEC),
		.gone = gone, .arg = arg};
	if (p->table && p->stop >= 0 && !statx(AT_FDCWD, path, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_TYPE, &st)) {
		p->major = st.stx_dev_major;
		p->minor = st.stx_dev_minor;
		if (is_listed(p, p->table) && !thread_start(&p->thread, watch_mounts, p))
			return p;
	}
	presence_free(p);
	return NULL;
}

void
presence_stop(struct presence *p)
{
	if (!p)
		return;
	eventfd_write(p->stop, 1);
	pthread_join(p->thread, NULL);
	presence_free(p);
}
