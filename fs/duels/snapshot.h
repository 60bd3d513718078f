/*
 * A snapshot: what an open file reads, whatever becomes of the file. Each open file has its own, with its own bytes.
 *
 * Snapshots count, so that open files do not fill the memory: each with its bytes and SNAPSHOT_COST, for the uid that
 * has it and in the mount. Past limits.reader_bytes_per_uid or limits.reader_bytes -ENOSPC, `limit.handles`. A uid that
 * holds no more than SNAPSHOT_FLOOR is not shut out by what others hold.
 *
 * Expects the duels' lock, but for looking at the bytes.
 */
#ifndef FS_DUELS_SNAPSHOT_H
#define FS_DUELS_SNAPSHOT_H

#include <stddef.h>
#include <sys/types.h>

#define SNAPSHOT_COST 256
#define SNAPSHOT_FLOOR (64 << 10)

struct duels;

struct snapshot {
	char *bytes; /* NULL: none; what came since is read then */
	size_t len;
	uid_t uid;
};

/* These bytes, malloc'd, are of this uid from now on, which may hold `over` bytes more than the limit: 0, and it wants
 * snapshot_drop; or -ENOSPC, and they are freed. */
int snapshot_take(struct duels *r, uid_t uid, size_t over, char *bytes, size_t len, struct snapshot *out);
/* It is none then. */
void snapshot_drop(struct duels *r, struct snapshot *g);

#endif
