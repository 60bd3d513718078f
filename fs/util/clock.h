/*
 * Time, as everything else sees it: handed in, so that a test can set it.
 *
 * now_ms is what is written down (UTC); clock_ms is what leases and waits are measured on (CLOCK_BOOTTIME: no one can
 * set it, and it counts through suspend). Both in milliseconds.
 *
 * The two are read one after the other and cut to whole milliseconds, and UTC is slewed: what lies between them is
 * another at each reading. So it is kept until it is another by CLOCK_DRIFT_MS: the end of a wait, which is shown in
 * UTC, is then the same second whenever it is worked out.
 */
#ifndef FS_UTIL_CLOCK_H
#define FS_UTIL_CLOCK_H

#include <stdint.h>
#include <stdlib.h>

#define CLOCK_DRIFT_MS 250

struct moment {
	int64_t now_ms;
	int64_t clock_ms;
};

struct clock {
	struct moment (*read)(void *arg);
	void *arg;
	_Atomic int64_t between; /* now_ms less clock_ms, as it was taken last */
};

extern const struct clock clock_system;

/* Any thread. */
static inline struct moment
clock_moment(struct clock *c)
{
	struct moment at = c->read(c->arg);
	int64_t between = at.now_ms - at.clock_ms, taken = c->between;
	if (llabs(between - taken) >= CLOCK_DRIFT_MS)
		c->between = between;
	else
		at.now_ms = at.clock_ms + taken;
	return at;
}

/* The name of this boot, as the system has it; "" where nobody knows. */
#define CLOCK_BOOT_BYTES 64
void clock_boot(char out[CLOCK_BOOT_BYTES]);

#endif
