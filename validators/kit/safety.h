/*
 * The safety of a text that has clean bytes (text/text.h): it has no line that looks like the record's own.
 *
 * The filesystem's lines begin with `> duelfs:`, and a heading of level 1 or 2 begins one of its texts; a writer has
 * neither, but for the heading that is due. A line of `=` or `-` right below text makes such a heading, too. All of
 * that may stand in a fence. A fence is closed, and so is an HTML comment that begins a line.
 *
 * Links, images and emphasis are nobody's business here; pages escape what they show. Pure, linear.
 */
#ifndef VALIDATORS_KIT_SAFETY_H
#define VALIDATORS_KIT_SAFETY_H

#include "validators/kit/parts.h"

/* Does it say nothing? */
bool safety_judge_blank(const char *text, size_t len, struct findings *out);
/* `duelfs:` behind any marks of lists and quotes, in any case and width. */
bool safety_is_own_line(struct reader r);
/* Its lines: text.one, text.reserved, text.open. */
void safety_judge_lines(const struct parsed *p, struct findings *out);

#endif
