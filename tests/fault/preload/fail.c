/*
 * Lets one call of one place fail, once: preloaded into the daemon by tests/fault/fail-each.
 *
 * A place is a stack: the function that failed and who called it, FRAMES deep. $FAIL names a file that is mapped (struct plan): while `mode`
 * is LIST every place that is passed is put into `places`; while it is FAIL the first call from `wanted` fails with `err`, or returns NULL,
 * and where that was stands in $FAIL.where. Addresses are taken from where their object begins, so that a place of one run is one of the next.
 *
 * The device of the kernel is left out: what cannot be answered there leaves a caller waiting, whatever the daemon does.
 */
#undef _FILE_OFFSET_BITS /* open and open64 are two functions here */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define FRAMES 7
#define PLACES 65536
#define FDS 4096
#define OBJECTS 64

enum mode { REST, LIST, FAIL };
/* In the lowest bits of a place, for whoever lists them. */
enum kind { MEMORY = 1, OPEN, READ, WRITE, SYNC, NAME, SIZE, MAP, THREAD, LOOK, KINDS };

static struct plan {
	uint64_t mode;
	uint64_t wanted;
	int64_t err;
	atomic_uint_fast64_t failed;
	atomic_uint_fast64_t places[PLACES];
} *plan;

/* The objects that were loaded when it began. */
static struct {
	uintptr_t from, to;
} objects[OBJECTS];
static int n_objects;

static int where = -1;
static bool is_device[FDS];
static __thread bool inside __attribute__((tls_model("initial-exec")));

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);

static int
note_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size, (void)arg;
	uintptr_t to = info->dlpi_addr;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz > to)
			to = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
	objects[n_objects].from = info->dlpi_addr;
	objects[n_objects++].to = to;
	return n_objects == OBJECTS;
}

/* An address, wherever its object was loaded; 0 in one that was loaded later. */
static uintptr_t
fixed(uintptr_t at)
{
	for (int i = 0; i < n_objects; i++)
		if (at >= objects[i].from && at < objects[i].to)
			return at - objects[i].from + ((uintptr_t)i << 48);
	return 0;
}

__attribute__((constructor)) static void
fail_begin(void)
{
	const char *path = getenv("FAIL");
	char beside[4096];
	void *warm[1];
	inside = true;
	unsetenv("LD_PRELOAD");
	dl_iterate_phdr(note_object, NULL);
	backtrace(warm, 1);
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *at = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (fd >= 0)
		close(fd);
	snprintf(beside, sizeof beside, "%s.where", path ? path : "");
	where = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	inside = false;
	if (at != MAP_FAILED)
		plan = at;
}

static uint64_t
place_of(void *const *frames, int n, enum kind kind)
{
	uint64_t hash = 14695981039346656037u;
	for (int i = 0; i < n; i++)
		hash = (hash ^ fixed((uintptr_t)frames[i])) * 1099511628211u;
	return (hash & ~(uint64_t)15) | kind;
}

static void
list(uint64_t place)
{
	for (uint64_t i = place / 16 % PLACES;; i = (i + 1) % PLACES) {
		uint_fast64_t there = 0;
		if (atomic_compare_exchange_strong(&plan->places[i], &there, place) || there == place)
			return;
	}
}

/* Is this the call? Then errno is set. */
static bool
fails(enum kind kind)
{
	void *frames[FRAMES + 2];
	if (!plan || plan->mode == REST || inside || (plan->mode == FAIL && (atomic_load(&plan->failed) || (plan->wanted & 15) != kind)))
		return false;
	inside = true;
	int saved = errno, n = backtrace(frames, FRAMES + 2);
	uint64_t place = place_of(frames + 2, n > 2 ? n - 2 : 0, kind);
	bool now = false;
	if (plan->mode == LIST)
		list(place);
	else
		now = place == plan->wanted && !atomic_exchange(&plan->failed, 1);
	if (now)
		backtrace_symbols_fd(frames, n, where);
	errno = now ? (int)plan->err : saved;
	inside = false;
	return now;
}

void *
malloc(size_t n)
{
	return fails(MEMORY) ? NULL : __libc_malloc(n);
}

