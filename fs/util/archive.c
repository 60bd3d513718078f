/*
 * One file and one directory a closed duel. The name is found by counting: the first one whose file and directory hold
 * exactly this record (it was done before) or are free. The record's head holds the duel's id, so no two duels have the
 * same bytes.
 *
 *     directory, file    what it means
 *     free,      free    ours to take: first the directory, then the file
 *     ours,      free    a crash came between: the file is still to come
 *     any,       ours    it was done; a directory that is not there is from before there were any, and is put there
 *
 * Two that archive the same duel at once come to the same name: who finds that somebody was faster looks again at what
 * is there now, and goes on to the next name only where that is another duel's.
 *
 * Both are written beside their places under names of this process, its boot and the duel: several hosts may have one
 * archive. A process is named by its number and the namespace that this is of, for containers of one host have the same
 * numbers. Files of a process that is no more are taken away when its duel is archived again; of another boot or
 * namespace, where that may be another host's, after a day.
 */
#include "fs/util/archive.h"

#include <assert.h>
#include <errno.h>
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
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
/* Longer than any archive takes to be written. */
#define LEFT_SECONDS 86400
/* So often somebody may have been faster under one name: a file system that shows a name as free and never gives it
 * ends there. */
#define FASTER_MAX 8

struct archive {
	const struct archived *of;
	const char *dir;
	int dirfd;
	char **why;
	uint64_t space; /* of processes, by its inode; 0: nobody knows */
	char beside[NAME_BYTES], folder_beside[NAME_BYTES];
	char name[NAME_BYTES], folder[NAME_BYTES];
	bool written, folder_written; /* they stand beside their places */
};

/* "DIR/NAME: what: reason"; returns -err. */
static int
refuse_archive(const struct archive *a, const char *name, int err, const char *what)
{
	char room[128];
	*a->why = mem_format("%s%s%s: %s: %s", a->dir, *name ? "/" : "", name, what,
		strerror_r(err, room, sizeof room));
	return -err;
}

/* For a new one the directory's own name has to last too. A descriptor, or a negative errno. */
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

/* The file that is there under this name, if it is to be the record. Nothing but a regular file of the right size is
 * opened. */
