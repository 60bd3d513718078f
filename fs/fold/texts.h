/*
 * The texts of every format, and of the mount's own, as one mount has them (validators/kit/texts.h): the user's files
 * where they are there, else what is built in.
 *
 * A set is immutable and counted by reference, which any thread may do. The registry holds the newest; a duel that is
 * loaded holds the one that it was loaded with, and a judgement under way is of a duel that stays loaded.
 *
 * A user's file is DIR/NAME, where NAME is the row's and DIR the directory of the mount's configuration file. It may be
 * a symlink, as that file itself may; what it leads to must be a regular file of at most LIMIT_TEXT_FILE_BYTES.
 */
#ifndef FS_FOLD_TEXTS_H
#define FS_FOLD_TEXTS_H

#include <utstring.h>
#include "validators/kit/format.h"

struct text_set;

/* Read a set, with `n` texts of the mount's own; `dir` NULL: what is built in. 0, or a negative errno with *why as
 * `FILE:LINE: text`. Blocks as long as the file system. */
int text_set_read(const char *dir, const struct text_row *own, size_t n, struct text_set **out, UT_string *why);
/* What is built in, which every format can use; nothing of the mount's own. */
struct text_set *text_set_built_in(void);
struct text_set *text_set_hold(struct text_set *s);
void text_set_drop(struct text_set *s);
/* What credentials look like. */
const struct secrets *text_set_secrets(const struct text_set *s);
/* Of one format, one a row, in their order; of none: the mount's own, NULL where it was read without them. */
const struct text *const *text_set_of(const struct text_set *s, const struct format *f);

#endif
