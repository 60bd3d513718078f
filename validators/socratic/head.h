/*
 * What the filesystem itself writes into a record: its head.
 */
#ifndef VALIDATORS_SOCRATIC_HEAD_H
#define VALIDATORS_SOCRATIC_HEAD_H

#include "validators/kit/format.h"

/* format.head */
void head_render(const struct context *ctx, UT_string *out);

#endif
