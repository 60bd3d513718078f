/* Processes behind requests: see process.h. */
#include "fs/mount/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "validators/text/mem.h"

#define PROC_BYTES 4096

/* The beginning of a file of /proc/THREAD, "" where it cannot be read. */
static void
read_proc(pid_t thread, const char *name, char text[PROC_BYTES])
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/%s", (int)thread, name);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : pread(fd, text, PROC_BYTES - 1, 0);
	text[n > 0 ? n : 0] = '\0';
	if (fd >= 0)
		close(fd);
}

/* Fields of a stat, counted from 1 (proc(5)). The second is a name in parentheses, which may have spaces and
 * parentheses itself. */
enum stat_field { STAT_FLAGS = 9, STAT_EXIT_CODE = 52 };
#define FLAG_EXITING 0x4 /* the kernel's PF_EXITING */
#define CODE_SIGNAL 0x7f

static unsigned long long
stat_field(const char *stat, enum stat_field field)
{
	const char *at = strrchr(stat, ')');
	for (int i = 2; at && i < (int)field; i++)
		at = strchr(at + 1, ' ');
	return at ? strtoull(at, NULL, 10) : 0;
}

pid_t
process_of(pid_t thread)
{
	char text[PROC_BYTES];
	if (thread <= 0)
		return 0;
	/* The first thread's group has its own number. A process that may not be signalled is there, too. */
	if (!tgkill(thread, thread, 0) || errno == EPERM)
		return thread;
	read_proc(thread, "status", text);
	const char *line = strstr(text, "\nTgid:");
	return line ? (pid_t)strtol(line + strlen("\nTgid:"), NULL, 10) : 0; /* /proc may not say */
}

/* A process that exits gives its memory up before its files. One that has some (its statm begins with how much) is not
 * asked for its stat, which the kernel does not give while the process executes another program. */
int
process_signal(pid_t thread)
{
	char text[PROC_BYTES];
	if (thread <= 0)
		return 0;
	read_proc(thread, "statm", text);
	if (!*text || strtoull(text, NULL, 10))
		return 0;
	read_proc(thread, "stat", text);
	return stat_field(text, STAT_FLAGS) & FLAG_EXITING ? (int)(stat_field(text, STAT_EXIT_CODE) & CODE_SIGNAL) : 0;
}

static bool
has_group(const struct processes *ps, pid_t group)
{
	for (unsigned i = 0; i < ps->n && i < PROCESSES_MAX; i++)
		if (ps->tgid[i] == group)
			return true;
	return false;
}

void
processes_add(struct processes *ps, pid_t thread)
{
	if (thread <= 0 || thread == ps->thread)
		return;
	ps->thread = thread;
	pid_t group = process_of(thread);
	if (group && !has_group(ps, group))
		ps->tgid[ps->n++ % PROCESSES_MAX] = group;
}

bool
processes_have(const struct processes *ps, pid_t process)
{
	return ps->n && (!process || has_group(ps, process));
}

void
caller_add_groups(struct caller *who, fuse_req_t req)
{
	int room = fuse_req_getgroups(req, 0, NULL);
	if (room <= 0)
		return;
	gid_t *groups = mem_calloc((size_t)room, sizeof *groups);
	int n = fuse_req_getgroups(req, room, groups);
	/* More than before: they changed while we looked, and none is the safe answer. */
	who->groups = groups;
	who->n_groups = n > 0 && n <= room ? (size_t)n : 0;
}
