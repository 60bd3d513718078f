#include "fs/mount/desk.h"

#include <assert.h>
#include <string.h>
#include "fs/mount/ino.h"
#include "fs/mount/mount.h"
#include "fs/mount/process.h"
#include "fs/mount/tree.h"

struct ancestor
desk_asker(fuse_req_t req, fuse_ino_t parent, const char *name)
{
	struct ancestor a = {0};
	if (ino_row(parent) == TREE_SEAT && !strcmp(name, tree[TREE_SEAT_TURN].name))
		process_self(fuse_req_ctx(req)->pid, &a);
	return a;
}

struct ancestor
desk_asker_of(fuse_req_t req, fuse_ino_t ino)
{
	struct ancestor a = {0};
	if (ino_row(ino) == TREE_SEAT_TURN)
		process_self(fuse_req_ctx(req)->pid, &a);
	return a;
}

void
desk_seen_by(struct node *n, const struct ancestor *process)
{
	n->process = *process;
	if (n->row == TREE_SEAT_TURN && desk_is_own(n->duel, desk_seat(n->sub), process))
		n->sub |= DESK_OWN;
}

static uint64_t
file_of(const struct node *n)
{
	assert(n->row == TREE_SEAT_TURN);
	return node_shown_ino(n);
}

static struct desk_gone *
gone_of(const struct node *n)
{
	struct desks *all = &n->mount->desks;
	int64_t now = registry_clock_ms(n->mount->registry);
	for (struct desk_gone *g = all->gone; n->process.pid && g < all->gone + DESKS_GONE; g++)
		if (g->file == file_of(n) && g->process.pid == n->process.pid && g->process.began == n->process.began &&
			now < g->clock_ms + DESK_GONE_MS)
			return g;
	return NULL;
}

void
desk_unlinked(const struct node *n)
{
	struct desks *all = &n->mount->desks;
	all->gone[all->next++ % DESKS_GONE] = (struct desk_gone){
		.process = n->process, .file = file_of(n), .clock_ms = registry_clock_ms(n->mount->registry)};
}

bool
desk_is_gone(const struct node *n)
{
	return n->row == TREE_SEAT_TURN && gone_of(n);
}

void
desk_made(const struct node *n)
{
	struct desk_gone *g = gone_of(n);
	if (g)
		*g = (struct desk_gone){0};
}
