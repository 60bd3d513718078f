#include "fs/mount/opened.h"

#include <assert.h>
#include <stdlib.h>
#include "fs/mount/ino.h"
#include "fs/registry/reading.h"
#include "validators/text/mem.h"

struct opened *
opened_find(const struct opened_files *t, uint64_t file)
{
	struct opened *o = t->buckets[ino_bucket(file, OPENED_BUCKETS)];
	while (o && o->file != file)
		o = o->next;
	return o;
}

struct opened *
opened_enter(struct opened_files *t, uint64_t file)
{
	struct opened *o = opened_find(t, file), **bucket = &t->buckets[ino_bucket(file, OPENED_BUCKETS)];
	if (!o) {
		o = mem_calloc(1, sizeof *o);
		*o = (struct opened){.file = file, .next = *bucket};
		*bucket = o;
	}
	o->opens++;
	return o;
}

void
opened_leave(struct opened_files *t, struct opened *o)
{
	struct opened **at = &t->buckets[ino_bucket(o->file, OPENED_BUCKETS)];
	assert(o->opens);
	if (--o->opens)
		return;
	assert(!o->flock.holders && !o->flock.n_waiting);
	assert(!o->inodes);
	if (o->newest)
		reading_watch(o->newest, NULL);
	while (*at != o)
		at = &(*at)->next;
	*at = o->next;
	free(o);
}

static struct opened_inode *
inode_of(const struct opened *o, uint64_t ino)
{
	struct opened_inode *i = o->inodes;
	while (i && i->ino != ino)
		i = i->next;
	return i;
}

struct opened_inode *
opened_inode_find(const struct opened_files *t, uint64_t ino)
{
	struct opened *o = opened_find(t, ino_file(ino));
	return o ? inode_of(o, ino) : NULL;
}

struct opened_inode *
opened_inode_enter(struct opened *o, uint64_t ino)
{
	struct opened_inode *i = inode_of(o, ino);
	if (!i) {
		i = mem_calloc(1, sizeof *i);
		*i = (struct opened_inode){.ino = ino, .file = o, .next = o->inodes};
		o->inodes = i;
	}
	i->opens++;
	return i;
}

void
opened_inode_leave(struct opened_inode *i)
{
	struct opened_inode **at = &i->file->inodes;
	assert(i->opens > 0 && i->writers <= i->opens - 1);
	if (--i->opens)
		return;
	assert(!i->handles);
	if (i->text)
		reading_leave(i->text);
	if (i->draft)
		reading_leave(i->draft);
	while (*at != i)
		at = &(*at)->next;
	*at = i->next;
	free(i);
}
