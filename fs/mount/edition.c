#include "fs/mount/edition.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <utlist.h>
#include "fs/mount/ino.h"
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/registry/reading.h"

enum edition_class
edition_class(const struct node *n)
{
	return tree[n->row].kind->whole ? EDITION_WHOLE : n->row == TREE_DEBATE ? EDITION_RECORD : EDITION_ONE;
}

static bool
is_whole(const struct node *n)
{
	return edition_class(n) == EDITION_WHOLE;
}

static bool
is_record(const struct node *n)
{
	return edition_class(n) == EDITION_RECORD;
}

static off_t
size_with(const struct node *n, const struct reading *g)
{
	return (off_t)(reading_len(g) + (is_record(n) ? duel_record_len(n->duel) : 0));
}

static struct opened_inode *
opened_of(const struct node *n, uint64_t ino)
{
	return opened_inode_find(&n->mount->opened, ino);
}

/* Those who were sent back. */

static struct edition_pin *
pin_of(struct mount *m, pid_t thread, uint64_t ino)
{
	for (struct edition_pin *p = m->editions.pins; thread && p < m->editions.pins + EDITION_PINS; p++)
		if (p->thread == thread && p->file == ino_file(ino))
			return p;
	return NULL;
}

static void
pin_drop(struct edition_pin *p)
{
	if (p->reading)
		reading_leave(p->reading);
	*p = (struct edition_pin){0};
}

/* A free place; none: that of who has been gone longest, and may never come. */
static struct edition_pin *
pin_free(struct mount *m)
{
	struct edition_pin *free = m->editions.pins;
	for (struct edition_pin *p = free; p < m->editions.pins + EDITION_PINS; p++)
		if (p->since < free->since)
			free = p;
	pin_drop(free);
	return free;
}

/* `g` NULL: it writes. false: it could not be known when it comes again. */
static bool
send_back(struct mount *m, const struct edition_opening *o, struct reading *g)
{
	if (o->inward || !stale_send_back(&m->attrs, o->thread))
		return false;
	if (g)
		reading_keep(g);
	*pin_free(m) = (struct edition_pin){.thread = o->thread, .since = ++m->editions.sent,
		.file = ino_file(o->ino), .reading = g};
	return true;
}

void
editions_end(struct mount *m)
{
	for (struct edition_pin *p = m->editions.pins; p < m->editions.pins + EDITION_PINS; p++)
		pin_drop(p);
}

/* Somebody else was led to it, and comes to read another text there than this. */
static bool
is_awaited(const struct mount *m, uint64_t ino, pid_t thread, const struct reading *text)
{
	for (const struct edition_pin *p = m->editions.pins; p < m->editions.pins + EDITION_PINS; p++)
		if (p->ino == ino && p->thread != thread && (!text || p->reading != text))
			return true;
	return false;
}

/* What who was led to this inode comes to read there; NULL: nobody was, or it writes. */
static const struct reading *
awaited_text(const struct mount *m, uint64_t ino)
{
	for (const struct edition_pin *p = m->editions.pins; p < m->editions.pins + EDITION_PINS; p++)
		if (p->ino == ino)
			return p->reading;
	return NULL;
}

/* Lookups. */

static bool
is_given(const struct mount *m, uint64_t ino)
{
	for (const struct edition_pin *p = m->editions.pins; p < m->editions.pins + EDITION_PINS; p++)
		if (p->ino == ino)
			return true;
	return opened_inode_find(&m->opened, ino);
}

/* An inode of this file, other than this one, that nobody has; 0: there is none. */
static uint64_t
another(const struct mount *m, uint64_t ino)
{
	for (unsigned i = 1; i < INO_EDITIONS; i++)
		if (!is_given(m, ino_with_edition(ino, ino_edition(ino) + i)))
			return ino_with_edition(ino, ino_edition(ino) + i);
	return 0;
}

/* Does the record begin with this, or is it still this? */
static bool
goes_on(const struct node *n, const struct reading *draft)
{
	struct iovec was = reading_bytes(draft);
	const char *bytes;
	size_t len;
	duel_record(n->duel, &bytes, &len);
	return len >= was.iov_len && !memcmp(bytes, was.iov_base, was.iov_len);
}

/* Is what an inode shows, and was told to be, no longer what there is? `size`: of the file now. */
static bool
is_over(const struct node *n, const struct attr_size *attr, off_t size)
{
	const struct opened_inode *i = opened_of(n, attr->ino);
	if (i && (i->writers || (i->draft && !goes_on(n, i->draft))))
		return true;
	if (i && i->text) {
		bool same = n->duel && reading_version(i->text) == duel_version(n->duel);
		if (n->duel && !same && is_whole(n))
			return true;
		if ((!same || tree[n->row].runs) && !text_is(n, i->text))
			return true;
	}
	return is_whole(n) && attr->size != size;
}

