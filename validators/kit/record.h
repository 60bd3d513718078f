/*
 * How a record grows: what stands between its pieces, and the times and lines that the filesystem itself writes into
 * it. Pure.
 */
#ifndef VALIDATORS_KIT_RECORD_H
#define VALIDATORS_KIT_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <utstring.h>
#include "validators/text/reader.h"

/* The form of a record: a blank line, this, and a text from its heading on, without blank lines at its end. */
#define RECORD_RULE "---\n\n"
/* The lines before a text are so long at most. */
#define RECORD_LEAD_BYTES 8

/* A text without blank lines at its end. malloc'd. */
char *record_text(const char *text, size_t len, size_t *text_len);
/* The place of the heading of a text: behind blank lines, one thematic break, blank lines; also with CRLF line ends. */
size_t record_heading(const char *text, size_t len);

/* The bytes that are missing to a blank line behind these: "", a newline, or two where the last line has none. Static.
 * */
const char *record_gap(const char *before, size_t len);
/* The bytes that must stand between `tail` (the end of the record) and an accepted text that is recorded as it was
 * written: nothing, nearly always; a newline that the last line lacks; a blank line before a rule, which would make a
 * heading of the line above; a rule before a text that is indented, which a list would take. Static. */
const char *record_needs(const char *tail, size_t tail_len, const char *body, size_t len);

/* RFC 3339, UTC, whole seconds; gives `out`: "" for 0, and behind the year 9999. */
#define RECORD_TIME_BYTES 32
const char *record_time(int64_t time_ms, char out[RECORD_TIME_BYTES]);
/* `> duelfs: maker: TEXT, TIME`, a line, on one line whatever the text holds. malloc'd. */
char *record_maker(const char *text, int64_t time_ms);

#endif
