/*
 * Known sizes of files: of what was rendered its size, so that a stat does not render what has not changed, and since
 * when it is as it is, so that its time moves with its bytes alone; and the size that the kernel was told last. One
 * fixed table: an inode number may push another out. Sizes stay equal under one version of a duel (fs/duels/duel.h),
 * so an entry is never wrong, only gone: then the time of the duel's last change stands for its own. All zero is empty:
 * no inode has number 0. Expects the duels' lock.
 */
#ifndef FS_MOUNT_SIZES_H
#define FS_MOUNT_SIZES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>
#include "fs/mount/ino.h"

#define SIZES_SLOTS 16384 /* 768 KiB, of which only pages that were used are there */
#define SIZES_WAYS 8      /* so many places may be an inode number's; where others have them all it takes the first */

struct sizes {
	struct size_slot {
		uint64_t ino;
		uint64_t version;
		off_t size; /* at that version; -1: it was not rendered */
		uint64_t hash; /* likewise, of its bytes */
		int64_t since_ms;
		off_t told; /* the kernel takes the file to be this long, at least */
	} slots[SIZES_SLOTS + SIZES_WAYS];
};

static inline struct size_slot *
sizes_slot(struct sizes *s, uint64_t ino)
{
	struct size_slot *first = &s->slots[ino_bucket(ino, SIZES_SLOTS)], *p = first;
	while (p < first + SIZES_WAYS && p->ino && p->ino != ino)
		p++;
	if (p == first + SIZES_WAYS)
		p = first;
	if (p->ino != ino)
		*p = (struct size_slot){.ino = ino, .size = -1};
	return p;
}

static inline uint64_t
sizes_hash(const char *bytes, size_t len)
{
	uint64_t hash = len, word;
	for (size_t at = 0; at < len; at += sizeof word) {
		word = 0;
		memcpy(&word, bytes + at, len - at < sizeof word ? len - at : sizeof word);
		hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 32;
	}
	return hash;
}

static inline bool
sizes_get(struct sizes *s, uint64_t ino, uint64_t version, off_t *size)
{
	const struct size_slot *p = sizes_slot(s, ino);
	*size = p->size;
	return p->size >= 0 && p->version == version;
}

/* It has these at this version; where they are others than before, since `now_ms`, and always since later than before:
 * what is shown of a refusal changes before its entry is in the log and moves the duel's time. */
static inline void
sizes_put(struct sizes *s, uint64_t ino, uint64_t version, const char *bytes, size_t len, int64_t now_ms)
{
	struct size_slot *p = sizes_slot(s, ino);
	uint64_t hash = sizes_hash(bytes, len);
	if (p->size >= 0 && p->version > version)
		return; /* it has changed while this was made */
	if (p->size < 0)
		p->since_ms = now_ms;
	else if (p->size != (off_t)len || p->hash != hash)
		p->since_ms = now_ms > p->since_ms ? now_ms : p->since_ms + 1;
	p->version = version;
	p->size = (off_t)len;
	p->hash = hash;
}

#endif
