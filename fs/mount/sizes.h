/*
 * Sizes of rendered files, so that a stat does not render what has not changed. One fixed table: an inode number has one place in it and
 * pushes out who was there. Sizes stay equal under one version of a duel (fs/registry/duel.h), so an entry is never wrong, only gone.
 * All zero is empty: no inode has number 0. Expects the registry's lock.
 */
#ifndef FS_MOUNT_SIZES_H
#define FS_MOUNT_SIZES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define SIZES_PLACES 2048

struct sizes {
	struct size_place {
		uint64_t ino;
		uint64_t version;
		off_t size;
	} places[SIZES_PLACES];
};

static inline struct size_place *
sizes_place(struct sizes *s, uint64_t ino)
{
	return &s->places[(ino * UINT64_C(0x9e3779b97f4a7c15) >> 32) % SIZES_PLACES];
}

static inline bool
sizes_get(struct sizes *s, uint64_t ino, uint64_t version, off_t *size)
{
	const struct size_place *p = sizes_place(s, ino);
	*size = p->size;
	return p->ino == ino && p->version == version;
}

static inline void
sizes_put(struct sizes *s, uint64_t ino, uint64_t version, off_t size)
{
	*sizes_place(s, ino) = (struct size_place){.ino = ino, .version = version, .size = size};
}

#endif
