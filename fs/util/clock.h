/*
 * Time, as everything else sees it: handed in, so that a test can set it.
 *
 * now_ms is what is written down (UTC); clock_ms is what leases and waits are measured on (CLOCK_BOOTTIME: no one can set it, and it
 * counts through suspend). Both in milliseconds.
 */
#ifndef FS_UTIL_CLOCK_H
#define FS_UTIL_CLOCK_H

#include <stdint.h>
#include <utstring.h>

struct clock {
	int64_t (*now_ms)(void *arg);
	int64_t (*clock_ms)(void *arg);
	void *arg;
};

extern const struct clock clock_system;

struct moment {
	int64_t now_ms;
	int64_t clock_ms;
};

static inline struct moment
clock_moment(const struct clock *c)
{
	return (struct moment){.now_ms = c->now_ms(c->arg), .clock_ms = c->clock_ms(c->arg)};
}

#define RFC3339_BYTES 21 /* "2026-11-20T22:30:00Z" and its NUL */
/* UTC, in whole seconds; "" for 0. */
void clock_rfc3339(int64_t ms, char out[RFC3339_BYTES]);

#endif
