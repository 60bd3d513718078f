/*
 * Editions: which of a file's inodes in the kernel shows what.
 *
 * The kernel keeps one size and one set of pages for an inode, and gives them to all who read it through pages
 * (sendfile, splice, mmap). A text that stays as it was at an open, while the file changes, therefore has an inode of
 * its own:
 *
 *   - an inode that is open for reading shows one text as long as it is, and that text's size, to everybody;
 *   - the kernel holds no other size of it, and none is on its way: replies may overtake each other until whoever asked
 *     has taken them. Where the file's size becomes another, its name leads to another inode, unless nobody but who
 *     asks now was ever told of the old one;
 *   - what is open for writing, so that the kernel's size is of what is written, is not let in to read, and readers
 *     keep writers out.
 *
 * Where a whole text has grown, in an inode that nobody has, the kernel is told its size before the open is answered
 * (notify_grown). Any other open that would break this is sent back (attr_cache.h), with the text that it would have
 * read: the lookup that follows gives it an inode that nobody has, and tells that text's size; the second open finds
 * both. So a text that changes in between is neither cut nor missed. Who cannot be sent back, being unknown, reads its
 * own text plainly, and through pages what the inode shows. So may who has been gone longest of more than EDITION_PINS
 * who were sent back and have not come again, where the text becomes another meanwhile.
 *
 * All inodes of a file tell one inode number (node_shown_ino), and share its flock(2) locks (ops_flock.c). The kernel
 * forgets one with its last user; nothing is kept here of what nobody has open but attr_cache.h's table and the pins.
 *
 * What it costs: nothing, as long as the text is the same, or where one thread alone was told of it and it grew. Of one
 * that is another, the first open by a thread is two or three messages more while somebody has the one before open, or
 * others were told its size within ATTR_SETTLES_MS; else as many as of what only grows.
 *
 * A file that only grows needs one inode, and is what there is now. So is debate.md as long as its front is the same,
 * but it may be written: it has another inode where somebody still reads it with another front, and where readers and
 * writers would meet.
 *
 * Expects the registry's lock; the loop's. All zero is empty.
 */
#ifndef FS_MOUNT_EDITION_H
#define FS_MOUNT_EDITION_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

struct handle;
struct mount;
struct node;
struct reading;

enum edition_class {
	/* it has one inode: it only grows, or nothing of it is read through pages, or it is as the kernel writes it */
	EDITION_ONE,
	EDITION_RECORD, /* it grows, behind a front of one moment where it has one; it may be open for writing */
	EDITION_WHOLE,  /* a whole text of one moment; likewise */
};
enum edition_class edition_class(const struct node *n);

/* Those who were sent back, and have not come again yet: so many at a time, then who has been gone longest
 * is forgotten. */
#define EDITION_PINS 7

struct editions {
	struct edition_pin {
		pid_t thread; /* 0: none */
		uint64_t since; /* of `sent`; 0: a free place */
		uint64_t file;
		uint64_t ino; /* what the lookup gave; 0: none came yet */
		struct reading *reading; /* kept; NULL: it writes */
	} pins[EDITION_PINS];
	uint64_t sent;  /* so many so far */
	unsigned fresh; /* where editions begin of a file of which nothing is known */
};

/* A lookup by this thread (0: unknown), or a listing: the inode to answer with. Where it was sent back, `st` gets the
 * size of its text. */
uint64_t edition_looked_up(const struct node *n, pid_t thread, struct stat *st);

/* One open, from its request to the reply. */
struct edition_opening {
	uint64_t ino;
	pid_t thread;
	bool reading, writing;
	bool inward; /* by the kernel itself, before an ioctl (lsattr, chattr): it looks nothing up anew */
	bool again;  /* it was sent back just now */
	bool pinned; /* and comes by the inode that it was given then */
};

/* Before its kind opens it: -ESTALE where it is sent back; else n->given is what it is to read where that is settled,
 * until it is over. */
int edition_before_open(struct node *n, struct edition_opening *o);
/* After: -ESTALE where it is sent back, else the file is open through that inode. */
int edition_open(struct handle *h, const struct edition_opening *o);
/* Whatever has come of it. */
void edition_after_open(struct node *n, const struct edition_opening *o);
void edition_close(struct handle *h);

/* Does this inode show one text to its readers, or to whoever is led to it? *size is what it is for all then. */
bool edition_shows(const struct node *n, uint64_t ino, off_t *size);
/* What the pages of its inode show, of a record the front; NULL: the file as it is. */
struct edition_page {
	const struct reading *text;
	bool grows; /* behind it stands the record as it is */
};
struct edition_page edition_page(const struct handle *h);
/* This thread (0: unknown) is told this size of it, by another reply than a lookup's of a whole text. Without the
 * lock. */
void edition_size_sent(struct mount *m, enum edition_class class, uint64_t ino, off_t size, pid_t thread);

void editions_end(struct mount *m);

#endif
