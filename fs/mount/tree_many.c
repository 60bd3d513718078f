/* Files of one row of which there are many: see tree_many.h. */
#include "fs/mount/tree_many.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fs/mount/mount.h"

static bool
duel_dir_find(const struct node *dir, const char *name, struct node *child)
{
	*child = node_child(dir, TREE_DUEL, 0);
	child->duel = duels_find(dir->mount->duels, name);
	return child->duel;
}

static bool
duel_dir_next(const struct node *dir, int64_t after, struct node *child, int64_t *number)
{
	*child = node_child(dir, TREE_DUEL, 0);
	child->duel = duels_next(dir->mount->duels, after);
	*number = child->duel ? child->duel->id : 0;
	return child->duel;
}

static void
duel_dir_name(const struct node *n, char *out, size_t size)
{
	snprintf(out, size, "%s", n->duel->name);
}

static void
turns_name(const struct node *n, char *out, size_t size)
{
	const struct seat *s = fold_seat(n->duel->fold, debate_turn(n->duel->fold->state, n->sub - 1).seat);
	snprintf(out, size, "%03u-%s.md", n->sub, s ? s->name : "");
}

static int64_t
turns_count(const struct node *dir)
{
	return debate_pieces(dir->duel->fold->state);
}

/* The number that the name begins with says which turn it can only be. */
static bool
turns_find(const struct node *dir, const char *name, struct node *child)
{
	char expected[NAME_MAX + 1];
	unsigned long number = strtoul(name, NULL, 10);
	if (number < 1 || number > debate_pieces(dir->duel->fold->state))
		return false;
	*child = node_child(dir, TREE_TURN, (unsigned)number);
	turns_name(child, expected, sizeof expected);
	return !strcmp(name, expected);
}

static bool
seats_find(const struct node *dir, const char *name, struct node *child)
{
	const struct fold *fold = dir->duel->fold;
	for (unsigned i = 0; i < fold->n_seats; i++)
		if (!strcmp(fold->seats[i]->name, name)) {
			*child = node_child(dir, TREE_SEAT, i + 1);
			return true;
		}
	return false;
}

static int64_t
seats_count(const struct node *dir)
{
	return dir->duel->fold->n_seats;
}

static void
seats_name(const struct node *n, char *out, size_t size)
{
	assert(n->sub >= 1 && n->sub <= n->duel->fold->n_seats);
	snprintf(out, size, "%s", fold_seat(n->duel->fold, n->sub)->name);
}

bool
has_scratch(const struct node *dir)
{
	return dir->row == TREE_DUEL || dir->row == TREE_SEAT;
}

unsigned
scratch_place(const struct node *dir)
{
	assert(has_scratch(dir));
	return dir->row == TREE_SEAT ? dir->sub : 0;
}

static bool
scratch_child(const struct node *dir, const struct scratch *s, struct node *child)
{
	if (!s)
		return false;
	*child = node_child(dir, s->place ? TREE_SEAT_SCRATCH : TREE_SCRATCH, s->number);
	return true;
}

static bool
scratches_find(const struct node *dir, const char *name, struct node *child)
{
	return scratch_child(dir, scratch_find(dir->duel, scratch_place(dir), dir->viewer, name), child);
}

static bool
scratches_next(const struct node *dir, int64_t after, struct node *child, int64_t *number)
{
	if (!scratch_child(dir, scratch_next(dir->duel, scratch_place(dir), dir->viewer, (unsigned)after), child))
		return false;
	*number = child->sub;
	return true;
}

static void
scratches_name(const struct node *n, char *out, size_t size)
{
	const struct scratch *s = scratch_by_number(n->duel, n->sub);
	snprintf(out, size, "%s", s && s->name ? s->name : "");
}

/* Many files of one row of the format. */

static bool
format_files_find(const struct node *dir, const char *name, struct node *child)
{
	unsigned number = own_find(dir->duel, own_row(dir->sub), name);
	*child = node_child(dir, TREE_FORMAT_MANY, own_sub(own_row(dir->sub), number));
	return number;
}

static int64_t
format_files_count(const struct node *dir)
{
	return own_count(dir->duel, own_row(dir->sub));
}

void
tree_format_name(const struct node *n, char *out, size_t size)
{
	own_name(n->duel, n->sub, out, size);
}

/* A tree of the format: its number is 0 where there is nothing. */

static bool
leaf_child(const struct node *dir, unsigned sub, struct node *child)
{
	*child = node_child(dir, own_is_folder(sub) ? TREE_FORMAT_TREE : TREE_FORMAT_LEAF, sub);
	return own_number(sub);
}

static bool
leaves_find(const struct node *dir, const char *name, struct node *child)
{
	return leaf_child(dir, own_tree_find(dir->duel, dir->sub, name), child);
}

static bool
leaves_next(const struct node *dir, int64_t after, struct node *child, int64_t *number)
{
	if (after >= OWN_NUMBER_MAX || !leaf_child(dir, own_tree_next(dir->duel, dir->sub, (unsigned)after), child))
		return false;
	*number = own_number(child->sub);
	return true;
}

const struct tree_many tree_duels = {.find = duel_dir_find, .next = duel_dir_next, .name = duel_dir_name};
const struct tree_many tree_turns = {.find = turns_find, .count = turns_count, .name = turns_name};
const struct tree_many tree_seats = {.find = seats_find, .count = seats_count, .name = seats_name};
const struct tree_many tree_scratches = {.find = scratches_find, .next = scratches_next, .name = scratches_name};
const struct tree_many tree_format_files = {.find = format_files_find, .count = format_files_count,
	.name = tree_format_name};
const struct tree_many tree_format_tree = {.find = leaves_find, .next = leaves_next,
	.name = tree_format_name};
