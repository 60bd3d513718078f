/* Files that are rendered once, at open: whoever reads one sees one consistent text, however long it takes. */
#include <assert.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/sizes.h"

/* More than most take. */
#define ROOM_BYTES 8192

void
node_content(const struct node *n, UT_string *text, const char **bytes, size_t *len)
{
	const struct tree_row *row = &tree[n->row];
	if (row->bytes) {
		row->bytes(n->duel, n->sub, bytes, len);
		return;
	}
	assert(row->render || row->render_mount);
	if (row->render)
		row->render(n->duel, n->sub, text);
	else
		row->render_mount(n->mount->duels, text);
	*bytes = utstring_body(text);
	*len = utstring_len(text);
}

/* The text as it is now. The caller frees it. */
static void
render_text(const struct node *n, UT_string *out)
{
	const char *bytes;
	size_t len;
	uint64_t version = n->duel ? n->duel->fold->version : 0; /* the lock may be let go of meanwhile */
	utstring_init(out);
	utstring_reserve(out, ROOM_BYTES);
	node_content(n, out, &bytes, &len);
	if (n->duel)
		sizes_put(&n->mount->sizes, node_ino(n), version, bytes, len, tree[n->row].time_ms(n));
}

off_t
text_size(const struct node *n)
{
	off_t size;
	UT_string text;
	if (n->duel && sizes_get(&n->mount->sizes, node_ino(n), n->duel->fold->version, &size))
		return size;
	render_text(n, &text);
	size = (off_t)utstring_len(&text);
	utstring_done(&text);
	return size;
}

int
text_snapshot(struct handle *h, bool woken)
{
	UT_string text;
	render_text(&h->node, &text);
	return handle_take(h, utstring_body(&text), utstring_len(&text), woken);
}

static int
text_open(struct handle *h, int flags)
{
	(void)flags;
	return text_snapshot(h, false);
}

void
text_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	assert(h->snapshot.bytes);
	reply_slice(req, h->snapshot.bytes, h->snapshot.len, size, offset);
}

const struct node_kind node_text = {.size = text_size, .open = text_open, .read = text_read};
