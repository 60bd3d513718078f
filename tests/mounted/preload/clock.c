/*
 * A clock that a test moves: preloaded into a daemon. The time since the boot is so many milliseconds later than it is as stand in the file
 * $MOVED_CLOCK, a number of eight bytes; that of day is what it is, as where somebody set it. A timer that is set for a moment rings soon:
 * whoever it wakes looks at the clock, and sets it again.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const struct itimerspec moment = {.it_value = {.tv_nsec = 10000000}};
static const int64_t *moved_ms;

__attribute__((constructor)) static void
begin(void)
{
	const char *path = getenv("MOVED_CLOCK");
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;

	if (fd < 0)
		return;
	void *page = mmap(NULL, sizeof(*moved_ms), PROT_READ, MAP_SHARED, fd, 0);
	moved_ms = page == MAP_FAILED ? NULL : page;
	close(fd);
}

int
clock_gettime(clockid_t id, struct timespec *t)
{
	static int (*next)(clockid_t, struct timespec *);

	if (!next)
		next = dlsym(RTLD_NEXT, "clock_gettime");
	int err = next(id, t);
	if (!err && moved_ms && id == CLOCK_BOOTTIME) {
		t->tv_sec += *moved_ms / 1000;
		t->tv_nsec += *moved_ms % 1000 * 1000000;
		t->tv_sec += t->tv_nsec / 1000000000;
		t->tv_nsec %= 1000000000;
	}
	return err;
}

int
timerfd_settime(int fd, int flags, const struct itimerspec *at, struct itimerspec *before)
{
	int (*next)(int, int, const struct itimerspec *, struct itimerspec *) = dlsym(RTLD_NEXT, "timerfd_settime");

	return flags & TFD_TIMER_ABSTIME ? next(fd, 0, &moment, before) : next(fd, flags, at, before);
}
