/*
 * Sleeps until files can be read, and reads them, for ever: what a program does that follows a duel by its loop.
 *
 *     $ follow poll|select|epoll|edge FILE…
 *     1: FILE 120
 *
 * A line for each return of the call that sleeps: its number, then each file that was ready and how many bytes it gave, without blocking. A
 * `wait` that came to its end is closed: it would be ready for ever. ERROR stands where the system says so, and ends it.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

#define FILES_MAX 64

struct file {
	const char *path;
	int fd;
	bool once; /* `wait`: one text an open */
	bool ready, error;
};

struct run {
	struct file files[FILES_MAX];
	int n;
	int epoll;
	unsigned edge; /* EPOLLET, or nothing */
};

static void
die(const char *what)
{
	perror(what);
	exit(2);
}

static void
open_file(struct run *r, struct file *f)
{
	struct epoll_event e = { .events = EPOLLIN | r->edge, .data.ptr = f };
	f->fd = open(f->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (f->fd < 0)
		die(f->path);
	if (r->epoll >= 0 && epoll_ctl(r->epoll, EPOLL_CTL_ADD, f->fd, &e) < 0)
		die("epoll_ctl");
}

static void
sleep_poll(struct run *r)
{
	struct pollfd p[FILES_MAX];
	for (int i = 0; i < r->n; i++)
		p[i] = (struct pollfd){ .fd = r->files[i].fd, .events = POLLIN };
	if (poll(p, (nfds_t)r->n, -1) < 0)
		die("poll");
	for (int i = 0; i < r->n; i++) {
		r->files[i].ready = p[i].revents & POLLIN;
		r->files[i].error = p[i].revents & (POLLERR | POLLHUP);
	}
}

static void
sleep_select(struct run *r)
{
	fd_set set;
	int top = 0;
	FD_ZERO(&set);
	for (int i = 0; i < r->n; i++) {
		if (r->files[i].fd < 0)
			continue;
		FD_SET(r->files[i].fd, &set);
		top = r->files[i].fd > top ? r->files[i].fd : top;
	}
	if (select(top + 1, &set, NULL, NULL, NULL) < 0)
		die("select");
	for (int i = 0; i < r->n; i++)
		r->files[i].ready = r->files[i].fd >= 0 && FD_ISSET(r->files[i].fd, &set);
}

static void
sleep_epoll(struct run *r)
{
	struct epoll_event e[FILES_MAX];
	int n = epoll_wait(r->epoll, e, FILES_MAX, -1);
	if (n < 0)
		die("epoll_wait");
	for (int i = 0; i < n; i++) {
		struct file *f = e[i].data.ptr;
		f->ready = e[i].events & EPOLLIN;
		f->error = e[i].events & (EPOLLERR | EPOLLHUP);
	}
}

/* All that is there. */
static void
read_file(struct file *f)
{
	static char buffer[1 << 16];
	size_t len = 0;
	ssize_t got;
	while ((got = read(f->fd, buffer, sizeof buffer)) > 0)
		len += (size_t)got;
	printf(" %s %zu", f->path, len);
	if (got < 0 && errno != EAGAIN)
		die(f->path);
	if (f->once && got == 0) {
		close(f->fd);
		f->fd = -1;
	}
}

static void
tell(struct run *r, unsigned long number)
{
	printf("%lu:", number);
	for (int i = 0; i < r->n; i++) {
		struct file *f = &r->files[i];
		if (f->error)
			printf(" %s ERROR", f->path);
		else if (f->ready)
			read_file(f);
		if (f->error)
			exit(1);
		f->ready = f->error = false;
	}
	printf("\n");
	fflush(stdout);
}

static const struct {
	const char *name;
	void (*sleep)(struct run *r);
	bool epoll;
	unsigned edge;
} modes[] = {
	{ "poll", sleep_poll, false, 0 },
	{ "select", sleep_select, false, 0 },
	{ "epoll", sleep_epoll, true, 0 },
	{ "edge", sleep_epoll, true, EPOLLET },
};

int
main(int argc, char **argv)
{
	struct run r = { .epoll = -1 };
	size_t mode = 0;
	while (argc > 2 && mode < sizeof modes / sizeof modes[0] && strcmp(argv[1], modes[mode].name))
		mode++;
	if (argc <= 2 || argc - 2 > FILES_MAX || mode == sizeof modes / sizeof modes[0]) {
		fputs("usage: follow poll|select|epoll|edge FILE…\n", stderr);
		return 2;
	}
	if (modes[mode].epoll && (r.epoll = epoll_create1(EPOLL_CLOEXEC)) < 0)
		die("epoll_create1");
	r.edge = modes[mode].edge;
	for (r.n = 0; r.n < argc - 2; r.n++) {
		struct file *f = &r.files[r.n];
		const char *slash = strrchr(argv[r.n + 2], '/');
		*f = (struct file){ .path = argv[r.n + 2], .once = !strcmp(slash ? slash + 1 : argv[r.n + 2], "wait") };
		open_file(&r, f);
	}
	for (unsigned long number = 1;; number++) {
		modes[mode].sleep(&r);
		tell(&r, number);
	}
}
