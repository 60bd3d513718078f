#include "fs/mount/edition.h"

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

/* `g` NULL: it writes. false: it could not be known when it comes again. */
static bool
send_back(struct mount *m, const struct edition_opening *o, struct reading *g)
{
	struct edition_pin *p = &m->editions.pins[m->editions.next % EDITION_PINS];
	if (!told_send_back(&m->told, o->thread))
		return false;
	m->editions.next++;
	pin_drop(p);
	if (g)
		reading_keep(g);
	*p = (struct edition_pin){.thread = o->thread, .file = ino_file(o->ino), .reading = g};
	return true;
}

void
editions_end(struct mount *m)
{
	for (struct edition_pin *p = m->editions.pins; p < m->editions.pins + EDITION_PINS; p++)
		pin_drop(p);
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

/* Is this, which an inode shows, what there is to read now? */
static bool
is_current(const struct node *n, const struct reading *g)
{
	bool same = n->duel && reading_version(g) == duel_version(n->duel);
	if (n->duel && !same && is_whole(n))
		return false;
	return (same && !tree[n->row].runs) || text_is(n, g);
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
is_over(const struct node *n, const struct told_size *told, off_t size)
{
	const struct opened_inode *i = opened_of(n, told->ino);
	if (i && (i->writers || (i->text && !is_current(n, i->text)) || (i->draft && !goes_on(n, i->draft))))
		return true;
	return is_whole(n) && told->size != size;
}

/* Is nothing that others were told of it on its way? */
static bool
has_settled(const struct mount *m, const struct told_size *told, pid_t thread)
{
	return (thread && told->thread == thread) || (uint32_t)registry_clock_ms(m->registry) - told->at_ms > TOLD_SETTLES_MS;
}

static void
tell(const struct mount *m, struct told_size *told, off_t size, pid_t thread)
{
	told->thread = thread && has_settled(m, told, thread) ? thread : TOLD_MANY;
	told->at_ms = (uint32_t)registry_clock_ms(m->registry);
	told->size = size;
}

/* Nor has anybody it? */
static bool
may_be_told_anew(const struct mount *m, const struct told_size *told, pid_t thread)
{
	return has_settled(m, told, thread) && !is_given(m, told->ino);
}

static struct told_size
told_now(const struct mount *m, uint64_t ino, off_t size, pid_t thread)
{
	return (struct told_size){.ino = ino, .size = size, .thread = thread ? thread : TOLD_MANY, .at_ms = (uint32_t)registry_clock_ms(m->registry)};
}

/* The inode for this thread, which is told this size: the one before, or one that nobody has. */
static void
lead(const struct mount *m, struct told_size *told, off_t size, pid_t thread)
{
	uint64_t ino = may_be_told_anew(m, told, thread) ? told->ino : another(m, told->ino);
	if (ino)
		*told = told_now(m, ino, size, thread);
	else
		told->size = TOLD_UNSURE;
}

static uint64_t
lead_back(const struct node *n, struct edition_pin *p, const struct told_size *told, struct stat *st)
{
	struct told_size to = *told;
	if (p->reading)
		stat_resize(st, size_with(n, p->reading));
	if (!p->ino) {
		lead(n->mount, &to, st->st_size, p->thread);
		p->ino = to.ino;
	}
	return p->ino;
}

uint64_t
edition_looked_up(const struct node *n, pid_t thread, struct stat *st)
{
	struct mount *m = n->mount;
	uint64_t file = node_ino(n);
	if (edition_class(n) == EDITION_ONE)
		return file;
	struct told_size *told = told_place(&m->told, file);
	struct edition_pin *p = pin_of(m, thread, file);
	if (ino_file(told->ino) != file)
		*told = told_now(m, ino_with_edition(file, m->editions.fresh++), TOLD_UNSURE, 0);
	if (p)
		return lead_back(n, p, told, st);
	if (is_over(n, told, st->st_size))
		lead(m, told, st->st_size, thread);
	else if (is_whole(n))
		tell(m, told, st->st_size, thread);
	return told->ino;
}

void
edition_told(struct mount *m, enum edition_class class, uint64_t ino, off_t size, pid_t thread)
{
	struct told_size *told = told_place(&m->told, ino);
	struct opened_inode *i = opened_inode_find(&m->opened, ino);
	if (i)
		i->told = size;
	if (class == EDITION_ONE)
		told_size(&m->told, ino, size);
	else if (told->ino == ino)
		tell(m, told, class == EDITION_RECORD || told->size == size || has_settled(m, told, thread) ? size : TOLD_UNSURE, thread);
}

/* Opens. */

int
edition_before_open(struct node *n, struct edition_opening *o)
{
	struct mount *m = n->mount;
	const struct opened_inode *i = opened_of(n, o->ino);
	struct edition_pin *p = pin_of(m, o->thread, o->ino);
	o->again = told_again(&m->told, o->thread);
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

/* Does the kernel hold what it should of this inode, for whoever reads this? A size that is too large it mends itself at the end of what is
 * read, as long as nothing else that it is told comes between. */
static bool
fits(const struct handle *h, const struct edition_opening *o)
{
	struct told *t = &h->node.mount->told;
	const struct told_size *told = told_place(t, o->ino);
	const struct opened_inode *i = opened_of(&h->node, o->ino);
	off_t size = handle_size(h);
	if (i && (i->writers || (i->text && i->text != h->reading) || (i->draft && !goes_on(&h->node, i->draft))))
		return false;
	if (!is_whole(&h->node))
		return told_of(t, o->ino, size);
	return told->ino == o->ino && (told->size == size || (told->size > size && may_be_told_anew(h->node.mount, told, o->thread)));
}

/* What the kernel holds of it, now that it is open. */
static void
note_told(const struct handle *h, const struct edition_opening *o)
{
	struct told_size *told = told_place(&h->node.mount->told, o->ino);
	if (edition_class(&h->node) == EDITION_ONE || !o->reading || o->writing)
		return;
	if (o->pinned)
		*told = told_now(h->node.mount, o->ino, handle_size(h), o->thread);
	else if (is_whole(&h->node) && told->ino == o->ino)
		told->size = fits(h, o) ? handle_size(h) : TOLD_UNSURE;
}

/* Before its first entry a record may become any other: its head goes by the rules. It is small then. */
static void
keep_draft(struct opened_inode *i, const struct node *n)
{
	const char *bytes;
	size_t len;
	UT_string text;
	duel_record(n->duel, &bytes, &len);
	utstring_init(&text);
	utstring_bincpy(&text, bytes, len);
	i->told = (off_t)len;
	i->draft = reading_new(n->mount->registry, &text);
	utstring_done(&text);
}

int
edition_open(struct handle *h, const struct edition_opening *o)
{
	bool many = edition_class(&h->node) != EDITION_ONE;
	bool asks = o->reading && !o->again && !(many ? o->writing : h->door != NULL);
	if (asks && !fits(h, o) && send_back(h->node.mount, o, h->reading))
		return -ESTALE;
	note_told(h, o);
	h->ino = o->ino;
	h->writes = many && o->writing;
	struct opened_inode *i = h->inode = opened_inode_enter(h->opened, o->ino);
	i->writers += h->writes;
	if (h->reading && !h->writes && !i->text) {
		i->text = h->reading;
		reading_keep(i->text);
	}
	if (is_record(&h->node) && !i->draft && !duel_record_begun(h->node.duel))
		keep_draft(i, &h->node);
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
		told_came(&n->mount->told, o->thread);
}

/* What was written has made the kernel's size another. */
static void
end_writing(struct mount *m, struct opened_inode *i)
{
	struct told_size *told = told_place(&m->told, i->ino);
	i->writers--;
	if (told->ino == i->ino)
		tell(m, told, TOLD_UNSURE, 0);
}

void
edition_close(struct handle *h)
{
	struct opened_inode *i = h->inode;
	if (!i)
		return;
	if (h->writes)
		end_writing(h->node.mount, i);
	DL_DELETE2(i->handles, h, newer, older);
	opened_inode_leave(i);
	h->inode = NULL;
}

bool
edition_shows(const struct node *n, uint64_t ino, off_t *size)
{
	const struct opened_inode *i = opened_of(n, ino);
	if (!i || !i->text || i->writers)
		return false;
	*size = size_with(n, i->text);
	return true;
}

struct edition_page
edition_page(const struct handle *h)
{
	const struct opened_inode *i = h->inode;
	if (i->draft && i->told == (off_t)reading_len(i->draft))
		return (struct edition_page){.text = i->draft};
	return (struct edition_page){.text = i->text, .grows = i->text && is_record(&h->node)};
}
