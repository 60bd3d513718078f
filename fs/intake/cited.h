/*
 * The files that a text cites: what is wanted to be seen of them, what is said of what was found, and what of it goes
 * into the log, with the text: the cited lines and the hash of each file, and the warnings among what is said. A log
 * that is read back looks nothing up.
 */
#ifndef FS_INTAKE_CITED_H
#define FS_INTAKE_CITED_H

#include "fs/duels/live.h"
#include "fs/util/look.h"

/* Add to the verdict what was found, and to the entry that it becomes, whose lines are without those `line0`. */
void
cited_judge(const struct fold *fold, const struct look *look, int line0, bool sealed, struct verdict *v);

#endif
