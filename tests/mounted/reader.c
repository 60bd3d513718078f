/*
 * Reads files in every way there is, for the tests of readers:
 *
 *     $ reader mmap debate.md        the file's bytes, read that way (the table of ways), on stdout
 *     $ reader ways                  the names of the ways
 *     $ reader exact FOLDER          for every file below it: stat, fstat before and after, and what a read gives are one size
 *     $ reader unasked FILE…         each file read through pages, by a reader that never asks for its size, and then by a plain read: the same
 *     $ reader beside UNTIL FOLDER   again and again until the file UNTIL is there, each file in several ways while it may change: no read is
 *                                    shorter than its fstat said, none has a NUL, none ends within a line, and what only grows never
 *                                    shows other bytes than before
 *
 * What does not hold is told on stdout, a line a file; exit status 1 then.
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES_MAX 4096
#define DEPTH_MAX 16
#define PIECE 65536
#define ALIGNED 4096

struct bytes {
	char *p;
	size_t len, room;
};

static void
die(const char *what, const char *name)
{
	fprintf(stderr, "reader: %s: %s: %s\n", what, name, strerror(errno));
	exit(2);
}

/* Room for `n` more, after what is there. */
static char *
room(struct bytes *b, size_t n)
{
	if (b->len + n > b->room) {
		b->room = 2 * b->room + n;
		b->p = realloc(b->p, b->room);
		if (!b->p)
			abort();
	}
	return b->p + b->len;
}

/* Each way appends the whole file behind `fd` and gives 0, or -1 with errno. */

static int
in_pieces(int fd, struct bytes *b, size_t size)
{
	for (;;) {
		ssize_t got = read(fd, room(b, size), size);
		if (got <= 0)
			return (int)got;
		b->len += (size_t)got;
	}
}

static int
way_read(int fd, struct bytes *b)
{
	return in_pieces(fd, b, PIECE);
}

static int
way_bytes(int fd, struct bytes *b)
{
	return in_pieces(fd, b, 1);
}

/* As busybox reads: nobody is asked for a size first. */
static int
way_sendfile(int fd, struct bytes *b)
{
	int out = memfd_create("out", 0);
	ssize_t sent;
	while ((sent = sendfile(out, fd, NULL, 16 << 20)) > 0)
		;
	if (sent < 0 || lseek(out, 0, SEEK_SET) < 0 || in_pieces(out, b, PIECE) < 0)
		return -1;
	return close(out);
}

static int
way_splice(int fd, struct bytes *b)
{
	int ends[2];
	ssize_t moved;
	if (pipe(ends) < 0)
		return -1;
	while ((moved = splice(fd, NULL, ends[1], NULL, PIECE / 2, 0)) > 0)
		while (moved > 0) {
			ssize_t got = read(ends[0], room(b, PIECE), PIECE);
			if (got <= 0)
				return -1;
			b->len += (size_t)got;
			moved -= got;
		}
	close(ends[0]);
	close(ends[1]);
	return (int)moved;
}

/* Between two file systems it is EXDEV, and whoever asked reads instead: only what it copied must be right. */
static int
way_copy(int fd, struct bytes *b)
{
	int out = memfd_create("out", 0);
	ssize_t copied;
	while ((copied = copy_file_range(fd, NULL, out, NULL, PIECE, 0)) > 0)
		;
	if (copied < 0 && errno != EXDEV && errno != EINVAL && errno != EOPNOTSUPP)
		return -1;
	if (lseek(out, 0, SEEK_SET) < 0 || in_pieces(out, b, PIECE) < 0)
		return -1;
	close(out);
	return in_pieces(fd, b, PIECE);
}

static int
way_pread(int fd, struct bytes *b)
{
	static const size_t sizes[] = {7, 4093, 1, 511, 4097, 3};
	for (size_t i = 0;; i++) {
		size_t size = sizes[i % (sizeof sizes / sizeof *sizes)];
		ssize_t got = pread(fd, room(b, size), size, (off_t)b->len);
		if (got <= 0)
			return (int)got;
		b->len += (size_t)got;
	}
}

static int
way_readv(int fd, struct bytes *b)
{
	static char pieces[3][1000];
	static const struct iovec to[3] = {{pieces[0], 5}, {pieces[1], 1000}, {pieces[2], 64}};
	ssize_t got;
	while ((got = readv(fd, to, 3)) > 0)
		for (int i = 0; i < 3 && got > 0; i++) {
			size_t n = (size_t)got < to[i].iov_len ? (size_t)got : to[i].iov_len;
			memcpy(room(b, n), pieces[i], n);
			b->len += n;
			got -= (ssize_t)n;
		}
	return (int)got;
}

