/*
 * What is written through one open file before anything is decided: its private copy (files.md, "debate.md", rule 1 and
 * 2). Pure.
 *
 * Two shapes. Appending: bytes in order of arrival, offsets ignored; the bytes are the submission. Rewriting: an image
 * of the whole file, which began as a copy of the accepted bytes (or empty after O_TRUNC) and took writes at their
 * offsets and truncations; what counts is how it differs from the accepted bytes. A file opened one way and written the
 * other way is a rewrite from then on.
 */
#ifndef FS_UTIL_STAGE_H
#define FS_UTIL_STAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stage {
	char *bytes;
	size_t len, room;
	bool truncated;  /* opened with O_TRUNC, or cut to nothing: the image began empty */
	bool rewriting;
	bool written;    /* something was written */
	unsigned writes;
	uint64_t changes; /* writes and truncations since the file was opened: a verdict is on one of these */
	size_t covered;  /* bytes written from 0 without a gap, while rewriting */
	size_t last_len; /* of the last write */
	bool last_is_line; /* the last write was one line: a line-buffered stream */
};

void stage_free(struct stage *s);
/* Forget everything, as freshly opened. */
void stage_clear(struct stage *s);

/* Take one write. `base` are the accepted bytes, for an image's beginning. false: it would grow past `limit` bytes;
 * nothing was taken. */
bool stage_write(struct stage *s, const char *bytes, size_t len, uint64_t offset, bool append, const char *base,
	size_t base_len,
	size_t limit);
bool stage_truncate(struct stage *s, uint64_t size, const char *base, size_t base_len, size_t limit);

/* Does a rewrite look whole: its bytes without a gap from 0 reach past the accepted ones (or one write replaces them by
 * less), end in a newline, and their length is no multiple of 512? A write that is one line is a line-buffered stream,
 * which goes on. */
bool stage_looks_whole(const struct stage *s, size_t base_len);

/* How a rewrite compares with the accepted bytes, a CRLF being as good as an LF on either side. `at` is where in the
 * image it differs, or ends, or goes on. */
enum stage_change {
	STAGE_SAME,    /* nothing to do */
	STAGE_APPENDS, /* the accepted bytes and more */
	STAGE_WITHIN,  /* so far a part of the accepted bytes from their beginning, and no more */
	STAGE_DIFFERS,
};
enum stage_change stage_compare(const char *image, size_t len, const char *base, size_t base_len, size_t *at);

/* Lines before `offset`. */
int stage_lines(const char *bytes, size_t offset);

#endif
