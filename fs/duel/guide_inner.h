/*
 * Inside the guides: what guide.c writes commands with, for guide_mount.c and guide_duel.c.
 */
#ifndef FS_DUEL_GUIDE_INNER_H
#define FS_DUEL_GUIDE_INNER_H

#include <stdbool.h>
#include <utstring.h>
#include "fs/duel/guide.h"

/* The heredoc's last line; no line of a turn is just this. */
#define TURN_END "TURN"

void guide_put(UT_string *out, const char *s);
/* Nothing but ASCII letters, digits and `also`, and not empty. */
bool guide_is_plain(const char *s, const char *also);

/* For a shell: a file of a duel ("" and "": the mount itself). */
void guide_put_path(UT_string *out, const char *mountpoint, const char *duel, const char *file);
/* Commands, each a line. */
void guide_put_lock(UT_string *out, const char *mountpoint, const char *duel, const char *line);
void guide_put_append(UT_string *out, const char *mountpoint, const char *duel, const char *text);
void guide_put_cat(UT_string *out, const char *mountpoint, const char *duel, const char *file);

/* Round commands that work as printed. */
void guide_sh_begin(UT_string *out);
void guide_sh_end(UT_string *out);

#endif
