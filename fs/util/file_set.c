#include "fs/util/file_set.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "validators/text/mem.h"

void
file_set_add(struct file_set *k, const char *path, const char *bytes, size_t len)
{
	assert(*path && *path != '/');
	if (k->n == k->room) {
		k->room = k->room ? 2 * k->room : 16;
		k->v = mem_resize(k->v, k->room, sizeof *k->v);
	}
	k->v[k->n++] = (struct file_set_file){.path = mem_strdup(path), .bytes = mem_copy(bytes, len), .len = len};
}

void
file_set_set(struct file_set *k, const char *path, const char *bytes, size_t len)
{
	for (struct file_set_file *f = k->v; f < k->v + k->n; f++) {
		if (strcmp(f->path, path))
			continue;
		free(f->bytes);
		f->bytes = mem_copy(bytes, len);
		f->len = len;
	}
}

void
file_set_free(struct file_set *k)
{
	for (size_t i = 0; i < k->n; i++) {
		free(k->v[i].path);
		free(k->v[i].bytes);
	}
	free(k->v);
	*k = (struct file_set){0};
}

/* From so many on they are made durable together: file by file some thousand take a disk half a minute. */
#define KEPT_TOGETHER 256

int
file_set_write_file(int dirfd, const char *path, const char *bytes, size_t len, bool together)
{
	int fd = openat(dirfd, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	if (fd < 0)
		return -errno;
	int err = 0;
	for (size_t at = 0; at < len && !err;) {
		ssize_t n = write(fd, bytes + at, len - at);
		if (n >= 0)
			at += (size_t)n;
		else if (errno != EINTR)
			err = -errno;
	}
	if (!err && !together && fsync(fd))
		err = -errno;
	return close(fd) && !err ? -errno : err;
}

static bool
is_folder(const struct file_set_file *f)
{
	return f->path[strlen(f->path) - 1] == '/';
}

/* A folder's names are durable when all of them are there. *at: which one failed. */
static int
write_files(const struct file_set *k, int dirfd, const char **at)
{
	int err = 0;
	bool together = k->n >= KEPT_TOGETHER;
	for (size_t i = 0; i < k->n && !err; i++) {
		const struct file_set_file *f = &k->v[i];
		*at = f->path;
		err = !is_folder(f) ? file_set_write_file(dirfd, f->path, f->bytes, f->len, together)
			: mkdirat(dirfd, f->path, 0755) ? -errno : 0;
	}
	if (!err && together)
		return syncfs(dirfd) ? -errno : 0;
	for (size_t i = 0; i < k->n && !err; i++) {
		if (!is_folder(&k->v[i]))
			continue;
		*at = k->v[i].path;
		int fd = openat(dirfd, *at, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		err = fd < 0 || fsync(fd) ? -errno : 0;
		if (fd >= 0)
			close(fd);
	}
	return err || !fsync(dirfd) ? err : -errno;
}

int
file_set_write(const struct file_set *k, int dirfd, const char *name, char **why)
{
	const char *at = "";
	char room[128];
	assert(*name && !strchr(name, '/'));
	int err = mkdirat(dirfd, name, 0755) ? -errno : 0;
	int fd = err ? -1 : openat(dirfd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (!err)
		err = fd < 0 ? -errno : write_files(k, fd, &at);
	if (fd >= 0)
		close(fd);
	if (!err)
		return 0;
	if (err != -EEXIST || *at)
		file_set_remove(dirfd, name);
	*why = mem_format("%s%s%s: %s", name, *at ? "/" : "", at, strerror_r(-err, room, sizeof room));
	return err;
}

void
file_set_remove(int dirfd, const char *name)
{
	if (!unlinkat(dirfd, name, 0) || (errno != EISDIR && errno != EPERM))
		return;
	int fd = openat(dirfd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	for (struct dirent *e; d && (e = readdir(d));)
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			file_set_remove(fd, e->d_name);
	if (d)
		closedir(d);
	else if (fd >= 0)
		close(fd);
	unlinkat(dirfd, name, AT_REMOVEDIR);
}
