/*
 * The archive: when a duel closes, its record is written as a plain file ARCHIVE/YYYY-MM-DD-topic-slug.md (UTC day of
 * closing; the slug's first LIMIT_SLUG_BYTES bytes; -2, -3 … where another duel has that name): beside its place first,
 * synced, then renamed without replacing, and the directory synced. Which duel a file belongs to is told by the duel id
 * in its head's metadata table.
 */
#ifndef FS_UTIL_ARCHIVE_H
#define FS_UTIL_ARCHIVE_H

#include <stddef.h>
#include <stdint.h>

/* 0 where the file is there now with exactly these bytes (also from before: doing it again changes nothing), or a
 * negative errno with *why (malloc'd). `dir` is created (0755) where it is missing. Blocks: never with a lock held. */
int archive_write(const char *dir, int64_t closed_ms, const char *slug, const char *record, size_t len, char **why);

#endif
