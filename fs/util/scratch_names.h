/*
 * The names that editors, stream editors and atomic writers give to the companions of the file they write: one row a
 * pattern. A new file is often written beside and then renamed, so a pattern must not be a word that somebody could
 * mean.
 */
#ifndef FS_UTIL_SCRATCH_NAMES_H
#define FS_UTIL_SCRATCH_NAMES_H

#include <stdbool.h>

/* A file of such a name is the next version of the record, or of a desk, whoever writes it: judged as one at its
 * writes. */
#define SCRATCH_DRAFT "debate.md.tmp."
#define SCRATCH_DESK_DRAFT "turn.md.tmp."

/* May a file of this name be made? */
bool scratch_allowed(const char *name);
/* Is it one that somebody writes a draft in? `desk`: in a participant's directory. */
bool scratch_is_draft(const char *name, bool desk);

#endif
