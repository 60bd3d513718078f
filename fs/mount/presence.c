/* Whether the mount is still there: see presence.h. */
#include "fs/mount/presence.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "validators/text/mem.h"

struct presence {
	pthread_t thread;
	FILE *table;
	int stop;
	unsigned major, minor;
	void (*gone)(void *arg);
	void *arg;
};

/* "36 35 98:0 /mnt1 …": the third word is the file system's device, whatever part of it is mounted where. */
static bool
is_listed(const struct presence *p, FILE *table)
{
	char *line = NULL;
	size_t room = 0;
	bool there = false;
	unsigned major, minor;
	rewind(table);
	while (!there && getline(&line, &room, table) > 0)
		there = sscanf(line, "%*d %*d %u:%u", &major, &minor) == 2 && major == p->major && minor == p->minor;
	free(line);
	return there || ferror(table);
}

static bool
is_there(const struct presence *p)
{
	return is_listed(p, p->table);
}

bool
presence_is_there(const struct presence *p)
{
	FILE *table = p ? fopen("/proc/self/mountinfo", "re") : NULL;
	bool there = !table || is_listed(p, table);
	if (table)
		fclose(table);
	return there;
}

static void *
look(void *arg)
{
	struct presence *p = arg;
	struct pollfd fds[2] = {{.fd = fileno(p->table), .events = POLLPRI}, {.fd = p->stop, .events = POLLIN}};
	bool there = is_there(p);
	while (there && (poll(fds, 2, -1) >= 0 || errno == EINTR) && !fds[1].revents)
		if (fds[0].revents)
			there = is_there(p);
	if (!there)
		p->gone(p->arg);
	return NULL;
}

/* Without asking the daemon, who is the one that asks. */
static bool
device(struct presence *p, const char *path)
{
	struct statx st;
	if (statx(AT_FDCWD, path, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_TYPE, &st))
		return false;
	p->major = st.stx_dev_major;
	p->minor = st.stx_dev_minor;
	return true;
}

static void
close_all(struct presence *p)
{
	if (p->table)
		fclose(p->table);
	if (p->stop >= 0)
		close(p->stop);
	free(p);
}

struct presence *
presence_start(const char *path, void (*gone)(void *arg), void *arg)
{
	struct presence *p = mem_calloc(1, sizeof *p);
	sigset_t all, before;
	*p = (struct presence){.table = fopen("/proc/self/mountinfo", "re"), .stop = eventfd(0, EFD_CLOEXEC), .gone = gone, .arg = arg};
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	bool looks = p->table && p->stop >= 0 && device(p, path) && is_there(p) && !pthread_create(&p->thread, NULL, look, p);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (looks)
		return p;
	close_all(p);
	return NULL;
}

void
presence_stop(struct presence *p)
{
	if (!p)
		return;
	eventfd_write(p->stop, 1);
	pthread_join(p->thread, NULL);
	close_all(p);
}
