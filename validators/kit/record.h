/*
 * Texts and times as a record has them. Pure.
 */
#ifndef VALIDATORS_KIT_RECORD_H
#define VALIDATORS_KIT_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "validators/text/reader.h"

/* The form of a record: a blank line, this, and a text from its heading on, without blank lines at its end. */
#define RECORD_RULE "---\n\n"

/* A text without blank lines at its end. malloc'd. */
char *record_text(const char *text, size_t len, size_t *text_len);
/* The place of the heading of a text: behind blank lines, one thematic break, blank lines; also with CRLF line ends. */
size_t record_heading(const char *text, size_t len);
/* Has it nothing but spaces, tabs and a carriage return? */
bool record_line_is_blank(const struct reader *line);

/* RFC 3339, UTC, whole seconds; gives `out`: "" for 0, and behind the year 9999. */
#define RECORD_TIME_BYTES 32
const char *record_time(int64_t time_ms, char out[RECORD_TIME_BYTES]);

#endif
