/* Directories, and what all nodes share: attributes, entries, refusals. */
#include <assert.h>
#include <string.h>
#include <unistd.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "validators/kit/refusal.h"

/* Programs that write a turn copy in pieces of this size: one that comes whole is judged at its write (design:
 * writers). */
#define GATED_BLOCK_BYTES (1 << 20)
#define BLOCK_BYTES 4096

/* How long the kernel may keep a name that goes only where its duel goes. */
#define NAME_SECONDS 86400.0

const struct node_kind node_dir = {0};

void
node_stat(const struct node *n, struct stat *st)
{
	assert(tree[n->row].kind && tree[n->row].time_ms);
	const struct tree_row *row = &tree[n->row];
	off_t size = row->kind->size ? row->kind->size(n) : 0;
	const struct size_slot *slot = sizes_slot(&n->mount->sizes, node_ino(n));
	int64_t ms = n->duel && row->kind->size == text_size ? slot->since_ms : row->time_ms(n);
	memset(st, 0, sizeof *st);
	st->st_ino = node_ino(n);
	st->st_mode = row->mode;
	st->st_nlink = row->links + (row->more_links ? row->more_links(n) : 0);
	st->st_uid = row->of_maker ? n->duel->uid
		: row->of_seat ? n->duel->fold->seats[n->sub - 1]->uid : n->mount->uid;
	st->st_gid = n->mount->gid;
	stat_resize(st, size);
	st->st_blksize = row->gated ? GATED_BLOCK_BYTES : BLOCK_BYTES;
	st->st_ctim = (struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
	st->st_atim = st->st_mtim = st->st_ctim;
	const struct scratch *s = scratch_of(n);
	if (!s)
		return;
	st->st_uid = s->uid;
	st->st_nlink = s->name ? 1 : 0;
	if (s->target)
		st->st_mode = S_IFLNK | 0777;
}

void
node_entry(const struct node *n, struct fuse_entry_param *e)
{
	assert(duels_is_locked(n->mount->duels));
	const struct scratch *s = scratch_of(n);
	memset(e, 0, sizeof *e);
	node_stat(n, &e->attr);
	e->ino = node_ino(n);
	e->generation = s ? s->generation : 0; /* numbers of scratch files come again */
	e->attr_timeout = attr_seconds(n->row);
	e->entry_timeout = tree[n->row].fresh ? 0 : n->row == TREE_DUEL ? DIR_SECONDS : NAME_SECONDS;
	if (!tree_is_dir(n->row))
		sizes_slot(&n->mount->sizes, e->ino)->told = e->attr.st_size;
}

int
node_refuse_change(const struct node *n, const struct caller *who)
{
	return node_refuse(n, who, REFUSAL_HISTORY_CHANGED, n->duel ?
		"this file changes only by what is accepted: append a turn to debate.md, write a verb to lock" :
		"this file is written by the mount alone: append a turn to debate.md of a duel");
}

int
node_refuse(const struct node *n, const struct caller *who, enum refusal rule, const char *sentence)
{
	char path[PATH_MAX];
	node_path(n, path, sizeof path);
	if (!n->duel)
		return duels_refuse(n->mount->duels, who->uid, path, &refusals[rule], "%s", sentence);
	return refuse_rule(n->duel, 0, who, path, &refusals[rule], "%s", sentence);
}
