/*
 * Credentials: what looks like one does not belong into a record that never forgets (`text.secret`).
 *
 * config/secrets.txt, which is part of the program, says what they look like and how it is written. A credential begins
 * where a word does, so that no expression goes over the same bytes again and again, and none sees more than
 * a kilobyte. A finding names its kind and its line, and never a word of the line.
 *
 * A text is also read as it would be without its backslashes (`\n`, `\u0067`, `\_`, `\/`): JSON and Markdown have them
 * where the reader sees none. Time is linear; any thread may ask.
 */
#ifndef FS_UTIL_SECRET_H
#define FS_UTIL_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/text/findings.h"

/* The setting of a duel about them (`secrets`). */
enum secrets_mode { SECRETS_REFUSE, SECRETS_WARN, SECRETS_ALLOW };
/* The one of that name; NULL: SECRETS_REFUSE. */
enum secrets_mode secrets_mode_named(const char *name);

bool secrets_has(const char *text, size_t len);
/* Each line that has one is an error, or where the duel only warns a warning. `line0` is added to each line. */
void secrets_judge(const char *text, size_t len, int line0, enum secrets_mode mode, struct findings *out);

#endif
