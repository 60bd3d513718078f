/*
 * One duel of a store that is only read: loaded and folded as a mount does it, with nothing that a mount has beside it.
 * Nothing falls due, nothing is written, nobody else knows of it; as if its lock were held (duel.h).
 */
#ifndef FS_DUELS_OFFLINE_H
#define FS_DUELS_OFFLINE_H

#include "fs/duels/duel.h"
#include "fs/store/store.h"

/* NULL and a negative errno in *err where it cannot be read; a damaged log is no error. Borrows store and row. */
struct duel *offline_load(struct store *s, const struct store_duel *row, int *err);
void offline_free(struct duel *d);
/* The head that it was read up to. */
const struct store_head *offline_head(const struct duel *d);

/* Check one, and write nothing: the same fold as the mount's, over its stored entries. 0: everything is as it was
 * accepted. 1: it is not; `why` says the first byte that is not. A negative errno: it could not be read. */
int verify_duel(struct store *s, const struct store_duel *row, UT_string *why);

/* Nobody comes back to a duel that has no text and was not touched for so long. */
#define OFFLINE_FORGOTTEN_MS (24 * 60 * 60 * INT64_C(1000))
/* Why it may not be taken out of its store, of which this is the row: a sentence (malloc'd). NULL: it may; it is
 * closed and in the archive, or damaged, or forgotten. */
char *offline_kept_by(const struct duel *d, const struct store_duel *row, int64_t now_ms);

#endif
