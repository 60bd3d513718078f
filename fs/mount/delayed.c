/* See delayed.h. */
#include "fs/mount/delayed.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utlist.h>
#include "fs/mount/ino.h"
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/tree.h"
#include "fs/registry/duel.h"
#include "fs/registry/loading.h"
#include "validators/text/mem.h"

struct delayed {
	struct load_wait load;
	struct mount *m;
	struct delayed *prev, *next;
	bool come; /* under the registry's lock, as err */
	int err;
	size_t size;
	char bytes[];
};
#define DELAYED_OF(w, member) ((struct delayed *)((char *)(w) - offsetof(struct delayed, member)))

/* What is asked of one that wants no duel: the request is let pass, or there is nothing to look at. Of a duel's
 * directory itself its row says enough. */
static const struct {
	uint32_t opcode;
	bool of_dir; /* only of a duel's directory */
} passing[] = {
	{FUSE_FORGET, false},
	{FUSE_BATCH_FORGET, false},
	{FUSE_INTERRUPT, false},
	{FUSE_RELEASE, false},
	{FUSE_RELEASEDIR, false},
	{FUSE_OPENDIR, false},
	{FUSE_STATFS, false},
	{FUSE_GETXATTR, false},
	{FUSE_SETXATTR, false},
	{FUSE_LISTXATTR, false},
	{FUSE_REMOVEXATTR, false},
	{FUSE_DESTROY, false},
	{FUSE_GETATTR, true},
	{FUSE_SETATTR, true},
	{FUSE_ACCESS, true},
};

static const struct fuse_in_header *
header(const void *bytes)
{
	return bytes;
}

static bool
passes(uint32_t opcode, bool of_dir)
{
	for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
		if (passing[i].opcode == opcode)
			return of_dir || !passing[i].of_dir;
	return false;
}

/* The duel that it is about; NULL: none, or it has no need of it. Expects the lock. */
static struct duel *
duel_of(struct mount *m, const void *bytes, size_t size)
{
	const struct fuse_in_header *in = header(bytes);
	const char *name = (const char *)(in + 1);
	if (in->opcode == FUSE_RMDIR && in->nodeid == FUSE_ROOT_ID && memchr(name, '\0', size - sizeof *in))
		return registry_find(m->registry, name);
	if (!ino_duel(in->nodeid) || passes(in->opcode, ino_row(in->nodeid) == TREE_DUEL))
		return NULL;
	return registry_by_id(m->registry, ino_duel(in->nodeid));
}

static void
loaded(struct load_wait *w, int err)
{
	struct delayed *p = DELAYED_OF(w, load);
	p->come = true;
	p->err = err;
	eventfd_write(p->m->delays.wake, 1);
}

/* Where something may come without a request the loop must not sleep in its read: poll may tell it of one that is gone
 * before it is read. */
static void
set_blocking(struct mount *m, bool blocking)
{
	int fd = fuse_session_fd(m->se), flags = fcntl(fd, F_GETFL);
	fcntl(fd, F_SETFL, blocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK);
}

static void
leave(struct delayed *p)
{
	struct mount *m = p->m;
	DL_DELETE(m->delays.first, p);
	if (!m->delays.first)
		set_blocking(m, true);
}

/* To whoever asked, in place of all that would have been said. */
static void
answer(struct delayed *p, int err)
{
	struct fuse_out_header out = {.len = sizeof out, .error = err, .unique = header(p->bytes)->unique};
	assert(err < 0);
	while (write(fuse_session_fd(p->m->se), &out, sizeof out) < 0 && errno == EINTR)
		;
}

static void
forget(struct delayed *p)
{
	registry_lock(p->m->registry);
	load_leave(&p->load);
	registry_unlock(p->m->registry);
	leave(p);
	free(p);
}

/* true: it was about one of them. */
static bool
interrupt(struct mount *m, const struct fuse_interrupt_in *what)
{
	struct delayed *p;
	DL_FOREACH(m->delays.first, p)
		if (header(p->bytes)->unique == what->unique) {
			answer(p, -EINTR);
			forget(p);
			return true;
		}
	return false;
}

static struct delayed *
put_aside(struct mount *m, const struct fuse_buf *buf)
{
	struct delayed *p = mem_calloc(1, sizeof *p + buf->size);
	p->load.came = loaded;
	p->m = m;
	p->size = buf->size;
	memcpy(p->bytes, buf->mem, buf->size);
	if (!m->delays.first)
		set_blocking(m, false);
	DL_APPEND(m->delays.first, p);
	return p;
}

bool
delay(struct mount *m, const struct fuse_buf *buf)
{
	const struct fuse_in_header *in = header(buf->mem);
	if (buf->size < sizeof *in)
		return false;
	if (in->opcode == FUSE_INTERRUPT)
		return buf->size >= sizeof *in + sizeof(struct fuse_interrupt_in) &&
			interrupt(m, (const struct fuse_interrupt_in *)(in + 1));
	registry_lock(m->registry);
	struct duel *d = duel_of(m, in, buf->size);
	bool delayed = d && !duel_is_loaded(d);
	if (delayed)
		load_await(d, in->uid, &put_aside(m, buf)->load);
	registry_unlock(m->registry);
	return delayed;
}

/* The first of those that came; NULL: none. */
static struct delayed *
next_come(struct mount *m)
{
	struct delayed *p;
	registry_lock(m->registry);
	DL_FOREACH(m->delays.first, p)
		if (p->come)
			break;
	registry_unlock(m->registry);
	return p;
}

static void
serve_come(struct mount *m)
{
	struct delayed *p;
	eventfd_t n;
	eventfd_read(m->delays.wake, &n);
	while ((p = next_come(m))) {
		struct fuse_buf buf = {.size = p->size, .mem = p->bytes};
		if (p->err)
			answer(p, p->err);
		else
			fuse_session_process_buf(m->se, &buf);
		forget(p); /* only now may its duel be let go of */
	}
}

int
delays_start(struct mount *m)
{
	m->delays.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	return m->delays.wake < 0 ? -errno : 0;
}

void
delays_wait(struct mount *m)
{
	struct pollfd fds[] = {
		{.fd = fuse_session_fd(m->se), .events = POLLIN}, {.fd = m->delays.wake, .events = POLLIN}};
	if (m->delays.first && poll(fds, 2, -1) > 0 && fds[1].revents)
		serve_come(m);
}

void
delays_end(struct mount *m, bool serve)
{
	struct pollfd fd = {.fd = m->delays.wake, .events = POLLIN};
	while (serve && m->delays.first)
		if (poll(&fd, 1, -1) == 1)
			serve_come(m);
	while (m->delays.first)
		forget(m->delays.first);
	close(m->delays.wake);
}
