/*
 * A reading: what an open file reads, whatever becomes of the file. Each open file has its own, with its own bytes.
 *
 * Readings count, so that open files do not fill the memory: each with its bytes and READING_COST, for the uid that has
 * it and in the mount. Past limits.reader_bytes_per_uid or limits.reader_bytes -ENOSPC, `limit.handles`. A uid that
 * holds no more than READING_FLOOR is not shut out by what others hold.
 *
 * Expects the duels' lock, but for looking at the bytes.
 */
#ifndef FS_DUELS_READING_H
#define FS_DUELS_READING_H

#include <stddef.h>
#include <sys/types.h>

#define READING_COST 256
#define READING_FLOOR (64 << 10)

struct duels;

struct reading {
	char *bytes; /* NULL: none; what came since is read then */
	size_t len;
	uid_t uid;
};

/* A copy of these bytes for this uid, which may hold `over` bytes more than the limit: 0 or -ENOSPC. Wants
 * reading_drop. */
int reading_take(
	struct duels *r, uid_t uid, size_t over, const char *bytes, size_t len, struct reading *out);
/* It is none then. */
void reading_drop(struct duels *r, struct reading *g);

#endif
