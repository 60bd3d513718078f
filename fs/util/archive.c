/*
 * One file a closed duel. The name is found by counting: the first one that holds exactly these bytes (it was done before) or that
 * nobody has. The record's head holds the duel's id, so no two duels have the same bytes.
 *
 * The bytes are written beside their place under a name made of the bytes themselves, so that doing it again after a crash takes away
 * what the crash left.
 */
#include "fs/util/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
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

	if (asprintf(a->why, "%s%s%s: %s: %s", a->dir, *name ? "/" : "", name, what, strerror_r(err, room, sizeof room)) < 0)
		abort();
	return -err;
}

/* FNV-1a: enough to tell apart what is being archived at one time. */
static uint64_t
hash_bytes(const char *s, size_t len)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)s[i]) * UINT64_C(0x100000001b3);
	return h;
}

static void
name_beside(struct archive *a)
{
	snprintf(a->beside, sizeof a->beside, ".duelfs-%016llx.tmp", (unsigned long long)hash_bytes(a->record, a->len));
}

static void
name_nth(struct archive *a, unsigned n)
{
	time_t seconds = (time_t)(a->closed_ms / 1000);
	char day[32] = "";
	char suffix[16] = "";
	struct tm tm;

	if (gmtime_r(&seconds, &tm))
		strftime(day, sizeof day, "%Y-%m-%d", &tm);
	if (n > 1)
		snprintf(suffix, sizeof suffix, "-%u", n);
	snprintf(a->name, sizeof a->name, "%s-%.*s%s.md", day, (int)text_cut(a->slug, strlen(a->slug), LIMIT_SLUG_BYTES), a->slug, suffix);
}

static int
open_new_dir(const struct archive *a)
{
	int fd, up;

	if (mkdir(a->dir, 0755) < 0 && errno != EEXIST)
		return -errno;
	fd = open(a->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	/* The new directory's own name has to last too. */
	up = openat(fd, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (up >= 0) {
		fsync(up);
		close(up);
	}
	return fd;
}

static int
open_dir(struct archive *a)
{
	a->dirfd = open(a->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (a->dirfd < 0)
		a->dirfd = errno == ENOENT ? open_new_dir(a) : -errno;
	return a->dirfd < 0 ? refuse(a, "", -a->dirfd, "the archive cannot be opened") : 0;
}

/* Does the open file hold exactly the record? */
static bool
holds_record(const struct archive *a, int fd)
{
	char piece[16384];
	size_t at = 0;

	for (;;) {
		ssize_t n = read(fd, piece, sizeof piece);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n == 0 && at == a->len;
		if ((size_t)n > a->len - at || memcmp(piece, a->record + at, (size_t)n) != 0)
			return false;
		at += (size_t)n;
	}
}

enum place { PLACE_FREE, PLACE_TAKEN, PLACE_DONE };

/* What is there under a->name. Nothing but a regular file of the right size is opened. */
static enum place
look(const struct archive *a)
{
	struct stat st;
	enum place place = PLACE_TAKEN;
	int fd;

	if (fstatat(a->dirfd, a->name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? PLACE_FREE : PLACE_TAKEN;
	if (!S_ISREG(st.st_mode) || (size_t)st.st_size != a->len)
		return PLACE_TAKEN;
	fd = openat(a->dirfd, a->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return PLACE_TAKEN;
	/* It may be there from a try that ended before it was synced. */
	if (holds_record(a, fd) && fsync(fd) == 0)
		place = PLACE_DONE;
	close(fd);
	return place;
}

static int
write_all(int fd, const char *s, size_t len)
{
	while (len) {
		ssize_t n = write(fd, s, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		s += n;
		len -= (size_t)n;
	}
	return 0;
}

static int
write_beside(const struct archive *a)
{
	int fd, err;

	unlinkat(a->dirfd, a->beside, 0);
	fd = openat(a->dirfd, a->beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	if (fd < 0)
		return -errno;
	err = write_all(fd, a->record, a->len);
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
	bool written = false;
	int err;

	for (unsigned n = 1; n < NAMES_MAX; n++) {
		name_nth(a, n);
		switch (look(a)) {
		case PLACE_DONE:
			return 0;
		case PLACE_TAKEN:
			continue;
		case PLACE_FREE:
			break;
		}
		err = written ? 0 : write_beside(a);
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
	int err;

	*why = NULL;
	err = open_dir(&a);
	if (err)
		return err;
	name_beside(&a);
	err = place_record(&a);
	unlinkat(a.dirfd, a.beside, 0);
	if (!err && fsync(a.dirfd) < 0)
		err = refuse(&a, "", errno, "the archive cannot be synced");
	close(a.dirfd);
	return err;
}