/* Is nothing that others were told of it on its way? */
static bool
has_settled(const struct mount *m, const struct attr_size *attr, pid_t thread)
{
	return (thread && attr->thread == thread) ||
		(uint32_t)registry_clock_ms(m->registry) - attr->at_ms > ATTR_SETTLES_MS;
}

static void
tell(const struct mount *m, struct attr_size *attr, off_t size, pid_t thread)
{
	attr->thread = thread && has_settled(m, attr, thread) ? thread : ATTR_MANY;
	attr->at_ms = (uint32_t)registry_clock_ms(m->registry);
	attr->size = size;
}

/* Nor has anybody it? */
static bool
may_be_sent_anew(const struct mount *m, const struct attr_size *attr, pid_t thread)
{
	return has_settled(m, attr, thread) && !is_given(m, attr->ino);
}

static struct attr_size
attr_size_now(const struct mount *m, uint64_t ino, off_t size, pid_t thread)
{
	return (struct attr_size){.ino = ino, .size = size, .thread = thread ? thread : ATTR_MANY,
		.at_ms = (uint32_t)registry_clock_ms(m->registry)};
}

/* The inode for this thread, which is told this size: the one before, or one that nobody has. */
static void
lead(const struct mount *m, struct attr_size *attr, off_t size, pid_t thread)
{
	assert(attr->ino);
	uint64_t ino = may_be_sent_anew(m, attr, thread) ? attr->ino : another(m, attr->ino);
	if (ino)
		*attr = attr_size_now(m, ino, size, thread);
	else
		attr->size = ATTR_UNSURE;
}

/* Who was sent back is led to the inode that it was given first, and told the size of the text that is kept for it. */
uint64_t
edition_looked_up(const struct node *n, pid_t thread, struct stat *st)
{
	struct mount *m = n->mount;
	uint64_t file = node_ino(n);
	if (edition_class(n) == EDITION_ONE)
		return file;
	assert(registry_is_locked(m->registry));
	struct attr_size *attr = attr_size_of(&m->attrs, file);
	struct edition_pin *p = pin_of(m, thread, file);
	if (ino_file(attr->ino) != file)
		*attr = attr_size_now(m, ino_with_edition(file, m->editions.fresh++), ATTR_UNSURE, 0);
	if (p) {
		struct attr_size to = *attr;
		if (p->reading)
			stat_resize(st, size_with(n, p->reading));
		if (!p->ino) {
			lead(m, &to, st->st_size, thread);
			p->ino = to.ino;
		}
		return p->ino;
	}
	if (is_over(n, attr, st->st_size) || is_awaited(m, attr->ino, thread, NULL))
		lead(m, attr, st->st_size, thread);
	else if (is_whole(n))
		tell(m, attr, st->st_size, thread);
	return attr->ino;
}

void
edition_size_sent(struct mount *m, enum edition_class class, uint64_t ino, off_t size, pid_t thread)
{
	struct attr_size *attr = attr_size_of(&m->attrs, ino);
	struct opened_inode *i = opened_inode_find(&m->opened, ino);
	if (i)
		i->size_sent = size;
	if (class == EDITION_ONE)
		attr_size_set(&m->attrs, ino, size);
	else if (attr->ino == ino)
		tell(m, attr, class == EDITION_RECORD || attr->size == size || has_settled(m, attr, thread) ?
			size : ATTR_UNSURE, thread);
}

/* Opens. */

int
edition_before_open(struct node *n, struct edition_opening *o)
{
	assert(!n->given && o->ino);
	struct mount *m = n->mount;
	const struct opened_inode *i = opened_of(n, o->ino);
	struct edition_pin *p = pin_of(m, o->thread, o->ino);
	o->again = stale_again(&m->attrs, o->thread);
	o->pinned = o->again && p && p->ino == o->ino;
	if (o->again && p) /* who comes by the same inode once more, having no name to look up, reads what that shows */
		n->given = o->pinned ? p->reading : i ? i->text : NULL;
	if (n->given)
		reading_keep(n->given);
	if (p)
		pin_drop(p);
	bool kept_out = o->writing && edition_class(n) != EDITION_ONE && i && i->opens > i->writers;
	return kept_out && !o->again && send_back(m, o, NULL) ? -ESTALE : 0;
}

/* Does the kernel hold what it should of this inode, for whoever reads this? A size that is too large it mends itself
 * at the end of what is read, as long as nothing else that it is told comes between. */
