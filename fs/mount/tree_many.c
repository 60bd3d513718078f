/* Files of one row of which there are many: see tree_many.h. */
#include "fs/mount/tree_many.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fs/mount/mount.h"

struct node
node_child(const struct node *dir, enum tree_id row, unsigned sub)
{
	return (struct node){.mount = dir->mount, .duel = dir->duel, .row = row, .sub = sub, .viewer = dir->viewer};
}

static bool
duel_child(const struct node *dir, struct duel *d, struct node *child)
{
	if (!d)
		return false;
	*child = (struct node){.mount = dir->mount, .duel = d, .row = TREE_DUEL, .viewer = dir->viewer};
	return true;
}

static bool
duels_find(const struct node *dir, const char *name, struct node *child)
{
	return duel_child(dir, registry_find(dir->mount->registry, name), child);
}

static bool
duels_next(const struct node *dir, int64_t after, struct node *child, int64_t *number)
{
	if (!duel_child(dir, registry_next(dir->mount->registry, after), child))
		return false;
	*number = duel_id(child->duel);
	return true;
}

static void
duels_name(const struct node *n, char *out, size_t size)
{
	snprintf(out, size, "%s", duel_name(n->duel));
}

static void
turns_name(const struct node *n, char *out, size_t size)
{
	duel_turn_name(n->duel, n->sub, out, size);
}

static bool
turns_next(const struct node *dir, int64_t after, struct node *child, int64_t *number)
{
	if (after >= duel_turns(dir->duel))
		return false;
	*number = after + 1;
	*child = node_child(dir, TREE_TURN, (unsigned)*number);
	return true;
}

/* The number that the name begins with says which turn it can only be. */
static bool
turns_find(const struct node *dir, const char *name, struct node *child)
{
	char expected[NAME_MAX + 1];
	unsigned long number = strtoul(name, NULL, 10);
	if (number < 1 || number > duel_turns(dir->duel))
		return false;
	*child = node_child(dir, TREE_TURN, (unsigned)number);
	turns_name(child, expected, sizeof expected);
	return !strcmp(name, expected);
}

static bool
seats_find(const struct node *dir, const char *name, struct node *child)
{
	const struct seat *s = duel_seat_named(dir->duel, name);
	if (!s)
		return false;
	*child = node_child(dir, TREE_SEAT, s->number);
	return true;
}

static bool
seats_next(const struct node *dir, int64_t after, struct node *child, int64_t *number)
{
	if (after >= duel_seats(dir->duel))
		return false;
	*number = after + 1;
	*child = node_child(dir, TREE_SEAT, (unsigned)*number);
	return true;
}

static void
seats_name(const struct node *n, char *out, size_t size)
{
	snprintf(out, size, "%s", duel_seat(n->duel, n->sub)->name);
}

static bool
scratch_child(const struct node *dir, const struct scratch *s, struct node *child)
{
	if (s)
		*child = node_child(dir, TREE_SCRATCH, s->number);
	return s;
}

static bool
scratches_find(const struct node *dir, const char *name, struct node *child)
{
	return scratch_child(dir, scratch_find(dir->duel, dir->viewer, name), child);
}

static bool
scratches_next(const struct node *dir, int64_t after, struct node *child, int64_t *number)
{
	if (!scratch_child(dir, scratch_next(dir->duel, dir->viewer, (unsigned)after), child))
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
own_files_find(const struct node *dir, const char *name, struct node *child)
{
	unsigned number = own_find(dir->duel, own_row(dir->sub), name);
	*child = node_child(dir, TREE_OWN_MANY, own_sub(own_row(dir->sub), number));
	return number;
}

static bool
own_files_next(const struct node *dir, int64_t after, struct node *child, int64_t *number)
{
	if (after >= own_count(dir->duel, own_row(dir->sub)))
		return false;
	*number = after + 1;
	*child = node_child(dir, TREE_OWN_MANY, own_sub(own_row(dir->sub), (unsigned)*number));
	return true;
}

void
tree_own_name(const struct node *n, char *out, size_t size)
{
	char name[FORMAT_NAME_BYTES];
	own_name(n->duel, n->sub, name);
	snprintf(out, size, "%s", name);
}

const struct tree_many tree_duels = {duels_find, duels_next, duels_name};
const struct tree_many tree_turns = {turns_find, turns_next, turns_name};
const struct tree_many tree_seats = {seats_find, seats_next, seats_name};
const struct tree_many tree_scratches = {scratches_find, scratches_next, scratches_name};
const struct tree_many tree_own_files = {own_files_find, own_files_next, tree_own_name};
