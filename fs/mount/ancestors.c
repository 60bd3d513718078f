#include "fs/mount/ancestors.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All descend from the first process. */
#define FIRST_PROCESS 1

#define PROC_BYTES 1024

/* The beginning of /proc/PID/NAME; "" where there is none. */
static void
read_proc(pid_t pid, const char *name, char text[PROC_BYTES])
{
	char path[sizeof "/proc//status" + 3 * sizeof pid];
	snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, text, PROC_BYTES - 1);
	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
}

/* The field of this number (proc(5)) in a process's stat; the second, its name, may hold spaces and parentheses. */
static const char *
stat_field(const char *stat, int field)
{
	const char *s = strrchr(stat, ')');
	for (int at = 2; s && at < field; at++)
		s = strchr(s + 1, ' ');
	return s ? s + 1 : "";
}

static pid_t
thread_group(pid_t thread)
{
	char status[PROC_BYTES];
	read_proc(thread, "status", status);
	const char *line = strstr(status, "\nTgid:");
	return line ? (pid_t)strtol(line + strlen("\nTgid:"), NULL, 10) : 0;
}

void
ancestors_of(pid_t thread, struct lineage *out)
{
	char stat[PROC_BYTES];
	out->n = 0;
	for (pid_t pid = thread > 0 ? thread_group(thread) : 0; pid > FIRST_PROCESS && out->n < LINEAGE_MAX;) {
		read_proc(pid, "stat", stat);
		if (!*stat)
			return;
		out->v[out->n++] = (struct ancestor){.pid = pid, .began = strtoull(stat_field(stat, 22), NULL, 10)};
		pid = (pid_t)strtol(stat_field(stat, 4), NULL, 10);
	}
}
