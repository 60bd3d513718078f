#include "fs/store/sqlite_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "fs/store/sqlite_db.h"
#include "validators/text/mem.h"

/* A new directory is durable when its parent is. */
static int
make_dir(const char *path)
{
	if (mkdir(path, 0700))
		return errno == EEXIST ? 0 : -errno;
	char *copy = mem_strdup(path);
	int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int err = fd < 0 || fsync(fd) ? -errno : 0;
	if (fd >= 0)
		close(fd);
	free(copy);
	return err;
}

/* The former owner of the store may have been killed with a child that had not begun yet: that one ends too, within
 * moments, and until then it has every descriptor, and so the lock. */
#define LOCK_PATIENCE_MS 500
#define LOCK_STEP_MS 5

int
sqlite_dir_open(const char *path, enum store_mode mode, char **why)
{
	int err, fd, how;

	if (mode == STORE_OPEN_WRITE && (err = make_dir(path)))
		return db_refuse(why, err, "cannot make the store %s: %s", path, strerror(-err));
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0) {
		err = -errno;
		return db_refuse(why, err, "cannot open the store %s: %s", path, strerror(-err));
	}
	how = mode == STORE_OPEN_VERIFY || mode == STORE_OPEN_READ ? LOCK_SH : LOCK_EX;
	for (int waited_ms = 0; (err = flock(fd, how | LOCK_NB) ? -errno : 0); waited_ms += LOCK_STEP_MS) {
		if (err != -EWOULDBLOCK || waited_ms >= LOCK_PATIENCE_MS)
			break;
		nanosleep(&(struct timespec){ .tv_nsec = LOCK_STEP_MS * 1000000 }, NULL);
	}
	if (!err)
		return fd;
	err = err == -EWOULDBLOCK ? -EBUSY : err;
	close(fd);
	if (err == -EBUSY)
		return db_refuse(why, err, "the store %s is in use by another duelfs", path);
	return db_refuse(why, err, "cannot lock the store %s: %s", path, strerror(-err));
}

off_t
sqlite_dir_bytes(int dir, const char *name)
{
	struct stat st;

	return fstatat(dir, name, &st, 0) ? -1 : st.st_size;
}

bool
sqlite_dir_is_database(int dir)
{
	static const char magic[16] = "SQLite format 3";
	char head[sizeof(magic)] = "";
	int fd = openat(dir, STORE_DB, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	bool is;

	if (fd < 0)
		return false;
	is = pread(fd, head, sizeof(head), 0) == sizeof(head) &&
	     !memcmp(head, magic, sizeof(magic));
	close(fd);
	return is;
}

int
sqlite_dir_start_new(int dir)
{
	static const char *const leftovers[] = {
		STORE_DB_NEW "-wal",
		STORE_DB_NEW "-journal",
		STORE_DB_NEW "-shm",
		STORE_DB_NEW,
	};
	int fd;

	for (size_t i = 0; i < sizeof(leftovers) / sizeof(leftovers[0]); i++)
		if (unlinkat(dir, leftovers[i], 0) && errno != ENOENT)
			return -errno;
	fd = openat(dir, STORE_DB_NEW, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	close(fd);
	return 0;
}

int
sqlite_dir_publish_new(int dir)
{
	int err = 0, fd = openat(dir, STORE_DB_NEW, O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (fsync(fd) || renameat(dir, STORE_DB_NEW, dir, STORE_DB) || fsync(dir))
		err = -errno;
	close(fd);
	return err;
}

/*
 * A daemon that was killed leaves pages that are not on the disk yet, and one whose flush failed
 * leaves pages that never will be, although the kernel calls them clean and shows them to whoever
 * reads. Recovery must not take such a commit for durable: later ones would be acknowledged behind
 * it and go with it when the power does. So what can be written is written, and what could not is
 * forgotten, before anybody reads.
 */
int
sqlite_dir_wal_settle(int dir)
{
	int err = 0, fd = openat(dir, STORE_DB_WAL, O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return errno == ENOENT ? 0 : -errno;
	if (fsync(fd) || fsync(dir))
		err = -errno;
	posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	close(fd);
	return err;
}

/*
 * A flush of blocks that were written before needs no journal commit of the file system's: from the
 * first commit on the log is overwritten, not grown. Zeros behind its end mean nothing to recovery
 * (a frame of page 0 does not exist).
 */
void
sqlite_dir_wal_prewrite(int dir)
{
	static const char zeros[64 << 10];
	int fd = openat(dir, STORE_DB_WAL, O_RDWR | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return;
	off_t end = fstat(fd, &st) ? STORE_WAL_BYTES : st.st_size;
	ssize_t n = 1;
	while (n > 0 && end < STORE_WAL_BYTES) {
		off_t left = STORE_WAL_BYTES - end;
		n = pwrite(fd, zeros, left < (off_t)sizeof(zeros) ? (size_t)left : sizeof(zeros), end);
		end += n;
	}
	/* Room that cannot be had for all of it is left to what needs it more. */
	if (n > 0 || !ftruncate(fd, st.st_size)) {
		fsync(fd);
		fsync(dir);
	}
	close(fd);
}

int
store_dir_lock(const char *dir, char **why)
{
	int fd = sqlite_dir_open(dir, STORE_OPEN_WRITE, why);
	if (fd < 0 || !sqlite_dir_is_database(fd))
		return fd;
	close(fd);
	return db_refuse(why, -EEXIST,
		"%s/" STORE_DB " has duels of its own, which nobody would see: name another STORE for the database, or "
		"mount this one without `database`", dir);
}
