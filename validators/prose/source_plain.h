/* What is compared of a text that is quoted, and of what quotes it (sight.c). Pure; time is linear. */
#ifndef VALIDATORS_PROSE_SOURCE_PLAIN_H
#define VALIDATORS_PROSE_SOURCE_PLAIN_H

#include <stddef.h>

/* One space for white space, none beside letters of scripts without spaces, one kind of quotation marks, no marks of
 * emphasis, code or links, none that nobody sees: both a quoted line of the file and a quoted line of the page it makes
 * are found. malloc'd. */
char *source_plain(const char *s, size_t len, size_t *plain_len);
/* The length of such a text without the punctuation at its end. */
size_t source_without_stops(const char *s, size_t len);

#endif
