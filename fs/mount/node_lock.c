/*
 * `lock`: each write is one verb of whoever opened it, told of at the write, so that closing decides nothing and no
 * flush is asked for.
 *
 * A read gives the floor as it was at open; but where a verb of this open file had something to say (token=new), a read
 * gives that line once, whatever its offset (a shell's descriptor stands behind what it wrote), and then the end.
 */
#include <assert.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "validators/text/mem.h"

static int
lock_open(struct handle *h, const struct caller *who, int flags)
{
	int err = 0;
	(void)who;
	h->session.readable = open_reads(flags);
	if (h->session.readable)
		err = handle_take(h, text_reading(&h->node));
	if (!err && (flags & O_ACCMODE) != O_RDONLY)
		handle_hold(h);
	return err;
}

void
answer_set(struct handle *h, const char *text)
{
	if (!h->answer.d)
		utstring_init(&h->answer);
	utstring_clear(&h->answer);
	utstring_bincpy(&h->answer, text, strlen(text));
	h->answered = true;
	h->answer_at = 0;
}

void
answer_read(struct handle *h, fuse_req_t req, size_t size)
{
	assert(h->answered && h->answer_at <= utstring_len(&h->answer));
	size_t from = h->answer_at, left = utstring_len(&h->answer) - from;
	h->answer_at += size < left ? size : left;
	reply_slice(req, utstring_body(&h->answer), utstring_len(&h->answer), size, (off_t)from);
}

/* What the last verb left to be read is taken over. */
static void
lock_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	registry_lock(h->node.mount->registry);
	if (h->session.answer) {
		answer_set(h, h->session.answer);
		verb_session_free(&h->session);
		h->session.answer = NULL;
	}
	registry_unlock(h->node.mount->registry);
	if (h->answered)
		answer_read(h, req, size);
	else
		text_read(h, req, size, offset);
}

static void
lock_write(struct handle *h, fuse_req_t req, const char *bytes, size_t size, off_t offset, bool append)
{
	(void)offset;
	(void)append;
	registry_lock(h->node.mount->registry);
	verb_run(h->node.duel, &h->who, bytes, size, &h->session, reply_write_done, reply_write_arg(req, size));
	registry_unlock(h->node.mount->registry);
}

const struct node_kind node_lock = {
	.size = text_size,
	.open = lock_open,
	.read = lock_read,
	.write = lock_write,
	.stream = true,
	.whole = true,
};
