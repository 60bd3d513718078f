/*
 * How a record grows: what stands between its pieces, and the line that its maker has written into it. Pure.
 */
#ifndef FS_UTIL_RECORD_LEAD_H
#define FS_UTIL_RECORD_LEAD_H

#include "validators/kit/record.h"

/* The lines before a text are so long at most. */
#define RECORD_LEAD_BYTES 8

/* The bytes that are missing to a blank line behind these: "", a newline, or two where the last line has none. Static.
 * */
const char *record_gap(const char *before, size_t len);
/* The bytes that must stand between `tail` (the end of the record) and an accepted text that is recorded as it was
 * written: nothing, nearly always; a newline that the last line lacks; a blank line before a rule, which would make a
 * heading of the line above; a rule before a text that is indented, which a list would take. Static. */
const char *record_needs(const char *tail, size_t tail_len, const char *body, size_t len);

/* `> duelfs: maker: TEXT, TIME`, a line, on one line whatever the text holds. malloc'd. */
char *record_maker(const char *text, int64_t time_ms);

#endif
