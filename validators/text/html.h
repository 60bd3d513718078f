/*
 * Text in HTML.
 */
#ifndef VALIDATORS_TEXT_HTML_H
#define VALIDATORS_TEXT_HTML_H

#include <stddef.h>
#include <utstring.h>

/* Append `s` as text or as the value of an attribute in double quotes. Control characters but newline and tab are left
 * out. */
void html_put(UT_string *out, const char *s, size_t len);

#endif
