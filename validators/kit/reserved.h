/*
 * What in a record is the filesystem's own, and is taken for true by whoever reads it: lines that end in a time (`>
 * Peer timeout: bob, TIME`), and the headings of texts. So no text that is handed in may have (`text.reserved`), outside of
 * code, a line that begins as such a line behind any list or quote marks or none, and ends in a time; or one that reads
 * as such a heading and is none (`＃＃ Turn 5 — bob`), but in a block quote; or a heading in HTML; or an HTML comment
 * that says something, or the definition of a link that nothing refers to, which only some of its readers see. What it
 * looks like counts, in whatever width and with whatever marks between that nobody sees. Pure.
 */
#ifndef VALIDATORS_KIT_RESERVED_H
#define VALIDATORS_KIT_RESERVED_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/text/findings.h"
#include "validators/text/markdown.h"

/* Each such line of a Markdown text; of a text that goes on (`prefix`), of its whole lines. What was `kept` of these
 * (NULL: nothing) is not read again. */
void reserved_judge(
	const char *text, size_t len, int line0, bool prefix, const struct md_kept *kept, struct findings *out);

/* Would these plain words be such a line, once they stand in a quote? */
bool reserved_says(const char *words, size_t len);

#endif
