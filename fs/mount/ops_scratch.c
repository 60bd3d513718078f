/*
 * Names that are made, moved and removed in a duel's directory: scratch files, and through them the gated files.
 *
 * A rename over a gated file is a rewrite of it (fs/intake/intake.h). A gated file that is renamed away is copied:
 * editors move the old version aside and then make the file anew, which they find is there. In either case the kernel
 * now believes that the name has moved; both are looked up anew each time (entry timeout 0), and so found again.
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include "fs/intake/intake.h"
#include "fs/mount/node.h"
#include "fs/mount/ops.h"
#include "fs/util/scratch_names.h"
#include "validators/kit/refusal.h"

/* A name of which only the directory is known; `found`: there is such a file. */
struct name {
	const char *name;
	bool found;
	struct node node;
	struct scratch *scratch; /* it is one */
};

static struct name
name_look(const struct node *dir, const char *name)
{
	struct name p = {.name = name};
	p.found = tree_find(dir, name, &p.node);
	p.scratch = p.found ? scratch_of(&p.node) : NULL;
	return p;
}

/* A participant's directory is its own. */
static int
refuse_stranger(const struct node *dir, const struct caller *who)
{
	assert(dir->row == TREE_SEAT);
	if (fold_may_act(dir->duel->fold, dir->sub, who->uid))
		return 0;
	return node_refuse(dir, who, REFUSAL_SEAT_UID, "this is a participant's own directory, and another uid's");
}

/* Is there room for a scratch file of this name? */
static int
may_make(const struct node *dir, const struct caller *who, const char *name, enum name_act act)
{
	if (!has_scratch(dir) || !scratch_allowed(name))
		return name_refused(dir, who, name, act);
	if (dir->row == TREE_SEAT)
		return refuse_stranger(dir, who);
	if (scratch_is_draft(name, false) && duel_is_closed(dir->duel))
		return refuse_rule(dir->duel, 0, who, "debate.md", &refusals[REFUSAL_DUEL_CLOSED],
			"this duel is closed; its record is read-only");
	return 0;
}

int
name_make(const struct node *dir, const struct caller *who, const char *name, const char *target, struct node *out)
{
	struct scratch *s;
	if (tree_find(dir, name, out)) {
		if (!node_is_removed(out))
			return 0;
		int err = target ? name_refused(dir, who, name, NAME_LINK) : refuse_stranger(dir, who);
		if (!err)
			out->duel->fold->secrets[out->sub - 1].desk_removed = false;
		return err;
	}
	int err = may_make(dir, who, name, target ? NAME_LINK : NAME_FILE);
	if (err)
		return err;
	err = scratch_make(dir->duel, scratch_place(dir), who, name, target, &s);
	if (err)
		return err;
	return tree_find(dir, name, out) ? 0 : -ENOENT;
}

static void
make_and_reply(fuse_req_t req, fuse_ino_t parent, const char *name, const char *target)
{
	struct mount *m = mount_of(req);
	struct caller who = caller_of(req);
	struct node dir, n;
	duels_lock(m->duels);
	int err = node_find(m, parent, who.uid, true, &dir);
	if (!err)
		err = name_make(&dir, &who, name, target, &n);
	reply_entry(req, &n, err);
	duels_unlock(m->duels);
}

void
op_symlink(fuse_req_t req, const char *target, fuse_ino_t parent, const char *name)
{
	make_and_reply(req, parent, name, target);
}

void
op_mknod(fuse_req_t req, fuse_ino_t parent, const char *name, mode_t mode, dev_t rdev)
{
	(void)rdev;
	if (S_ISREG(mode))
		make_and_reply(req, parent, name, NULL);
	else
		reply_name_refused(req, parent, name, NAME_FILE);
}

void
op_link(fuse_req_t req, fuse_ino_t ino, fuse_ino_t parent, const char *name)
{
	(void)ino;
	reply_name_refused(req, parent, name, NAME_LINK);
}

void
op_readlink(fuse_req_t req, fuse_ino_t ino)
{
	struct mount *m = mount_of(req);
	struct node n;
	duels_lock(m->duels);
	int err = node_find(m, ino, fuse_req_ctx(req)->uid, false, &n);
	const struct scratch *s = err ? NULL : scratch_of(&n);
	if (s && s->target)
		fuse_reply_readlink(req, s->target);
	else
		fuse_reply_err(req, err ? -err : EINVAL);
	duels_unlock(m->duels);
}

