/*
 * A reading: a file as it was at one moment, as whoever has it open then reads it. Immutable, shared by all for whom it
 * is the same, and freed with the last of them. Large ones (READING_MAPPED_BYTES) go back to the system at once then.
 *
 * Readings count, so that open files do not fill the memory: one with its bytes and READING_COST, once in the mount,
 * and once for each uid that has it open, however often it does. Past limits.reader_bytes_per_uid or
 * limits.reader_bytes -ENOSPC, `limit.handles`. A uid that holds no more than READING_FLOOR is not shut out by what
 * others hold.
 *
 * Expects the registry's lock, but for looking at the bytes of one that is held.
 */
#ifndef FS_REGISTRY_READING_H
#define FS_REGISTRY_READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <utstring.h>

#define READING_COST 256
#define READING_FLOOR (64 << 10)
#define READING_MAPPED_BYTES (64 << 10)

struct duel;
struct quote;
struct reading;
struct registry;
struct source;

/* With these bytes, copied; kept for the caller. */
struct reading *reading_new(struct registry *r, const UT_string *text);
/* With these and, where they stand, those of the duel's record, borrowed (lent.h); kept likewise. They count as if they
 * were its own. */
struct reading *reading_quoting(struct duel *d, const UT_string *text, struct quote q);
/* With those of a source: takes the hold on it (duel_source_hold). */
struct reading *reading_of_source(struct registry *r, const struct source *source);

size_t reading_len(const struct reading *g);
bool reading_is(const struct reading *g, const UT_string *text);
bool reading_quotes(const struct reading *g, const struct duel *d, const UT_string *text, struct quote q);
bool reading_is_source(const struct reading *g, const struct source *source);
/* Its bytes from `offset` on, `size` at most: the pieces, and how many there are. */
#define READING_PIECES 3
unsigned reading_pieces(const struct reading *g, uint64_t offset, size_t size, struct iovec out[READING_PIECES]);
/* All of one that quotes nothing. */
struct iovec reading_bytes(const struct reading *g);

/* The duel's version at which it was what there is to read, as far as anybody looked; 0: of the mount. */
uint64_t reading_version(const struct reading *g);
void reading_note_version(struct reading *g, uint64_t version);

/* For an open file of this uid, which may hold `over` bytes more than the limit: 0 or -ENOSPC. Wants reading_drop. */
int reading_hold(struct reading *g, uid_t uid, size_t over);
void reading_drop(struct reading *g, uid_t uid);
/* `*known` is NULL once it is gone; NULL: nobody wants to know. */
void reading_watch(struct reading *g, struct reading **known);
/* Keep it a while; counts for no uid. */
void reading_keep(struct reading *g);
void reading_leave(struct reading *g);

#endif
