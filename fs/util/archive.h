/*
 * The archive: when a duel closes, its record is written as a plain file ARCHIVE/YYYY-MM-DD-topic-slug.md (UTC day of
 * closing; the slug's first LIMIT_SLUG_BYTES bytes; -2, -3 … where another duel has that name), and all else that is
 * kept of it, and the record again, as a directory of the same name without the ".md". Each is written beside its place
 * first, synced, then renamed without replacing, the directory before the file; then the archive is synced. So where
 * the file is, the directory is. Which duel they belong to is told by the duel id in the record's head.
 */
#ifndef FS_UTIL_ARCHIVE_H
#define FS_UTIL_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "fs/util/file_set.h"

/* All borrowed. */
struct archived {
	int64_t closed_ms;
	const char *slug;
	const char *id; /* the duel's: of letters and digits */
	const char *record;
	size_t len;
	const struct file_set *files; /* the directory's, the record as "debate.md" among them; none: no directory */
	bool again;               /* a crash may have left something of it */
	int64_t boot;             /* this boot's number in the store: a process is named by it, too */
	bool shared;              /* other hosts may write here: processes of other boots may be theirs, and live */
};

/* 0 where both are there now with exactly this record (also from before: doing it again changes nothing) and *name
 * (malloc'd) is the file's, or a negative errno with *why (malloc'd). `dir` is created (0755) where it is missing.
 * Blocks: never with a lock held. */
int archive_write(const char *dir, const struct archived *what, char **name, char **why);

#endif
