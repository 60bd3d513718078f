/*
 * What size the kernel holds for an inode, as far as it was told one, and which threads were sent back to be told anew.
 *
 * A file's attributes are never kept (timeout 0), but their last size is, and what reads through pages without asking
 * for it first (sendfile, splice: busybox's cat) ends there. The names are kept, so opening a file does not tell it
 * either. Therefore an open that would read through an inode of which the kernel holds another size (edition.h), or, of
 * a file that only grows, a smaller one, is sent back once, with ESTALE: the kernel then looks the whole path up anew,
 * which tells it, and opens again. Nobody sees that errno, as long as no thread is sent back twice in a row: that is
 * what `sent` is for.
 *
 * A stat by a name that leads to what somebody still reads, and is over (edition.h), is sent back likewise.
 *
 * Fixed tables: a file has one place and pushes out who was there; who is unknown is sent back. The loop's: no lock.
 * All zero is empty.
 */
#ifndef FS_MOUNT_ATTR_CACHE_H
#define FS_MOUNT_ATTR_CACHE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#define ATTR_SLOTS 65536 /* 1.5 MiB, of which only pages that were used are there */
#define ATTR_THREADS 1024
/* A thread that was sent back and killed keeps its place for so many opens. */
#define ATTR_OPENS 65536
/* The kernel may hold one size or another, or has one of its own. */
#define ATTR_UNSURE ((off_t)-1)
/* In place of a thread: more than one. */
#define ATTR_MANY ((pid_t)-1)
/* A reply that was sent so long ago has been taken, however many others want the processor whom it was sent to. */
#define ATTR_SETTLES_MS 5000

struct attr_cache {
	struct attr_size {
		uint64_t ino; /* that of a file's inodes which its name leads to */
		off_t size;
		/* the only one whose replies may be on their way: what it was told before it has taken when it asks
		 * again; or ATTR_MANY */
		pid_t thread;
		uint32_t at_ms; /* of the last of them, by the registry's clock */
	} sizes[ATTR_SLOTS];
	struct attr_thread {
		pid_t thread;
		uint32_t at; /* of `opens` */
	} sent[ATTR_THREADS];
	uint32_t opens;
};

/* The place of this file, or of one that it would push out. */
struct attr_size *attr_size_of(struct attr_cache *t, uint64_t ino);
/* The kernel has this size now. */
void attr_size_set(struct attr_cache *t, uint64_t ino, off_t size);
/* A text of this size is read: where it is shorter, its end may become what the kernel takes for the file's. */
void attr_size_read(struct attr_cache *t, uint64_t ino, off_t size);
/* It holds this much, at least. */
bool attr_size_holds(struct attr_cache *t, uint64_t ino, off_t size);

/* This thread (0: outside our pid namespace) opens a file, or asks for its attributes: was it sent back just now? Then
 * it is not any more, once it has come. */
bool stale_again(struct attr_cache *t, pid_t thread);
void stale_came(struct attr_cache *t, pid_t thread);
/* May this thread be sent back, which has not come again? Not where it could not be known when it does. */
bool stale_send_back(struct attr_cache *t, pid_t thread);
/* An open by this thread would wait and then be sent back: may it? Not where it was sent back just now, or cannot be:
 * then it is to take what is there. */
bool stale_waits(struct attr_cache *t, pid_t thread);

#endif
