/* Between reserved.c and reserved_link.c. */
#ifndef VALIDATORS_KIT_RESERVED_INNER_H
#define VALIDATORS_KIT_RESERVED_INNER_H

#include <stddef.h>
#include "validators/text/findings.h"
#include "validators/text/markdown.h"

/* The first definition of a link that nothing refers to, in a text that is all there is, and was parsed. */
void reserved_judge_links(const char *text, size_t len, int line0, const struct md *md, struct findings *out);

#endif
