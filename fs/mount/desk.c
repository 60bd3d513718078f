#include "fs/mount/desk.h"

#include <assert.h>
#include <string.h>
#include "fs/mount/ino.h"
#include "fs/mount/mount.h"
#include "fs/mount/process.h"
#include "fs/mount/tree.h"

/* What of a chair one process may see otherwise than another. */
static const enum tree_id sealed_rows[] = {TREE_SEAT_TURN, TREE_SEAT_CHECK, TREE_SEAT_LAST_ERROR};

bool
desk_is_sealed_row(unsigned row)
{
	for (size_t i = 0; i < sizeof sealed_rows / sizeof *sealed_rows; i++)
		if (sealed_rows[i] == row)
			return true;
	return false;
}

bool
desk_takes_texts(unsigned row)
{
	return row == TREE_DEBATE || row == TREE_FORMAT_GATED || row == TREE_SCRATCH || row == TREE_SEAT_SCRATCH;
}

static bool
is_sealed_name(const char *name)
{
	for (size_t i = 0; i < sizeof sealed_rows / sizeof *sealed_rows; i++)
		if (!strcmp(name, tree[sealed_rows[i]].name))
			return true;
	return false;
}

struct ancestor
desk_asker(fuse_req_t req, fuse_ino_t parent, const char *name)
{
	struct ancestor a = {0};
	if (ino_row(parent) == TREE_SEAT && is_sealed_name(name))
		process_self(fuse_req_ctx(req)->pid, &a);
	return a;
}

struct ancestor
desk_asker_of(fuse_req_t req, fuse_ino_t ino)
{
	struct ancestor a = {0};
	if (desk_is_sealed_row(ino_row(ino)))
		process_self(fuse_req_ctx(req)->pid, &a);
	return a;
}

void
desk_seen_by(struct node *n, const struct ancestor *process)
{
	n->process = *process;
	if (n->row == TREE_SEAT_TURN && desk_is_own(n->duel, desk_seat(n->sub), process))
		n->sub |= DESK_OWN;
	if (n->row == TREE_SEAT_CHECK && check_is_own(n->duel, desk_seat(n->sub), process))
		n->sub |= DESK_WRITER;
	if (n->row == TREE_SEAT_LAST_ERROR && last_error_is_own(n->duel, desk_seat(n->sub), process))
		n->sub |= DESK_WRITER;
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
