/*
 * Reading what somebody names by a path: a source, an evidence root, the files that a text cites. A thread of its own
 * does it, with that one's rights, and the file system behind it may take long, or never answer, or be this mount: so
 * nobody is in a duel meanwhile, whoever asked waits for BACKGROUND_SECONDS, or until the mount ends, and what comes
 * later is thrown away.
 *
 * A thread that hangs keeps its place; one uid has at most BACKGROUND_PER_UID of the BACKGROUND_MAX, and those that
 * find no place wait for one until their time is over. Expects the duels' lock, and lets go of it meanwhile.
 */
#ifndef FS_DUELS_BACKGROUND_H
#define FS_DUELS_BACKGROUND_H

#include "fs/util/look.h"
#include "fs/util/source.h"

struct duel_rules;
struct format;
struct duels;

#define BACKGROUND_SECONDS 5
#define BACKGROUND_PER_UID 4
#define BACKGROUND_MAX 16
/* The sentence for the one who waits. */
#define SOURCE_LATE "the file system behind it did not answer within 5 seconds"
#define SOURCE_WAITED "there was no place to read it for 5 seconds, for others are being read: try again"
#define SOURCE_ENDED "the mount ended before it was read"
#define LOOK_LATE "the file system behind the evidence root did not answer within 5 seconds"

/* That of these rules, as this format wants it; `whole`: it is read for that (source_copy_read), however long that
 * takes. 0, or a negative errno: -EBUSY: no answer in time. *out is to be freed then, too; *why: malloc'd, or NULL. */
int background_source(struct duels *r, const struct duel_rules *rules, const struct format *format, bool whole,
	const struct caller *who, struct source_copy *out, char **why);
/* May this be the evidence root of what `who` sets (NULL: duelfs.toml)? 0 and *rights, or a negative errno and *why;
 * both malloc'd, or NULL. */
int background_root(struct duels *r, const char *path, const struct caller *who, char **rights, char **why);
/* Look for `uid`, whose text it is: look_seen is what there is. false: the mount ended first. */
bool background_look(struct duels *r, uid_t uid, struct look *look);

#endif
