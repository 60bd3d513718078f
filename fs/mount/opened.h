/*
 * Files that somebody has open. Of each what there was to read when it was looked at last (fs/registry/reading.h), so
 * that whoever opens one that has not changed since shares it; and those of its inodes (edition.h) that are open: by
 * whom, and what their pages show. What nobody has open is not here. Expects the registry's lock. All zero is empty.
 */
#ifndef FS_MOUNT_OPENED_H
#define FS_MOUNT_OPENED_H

#include <stdint.h>
#include <sys/types.h>
#include "fs/mount/flock.h"

struct handle;
struct opened;
struct reading;

struct opened_inode {
	uint64_t ino;
	struct opened *file;
	unsigned opens, writers; /* writers: the kernel's size is of what they write */
	struct reading *text; /* what its pages show as long as it is open, kept; NULL: the file as it is */
	/* of debate.md that had not begun then: all of it, for as long as the kernel holds its size; kept */
	struct reading *draft;
	off_t size_sent; /* the size that the kernel was told last */
	struct handle *handles; /* the newest first */
	struct opened_inode *next;
};

struct opened {
	uint64_t file; /* ino_file */
	unsigned opens;
	struct reading *newest; /* kept by those who have it open; NULL: nobody has one */
	struct opened_inode *inodes;
	struct flock_file flock;
	struct opened *next; /* in its place of the table */
};

#define OPENED_BUCKETS 1024

struct opened_files {
	struct opened *buckets[OPENED_BUCKETS];
};

struct opened *opened_enter(struct opened_files *t, uint64_t file);
void opened_leave(struct opened_files *t, struct opened *o);
/* NULL: nobody has it open. */
struct opened *opened_find(const struct opened_files *t, uint64_t file);

struct opened_inode *opened_inode_enter(struct opened *o, uint64_t ino);
void opened_inode_leave(struct opened_inode *i);
/* NULL: nobody has it open. */
struct opened_inode *opened_inode_find(const struct opened_files *t, uint64_t ino);

#endif
