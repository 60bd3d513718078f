/*
 * Files that somebody has open: how often, and what there was to read when it was looked at last (fs/registry/reading.h), so that whoever
 * opens one that has not changed since shares it. One that nobody has open is not here. Expects the registry's lock. All zero is empty.
 */
#ifndef FS_MOUNT_OPENED_H
#define FS_MOUNT_OPENED_H

#include <stdint.h>

struct reading;

struct opened {
	uint64_t file; /* node_ino */
	unsigned opens;
	struct reading *newest; /* kept by those who have it open; NULL: nobody has one */
	struct opened *next; /* in its place of the table */
};

#define OPENED_PLACES 1024

struct opened_files {
	struct opened *places[OPENED_PLACES];
};

struct opened *opened_enter(struct opened_files *t, uint64_t file);
void opened_leave(struct opened_files *t, struct opened *o);
/* NULL: nobody has it open. */
struct opened *opened_find(const struct opened_files *t, uint64_t file);

#endif
