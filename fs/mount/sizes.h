/*
 * Sizes of files: of what was rendered, so that a stat does not render what has not changed, and as the kernel was told
 * them last. One fixed table: an inode number has one place in it and pushes out who was there. Sizes stay equal under
 * one version of a duel (fs/registry/duel.h), so an entry is never wrong, only gone. All zero is empty: no inode has
 * number 0. Expects the registry's lock.
 */
#ifndef FS_MOUNT_SIZES_H
#define FS_MOUNT_SIZES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include "fs/mount/ino.h"

#define SIZES_SLOTS 2048

struct sizes {
	struct size_slot {
		uint64_t ino;
		uint64_t version;
		off_t size; /* at that version; -1: it was not rendered */
		off_t told; /* the kernel takes the file to be this long, at least */
	} slots[SIZES_SLOTS];
};

static inline struct size_slot *
sizes_slot(struct sizes *s, uint64_t ino)
{
	struct size_slot *p = &s->slots[ino_bucket(ino, SIZES_SLOTS)];
	if (p->ino != ino)
		*p = (struct size_slot){.ino = ino, .size = -1};
	return p;
}

static inline bool
sizes_get(struct sizes *s, uint64_t ino, uint64_t version, off_t *size)
{
	const struct size_slot *p = sizes_slot(s, ino);
	*size = p->size;
	return p->size >= 0 && p->version == version;
}

static inline void
sizes_put(struct sizes *s, uint64_t ino, uint64_t version, off_t size)
{
	struct size_slot *p = sizes_slot(s, ino);
	p->version = version;
	p->size = size;
}

#endif
