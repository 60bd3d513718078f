/*
 * What size the kernel holds for an inode, at least, so that nobody reads a file that grew as the shorter one it was.
 *
 * A file's attributes are never kept (timeout 0), but their last size is, and what reads through pages without asking for it first
 * (sendfile, splice: busybox's cat) ends there. The names are kept, so opening a file does not tell it either. Therefore an open that would
 * read more than the kernel was told of is sent back once, with ESTALE: the kernel then looks the whole path up anew, which tells
 * it, and opens again. Nobody sees that errno, as long as no thread is sent back twice in a row: that is what `sent` is for.
 *
 * An open that has to wait for what it will read (node_drawn.c) is sent back in the same way when that has come: then the kernel is told its
 * size, and the second open finds it there.
 *
 * One that reads less goes on: the kernel sees the end itself, and by itself a size only becomes that of what was read or written.
 *
 * A size that changes again between the lookup and the second open stays as it was told: such a reader sees the end of a moment before.
 *
 * Fixed tables: a number has one place and pushes out who was there; who is unknown is sent back. The loop's: no lock. All zero is empty.
 */
#ifndef FS_MOUNT_TOLD_H
#define FS_MOUNT_TOLD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#define TOLD_PLACES 65536 /* 1 MiB, of which only pages that were used are there */
#define TOLD_THREADS 1024
/* A thread that was sent back and killed keeps its place for so many opens. */
#define TOLD_OPENS 65536

struct told {
	struct told_size {
		uint64_t ino;
		off_t size;
	} sizes[TOLD_PLACES];
	struct told_thread {
		pid_t thread;
		uint32_t at; /* of `opens` */
	} sent[TOLD_THREADS];
	uint32_t opens;
};

/* The kernel has this size now. */
void told_size(struct told *t, uint64_t ino, off_t size);
/* The same from the attributes of a reply. */
static inline void
told_stat(struct told *t, uint64_t ino, const struct stat *st)
{
	if (S_ISREG(st->st_mode))
		told_size(t, ino, st->st_size);
}

/* A text of this size is read: where it is shorter, its end may become what the kernel takes for the file's. */
void told_read(struct told *t, uint64_t ino, off_t size);
/* It holds this much, at least. */
bool told_of(const struct told *t, uint64_t ino, off_t size);
/* An open by this thread would wait and then be sent back: may it? Not where it was sent back just now, or cannot be: then it is to take what
 * is there. */
bool told_waits(struct told *t, pid_t thread);
/* An open by this thread (0: outside our pid namespace) that will read `size` bytes: may it go on? false: send it back. */
bool told_opens(struct told *t, uint64_t ino, off_t size, pid_t thread);

#endif
