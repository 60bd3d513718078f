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
		if (node_is_removed(out))
			out->duel->fold->secrets[out->sub - 1].desk_removed = false;
		return 0;
	}
	int err = may_make(dir, who, name, target ? NAME_LINK : NAME_FILE);
	if (!err)
		err = scratch_make(dir->duel, scratch_place(dir), who, name, target, &s);
	if (!err && !tree_find(dir, name, out))
		err = -ENOENT;
	return err;
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
		name_refuse(req, parent, name, NAME_FILE);
}

void
op_link(fuse_req_t req, fuse_ino_t ino, fuse_ino_t parent, const char *name)
{
	(void)ino;
	name_refuse(req, parent, name, NAME_LINK);
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
	struct name p = err ? (struct name){0} : name_look(&dir, name);
	bool desk = p.found && p.node.row == TREE_SEAT_TURN;
	if (desk)
		err = refuse_stranger(&dir, &who);
	if (p.scratch)
		scratch_unlink(p.scratch);
	else if (desk && !err && node_is_removed(&p.node))
		err = -ENOENT;
	else if (desk && !err)
		dir.duel->fold->secrets[dir.sub - 1].desk_removed = true;
	else if (!err)
		err = name_refused(&dir, &who, name, NAME_UNLINK);
	duels_unlock(m->duels);
	fuse_reply_err(req, -err);
}

/* A rename, in one directory. */

struct renaming {
	struct caller who;
	struct node dir;
	struct name from, to;
	unsigned flags;
};

/* Flags that a gated file's name does not take. */
static int
refuse_flags(const struct renaming *r, const struct name *p)
{
	char path[PATH_MAX];
	node_path(&p->node, path, sizeof path);
	return refuse_rule(r->dir.duel, 0, &r->who, path, &refusals[REFUSAL_VALUE_BAD],
		"%s is neither exchanged nor renamed over by RENAME_%s: "
		"rename a temporary file over it without flags", p->name,
		r->flags & RENAME_EXCHANGE ? "EXCHANGE" : "NOREPLACE");
}

/* Is it a file whose writes are submissions? */
static bool
is_gated(const struct name *p)
{
	return !p->scratch && p->found && tree[p->node.row].gated && !tree[p->node.row].kind->stream;
}

static int
rename_in(struct renaming *r)
{
	struct scratch *from = r->from.scratch;
	bool to_scratch = r->to.scratch || !r->to.found;
	const struct tree_row *row = &tree[r->from.node.row];
	const char *bytes;
	size_t len;
	UT_string text;
	int err;
	if (r->flags & ~(unsigned)(RENAME_NOREPLACE | RENAME_EXCHANGE))
		return -EINVAL;
	if (from && to_scratch) { /* as everywhere */
		if (r->flags & RENAME_EXCHANGE)
			return -EINVAL;
		err = r->to.found ? 0 : may_make(&r->dir, &r->who, r->to.name, NAME_RENAME);
		if (!err)
			scratch_rename(from, r->to.name);
		return err;
	}
	if (from && !from->target && is_gated(&r->to)) {
		if (r->flags)
			return refuse_flags(r, &r->to);
		if (node_is_removed(&r->to.node))
			r->dir.duel->fold->secrets[r->dir.sub - 1].desk_removed = false;
		return intake_replace(from, node_intake(&r->to.node), &r->who);
	}
	if (!is_gated(&r->from) || !to_scratch || !(row->bytes || row->render))
		return !r->from.found ? -ENOENT : name_refused(&r->dir, &r->who, r->from.name, NAME_RENAME);
	/* The bytes of a gated file as they stand, under another name. */
	if (r->flags & RENAME_EXCHANGE)
		return refuse_flags(r, &r->from);
	err = r->to.found ? 0 : may_make(&r->dir, &r->who, r->to.name, NAME_RENAME);
	if (err)
		return err;
	utstring_init(&text);
	node_content(&r->from.node, &text, &bytes, &len);
	err = scratch_copy(r->dir.duel, scratch_place(&r->dir), &r->who, r->to.name, bytes, len);
	utstring_done(&text);
	return err;
}

/* A config.toml that is replaced may set a source, which is opened with all the rights of its writer. */
void
op_rename(fuse_req_t req, fuse_ino_t parent, const char *name, fuse_ino_t to, const char *to_name, unsigned flags)
{
	struct mount *m = mount_of(req);
	struct renaming r = {.who = caller_of(req), .flags = flags};
	caller_add_groups(&r.who, req);
	duels_lock(m->duels);
	int err = node_find(m, parent, r.who.uid, true, &r.dir);
	if (!err && (parent != to || !has_scratch(&r.dir)))
		err = name_refused(&r.dir, &r.who, name, has_scratch(&r.dir) ? NAME_MOVE : NAME_RENAME);
	else if (!err && r.dir.row == TREE_SEAT)
		err = refuse_stranger(&r.dir, &r.who);
	if (!err) {
		r.from = name_look(&r.dir, name);
		if (r.from.found && node_is_removed(&r.from.node))
			r.from.found = false;
		r.to = name_look(&r.dir, to_name);
		err = rename_in(&r);
	}
	duels_unlock(m->duels);
	free((void *)r.who.groups);
	fuse_reply_err(req, -err);
}
