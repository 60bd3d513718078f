/*
 * What the filesystem itself writes into a record: its head, and notes; and a whole record, or turns without one, as
 * the parts that it is made of.
 */
#ifndef VALIDATORS_SOCRATIC_HEAD_H
#define VALIDATORS_SOCRATIC_HEAD_H

#include "validators/kit/format.h"

/* format.head, format.head_read and format.split */
void head_render(const struct context *ctx, UT_string *out);
void head_read(const char *text, size_t len, struct head_facts *out);
void record_split(const char *text, size_t len, void (*each)(void *arg, const struct part *part), void *arg);

#endif
