/* Open files: see handle.h. And replies. */
#include "fs/mount/handle.h"

#include <assert.h>
#include <utlist.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/ops.h"
#include "validators/kit/refusal.h"

/* So much past the limit of a uid: `last_error` for its reason, and whoever has waited, which are no more than
 * limits.waits. */
#define OVER_BYTES (1 << 20)

int
handle_take(struct handle *h, char *bytes, size_t len, bool woken)
{
	const struct node *n = &h->node;
	bool over = woken || n->row == TREE_LAST_ERROR || n->row == TREE_MOUNT_LAST_ERROR;
	int err = snapshot_take(n->mount->duels, h->who.uid, over ? OVER_BYTES : 0, bytes, len, &h->snapshot);
	if (!err || woken)
		return err;
	return node_refuse(n, &h->who, REFUSAL_LIMIT_HANDLES,
		"this uid's open files, or everybody's, hold as many bytes to be read as they may: close some");
}

off_t
handle_size(const struct handle *h)
{
	if (!h->snapshot.bytes)
		return -1;
	return (off_t)(h->snapshot.len + (h->grows ? duel_record_len(h->node.duel) : 0));
}

void
handle_shut(struct handle *h, bool closed)
{
	assert(duels_is_locked(h->node.mount->duels));
	if (h->intake)
		intake_close(h->intake, closed);
	h->intake = NULL;
	if (h->scratch)
		scratch_drop(h->scratch);
	h->scratch = NULL;
	if (h->poll)
		poll_drop(h);
	if (h->snapshot.bytes)
		snapshot_drop(h->node.mount->duels, &h->snapshot);
	if (!h->shut) {
		DL_DELETE(h->node.mount->handles, h);
		DL_DELETE2(*OPENED_AT(h->node.mount, h->ino), h, newer, older);
	}
	h->shut = true;
	if (h->held)
		duel_drop(h->node.duel);
	h->held = false;
}

void
reply_slice(fuse_req_t req, const char *bytes, size_t len, size_t size, off_t offset)
{
	size_t from = offset < 0 || (size_t)offset > len ? len : (size_t)offset;
	size_t left = len - from;
	fuse_reply_buf(req, from < len ? bytes + from : NULL, size < left ? size : left);
}