static enum place
look_at_file(const struct archive *a, const char *name)
{
	struct stat st;
	size_t len = a->of->len;
	if (fstatat(a->dirfd, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? PLACE_FREE : PLACE_TAKEN;
	if (!S_ISREG(st.st_mode) || (size_t)st.st_size != len)
		return PLACE_TAKEN;
	int fd = openat(a->dirfd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return PLACE_TAKEN;
	char *bytes = mem_check(malloc(len + 1));
	ssize_t n = read_up_to(fd, bytes, len + 1);
	/* It may be there from a try that ended before it was synced. */
	bool done = n == (ssize_t)len && !memcmp(bytes, a->of->record, len) && fsync(fd) == 0;
	free(bytes);
	close(fd);
	return done ? PLACE_DONE : PLACE_TAKEN;
}

static enum place
look_at_folder(const struct archive *a)
{
	struct stat st;
	if (fstatat(a->dirfd, a->folder, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? PLACE_FREE : PLACE_TAKEN;
	char *record = mem_format("%s/debate.md", a->folder);
	bool ours = S_ISDIR(st.st_mode) && look_at_file(a, record) == PLACE_DONE;
	free(record);
	return ours ? PLACE_DONE : PLACE_TAKEN;
}

/* Without replacing: -EEXIST where somebody was faster. A file system that does not know the flag links files; there an
 * empty directory would be replaced. */
static int
move_in(const struct archive *a, const char *beside, const char *name, bool folder)
{
	if (renameat2(a->dirfd, beside, a->dirfd, name, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno == EINVAL || errno == ENOSYS) {
		if (folder ? !renameat(a->dirfd, beside, a->dirfd, name) : !linkat(a->dirfd, beside, a->dirfd, name, 0))
			return folder || !unlinkat(a->dirfd, beside, 0) ? 0 : -errno;
	}
	return errno == ENOTEMPTY || errno == ENOTDIR ? -EEXIST : -errno;
}

static int
put_folder(struct archive *a)
{
	char *why = NULL;
	int err = a->folder_written ? 0 : file_set_write(a->of->files, a->dirfd, a->folder_beside, &why);
	if (err) {
		*a->why = mem_format("%s/%s", a->dir, why);
		free(why);
		return err;
	}
	a->folder_written = true;
	err = move_in(a, a->folder_beside, a->folder, true);
	if (err && err != -EEXIST)
		refuse_archive(a, a->folder, -err, "the directory cannot be put in its place");
	a->folder_written = err;
	return err == -EEXIST ? -EAGAIN : err;
}

/* If another duel has taken the file's name meanwhile, the directory that was put there goes to the next one, too. */
static int
put_record(struct archive *a, bool put)
{
	int err = a->written ? 0 : file_set_write_file(a->dirfd, a->beside, a->of->record, a->of->len, false);
	if (err)
		return refuse_archive(a, a->beside, -err, "the record cannot be written");
	a->written = true;
	err = move_in(a, a->beside, a->name, false);
	if (err && err != -EEXIST)
		return refuse_archive(a, a->name, -err, "the record cannot be put in its place");
	a->written = err;
	if (err && put && look_at_file(a, a->name) == PLACE_TAKEN &&
		!renameat(a->dirfd, a->folder, a->dirfd, a->folder_beside))
		a->folder_written = true;
	return err ? -EAGAIN : 0;
}

static int
place_both(struct archive *a)
{
	time_t seconds = (time_t)(a->of->closed_ms / 1000);
	int slug_len = (int)text_cut(a->of->slug, strlen(a->of->slug), LIMIT_SLUG_BYTES);
	char day[32] = "";
	struct tm tm;
	assert(a->dirfd >= 0 && a->beside[0]);
	if (gmtime_r(&seconds, &tm))
		strftime(day, sizeof day, "%Y-%m-%d", &tm);
	for (unsigned n = 1; n < NAMES_MAX; n++) {
		char suffix[16] = "";
		if (n > 1)
			snprintf(suffix, sizeof suffix, "-%u", n);
		snprintf(a->folder, sizeof a->folder, "%s-%.*s%s", day, slug_len, a->of->slug, suffix);
		snprintf(a->name, sizeof a->name, "%.*s.md", NAME_BYTES - 4, a->folder);
		/* -EAGAIN: somebody was faster, whoever that is */
		int err = -EAGAIN;
		for (unsigned i = 0; i < FASTER_MAX && err == -EAGAIN; i++) {
			enum place file = look_at_file(a, a->name), folder = look_at_folder(a);
			if (file == PLACE_TAKEN || (file == PLACE_FREE && folder == PLACE_TAKEN))
				break; /* another duel has this name, or part of it */
			bool put = folder == PLACE_FREE && a->of->files && a->of->files->n;
			err = put ? put_folder(a) : 0;
			if (!err && file == PLACE_FREE)
				err = put_record(a, put);
		}
		if (err != -EAGAIN)
			return err;
	}
	return refuse_archive(a, a->name, EEXIST, "every name is taken");
}

/* Remove the files of this duel and a process that is no more: ".duelfs-BOOT-SPACE-PID-ID.tmp", or ".md.tmp". */
static void
sweep_left(const struct archive *a)
{
	int fd = openat(a->dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	for (struct dirent *e; d && (e = readdir(d));) {
		const char *name = e->d_name;
		char id[NAME_BYTES] = "";
		uint64_t space = 0;
		int64_t boot = 0;
		int pid = 0, end = 0;
		struct stat st;
		sscanf(name, ".duelfs-%" SCNd64 "-%" SCNu64 "-%d-%200[0-9a-zA-Z]%n", &boot, &space, &pid, id, &end);
		if (!end || strcmp(id, a->of->id) || (strcmp(name + end, ".tmp") && strcmp(name + end, ".md.tmp")))
			continue;
		bool left = pid > 0 && kill(pid, 0) && errno == ESRCH;
		if (boot != a->of->boot || space != a->space)
			left = !a->of->shared || (!fstatat(a->dirfd, name, &st, AT_SYMLINK_NOFOLLOW) &&
							st.st_mtime < time(NULL) - LEFT_SECONDS);
		if (left)
			file_set_remove(a->dirfd, name);
	}
	if (d)
		closedir(d);
}

static void
clear_beside(const struct archive *a)
{
	file_set_remove(a->dirfd, a->beside);
	file_set_remove(a->dirfd, a->folder_beside);
}

int
archive_write(const char *dir, const struct archived *what, char **name, char **why)
{
	struct archive a = {.of = what, .dir = dir, .why = why};
	char beside[NAME_BYTES / 2];
	struct stat st;
	*why = *name = NULL;
	a.dirfd = open_dir(dir);
	if (a.dirfd < 0)
		return refuse_archive(&a, "", -a.dirfd, "the archive cannot be opened");
	a.space = stat("/proc/self/ns/pid", &st) < 0 ? 0 : st.st_ino;
	snprintf(beside, sizeof beside, ".duelfs-%" PRId64 "-%" PRIu64 "-%d-%s", what->boot, a.space, (int)getpid(),
		what->id);
	snprintf(a.folder_beside, sizeof a.folder_beside, "%s.tmp", beside);
	snprintf(a.beside, sizeof a.beside, "%s.md.tmp", beside);
	if (what->again)
		sweep_left(&a);
	clear_beside(&a);
	int err = place_both(&a);
	clear_beside(&a);
	if (!err && fsync(a.dirfd) < 0)
		err = refuse_archive(&a, "", errno, "the archive cannot be synced");
	close(a.dirfd);
	if (!err)
		*name = mem_strdup(a.name);
	return err;
}
