/*
 * A scratch file renamed over a written file (files.md, "debate.md", rule 5): a rewrite of the whole file in one step,
 * decided at the rename and durable when it returns 0. Then the scratch file has lost its name; else it stays as it
 * was, and the reason is in last_error.
 */
#ifndef FS_INTAKE_REPLACE_H
#define FS_INTAKE_REPLACE_H

#include "fs/intake/intake.h"
#include "fs/duels/scratch.h"

/* `file` is an enum intake_file. Expects the duels' lock, and lets go of it meanwhile. */
int replace_run(struct scratch *s, int file, const struct caller *who);

#endif
