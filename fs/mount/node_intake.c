/*
 * Gated files: what is written goes through an intake (fs/intake/intake.h), which stages, judges and decides; here only
 * the requests are turned into its calls. A reader of such a file, also through a handle that writes, sees what was
 * accepted.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"

int
node_intake_open(struct handle *h, const struct caller *who, int flags)
{
	assert(!h->intake && tree[h->node.row].gated);
	int err = intake_open(h->node.duel, node_intake(&h->node), who, flags & O_TRUNC, &h->intake);
	if (!err)
		handle_hold(h);
	return err;
}

void
node_intake_write(struct handle *h, fuse_req_t req, const char *bytes, size_t size, off_t offset, bool append)
{
	struct duels *r = h->node.mount->duels;
	duels_lock(r);
	processes_add(&h->writers, fuse_req_ctx(req)->pid);
	int err = intake_write(h->intake, bytes, size, (uint64_t)offset, append);
	duels_unlock(r);
	reply_written(req, size, err);
}

/*
 * A process that dies flushes, too, and one that a signal ends was perhaps in the middle of it. Its bytes are never
 * decided on, whoever else has the file: a group of commands without the one that was killed is half a text, and
 * what a killed one asked for nobody finishes.
 */
void
node_intake_flush(struct handle *h, fuse_req_t req)
{
	struct duels *r = h->node.mount->duels;
	pid_t pid = fuse_req_ctx(req)->pid;
	duels_lock(r);
	if (!intake_is_undecided(h->intake)) {
		int decided = intake_decide(h->intake);
		duels_unlock(r);
		fuse_reply_err(req, -decided);
		return;
	}
	bool by_opener = process_is(h->opener, pid);
	bool wrote = h->writers.n && (by_opener || processes_have(&h->writers, pid));
	int ended_by = wrote ? process_signal(pid) : 0;
	int err = ended_by ? intake_cut(h->intake, ended_by) : by_opener ? intake_decide(h->intake) : 0;
	duels_unlock(r);
	fuse_reply_err(req, -err);
}

void
node_intake_fsync(struct handle *h, fuse_req_t req)
{
	struct duels *r = h->node.mount->duels;
	assert(h->intake);
	duels_lock(r);
	int err = intake_decide(h->intake);
	duels_unlock(r);
	fuse_reply_err(req, -err);
}

int
node_intake_truncate(struct handle *h, off_t size)
{
	assert(h->intake);
	return intake_truncate(h->intake, (uint64_t)size);
}

/* The front changes, and what stands behind it moves: whoever reads in pieces goes on with the one of the open. */
static int
debate_open(struct handle *h, const struct caller *who, int flags)
{
	const char *bytes;
	size_t len;
	int err = open_writes(flags) ? node_intake_open(h, who, flags) : live_open(h, who, flags);
	if (err || !open_reads(flags))
		return err;
	h->grows = record_front_len(h->node.duel->fold);
	record_whole(h->node.duel->fold, &bytes, &len);
	return h->grows ? handle_take(h, bytes, record_front_len(h->node.duel->fold), false) : 0;
}

/* The bytes are borrowed: the reply is sent, which copies them, before the lock is released. */
static void
debate_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	const struct snapshot *front = &h->snapshot;
	struct iovec pieces[2];
	if (!h->grows) {
		live_read(h, req, size, offset);
		return;
	}
	duels_lock(h->node.mount->duels);
	unsigned n = record_pieces(
		h->node.duel->fold, front->bytes, front->len, (uint64_t)offset, size, pieces);
	fuse_reply_iov(req, pieces, (int)n);
	duels_unlock(h->node.mount->duels);
}

static int
config_open(struct handle *h, const struct caller *who, int flags)
{
	int err = open_writes(flags) ? node_intake_open(h, who, flags) : 0;
	return err || !open_reads(flags) ? err : text_open(h, who, flags);
}

/* It is its seat's alone: a draft is nobody else's to read about. */
static int
check_open(struct handle *h, const struct caller *who, int flags)
{
	if (!open_writes(flags) && !fold_may_act(h->node.duel->fold, h->node.sub, who->uid))
		return -EACCES; /* a write is asked at its intake */
	return config_open(h, who, flags);
}

const struct node_kind node_check = {
	.size = text_size,
	.open = check_open,
	.read = text_read,
	.write = node_intake_write,
	.flush = node_intake_flush,
	.fsync = node_intake_fsync,
	.truncate = node_intake_truncate,
};

const struct node_kind node_debate = {
	.size = live_size,
	.open = debate_open,
	.read = debate_read,
	.write = node_intake_write,
	.flush = node_intake_flush,
	.fsync = node_intake_fsync,
	.truncate = node_intake_truncate,
};

const struct node_kind node_config = {
	.size = text_size,
	.open = config_open,
	.read = text_read,
	.write = node_intake_write,
	.flush = node_intake_flush,
	.fsync = node_intake_fsync,
	.truncate = node_intake_truncate,
};
