/*
 * Lines of the filesystem's own: in a record they are block quotes of one line that end in a time, and whoever reads it
 * takes them for true. So no text that is handed in may have a line (`text.reserved`) that begins as one of them behind
 * any list or quote marks, and ends in such a time, outside of code; what it looks like counts, in whatever width and
 * with whatever marks between that nobody sees. Pure.
 */
#ifndef VALIDATORS_KIT_RESERVED_H
#define VALIDATORS_KIT_RESERVED_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/text/findings.h"

/* Each such line of a Markdown text; of a text that goes on (`prefix`), of its
 * whole lines. */
void reserved_judge(const char *text, size_t len, int line0, bool prefix, struct findings *out);

/* Would these plain words be such a line, once they stand in a quote? */
bool reserved_says(const char *words, size_t len);

#endif
