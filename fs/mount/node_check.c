/*
 * `check`: a gated file whose reader gets a verdict. Through an open file that has rehearsed, that one's, once,
 * whatever the offset (a shell's descriptor stands behind what it wrote), and then the end; else, as it was at open,
 * that of whoever rehearsed and is nearest to the reader by descent (fs/fold/rehearsed.c), or the last of its uid.
 *
 * Whoever has rehearsed has an inode of their own in the kernel: what is read through pages is everybody's who has the
 * inode open. It goes by the uid, and so does whatever is shown by it, for as long as the mount is there.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "validators/text/mem.h"

int64_t
node_rehearsal(const struct node *n, const char **text)
{
	uid_t uid;
	if (registry_number_owner(n->mount->registry, n->sub, &uid))
		return duel_rehearsal(n->duel, uid, text);
	*text = "";
	return duel_created_ms(n->duel);
}

static off_t
check_size(const struct node *n)
{
	const char *text;
	node_rehearsal(n, &text);
	return (off_t)strlen(text);
}

static void
check_page(const struct node *n, UT_string *out)
{
	const char *text;
	node_rehearsal(n, &text);
	utstring_bincpy(out, text, strlen(text));
}

/* What a lookup gave to somebody else at the same moment the kernel looks up anew, once; a descriptor that somebody
 * else got hold of opens nothing anew: the pages are their owner's. */
static int
check_open(struct handle *h, const struct caller *who, int flags)
{
	struct mount *m = h->node.mount;
	uid_t owner;
	if (registry_number_owner(m->registry, h->node.sub, &owner) && owner != who->uid)
		return stale_waits(&m->attrs, who->pid) ? -ESTALE : -EACCES;
	int err = open_writes(flags) ? gate_open(h, who, flags) : 0;
	if (err || !open_reads(flags))
		return err;
	if (h->node.given)
		return handle_take(h, text_reading(&h->node));
	const char *verdict = duel_rehearsal_of(h->node.duel, who);
	UT_string text;
	utstring_init(&text);
	utstring_bincpy(&text, verdict, strlen(verdict));
	struct reading *g = reading_share(&h->node, &text, (struct quote){0});
	utstring_done(&text);
	return handle_take(h, g);
}

static void
check_written(struct handle *h, fuse_req_t req, const char *bytes, size_t size, off_t offset, bool append)
{
	bool by_opener = process_is(&h->opener, fuse_req_ctx(req)->pid);
	processes_add(&h->writers, &h->opener, fuse_req_ctx(req)->pid);
	registry_lock(h->node.mount->registry);
	h->answered = false;
	door_write(h->door, bytes, size, (uint64_t)offset, append, by_opener, reply_write_done,
		reply_write_arg(req, size));
	registry_unlock(h->node.mount->registry);
}

/* Something to be read once; and the next part of it, wherever the reader stands. */
static void
answer_set(struct handle *h, const char *text)
{
	if (!h->answer.d)
		utstring_init(&h->answer);
	utstring_clear(&h->answer);
	utstring_bincpy(&h->answer, text, strlen(text));
	h->answered = true;
	h->answer_at = 0;
}

static void
answer_read(struct handle *h, fuse_req_t req, size_t size)
{
	assert(h->answered && h->answer_at <= utstring_len(&h->answer));
	size_t from = h->answer_at, left = utstring_len(&h->answer) - from;
	h->answer_at += size < left ? size : left;
	reply_slice(req, utstring_body(&h->answer), utstring_len(&h->answer), size, (off_t)from);
}

struct check_reading {
	struct handle *handle;
	fuse_req_t req;
	size_t size;
	off_t offset;
};

/* What was written has its verdict by now, or there was nothing. */
static void
decided(void *arg, int err)
{
	struct check_reading *r = arg;
	struct handle *h = r->handle;
	const char *text = door_rehearsal(h->door);
	(void)err;
	if (text && !h->answered)
		answer_set(h, text);
	if (h->answered)
		answer_read(h, r->req, r->size);
	else
		text_read(h, r->req, r->size, r->offset);
	free(r);
}

static void
check_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	if (!h->door) {
		text_read(h, req, size, offset);
		return;
	}
	struct check_reading *r = mem_calloc(1, sizeof *r);
	*r = (struct check_reading){.handle = h, .req = req, .size = size, .offset = offset};
	registry_lock(h->node.mount->registry);
	door_fsync(h->door, decided, r);
	registry_unlock(h->node.mount->registry);
}

const struct node_kind node_check = {
	.size = check_size,
	.whole = true,
	.open = check_open,
	.read = check_read,
	.page = check_page,
	.write = check_written,
	.flush = gate_flush,
	.fsync = gate_fsync,
	.truncate = gate_truncate,
};

/* A chair's: it reads as a text, but for whoever rehearsed through the same open file. */
static int
chair_check_open(struct handle *h, const struct caller *who, int flags)
{
	int err = own_text_may_open(h, who);
	if (!err && open_writes(flags))
		err = gate_open(h, who, flags);
	return err || !open_reads(flags) ? err : text_open(h, who, flags);
}

const struct node_kind node_chair_check = {
	.size = text_size,
	.whole = true,
	.open = chair_check_open,
	.read = check_read,
	.write = check_written,
	.flush = gate_flush,
	.fsync = gate_fsync,
	.truncate = gate_truncate,
};
