/*
 * What the filesystem itself writes into a record: its head, and notes.
 */
#ifndef VALIDATORS_SOCRATIC_HEAD_H
#define VALIDATORS_SOCRATIC_HEAD_H

#include "validators/format.h"

/* format.head */
void head_render(const struct context *ctx, UT_string *out);

/* RFC 3339, UTC, whole seconds; gives `out`. */
#define HEAD_TIME_BYTES 32
const char *head_time(int64_t time_ms, char out[HEAD_TIME_BYTES]);

/* `> WHAT NAME, TIME`, with the blank line before it. malloc'd. */
char *head_note(const char *what, const char *name, int64_t time_ms);

#endif
