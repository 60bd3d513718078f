/*
 * Names that nobody may make, move or remove. In a duel each refusal has its reason in last_error: a turn typed into Debate.md must not
 * vanish without a word. Beside the duels there is no place for a reason, README.md there says what may be done.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "fs/mount/node.h"
#include "fs/mount/ops.h"
#include "validators/limits.h"
#include "validators/refusal.h"
#include "validators/text.h"

enum act { ACT_FILE, ACT_DIR, ACT_LINK, ACT_UNLINK, ACT_RMDIR, ACT_RENAME, ACTS };

static const struct {
	enum refusal rule;
	const char *text;
} acts[ACTS] = {
	[ACT_FILE] = {REFUSAL_HISTORY_CHANGED,
		"no other file can be made here: append a turn to debate.md, write a verb to lock"},
	[ACT_DIR] = {REFUSAL_HISTORY_CHANGED,
		"no directory can be made in a duel: mkdir beside it makes another duel"},
	[ACT_LINK] = {REFUSAL_HISTORY_CHANGED, "no link can be made here: append a turn to debate.md"},
	[ACT_UNLINK] = {REFUSAL_HISTORY_CHANGED, "a file of a duel is never removed: append a turn to debate.md"},
	[ACT_RMDIR] = {REFUSAL_HISTORY_CHANGED, "a directory of a duel is never removed"},
	[ACT_RENAME] = {REFUSAL_HISTORY_CHANGED, "a file of a duel is never renamed: append a turn to debate.md"},
};

/* "turns/x", escaped: the name is the caller's. */
static void
path_of(const struct node *dir, const char *name, UT_string *out)
{
	char path[PATH_MAX];
	node_path(dir, path, sizeof path);
	if (path[0])
		utstring_printf(out, "%s/", path);
	text_escape(out, name, strlen(name), LIMIT_QUOTE_BYTES);
}

/* Expects the lock. */
static int
refuse_in(const struct node *dir, const struct caller *who, const char *name, enum act act)
{
	UT_string path;
	if (!dir->duel)
		return -EPERM;
	utstring_init(&path);
	path_of(dir, name, &path);
	int err = duel_refuse(dir->duel, who, utstring_body(&path), &refusals[acts[act].rule], "%s", acts[act].text);
	utstring_done(&path);
	return err;
}

static void
refuse(fuse_req_t req, fuse_ino_t parent, const char *name, enum act act)
{
	struct mount *m = mount_of(req);
	struct caller who = caller_of(req);
	struct node dir;
	registry_lock(m->registry);
	int err = node_find_dir(m, parent, &dir);
	if (!err)
		err = refuse_in(&dir, &who, name, act);
	registry_unlock(m->registry);
	fuse_reply_err(req, -err);
}

void
op_mknod(fuse_req_t req, fuse_ino_t parent, const char *name, mode_t mode, dev_t rdev)
{
	(void)mode;
	(void)rdev;
	refuse(req, parent, name, ACT_FILE);
}

void
op_create(fuse_req_t req, fuse_ino_t parent, const char *name, mode_t mode, struct fuse_file_info *fi)
{
	(void)mode;
	(void)fi;
	refuse(req, parent, name, ACT_FILE);
}

void
op_symlink(fuse_req_t req, const char *target, fuse_ino_t parent, const char *name)
{
	(void)target;
	refuse(req, parent, name, ACT_LINK);
}

void
op_link(fuse_req_t req, fuse_ino_t ino, fuse_ino_t parent, const char *name)
{
	(void)ino;
	refuse(req, parent, name, ACT_LINK);
}

void
op_unlink(fuse_req_t req, fuse_ino_t parent, const char *name)
{
	refuse(req, parent, name, ACT_UNLINK);
}

void
op_rename(fuse_req_t req, fuse_ino_t parent, const char *name, fuse_ino_t to, const char *to_name, unsigned flags)
{
	(void)to;
	(void)to_name;
	if (flags)
		fuse_reply_err(req, EINVAL);
	else
		refuse(req, parent, name, ACT_RENAME);
}

void
name_refuse_mkdir(fuse_req_t req, fuse_ino_t parent, const char *name)
{
	refuse(req, parent, name, ACT_DIR);
}

void
name_refuse_rmdir(fuse_req_t req, fuse_ino_t parent, const char *name)
{
	refuse(req, parent, name, ACT_RMDIR);
}
