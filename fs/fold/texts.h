/*
 * Texts that are built in, as guides use them (validators/kit/texts.h): each row is made at its first use,
 * and kept until the process ends. Any thread may ask.
 */
#ifndef FS_FOLD_TEXTS_H
#define FS_FOLD_TEXTS_H

#include "validators/kit/format.h"

/* One a row, in their order. `rows` is where it is as long as the process lives. */
const struct text *const *texts_made(const struct text_row *rows, size_t n);
/* What credentials look like. */
const struct secrets *texts_secrets(void);

#endif
