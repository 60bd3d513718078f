/*
 * `check`: a gated file whose reader gets a verdict. It reads as a text, but through an open file that has rehearsed:
 * there it is that one's, once, whatever the offset (a shell's descriptor stands behind what it wrote), and then the
 * end.
 */
#include <assert.h>
#include <string.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "validators/text/mem.h"

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
