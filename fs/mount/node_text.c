/* Files that are rendered once, at open: whoever reads one sees one consistent text, however long it takes. */
#include <assert.h>
#include <errno.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/sizes.h"

#define TEXT_KEPT_BYTES (64 << 10)

void
node_render(const struct node *n, UT_string *out)
{
	assert(tree[n->row].render || tree[n->row].render_mount);
	const struct tree_row *row = &tree[n->row];
	if (row->render)
		row->render(n->duel, n->sub, out);
	else
		row->render_mount(n->mount->registry, out);
}

/* In the mount's one place for it, until rendered_done. */
static const UT_string *
rendered(const struct node *n)
{
	UT_string *text = &n->mount->text;
	if (!text->d)
		utstring_init(text);
	utstring_clear(text);
	node_render(n, text);
	if (n->duel)
		sizes_put(&n->mount->sizes, node_ino(n), duel_version(n->duel), utstring_body(text), utstring_len(text),
			tree[n->row].time_ms(n));
	return text;
}

/* A large one does not keep its room. */
static void
rendered_done(struct mount *m)
{
	if (m->text.n <= TEXT_KEPT_BYTES)
		return;
	utstring_done(&m->text);
	m->text.d = NULL;
}

off_t
text_size(const struct node *n)
{
	off_t size;
	if (n->duel && sizes_get(&n->mount->sizes, node_ino(n), duel_version(n->duel), &size))
		return size;
	size = (off_t)utstring_len(rendered(n));
	rendered_done(n->mount);
	return size;
}

int
text_snapshot(struct handle *h, int (*take)(struct handle *h, const char *bytes, size_t len))
{
	const UT_string *text = rendered(&h->node);
	int err = take(h, utstring_body(text), utstring_len(text));
	rendered_done(h->node.mount);
	return err;
}

int
text_open(struct handle *h, const struct caller *who, int flags)
{
	(void)who;
	(void)flags;
	return text_snapshot(h, handle_take);
}

void
text_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	assert(h->reading.bytes);
	reply_slice(req, h->reading.bytes, h->reading.len, size, offset);
}

const struct node_kind node_text = {.size = text_size, .open = text_open, .read = text_read};
