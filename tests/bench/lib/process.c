#include "tests/bench/lib/process.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <sys/wait.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"

extern char **environ;

double
process_bytes(pid_t pid)
{
	char path[64], text[8192];
	snprintf(path, sizeof path, "/proc/%d/smaps_rollup", pid);
	if (file_get(path, text, sizeof text) <= 0)
		measure_die("read", path);
	const char *pss = strstr(text, "\nPss:");
	if (!pss)
		measure_die("no Pss in", path);
	return (double)strtoul(pss + strlen("\nPss:"), NULL, 10) * 1024;
}

pid_t
process_mount(char *const argv[], const char *mount)
{
	char path[PAIR_PATH_BYTES], text[8192];
	pid_t pid;
	snprintf(path, sizeof path, "%s/status", mount);
	if ((errno = posix_spawn(&pid, argv[0], NULL, NULL, argv, environ)))
		measure_die("start", argv[0]);
	while (file_peek(path, text, sizeof text) <= 0) {
		if (waitpid(pid, NULL, WNOHANG) != 0)
			measure_die("mount", mount);
		sched_yield();
	}
	return pid;
}

void
process_end(pid_t pid)
{
	kill(pid, SIGTERM);
	while (waitpid(pid, NULL, 0) < 0)
		if (errno != EINTR)
			measure_die("wait for", "the daemon");
}
