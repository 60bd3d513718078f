/*
 * A folder of texts, read whole: every regular file below a directory, whatever it is called, but for those whose name
 * begins with a dot. Nothing leads out of it: what is no regular file and no directory is told and not opened, and no
 * link is followed, neither where it was seen nor where one was put meanwhile. Nothing blocks on what is opened.
 */
#ifndef FS_UTIL_FOLDER_H
#define FS_UTIL_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

struct folder_limits {
	size_t files; /* and as many directories */
	size_t file_bytes, bytes;
	unsigned depth; /* of directories in one another */
	dev_t not_on;   /* nothing may lie there; 0: anything may */
};

struct folder {
	/* By their paths below the directory, by bytes. LF line ends; a NUL behind each. */
	struct folder_file {
		char *path, *text;
		size_t len;
	} *files;
	size_t n_files;
	/* Files that could not be read, by path too: "" is the directory itself. A path may have any bytes. */
	struct folder_fault {
		char *path;
		char *why; /* a sentence without a full stop */
	} *faults;
	size_t n_faults;
};

/* So many faults are told; then no more is read. */
#define FOLDER_FAULTS_MAX 64

/* Overwrites *out, which folder_free empties again. `dir` stays open. Past a limit no more is read. */
void folder_read(int dir, const struct folder_limits *limits, struct folder *out);
void folder_free(struct folder *f);

/* Open a part of a directory by its name: a descriptor, or -errno, where a link is no directory. If there is nothing of
 * that name and `itself` is given, the directory itself is the part, and *itself says so. */
int folder_open(int dir, const char *part, bool *itself);
/* Why it could not be opened. */
const char *folder_open_fault(int err);

/* The whole of an open file, with a byte of room behind it (malloc'd); NULL: -errno, or -EAGAIN where it changed
 * meanwhile: what is read is of one moment. */
char *folder_read_whole(int fd, const struct stat *before, size_t *len, int *err);

#endif
