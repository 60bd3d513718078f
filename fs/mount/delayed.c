/* See delayed.h. */
#include "fs/mount/delayed.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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
#include "fs/registry/through.h"
#include "validators/text/mem.h"

/* So long at most who wants to know what others wrote holds up the end of the mount. */
#define LAST_MS 1000

/* First it waits to know what others wrote, where it wants that; then for its duel. */
struct delayed {
	struct load_wait load;
	struct through_wait through;
	struct mount *m;
	int64_t until_ms; /* so long it waits for what others wrote (registry_clock_ms); 0: it does not */
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

/* What shows what others wrote: of the mount's own files those that are made of the list of duels alone. */
static const uint32_t showing[] = {
	FUSE_LOOKUP, FUSE_GETATTR, FUSE_OPEN, FUSE_ACCESS, FUSE_READDIR, FUSE_READDIRPLUS, FUSE_READ};

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

static bool
shows(uint32_t opcode)
{
	for (size_t i = 0; i < sizeof showing / sizeof *showing; i++)
		if (showing[i] == opcode)
			return true;
	return false;
}

/* Of the mount's own directory: does it depend on which duels there are? Its own files are always shown as they are
 * known, for they say whether that is all. */
static bool
is_of_list(struct mount *m, const void *bytes, size_t size)
{
	const struct fuse_in_header *in = header(bytes);
	const char *name = (const char *)(in + 1);
	struct node root, child;
	if (in->nodeid != FUSE_ROOT_ID)
		return false;
	if (in->opcode == FUSE_READDIR || in->opcode == FUSE_READDIRPLUS)
		return true;
	if (in->opcode != FUSE_LOOKUP || !memchr(name, '\0', size - sizeof *in))
		return false;
	return node_find(m, FUSE_ROOT_ID, in->uid, &root) || !tree_find(&root, name, &child) || child.duel;
}

/* Must it know first what others wrote? Then *of says of what. A read of an open file shows what was there at its open,
 * but for one that waits. */
static bool
goes_through(struct mount *m, const void *bytes, size_t size, struct through_wait *of)
{
	const struct fuse_in_header *in = header(bytes);
	unsigned row = ino_row(in->nodeid);
	*of = (struct through_wait){.duel = ino_duel(in->nodeid)};
	if (!registry_reads_through(m->registry) || !shows(in->opcode))
		return false;
	if (!of->duel)
		return is_of_list(m, bytes, size);
	of->row = passes(in->opcode, row == TREE_DUEL);
	return in->opcode != FUSE_READ || (row < TREE_ROWS && tree[row].wait);
}

static void
loaded(struct load_wait *w, int err)
{
	struct delayed *p = DELAYED_OF(w, load);
	p->come = true;
	p->err = err;
	eventfd_write(p->m->delays.wake, 1);
}

static void
known(struct through_wait *w)
{
	struct delayed *p = DELAYED_OF(w, through);
	p->come = true;
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
	through_leave(p->m->registry, &p->through);
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

static void
know_first(struct delayed *p, const struct through_wait *of)
{
	struct registry *r = p->m->registry;
	p->through = *of;
	p->through.came = known;
	p->until_ms = registry_clock_ms(r) + 1000 * registry_patience_seconds(r);
	through_await(r, &p->through);
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
	struct through_wait of;
	registry_lock(m->registry);
	bool through = goes_through(m, in, buf->size, &of);
	struct duel *d = duel_of(m, in, buf->size);
	bool delayed = through || (d && !duel_is_loaded(d));
	if (delayed) {
		struct delayed *p = put_aside(m, buf);
		if (through)
			know_first(p, &of);
		else
			load_await(d, in->uid, &p->load);
	}
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

/* What others wrote is known: is its duel still to be loaded? */
static bool
waits_on(struct delayed *p)
{
	struct mount *m = p->m;
	if (!p->until_ms)
		return false;
	p->until_ms = 0;
	registry_lock(m->registry);
	struct duel *d = duel_of(m, p->bytes, p->size);
	bool waits = d && !duel_is_loaded(d);
	if (waits) {
		p->come = false;
		load_await(d, header(p->bytes)->uid, &p->load);
	}
	registry_unlock(m->registry);
	return waits;
}

/* Did whoever asks come by a path, and not by an open file? */
static bool
by_path(const struct delayed *p)
{
	const struct fuse_in_header *in = header(p->bytes);
	const struct fuse_getattr_in *asked = (const struct fuse_getattr_in *)(in + 1);
	if (in->opcode == FUSE_GETATTR)
		return p->size >= sizeof *in + sizeof *asked && !(asked->getattr_flags & FUSE_GETATTR_FH);
	return in->opcode == FUSE_LOOKUP || in->opcode == FUSE_OPEN || in->opcode == FUSE_ACCESS;
}

/* Its duel was removed on another host, and the kernel knows the name still: another may have it. It looks the path up
 * anew then, once (attr_cache.h). */
static bool
sent_back(struct delayed *p)
{
	const struct fuse_in_header *in = header(p->bytes);
	struct mount *m = p->m;
	if (!p->through.duel || !by_path(p))
		return false;
	registry_lock(m->registry);
	bool gone = !registry_by_id(m->registry, p->through.duel);
	registry_unlock(m->registry);
	if (!gone)
		return false;
	if (stale_again(&m->attrs, (pid_t)in->pid)) {
		stale_came(&m->attrs, (pid_t)in->pid);
		return false;
	}
	if (!stale_send_back(&m->attrs, (pid_t)in->pid))
		return false;
	answer(p, -ESTALE);
	return true;
}

static void
serve_come(struct mount *m)
{
	struct delayed *p;
	eventfd_t n;
	eventfd_read(m->delays.wake, &n);
	while ((p = next_come(m))) {
		struct fuse_buf buf = {.size = p->size, .mem = p->bytes};
		if (waits_on(p))
			continue;
		if (p->err)
			answer(p, p->err);
		else if (!sent_back(p))
			fuse_session_process_buf(m->se, &buf);
		forget(p); /* only now may its duel be let go of */
	}
}

/* When the first of those that wait for what others wrote has waited long enough; -1: there is none. */
static int
patience_ms(const struct mount *m)
{
	const struct delayed *p;
	int64_t now_ms = registry_clock_ms(m->registry), least = INT_MAX;
	bool any = false;
	DL_FOREACH(m->delays.first, p) {
		if (!p->until_ms)
			continue;
		any = true;
		least = p->until_ms - now_ms < least ? p->until_ms - now_ms : least;
	}
	return !any ? -1 : least < 0 ? 0 : (int)least;
}

static void
end_patience(struct mount *m)
{
	struct delayed *p, *next;
	int64_t now_ms = registry_clock_ms(m->registry);
	DL_FOREACH_SAFE(m->delays.first, p, next) {
		if (!p->until_ms || now_ms < p->until_ms)
			continue;
		answer(p, -EIO);
		forget(p);
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
	if (m->delays.first && poll(fds, 2, patience_ms(m)) > 0 && fds[1].revents)
		serve_come(m);
	end_patience(m);
}

void
delays_end(struct mount *m, bool serve)
{
	struct pollfd fd = {.fd = m->delays.wake, .events = POLLIN};
	int64_t until_ms = registry_clock_ms(m->registry) + LAST_MS;
	struct delayed *p;
	DL_FOREACH(m->delays.first, p)
		p->until_ms = p->until_ms > until_ms ? until_ms : p->until_ms;
	while (serve && m->delays.first) {
		if (poll(&fd, 1, patience_ms(m)) == 1)
			serve_come(m);
		end_patience(m);
	}
	while (m->delays.first)
		forget(m->delays.first);
	close(m->delays.wake);
}
