#include "fs/util/clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static struct moment
system_read(void *arg)
{
	struct timespec now, clock;
	(void)arg;
	clock_gettime(CLOCK_REALTIME, &now);
	clock_gettime(CLOCK_BOOTTIME, &clock);
	return (struct moment){.now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000,
		.clock_ms = (int64_t)clock.tv_sec * 1000 + clock.tv_nsec / 1000000};
}

const struct clock clock_system = {.read = system_read};

void
clock_boot(char out[CLOCK_BOOT_BYTES])
{
	FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");
	out[0] = '\0';
	if (f && fgets(out, CLOCK_BOOT_BYTES, f))
		out[strcspn(out, "\n")] = '\0';
	if (f)
		fclose(f);
}
