/*
 * Scratch files: the companions that editors and atomic writers need beside the file they write (backups, swap files,
 * locks that are symlinks, the new version that is then renamed over the old one). They live in a duel's directory or
 * in a participant's, and in memory only, a name space for each of these and each uid, and are gone after an hour
 * without a change, or at unmount; nothing of them is ever in the store.
 *
 * Only names that match a list of temporary patterns (scratch_names.c) can be made: a turn typed into Debate.md must
 * not vanish.
 *
 * Bounded: SCRATCH_FILES of SCRATCH_BYTES in a directory for a uid; past it -ENOSPC, `limit.scratch`. Their bytes, at
 * least SCRATCH_COST each, count as staged by their uid.
 *
 * Owned by their duel. A file that lost its name lives as long as somebody has it open (scratch_hold). Expects the
 * duels' lock. Every refusal is kept in last_error: the duel must be touched.
 */
#ifndef FS_DUELS_SCRATCH_H
#define FS_DUELS_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "fs/duels/duel.h"

#define SCRATCH_COST 4096
#define SCRATCH_FILES 16
#define SCRATCH_BYTES (1 << 20)
#define SCRATCH_SECONDS 3600
#define SCRATCH_NUMBER_MAX 0xffff

struct scratch {
	struct duel *duel;
	unsigned place; /* whose directory it is in: a seat's number; 0: the duel's */
	uid_t uid;
	unsigned number;     /* 1 … SCRATCH_NUMBER_MAX: its own in its duel while it lives */
	uint64_t generation; /* tells it from an earlier one of the same number */
	char *name;          /* NULL: it has none any more */
	char *target;        /* of a symlink; NULL: a regular file */
	char *bytes;
	size_t len, room;
	int64_t changed_ms; /* UTC */
	bool taken; /* its bytes became those of another file: what is written now would go nowhere */

	/* scratch.c's. */
	bool making; /* the open that makes it is under way */
	unsigned opens;
	size_t counted;
	int64_t touched_clock_ms;
	struct scratch *next, *prev;   /* of its duel, by number */
	struct scratch *newer, *older; /* of the mount, by touched_clock_ms */
};

struct scratch *scratch_find(struct duel *d, unsigned place, uid_t uid, const char *name);
struct scratch *scratch_by_number(struct duel *d, unsigned number);
/* The uid's first one there with a number above `after`; NULL: none. */
struct scratch *scratch_next(struct duel *d, unsigned place, uid_t uid, unsigned after);

/* Make one, which nobody has (the caller looked): `target` NULL for a regular file. -ENOSPC past a limit. */
int scratch_make(struct duel *d, unsigned place, const struct caller *who, const char *name, const char *target,
	struct scratch **out);
/* A copy of these bytes under this name, which may be there already. */
int scratch_copy(
	struct duel *d, unsigned place, const struct caller *who, const char *name, const char *bytes, size_t len);
/* -ENOSPC past a limit, -EPERM once the bytes were taken: nothing was changed. */
int scratch_write(struct scratch *s, const struct caller *who, const char *bytes, size_t len, uint64_t offset);
int scratch_truncate(struct scratch *s, const struct caller *who, uint64_t size);

/* Another name; who had it loses it. */
void scratch_rename(struct scratch *s, const char *name);
void scratch_unlink(struct scratch *s);
/* Is it read by the open file that made it alone: of a seat that has a token, or in a sealed phase? */
bool scratch_is_private(const struct scratch *s);

/* An open file. */
void scratch_hold(struct scratch *s);
void scratch_drop(struct scratch *s);

/* All of a duel that goes away; nobody has one open. */
void scratch_forget(struct duel *d);
/* Let go of what nobody has changed for SCRATCH_SECONDS: the clock_ms at which the next one falls due, 0 for none. For
 * the timer: what was found stays until the next call. */
int64_t scratch_tick(struct duels *r);

#endif
