/* Files that are rendered once, at open: whoever reads one sees one consistent text, however long it takes. */
#include <errno.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/sizes.h"

void
node_render(const struct node *n, UT_string *out)
{
	const struct tree_row *row = &tree[n->row];
	if (row->render)
		row->render(n->duel, n->sub, out);
	else
		row->render_mount(n->mount->registry, out);
}

static off_t
rendered_size(const struct node *n)
{
	UT_string text;
	utstring_init(&text);
	node_render(n, &text);
	off_t size = (off_t)utstring_len(&text);
	utstring_done(&text);
	return size;
}

off_t
text_size(const struct node *n)
{
	off_t size;
	if (!n->duel)
		return rendered_size(n);
	uint64_t version = duel_version(n->duel);
	if (!sizes_get(&n->mount->sizes, node_ino(n), version, &size)) {
		size = rendered_size(n);
		sizes_put(&n->mount->sizes, node_ino(n), version, size);
	}
	return size;
}

int
text_open(struct handle *h, const struct caller *who, int flags, bool writing)
{
	(void)flags;
	if (writing)
		return node_refuse_change(&h->node, who);
	utstring_init(&h->text);
	node_render(&h->node, &h->text);
	return 0;
}

void
text_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	reply_slice(req, utstring_body(&h->text), utstring_len(&h->text), size, offset);
}

const struct node_kind node_text = {.size = text_size, .open = text_open, .read = text_read};
