/*
 * Checking a whole store offline: the same fold as the mount's, over one duel's stored entries, and nothing written.
 */
#ifndef FS_DUELS_VERIFY_H
#define FS_DUELS_VERIFY_H

#include <utstring.h>
#include "fs/store/store.h"

/* 0: everything is as it was accepted. 1: it is not; `why` says the first byte that is not. A negative errno: it could
 * not be read. */
int verify_duel(struct store *s, const struct store_duel *row, UT_string *why);

#endif
