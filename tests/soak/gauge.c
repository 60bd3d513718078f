/*
 * Memory and descriptors of the daemon of a soak, for tests/soak/run: live blocks and bytes of its heap, counted by the
 * sanitizer's own hooks and shown in the file that GAUGE names, one page. Blocks above GAUGE_SMALL are left out: those
 * are buffers and SQLite's pages, which are kept to be used again.
 *
 * GAUGE_LEAK=lost|kept|file makes the daemon leak one thing for each accepted entry: this is how the soak is seen to
 * fail.
 */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define GAUGE_SMALL 1024
#define GAUGE_BYTES 4096

typedef void (*malloc_hook)(const volatile void *block, size_t bytes);
typedef void (*free_hook)(const volatile void *block);
int __sanitizer_install_malloc_and_free_hooks(malloc_hook on_malloc, free_hook on_free);
size_t __sanitizer_get_allocated_size(const volatile void *block);

struct duel;
void __real_duel_folded(struct duel *d);
void __wrap_duel_folded(struct duel *d);

static struct gauge {
	_Atomic int64_t blocks, bytes, leaks;
} *gauge;

static struct file_set {
	struct file_set *next;
} *kept;

static void
on_malloc(const volatile void *block, size_t bytes)
{
	(void)block;
	if (bytes > GAUGE_SMALL)
		return;
	atomic_fetch_add(&gauge->blocks, 1);
	atomic_fetch_add(&gauge->bytes, (int64_t)bytes);
}

static void
on_free(const volatile void *block)
{
	size_t bytes = block ? __sanitizer_get_allocated_size(block) : 0;
	if (!bytes || bytes > GAUGE_SMALL)
		return;
	atomic_fetch_add(&gauge->blocks, -1);
	atomic_fetch_add(&gauge->bytes, -(int64_t)bytes);
}

__attribute__((constructor)) static void
begin(void)
{
	const char *path = getenv("GAUGE");
	int fd = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
	if (fd < 0)
		return;
	void *page = ftruncate(fd, GAUGE_BYTES) ? MAP_FAILED : mmap(NULL, GAUGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (page == MAP_FAILED)
		abort();
	gauge = page;
	if (!__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free))
		abort();
}

static void
leak(const char *what)
{
	if (!strcmp(what, "file")) {
		if (dup(STDERR_FILENO) < 0)
			abort();
		return;
	}
	struct file_set *k = malloc(sizeof *k);
	if (!k)
		abort();
	k->next = kept;
	kept = strcmp(what, "kept") ? NULL : k;
}

/* In place of duel_folded, by the linker. All who call it hold the duels' lock. */
void
__wrap_duel_folded(struct duel *d)
{
	static const char *what;
	if (!what)
		what = getenv("GAUGE_LEAK") ? getenv("GAUGE_LEAK") : "";
	if (*what && gauge) {
		leak(what);
		atomic_fetch_add(&gauge->leaks, 1);
	}
	__real_duel_folded(d);
}
