/*
 * Refusing what nobody may make, move or remove. Each refusal has its reason in last_error, in the duel's or beside the
 * duels: a turn typed into Debate.md must not vanish without a word.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/ops.h"
#include "validators/kit/refusal.h"
#include "validators/text/limits.h"
#include "validators/text/names.h"
#include "validators/text/text.h"

static const struct {
	const char *text;
	const char *beside; /* the duels */
	const char *in_seat;  /* in a participant's directory; NULL: as anywhere in a duel */
	const char *in_shown; /* in a directory that only shows what is there; NULL: likewise */
} acts[NAME_ACTS] = {
	[NAME_FILE] = {
		"only temporary files with names such as x.tmp can be made here: append a turn to debate.md, "
		"rehearse one in participants/NAME/check",
		"only a duel can be made here, by mkdir: a turn is appended to debate.md in one",
		"only temporary files with names such as x.tmp can be made here: write your text to turn.md",
		"nothing can be made here: write your text to participants/NAME/turn.md, or append it to debate.md"},
	[NAME_DIR] = {"no directory can be made in a duel: mkdir beside it makes another duel",
		"only a duel can be made here, by mkdir", NULL, NULL},
	[NAME_LINK] = {"no link can be made here: append a turn to debate.md", "no link can be made here", NULL, NULL},
	[NAME_UNLINK] = {"a file of a duel is never removed: append a turn to debate.md",
		"a file of the mount is never removed", NULL, NULL},
	[NAME_RMDIR] = {"a directory of a duel is never removed", "a file of the mount is never removed", NULL, NULL},
	[NAME_RENAME] = {"only a temporary file is renamed here, to debate.md, config.toml or another such name",
		"nothing is renamed here: a duel keeps its name, and a file stays in its directory",
		"only a temporary file is renamed here, to turn.md or another such name", "nothing is renamed here"},
	[NAME_MOVE] = {
		"a file is renamed in its own directory alone: write your text to participants/NAME/turn.md, or to a "
		"temporary file beside it that is renamed over it", NULL, NULL, NULL},
};

int
name_refused(const struct node *dir, const struct caller *who, const char *name, enum name_act act)
{
	assert((unsigned)act < NAME_ACTS && acts[act].text);
	const char *text = !dir->duel ? acts[act].beside : dir->row == TREE_SEAT ? acts[act].in_seat
							: !has_scratch(dir) ? acts[act].in_shown : acts[act].text;
	text = text ? text : acts[act].text;
	const struct rule *rule = &refusals[REFUSAL_HISTORY_CHANGED];
	char path[PATH_MAX];
	struct node there;
	UT_string escaped; /* "turns/x": the name is the caller's */
	if (!dir->duel)
		return duels_refuse(dir->mount->duels, who->uid,
			tree_find(dir, name, &there) ? name : name_shown(name), rule, "%s", text);
	const char *shown = duel_name_shown(dir->duel, name);
	utstring_init(&escaped);
	node_path(dir, path, sizeof path);
	utstring_printf(&escaped, "%s%s", path, path[0] ? "/" : "");
	text_escape(&escaped, shown, strlen(shown), LIMIT_QUOTE_BYTES);
	int err = refuse_rule(dir->duel, 0, who, utstring_body(&escaped), rule, "%s", text);
	utstring_done(&escaped);
	return err;
}

void
reply_name_refused(fuse_req_t req, fuse_ino_t parent, const char *name, enum name_act act)
{
	struct mount *m = mount_of(req);
	struct caller who = caller_of(req);
	struct node dir;
	duels_lock(m->duels);
	int err = node_find(m, parent, who.uid, true, &dir);
	if (!err)
		err = name_refused(&dir, &who, name, act);
	duels_unlock(m->duels);
	fuse_reply_err(req, -err);
}
