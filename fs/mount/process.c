/* Processes behind requests: see process.h. */
#include "fs/mount/process.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <fcntl.h>
#include "validators/mem.h"

/* glibc has a wrapper only since 2.36. */
static int
open_pidfd(pid_t pid)
{
	return (int)syscall(SYS_pidfd_open, pid, 0);
}

/* 0 where /proc does not say. */
static pid_t
thread_group(pid_t thread)
{
	char text[512], path[sizeof "/proc//status" + 3 * sizeof thread];
	snprintf(path, sizeof path, "/proc/%d/status", (int)thread);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	ssize_t n = read(fd, text, sizeof text - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	const char *line = strstr(text, "\nTgid:");
	return line ? (pid_t)strtol(line + strlen("\nTgid:"), NULL, 10) : 0;
}

void
process_take(struct process *p, pid_t thread)
{
	*p = PROCESS_NONE;
	if (thread <= 0)
		return;
	/* Only a first thread can be opened: then its number is the process's. */
	p->pidfd = open_pidfd(thread);
	p->tgid = p->pidfd >= 0 ? thread : thread_group(thread);
	if (p->pidfd < 0 && p->tgid > 0)
		p->pidfd = open_pidfd(p->tgid);
}

static bool
is_alive(const struct process *p)
{
	struct pollfd fd = {.fd = p->pidfd, .events = POLLIN};
	return p->pidfd < 0 || poll(&fd, 1, 0) == 0;
}

bool
process_is(const struct process *p, pid_t thread)
{
	if (thread <= 0 || !p->tgid) /* outside our pid namespace, or nobody could tell at open */
		return true;
	if (p->tgid == thread)
		return is_alive(p);
	pid_t group = thread_group(thread);
	if (!group)
		return true;
	return group == p->tgid && is_alive(p);
}

bool
process_same(pid_t a, pid_t b)
{
	if (a <= 0 || b <= 0)
		return false;
	if (a == b)
		return true;
	pid_t group = thread_group(a);
	return group && group == thread_group(b);
}

void
process_drop(struct process *p)
{
	if (p->pidfd >= 0)
		close(p->pidfd);
	*p = PROCESS_NONE;
}

struct caller
caller_of(fuse_req_t req)
{
	const struct fuse_ctx *ctx = fuse_req_ctx(req);
	return (struct caller){.uid = ctx->uid, .gid = ctx->gid, .pid = ctx->pid};
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
