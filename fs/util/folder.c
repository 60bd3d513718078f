#include "fs/util/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fs/util/read_up_to.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

struct reading {
	const struct folder_limits *limits;
	struct folder *out;
	size_t room, fault_room;
	size_t folders, bytes; /* the directory itself is one */
	bool full; /* no more is read */
};

__attribute__((format(printf, 3, 4))) static void
add_fault(struct reading *r, const char *path, const char *format, ...)
{
	struct folder *out = r->out;
	va_list args;
	if (out->n_faults == r->fault_room)
		out->faults = mem_resize(
			out->faults, r->fault_room = r->fault_room ? 2 * r->fault_room : 4, sizeof *out->faults);
	va_start(args, format);
	out->faults[out->n_faults++] =
		(struct folder_fault){.path = mem_strdup(path), .why = mem_vformat(format, args)};
	va_end(args);
	r->full |= out->n_faults == FOLDER_FAULTS_MAX;
}

static void
add_errno(struct reading *r, const char *path, int err)
{
	char room[128];
	add_fault(r, path, "it cannot be read: %s", strerror_r(err, room, sizeof room));
}

static const char *
kind_of(mode_t mode)
{
	switch (mode & S_IFMT) {
	case S_IFLNK:
		return "a symbolic link";
	case S_IFIFO:
		return "a pipe";
	case S_IFSOCK:
		return "a socket";
	default:
		return "a device";
	}
}

static bool
same_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

char *
folder_read_whole(int fd, const struct stat *before, size_t *len, int *err)
{
	struct stat after;
	/* One byte of room more than the size: growth is seen at once. */
	char *text = mem_check(malloc((size_t)before->st_size + 2));
	ssize_t n = read_up_to(fd, text, (size_t)before->st_size + 1);
	*err = n < 0 ? (int)n : fstat(fd, &after) < 0 ? -errno : 0;
	*len = (size_t)n;
	if (!*err && n == before->st_size && after.st_size == before->st_size &&
		same_time(&after.st_mtim, &before->st_mtim) && same_time(&after.st_ctim, &before->st_ctim))
		return text;
	if (!*err)
		*err = -EAGAIN;
	free(text);
	return NULL;
}

static void
read_file(struct reading *r, int dir, const char *name, const char *path)
{
	struct folder *out = r->out;
	struct stat st;
	if (out->n_files == r->limits->files) {
		add_fault(r, "", "there are more than %zu files", r->limits->files);
		r->full = true;
		return;
	}
	int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) < 0) {
		add_errno(r, path, errno);
	} else if (!S_ISREG(st.st_mode)) {
		add_fault(r, path, "it is %s", kind_of(st.st_mode));
	} else if ((size_t)st.st_size > r->limits->file_bytes) {
		add_fault(r, path, "it has %lld bytes, a file at most %zu", (long long)st.st_size,
			r->limits->file_bytes);
	} else if ((size_t)st.st_size > r->limits->bytes - r->bytes) {
		add_fault(r, "", "all files have more than %zu bytes", r->limits->bytes);
		r->full = true;
	} else {
		size_t len;
		int err;
		char *text = folder_read_whole(fd, &st, &len, &err);
		if (text) {
			if (out->n_files == r->room)
				out->files = mem_resize(out->files, r->room = r->room ? 2 * r->room : 64,
					sizeof *out->files);
			len = text_unix(text, len);
			text[len] = '\0';
			out->files[out->n_files++] = (struct folder_file){mem_strdup(path), text, len};
			r->bytes += len;
		} else if (err == -EAGAIN) {
			add_fault(r, path, "it changed while it was read");
		} else {
			add_errno(r, path, -err);
		}
	}
	if (fd >= 0)
		close(fd);
}

/* It calls itself as deep as directories may lie in one another. A name is seen before it is opened: opening a device
 * may already do something. */
static void
read_folder(struct reading *r, int at, const char *name, const char *path, unsigned depth)
{
	if (depth > r->limits->depth) {
		add_fault(r, path, "it lies more than %u directories deep", r->limits->depth);
		return;
	}
	if (r->folders++ > r->limits->files) {
		add_fault(r, "", "there are more than %zu directories", r->limits->files);
		r->full = true;
		return;
	}
	int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir) {
		add_errno(r, path, errno);
		if (fd >= 0)
			close(fd);
		return;
	}
	errno = 0;
	for (struct dirent *e; !r->full && (e = readdir(dir)); errno = 0) {
		struct stat st;
		if (*e->d_name == '.')
			continue;
		char *below = mem_format("%s%s%s", path, *path ? "/" : "", e->d_name);
		if (!text_clean_line(e->d_name, strlen(e->d_name)))
			add_fault(r, below, "its name is no clean UTF-8");
		else if (fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0)
			add_errno(r, below, errno);
		else if (r->limits->not_on && st.st_dev == r->limits->not_on)
			add_fault(r, below, "it lies in this mount");
		else if (S_ISDIR(st.st_mode))
			read_folder(r, fd, e->d_name, below, depth + 1);
		else if (S_ISREG(st.st_mode))
			read_file(r, fd, e->d_name, below);
		else
			add_fault(r, below, "it is %s", kind_of(st.st_mode));
		free(below);
	}
	if (!r->full && errno)
		add_errno(r, path, errno);
	closedir(dir);
}

/* Files and faults both begin with their path. */
static int
by_path(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

_Static_assert(!offsetof(struct folder_file, path) && !offsetof(struct folder_fault, path), "by_path reads it there");

void
folder_read(int dir, const struct folder_limits *limits, struct folder *out)
{
	struct reading r = {.limits = limits, .out = out};
	*out = (struct folder){0};
	read_folder(&r, dir, ".", "", 0);
	if (out->n_files)
		qsort(out->files, out->n_files, sizeof *out->files, by_path);
	if (out->n_faults)
		qsort(out->faults, out->n_faults, sizeof *out->faults, by_path);
}

void
folder_free(struct folder *f)
{
	for (size_t i = 0; i < f->n_files; i++) {
		free(f->files[i].path);
		free(f->files[i].text);
	}
	for (size_t i = 0; i < f->n_faults; i++) {
		free(f->faults[i].path);
		free(f->faults[i].why);
	}
	free(f->files);
	free(f->faults);
	*f = (struct folder){0};
}

int
folder_open(int dir, const char *part, bool *itself)
{
	int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, fd = openat(dir, part, flags);
	if (itself)
		*itself = fd < 0 && errno == ENOENT;
	if (itself && *itself)
		fd = openat(dir, ".", flags);
	return fd < 0 ? -errno : fd;
}

const char *
folder_open_fault(int err)
{
	return err == -ENOTDIR || err == -ELOOP ? "it is no directory" : "it cannot be opened";
}
