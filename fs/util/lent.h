/*
 * Bytes that grow at their end, lent to readers without a copy. Who borrows them has those that are there then, for as
 * long as they like: what comes behind them may stand where they lie. Where there is no room left there, or their owner
 * goes, they stay with those who have borrowed them and are freed with the last of these; the owner goes on with a
 * copy. That is one copy each time the room doubles.
 *
 * Expects the registry's lock, but for looking at bytes that are borrowed.
 */
#ifndef FS_UTIL_LENT_H
#define FS_UTIL_LENT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>
#include <utstring.h>

/* One owner's bytes, as those who have borrowed them hold them. */
struct lent;

/* `*at`: the owner's place for it, NULL as long as nobody has borrowed of this text. Wants lent_leave. */
struct lent *lent_take(struct lent **at, const UT_string *text);
void lent_leave(struct lent *l);
const char *lent_bytes(const struct lent *l);

/* The owner's: before `len` bytes are appended; and in place of utstring_done. */
void lent_grow(struct lent **at, UT_string *text, size_t len);
void lent_end(struct lent **at, UT_string *text);

/* Where in a text so many lent bytes stand, from their first on, which are not in it. All 0: nowhere. */
struct quote {
	size_t at, len;
};

/* What of bytes that stand behind one another, in `n` pieces, is to be read from `offset` on, `size` at most: how many
 * pieces that is; `out` has room for `n`. */
unsigned pieces_between(const struct iovec *all, unsigned n, uint64_t offset, size_t size, struct iovec *out);

#endif
