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

/* In the mount's one place for it, until rendered_done; without what it quotes. */
static const UT_string *
rendered(const struct node *n, struct quote *q)
{
	const struct tree_row *row = &tree[n->row];
	UT_string *text = &n->mount->text;
	*q = (struct quote){0};
	if (!text->d)
		utstring_init(text);
	utstring_clear(text);
	if (row->quote)
		row->quote(n->duel, n->sub, text, q);
	else
		(row->kind->show ? row->kind->show : node_render)(n, text);
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

static uint64_t
version_of(const struct node *n)
{
	return n->duel ? duel_version(n->duel) : 0;
}

static struct reading *
newest(const struct node *n)
{
	struct opened *o = opened_find(&n->mount->opened, node_ino(n));
	return o ? o->newest : NULL;
}

static bool
is_of(const struct node *n, const struct reading *g, const UT_string *text, struct quote q)
{
	return q.len ? reading_quotes(g, n->duel, text, q) : reading_is(g, text);
}

/* The newest that is open, where it is the same. */
struct reading *
reading_share(const struct node *n, const UT_string *text, struct quote q)
{
	struct reading *g = newest(n);
	if (g && is_of(n, g, text, q))
		reading_keep(g);
	else
		g = q.len ? reading_quoting(n->duel, text, q) : reading_new(n->mount->registry, text);
	reading_note_version(g, version_of(n));
	return g;
}

bool
text_is(const struct node *n, const struct reading *g)
{
	struct quote q;
	const UT_string *text = rendered(n, &q);
	bool same = is_of(n, g, text, q);
	rendered_done(n->mount);
	return same;
}

/* Nothing is rendered where the newest that is open is that still: what runs with the clock may be another at any
 * moment. */
struct reading *
text_reading(const struct node *n)
{
	assert(registry_is_locked(n->mount->registry));
	const struct tree_row *row = &tree[n->row];
	struct reading *g = n->given ? n->given : newest(n);
	if (n->given || (g && n->duel && !row->runs && reading_version(g) == version_of(n))) {
		reading_keep(g);
		return g;
	}
	struct quote q;
	const UT_string *text = rendered(n, &q);
	g = reading_share(n, text, q);
	rendered_done(n->mount);
	return g;
}

static off_t
rendered_size(const struct node *n)
{
	struct quote q;
	size_t size = utstring_len(rendered(n, &q)) + q.len;
	rendered_done(n->mount);
	return (off_t)size;
}

off_t
text_size(const struct node *n)
{
	off_t size;
	if (!n->duel)
		return rendered_size(n);
	uint64_t version = version_of(n);
	if (!sizes_get(&n->mount->sizes, node_ino(n), version, &size)) {
		size = rendered_size(n);
		sizes_put(&n->mount->sizes, node_ino(n), version, size);
	}
	return size;
}

int
text_open(struct handle *h, const struct caller *who, int flags)
{
	(void)who;
	(void)flags;
	return handle_take(h, text_reading(&h->node));
}

void
text_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	assert(h->reading);
	reply_reading(req, h->reading, size, offset);
}

const struct node_kind node_text = {.size = text_size, .open = text_open, .read = text_read, .whole = true};
