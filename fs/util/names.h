/*
 * Names that the mount takes, beyond what any name keeps (validators/text/names.h). Pure.
 */
#ifndef FS_UTIL_NAMES_H
#define FS_UTIL_NAMES_H

#include <stddef.h>

/* NULL, or why nobody may join under a name that has no fault: it mixes letters of Latin, Greek and Cyrillic, which
 * look alike (UTS #39, "highly restrictive": Latin may stand with Han, Kana, Hangul and others). Static. */
const char *name_join_fault(const char *s, size_t len);

/* NULL, or why this is no duel's name: 1–100 of a-z 0-9 . _ -, not starting with '.' or '-'; nor a file's of the mount
 * itself. */
const char *duel_name_fault(const char *s);

#endif
