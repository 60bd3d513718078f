/*
 * The bytes that are written through one open file before anything is decided: its private copy. Pure.
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
	bool rewriting;  /* the image is of the whole file, and not of what is appended */
	bool written;    /* something was written */
	unsigned writes;
	size_t covered;  /* bytes written from 0 without a gap, while rewriting */
};

/* Forget everything, as freshly opened. */
void stage_free(struct stage *s);

/* Take one write. `base` are the accepted bytes, for an image's beginning. false: it would grow past `limit` bytes;
 * nothing was taken. */
bool stage_write(struct stage *s, const char *bytes, size_t len, uint64_t offset, bool append, const char *base,
	size_t base_len,
	size_t limit);
bool stage_truncate(struct stage *s, uint64_t size, const char *base, size_t base_len, size_t limit);

/* After a write that was no append: is what was written from 0 on, without a gap, one text that came in one write: the
 * first one, two lines or more, not a multiple of 512 bytes, which is how buffered writers go on, and not the accepted
 * bytes, which a text may follow? `ended`: its last byte must be a newline. */
bool stage_is_one_text(const struct stage *s, bool ended, const char *base, size_t base_len);

/* So many bytes of a rewrite are the accepted ones, from their beginning on. */
size_t stage_same(const char *image, size_t len, const char *base, size_t base_len);

/* Lines before `offset`. */
int stage_lines(const char *bytes, size_t offset);

#endif
