/*
 * A text without the debate it belongs to: a record, or any hand-in, by its shape. It is one part.
 */
#ifndef VALIDATORS_DIALECTIC_SPLIT_H
#define VALIDATORS_DIALECTIC_SPLIT_H

#include "validators/kit/format.h"

/* format.split */
void dialectic_split(const char *text, size_t len, void (*each)(void *arg, const struct part *part), void *arg);
/* format.head_read: a record is not read back. */
void dialectic_head_read(const char *text, size_t len, struct head_facts *out);

#endif