void
op_unlink(fuse_req_t req, fuse_ino_t parent, const char *name)
{
	struct mount *m = mount_of(req);
	struct caller who = caller_of(req);
	struct node dir;
	duels_lock(m->duels);
	int err = node_find(m, parent, who.uid, true, &dir);
	if (err)
		goto out;
	struct name p = name_look(&dir, name);
	if (p.scratch) {
		scratch_unlink(p.scratch);
	} else if (p.found && p.node.row == TREE_SEAT_TURN) {
		err = refuse_stranger(&dir, &who);
		if (!err && node_is_removed(&p.node))
			err = -ENOENT;
		if (!err)
			dir.duel->fold->secrets[dir.sub - 1].desk_removed = true;
	} else {
		err = name_refused(&dir, &who, name, NAME_UNLINK);
	}
out:
	duels_unlock(m->duels);
	fuse_reply_err(req, -err);
}

/* Flags that a gated file's name does not take. */
static int
refuse_flags(const struct node *dir, const struct caller *who, const struct name *p, unsigned flags)
{
	char path[PATH_MAX];
	node_path(&p->node, path, sizeof path);
	return refuse_rule(dir->duel, 0, who, path, &refusals[REFUSAL_VALUE_BAD],
		"%s is neither exchanged nor renamed over by RENAME_%s: "
		"rename a temporary file over it without flags", p->name,
		flags & RENAME_EXCHANGE ? "EXCHANGE" : "NOREPLACE");
}

/* Is it a file whose writes are submissions? */
static bool
is_gated(const struct name *p)
{
	return !p->scratch && p->found && tree[p->node.row].gated && !tree[p->node.row].kind->stream;
}

static int
rename_in(const struct node *dir, const struct caller *who, const char *name, const char *to_name, unsigned flags)
{
	const char *bytes;
	size_t len;
	UT_string text;
	int err = dir->row == TREE_SEAT ? refuse_stranger(dir, who) : 0;
	if (err)
		return err;
	struct name from = name_look(dir, name), to = name_look(dir, to_name);
	if (from.found && node_is_removed(&from.node))
		from.found = false;
	bool to_scratch = to.scratch || !to.found;
	if (flags & ~(unsigned)(RENAME_NOREPLACE | RENAME_EXCHANGE))
		return -EINVAL;
	if (from.scratch && to_scratch) { /* as everywhere */
		if (flags & RENAME_EXCHANGE)
			return -EINVAL;
		err = to.found ? 0 : may_make(dir, who, to_name, NAME_RENAME);
		if (!err)
			scratch_rename(from.scratch, to_name);
		return err;
	}
	if (from.scratch && !from.scratch->target && is_gated(&to)) {
		bool removed = node_is_removed(&to.node);
		if (flags && !(removed && flags == RENAME_NOREPLACE))
			return refuse_flags(dir, who, &to, flags);
		err = intake_replace(from.scratch, node_intake(&to.node), who);
		if (!err && removed)
			dir->duel->fold->secrets[dir->sub - 1].desk_removed = false;
		return err;
	}
	const struct tree_row *row = &tree[from.node.row];
	if (!is_gated(&from) || !to_scratch || !(row->bytes || row->render))
		return !from.found ? -ENOENT : name_refused(dir, who, name, NAME_RENAME);
	/* The bytes of a gated file as they stand, under another name. */
	if (flags & RENAME_EXCHANGE)
		return refuse_flags(dir, who, &from, flags);
	err = to.found ? 0 : may_make(dir, who, to_name, NAME_RENAME);
	if (err)
		return err;
	utstring_init(&text);
	node_content(&from.node, &text, &bytes, &len);
	err = scratch_copy(dir->duel, scratch_place(dir), who, to_name, bytes, len);
	utstring_done(&text);
	return err;
}

/* A config.toml that is replaced may set a source, which is opened with all the rights of its writer. */
void
op_rename(fuse_req_t req, fuse_ino_t parent, const char *name, fuse_ino_t to, const char *to_name, unsigned flags)
{
	struct mount *m = mount_of(req);
	struct caller who = caller_of(req);
	struct node dir;
	caller_add_groups(&who, req);
	duels_lock(m->duels);
	int err = node_find(m, parent, who.uid, true, &dir);
	if (!err && (parent != to || !has_scratch(&dir)))
		err = name_refused(&dir, &who, name, has_scratch(&dir) ? NAME_MOVE : NAME_RENAME);
	else if (!err)
		err = rename_in(&dir, &who, name, to_name, flags);
	duels_unlock(m->duels);
	free((void *)who.groups);
	fuse_reply_err(req, -err);
}
