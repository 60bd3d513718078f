/*
 * Inodes as the kernel knows them, and inode numbers: packed from what they name, parsed back, and never looked up in a
 * table. So nothing has to be remembered or forgotten for a file that was looked up, and a number is the same after a
 * restart.
 *
 *     63, 62 0; 61 … 28 the duel's id, 0 for what stands in the mount's root; 27 … 22 the row of the tree (enum
 *     tree_id); 21 … 0 number of the turn, the seat or the scratch file where the row has one; of a format's own file
 *     what own.h packs
 *
 * Invariants: no number is 0; the root's is 1, which is row 0 of no duel with the number 1.
 */
#ifndef FS_MOUNT_INO_H
#define FS_MOUNT_INO_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include "validators/text/limits.h"

#define INO_ROOT 1
#define INO_SUB_MAX 0x3fffff
#define INO_ROW_MAX 0x3f

static inline uint64_t
ino_pack(int64_t duel, unsigned row, unsigned sub)
{
	assert(duel >= 0 && duel <= LIMIT_DUEL_ID && row <= INO_ROW_MAX && sub <= INO_SUB_MAX);
	return (uint64_t)duel << 28 | (uint64_t)row << 22 | sub;
}

/* Its place in a table of so many. */
static inline size_t
ino_bucket(uint64_t ino, size_t places)
{
	return (ino * UINT64_C(0x9e3779b97f4a7c15) >> 32) % places;
}

static inline int64_t
ino_duel(uint64_t ino)
{
	return (int64_t)(ino >> 28);
}

static inline unsigned
ino_row(uint64_t ino)
{
	return ino >> 22 & INO_ROW_MAX;
}

static inline unsigned
ino_sub(uint64_t ino)
{
	return ino & INO_SUB_MAX;
}

#endif
