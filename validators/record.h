/*
 * How a record grows: what stands between its pieces, and the times and lines that the filesystem itself writes into it. Pure.
 */
#ifndef VALIDATORS_RECORD_H
#define VALIDATORS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <utstring.h>
#include "validators/reader.h"

/* What stands before a submission. */
#define RECORD_BEFORE "\n---\n\n"

/* A submission from its heading on as it grows the record: behind RECORD_BEFORE, without blank lines at its end. malloc'd. */
char *record_body(const char *text, size_t len, size_t heading, size_t *body_len);

/* RFC 3339, UTC, whole seconds; gives `out`. */
#define RECORD_TIME_BYTES 32
const char *record_time(int64_t time_ms, char out[RECORD_TIME_BYTES]);
/* What record_time wrote; false where `s` is nothing of the kind. */
bool record_time_read(const char *s, size_t len, int64_t *time_ms);

/* `> WHAT NAME, TIME`, with the blank line before it. malloc'd. */
char *record_note(const char *what, const char *name, int64_t time_ms);

/* A row of a head's table, `| KEY | VALUE |`; the value is escaped. */
void record_put_row(UT_string *out, const char *key, const char *value);
/* A cell of such a row, with what parts it from the one before; a row begins with record_put_cell and ends with " |\n". */
void record_put_cell(UT_string *out, const char *value);
/* The plain text of such a row: step over the key, so that its value is left. */
bool record_skip_key(struct reader *row, const char *key);
/* One cell, without the space round it; what is left begins at the next. */
bool record_skip_cell(struct reader *row, struct reader *cell);

#endif
