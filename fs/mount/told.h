/*
 * What size the kernel holds for an inode, as far as it was told one, and which threads were sent back to be told anew.
 *
 * A file's attributes are never kept (timeout 0), but their last size is, and what reads through pages without asking for it first
 * (sendfile, splice: busybox's cat) ends there. The names are kept, so opening a file does not tell it either. Therefore an open that would
 * read through an inode of which the kernel holds another size (edition.h), or, of a file that only grows, a smaller one, is sent back once,
 * with ESTALE: the kernel then looks the whole path up anew, which tells it, and opens again. Nobody sees that errno, as long as no thread is
 * sent back twice in a row: that is what `sent` is for.
 *
 * A stat by a name that leads to what somebody still reads, and is over (edition.h), is sent back likewise.
 *
 * An open that has to wait for what it will read (node_drawn.c) is sent back in the same way when that has come: then the kernel is told its
 * size, and the second open finds it there.
 *
 * Fixed tables: a file has one place and pushes out who was there; who is unknown is sent back. The loop's: no lock. All zero is empty.
 */
#ifndef FS_MOUNT_TOLD_H
#define FS_MOUNT_TOLD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#define TOLD_PLACES 65536 /* 1.5 MiB, of which only pages that were used are there */
#define TOLD_THREADS 1024
/* A thread that was sent back and killed keeps its place for so many opens. */
#define TOLD_OPENS 65536
/* The kernel may hold one size or another, or has one of its own. */
#define TOLD_UNSURE ((off_t)-1)
/* In place of a thread: more than one. */
#define TOLD_MANY ((pid_t)-1)
/* A reply that was sent so long ago has been taken, however many others want the processor whom it was sent to. */
#define TOLD_SETTLES_MS 5000

struct told {
	struct told_size {
		uint64_t ino; /* that of a file's inodes which its name leads to */
		off_t size;
		pid_t thread; /* the only one whose replies may be on their way: what it was told before it has taken when it asks again; or TOLD_MANY */
		uint32_t at_ms; /* of the last of them, by the registry's clock */
	} sizes[TOLD_PLACES];
	struct told_thread {
		pid_t thread;
		uint32_t at; /* of `opens` */
	} sent[TOLD_THREADS];
	uint32_t opens;
};

/* The place of this file, or of one that it would push out. */
struct told_size *told_place(struct told *t, uint64_t ino);
/* The kernel has this size now. */
void told_size(struct told *t, uint64_t ino, off_t size);
/* A text of this size is read: where it is shorter, its end may become what the kernel takes for the file's. */
void told_read(struct told *t, uint64_t ino, off_t size);
/* It holds this much, at least. */
bool told_of(struct told *t, uint64_t ino, off_t size);

/* This thread (0: outside our pid namespace) opens a file, or asks for its attributes: was it sent back just now? Then it is not any more, once
 * it has come. */
bool told_again(struct told *t, pid_t thread);
void told_came(struct told *t, pid_t thread);
/* May this thread be sent back, which has not come again? Not where it could not be known when it does. */
bool told_send_back(struct told *t, pid_t thread);
/* An open by this thread would wait and then be sent back: may it? Not where it was sent back just now, or cannot be: then it is to take what
 * is there. */
bool told_waits(struct told *t, pid_t thread);

#endif