static int
way_direct(int fd, struct bytes *b)
{
	static _Alignas(ALIGNED) char page[ALIGNED];
	ssize_t got;
	while ((got = read(fd, page, sizeof page)) > 0) {
		memcpy(room(b, (size_t)got), page, (size_t)got);
		b->len += (size_t)got;
	}
	return (int)got;
}

static int
way_mmap(int fd, struct bytes *b)
{
	struct stat st;
	if (fstat(fd, &st) < 0)
		return -1;
	if (!st.st_size)
		return 0;
	size_t size = (size_t)st.st_size;
	char *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (map == MAP_FAILED)
		return -1;
	memcpy(room(b, size), map, size);
	b->len += size;
	return munmap(map, size);
}

/* From the end to the beginning, as tac and tail do. */
static int
way_backwards(int fd, struct bytes *b)
{
	off_t end = lseek(fd, 0, SEEK_END);
	if (end < 0)
		return -1;
	room(b, (size_t)end + 1);
	for (off_t at = end; at > 0;) {
		off_t from = at > 1000 ? at - 1000 : 0;
		if (lseek(fd, from, SEEK_SET) < 0 || read(fd, b->p + from, (size_t)(at - from)) != at - from)
			return -1;
		at = from;
	}
	b->len = (size_t)end;
	return 0;
}

/* By its data and its holes, as cp and tar look for them. */
static int
way_data(int fd, struct bytes *b)
{
	off_t data, hole = 0;
	while ((data = lseek(fd, hole, SEEK_DATA)) >= 0) {
		hole = lseek(fd, data, SEEK_HOLE);
		if (hole < 0)
			return -1;
		memset(room(b, (size_t)data - b->len), 0, (size_t)data - b->len);
		b->len = (size_t)data;
		ssize_t got = pread(fd, room(b, (size_t)(hole - data)), (size_t)(hole - data), data);
		if (got < 0)
			return -1;
		b->len += (size_t)got;
	}
	return errno == ENXIO ? 0 : -1;
}

static int
way_stdio(int fd, struct bytes *b)
{
	FILE *f = fdopen(dup(fd), "r");
	for (size_t got = 1; got > 0; b->len += got)
		got = fread(room(b, 777), 1, 777, f);
	return fclose(f);
}

static const struct way {
	const char *name;
	int (*read)(int fd, struct bytes *b);
	int flags;
	bool moving; /* right even where the file changes meanwhile, when its size was asked for first */
} ways[] = {
	/* clang-format off */
	{"read", way_read, 0, true},
	{"bytes", way_bytes, 0, true},
	{"sendfile", way_sendfile, 0, true},
	{"splice", way_splice, 0, true},
	{"copy", way_copy, 0, true},
	{"pread", way_pread, 0, true},
	{"readv", way_readv, 0, true},
	{"direct", way_direct, O_DIRECT, true},
	{"mmap", way_mmap, 0, true},
	{"backwards", way_backwards, 0, false},
	{"data", way_data, 0, false},
	{"stdio", way_stdio, 0, true},
	/* clang-format on */
};
#define WAYS (sizeof ways / sizeof *ways)

static const struct way *
way_named(const char *name)
{
	for (size_t i = 0; i < WAYS; i++)
		if (!strcmp(ways[i].name, name))
			return &ways[i];
	fprintf(stderr, "reader: no such way: %s\n", name);
	exit(2);
}

static void
read_all(const struct way *way, const char *path, struct bytes *b)
{
	int fd = open(path, O_RDONLY | way->flags);
	if (fd < 0)
		die("open", path);
	if (way->read(fd, b) < 0)
		die(way->name, path);
	close(fd);
}

/* The files of a tree. */

static char *files[FILES_MAX];
static size_t n_files;

static int
note_file(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st, (void)at;
	if (type != FTW_F)
		return 0;
	if (n_files == FILES_MAX)
		return -1;
	files[n_files++] = strdup(path);
	return 0;
}

static void
find_files(const char *folder)
{
	if (nftw(folder, note_file, DEPTH_MAX, FTW_PHYS) || !n_files)
		die("no files below it", folder);
}

/* exact */

static bool
is_exact(const char *path)
{
	struct stat before, opened, after;
	struct bytes b = {0};
	if (stat(path, &before) < 0)
		die("stat", path);
	int fd = open(path, O_RDONLY);
	if (fd < 0 || fstat(fd, &opened) < 0 || way_read(fd, &b) < 0 || fstat(fd, &after) < 0)
		die("fstat and read", path);
	close(fd);
	free(b.p);
	off_t size = (off_t)b.len;
	if (before.st_size == size && opened.st_size == size && after.st_size == size)
		return true;
	printf("%s: stat %lld, fstat %lld, bytes %zu, fstat %lld\n", path, (long long)before.st_size, (long long)opened.st_size, b.len,
		(long long)after.st_size);
	return false;
}

