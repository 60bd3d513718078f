/*
 * What SQLite writes to its log, in one write: a layer over its own way to files.
 *
 * A commit is its frames, and SQLite writes each of them in two pieces, none of which is a page of the file: each costs
 * the file system as much as a large write. Here what is written to a log end to end is kept until it is flushed, read,
 * asked for its size or closed, or is too much; so it is there when SQLite is told that it is on the disk, and before
 * anybody else is told of it. A write that fails is told by the flush then, with the same code: the frame with the
 * commit mark is the last of what was kept, and is not whole.
 *
 * For a connection that flushes each commit (synchronous=FULL).
 */
#ifndef FS_STORE_SQLITE_GATHER_H
#define FS_STORE_SQLITE_GATHER_H

/* Its name for db_open, over "unix-excl". */
const char *sqlite_gather(void);

#endif
