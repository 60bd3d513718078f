/*
 * One file a closed duel. The name is found by counting: the first one that holds exactly these bytes (it was done
 * before) or that nobody has. The record's head holds the duel's id, so no two duels have the same bytes.
 *
 * The bytes are written beside their place under a name made of the bytes themselves, so that doing it again after a
 * crash takes away what the crash left.
 */
#include "fs/util/archive.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "fs/util/read_up_to.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* One more than the duels that a mount holds by default: a free name is always among so many. */
#define NAMES_MAX 1000001
#define NAME_BYTES 256

struct archive {
	const char *dir;
	int dirfd;
	int64_t closed_ms;
	const char *slug;
	const char *record;
	size_t len;
	char **why;
	char beside[NAME_BYTES];
	char name[NAME_BYTES];
};

/* "DIR/NAME: what: reason"; returns -err. */
static int
refuse(const struct archive *a, const char *name, int err, const char *what)
{
	char room[128];
	*a->why = mem_format("%s%s%s: %s: %s", a->dir, *name ? "/" : "", name, what,
		strerror_r(err, room, sizeof room));
	return -err;
}

/* By FNV-1a: enough to tell apart what is being archived at one time. */
static void
name_beside(struct archive *a)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	for (size_t i = 0; i < a->len; i++)
		h = (h ^ (unsigned char)a->record[i]) * UINT64_C(0x100000001b3);
	snprintf(a->beside, sizeof a->beside, ".duelfs-%016llx.tmp", (unsigned long long)h);
}

static void
name_nth(struct archive *a, unsigned n)
{
	time_t seconds = (time_t)(a->closed_ms / 1000);
	char day[32] = "", suffix[16] = "";
	struct tm tm;
	if (gmtime_r(&seconds, &tm))
		strftime(day, sizeof day, "%Y-%m-%d", &tm);
	if (n > 1)
		snprintf(suffix, sizeof suffix, "-%u", n);
	snprintf(a->name, sizeof a->name, "%s-%.*s%s.md", day,
		(int)text_cut(a->slug, strlen(a->slug), LIMIT_SLUG_BYTES), a->slug, suffix);
}

/* Of a new one the directory's own name has to last too. A descriptor, or a negative errno. */
static int
open_dir(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0 || errno != ENOENT)
		return fd < 0 ? -errno : fd;
	if (mkdir(dir, 0755) < 0 && errno != EEXIST)
		return -errno;
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	int up = openat(fd, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (up >= 0) {
		fsync(up);
		close(up);
	}
	return fd;
}

enum place { PLACE_FREE, PLACE_TAKEN, PLACE_DONE };

/* What is there under a->name. Nothing but a regular file of the right size is opened. */
static enum place
look(const struct archive *a)
{
	struct stat st;
	if (fstatat(a->dirfd, a->name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? PLACE_FREE : PLACE_TAKEN;
	if (!S_ISREG(st.st_mode) || (size_t)st.st_size != a->len)
		return PLACE_TAKEN;
	int fd = openat(a->dirfd, a->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return PLACE_TAKEN;
	char *bytes = mem_check(malloc(a->len + 1));
	ssize_t n = read_up_to(fd, bytes, a->len + 1);
	/* It may be there from a try that ended before it was synced. */
	bool done = n == (ssize_t)a->len && !memcmp(bytes, a->record, a->len) && fsync(fd) == 0;
	free(bytes);
	close(fd);
	return done ? PLACE_DONE : PLACE_TAKEN;
}

static int
write_beside(const struct archive *a)
{
	int err = 0;
	unlinkat(a->dirfd, a->beside, 0);
	int fd = openat(a->dirfd, a->beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	if (fd < 0)
		return -errno;
	for (size_t at = 0; at < a->len && !err;) {
		ssize_t n = write(fd, a->record + at, a->len - at);
		if (n >= 0)
			at += (size_t)n;
		else if (errno != EINTR)
			err = -errno;
	}
	if (!err && fsync(fd) < 0)
		err = -errno;
	if (close(fd) < 0 && !err)
		err = -errno;
	return err;
}

/* Give the file its name without replacing: -EEXIST where somebody was faster. */
static int
move_in(const struct archive *a)
{
	if (renameat2(a->dirfd, a->beside, a->dirfd, a->name, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -errno;
	if (linkat(a->dirfd, a->beside, a->dirfd, a->name, 0) < 0)
		return -errno;
	unlinkat(a->dirfd, a->beside, 0);
	return 0;
}

/* Put the record under the first name that is free. */
static int
place_record(struct archive *a)
{
	assert(a->dirfd >= 0 && a->beside[0]);
	bool written = false;
	for (unsigned n = 1; n < NAMES_MAX; n++) {
		name_nth(a, n);
		enum place place = look(a);
		if (place == PLACE_DONE)
			return 0;
		if (place == PLACE_TAKEN)
			continue;
		int err = written ? 0 : write_beside(a);
		if (err)
			return refuse(a, a->beside, -err, "the record cannot be written");
		written = true;
		err = move_in(a);
		if (!err)
			return 0;
		if (err != -EEXIST)
			return refuse(a, a->name, -err, "the record cannot be put in its place");
	}
	return refuse(a, a->name, EEXIST, "every name is taken");
}

int
archive_write(const char *dir, int64_t closed_ms, const char *slug, const char *record, size_t len, char **why)
{
	struct archive a = {.dir = dir, .closed_ms = closed_ms, .slug = slug, .record = record, .len = len, .why = why};
	*why = NULL;
	a.dirfd = open_dir(dir);
	if (a.dirfd < 0)
		return refuse(&a, "", -a.dirfd, "the archive cannot be opened");
	name_beside(&a);
	int err = place_record(&a);
	unlinkat(a.dirfd, a.beside, 0);
	if (!err && fsync(a.dirfd) < 0)
		err = refuse(&a, "", errno, "the archive cannot be synced");
	close(a.dirfd);
	return err;
}