static int
exact(const char *folder)
{
	bool good = true;
	find_files(folder);
	for (size_t i = 0; i < n_files; i++)
		good &= is_exact(files[i]);
	return !good;
}

/* unasked */

static bool
is_read_unasked(const char *path, const struct way *way)
{
	struct bytes paged = {0}, plain = {0};
	read_all(way, path, &paged);
	read_all(way_named("read"), path, &plain);
	bool same = paged.len == plain.len && (!plain.len || !memcmp(paged.p, plain.p, plain.len));
	if (!same)
		printf("%s: %zu bytes by %s, %zu by read\n", path, paged.len, way->name, plain.len);
	free(paged.p);
	free(plain.p);
	return same;
}

static int
unasked(char **paths)
{
	bool good = true;
	for (; *paths; paths++) {
		good &= is_read_unasked(*paths, way_named("sendfile"));
		good &= is_read_unasked(*paths, way_named("splice"));
	}
	return !good;
}

/* beside */

/* What only grows: these are compared with what was read before. */
static bool
grows(const char *path)
{
	static const char *const names[] = {"/debate.md", "/events"};
	size_t len = strlen(path);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (len > strlen(names[i]) && !strcmp(path + len - strlen(names[i]), names[i]))
			return true;
	return false;
}

static bool
fault(const char *path, const struct way *way, const struct bytes *b, const char *what)
{
	printf("%s, by %s, %zu bytes: %s\n", path, way->name, b->len, what);
	return false;
}

/* `longest` is the most that was ever read of this file. */
static bool
holds(const char *path, const struct way *way, const struct bytes *b, off_t size, struct bytes *longest)
{
	size_t common = b->len < longest->len ? b->len : longest->len;
	if ((off_t)b->len < size || (!grows(path) && (off_t)b->len != size))
		return fault(path, way, b, "not as long as fstat said");
	if (b->len && memchr(b->p, '\0', b->len))
		return fault(path, way, b, "there is a NUL in it");
	if (b->len && b->p[b->len - 1] != '\n')
		return fault(path, way, b, "it ends within a line");
	if (!grows(path))
		return true;
	if (common && memcmp(b->p, longest->p, common))
		return fault(path, way, b, "other bytes than before");
	if (b->len > longest->len) {
		memcpy(room(longest, b->len - common), b->p + common, b->len - common);
		longest->len = b->len;
	}
	return true;
}

static bool
read_beside(const char *path, const struct way *way, struct bytes *longest)
{
	struct bytes b = {0};
	struct stat st;
	int fd = open(path, O_RDONLY | way->flags);
	if (fd < 0 || fstat(fd, &st) < 0)
		die("open and fstat", path);
	if (way->read(fd, &b) < 0)
		die(way->name, path);
	close(fd);
	bool good = holds(path, way, &b, st.st_size, longest);
	free(b.p);
	return good;
}

static int
beside(const char *until, const char *folder)
{
	static struct bytes longest[FILES_MAX];
	bool good = true;
	find_files(folder);
	for (size_t round = 0; good && access(until, F_OK); round++) {
		const struct way *way = &ways[round % WAYS];
		for (size_t i = 0; way->moving && good && i < n_files; i++)
			good = read_beside(files[i], way, &longest[i]);
	}
	return !good;
}

int
main(int argc, char **argv)
{
	struct bytes b = {0};
	if (argc == 2 && !strcmp(argv[1], "ways")) {
		for (size_t i = 0; i < WAYS; i++)
			puts(ways[i].name);
		return 0;
	}
	if (argc == 3 && !strcmp(argv[1], "exact"))
		return exact(argv[2]);
	if (argc > 2 && !strcmp(argv[1], "unasked"))
		return unasked(argv + 2);
	if (argc == 4 && !strcmp(argv[1], "beside"))
		return beside(argv[2], argv[3]);
	if (argc != 3) {
		fputs("usage: reader WAY FILE | ways | exact FOLDER | unasked FILE… | beside UNTIL FOLDER\n", stderr);
		return 2;
	}
	read_all(way_named(argv[1]), argv[2], &b);
	if (fwrite(b.p, 1, b.len, stdout) != b.len || fflush(stdout))
		die("write", "stdout");
	free(b.p);
	return 0;
}