void *
calloc(size_t n, size_t size)
{
	return fails(MEMORY) ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *p, size_t n)
{
	return n && fails(MEMORY) ? NULL : __libc_realloc(p, n);
}

/* The function behind the one of this name. */
#define NEXT(name) \
	static __typeof__(name) *next; \
	if (!next) \
		next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int
opened(const char *path, int fd)
{
	if (fd >= 0 && fd < FDS)
		is_device[fd] = !strcmp(path, "/dev/fuse");
	return fd;
}

static bool
device(int fd)
{
	return fd >= 0 && fd < FDS && is_device[fd];
}

static mode_t
mode_in(int flags, va_list ap)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(ap, mode_t) : 0;
}

#define OPENS(name, parameters, ...) \
	int name parameters \
	{ \
		va_list ap; \
		NEXT(name); \
		va_start(ap, flags); \
		mode_t mode = mode_in(flags, ap); \
		va_end(ap); \
		return fails(OPEN) ? -1 : opened(path, next(__VA_ARGS__, flags, mode)); \
	}
OPENS(open, (const char *path, int flags, ...), path)
OPENS(open64, (const char *path, int flags, ...), path)
OPENS(openat, (int dir, const char *path, int flags, ...), dir, path)
OPENS(openat64, (int dir, const char *path, int flags, ...), dir, path)

/* A function of a descriptor; the device's go through. */
#define OF_FD(kind, type, name, params, ...) \
	type name params \
	{ \
		NEXT(name); \
		return !device(fd) && fails(kind) ? -1 : next(__VA_ARGS__); \
	}
OF_FD(READ, ssize_t, read, (int fd, void *buf, size_t n), fd, buf, n)
OF_FD(READ, ssize_t, pread64, (int fd, void *buf, size_t n, off64_t at), fd, buf, n, at)
OF_FD(WRITE, ssize_t, write, (int fd, const void *buf, size_t n), fd, buf, n)
OF_FD(WRITE, ssize_t, pwrite64, (int fd, const void *buf, size_t n, off64_t at), fd, buf, n, at)
OF_FD(SYNC, int, fsync, (int fd), fd)
OF_FD(SYNC, int, fdatasync, (int fd), fd)
OF_FD(SIZE, int, ftruncate64, (int fd, off64_t n), fd, n)
OF_FD(LOOK, int, fstat, (int fd, struct stat *st), fd, st)
OF_FD(LOOK, int, fstat64, (int fd, struct stat64 *st), fd, st)

#define OF_NAME(kind, name, params, ...) \
	int name params \
	{ \
		NEXT(name); \
		return fails(kind) ? -1 : next(__VA_ARGS__); \
	}
OF_NAME(NAME, rename, (const char *from, const char *to), from, to)
OF_NAME(NAME, renameat, (int a, const char *from, int b, const char *to), a, from, b, to)
OF_NAME(NAME, renameat2, (int a, const char *from, int b, const char *to, unsigned flags), a, from, b, to, flags)
OF_NAME(NAME, linkat, (int a, const char *from, int b, const char *to, int flags), a, from, b, to, flags)
OF_NAME(NAME, unlink, (const char *path), path)
OF_NAME(NAME, unlinkat, (int dir, const char *path, int flags), dir, path, flags)
OF_NAME(NAME, mkdir, (const char *path, mode_t mode), path, mode)
OF_NAME(NAME, mkdirat, (int dir, const char *path, mode_t mode), dir, path, mode)
OF_NAME(LOOK, stat, (const char *path, struct stat *st), path, st)
OF_NAME(LOOK, stat64, (const char *path, struct stat64 *st), path, st)
OF_NAME(LOOK, fstatat64, (int dir, const char *path, struct stat64 *st, int flags), dir, path, st, flags)

void *
mmap64(void *at, size_t n, int prot, int flags, int fd, off64_t offset)
{
	NEXT(mmap64);
	return fails(MAP) ? MAP_FAILED : next(at, n, prot, flags, fd, offset);
}

int
pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
	NEXT(pthread_create);
	return fails(THREAD) ? EAGAIN : next(thread, attr, run, arg);
}