static bool
fits(const struct handle *h, const struct edition_opening *o)
{
	struct attr_cache *t = &h->node.mount->attrs;
	const struct attr_size *attr = attr_size_of(t, o->ino);
	const struct opened_inode *i = opened_of(&h->node, o->ino);
	off_t size = handle_size(h);
	if (is_awaited(h->node.mount, o->ino, o->thread, h->reading))
		return false;
	if (i && (i->writers || (i->text && i->text != h->reading) || (i->draft && !goes_on(&h->node, i->draft))))
		return false;
	if (!is_whole(&h->node))
		return attr_size_holds(t, o->ino, size);
	return attr->ino == o->ino &&
		(attr->size == size || (attr->size > size && may_be_sent_anew(h->node.mount, attr, o->thread)));
}

/* Of an inode that nobody has, and of which nothing else that was told is on its way, the kernel takes a size that is
 * larger before the open is answered: nobody need be sent back for that. */
static bool
grow(struct handle *h, const struct edition_opening *o)
{
	struct mount *m = h->node.mount;
	struct attr_size *attr = attr_size_of(&m->attrs, o->ino);
	off_t size = handle_size(h);
	struct iovec last[READING_PIECES];
	if (!is_whole(&h->node) || !h->reading || attr->ino != o->ino || attr->size == ATTR_UNSURE ||
		attr->size >= size || !may_be_sent_anew(m, attr, o->thread))
		return false;
	unsigned n = reading_pieces(h->reading, (uint64_t)size - 1, 1, last);
	assert(n == 1 && last->iov_len == 1);
	if (!notify_grown(m->notify, o->ino, size, *(const char *)last->iov_base))
		return false;
	tell(m, attr, size, o->thread);
	return true;
}

int
edition_open(struct handle *h, const struct edition_opening *o)
{
	assert(h->opened && !h->inode && ino_file(o->ino) == h->opened->file);
	struct mount *m = h->node.mount;
	bool many = edition_class(&h->node) != EDITION_ONE, whole = is_whole(&h->node);
	bool asks = o->reading && !o->again && !(many ? o->writing : h->door != NULL);
	if (asks && !fits(h, o) && !grow(h, o) && send_back(m, o, h->reading))
		return -ESTALE;
	struct attr_size *attr = attr_size_of(&m->attrs, o->ino);
	if (many && o->reading && !o->writing && o->pinned)
		*attr = attr_size_now(m, o->ino, handle_size(h), o->thread);
	else if (whole && o->reading && !o->writing && attr->ino == o->ino)
		attr->size = fits(h, o) ? handle_size(h) : ATTR_UNSURE;
	h->ino = o->ino;
	h->writes = many && o->writing;
	struct opened_inode *i = h->inode = opened_inode_enter(h->opened, o->ino);
	i->writers += h->writes;
	if (h->reading && !h->writes && !i->text) {
		i->text = h->reading;
		reading_keep(i->text);
	}
	/* Before its first entry a record may become any other: its head goes by the rules. It is small then. */
	if (is_record(&h->node) && !i->draft && !duel_record_begun(h->node.duel)) {
		const char *bytes;
		size_t len;
		UT_string text;
		duel_record(h->node.duel, &bytes, &len);
		utstring_init(&text);
		utstring_bincpy(&text, bytes, len);
		i->size_sent = (off_t)len;
		i->draft = reading_new(m->registry, &text);
		utstring_done(&text);
	}
	assert(i->writers <= i->opens);
	DL_PREPEND2(i->handles, h, newer, older);
	return 0;
}

void
edition_after_open(struct node *n, const struct edition_opening *o)
{
	if (n->given)
		reading_leave(n->given);
	n->given = NULL;
	if (o->again)
		stale_came(&n->mount->attrs, o->thread);
}

void
edition_close(struct handle *h)
{
	struct opened_inode *i = h->inode;
	if (!i)
		return;
	if (h->writes) { /* what was written has made the kernel's size another */
		struct mount *m = h->node.mount;
		struct attr_size *attr = attr_size_of(&m->attrs, i->ino);
		assert(i->writers);
		i->writers--;
		if (attr->ino == i->ino)
			tell(m, attr, ATTR_UNSURE, 0);
	}
	DL_DELETE2(i->handles, h, newer, older);
	opened_inode_leave(i);
	h->inode = NULL;
}

bool
edition_shows(const struct node *n, uint64_t ino, off_t *size)
{
	const struct opened_inode *i = opened_of(n, ino);
	const struct reading *text = i ? i->text : awaited_text(n->mount, ino);
	if (!text || (i && i->writers))
		return false;
	*size = size_with(n, text);
	return true;
}

struct edition_page
edition_page(const struct handle *h)
{
	const struct opened_inode *i = h->inode;
	if (i->draft && i->size_sent == (off_t)reading_len(i->draft))
		return (struct edition_page){.text = i->draft};
	return (struct edition_page){.text = i->text, .grows = i->text && is_record(&h->node)};
}
