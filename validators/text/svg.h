/*
 * Text in XML, and pictures that say something in words.
 */
#ifndef VALIDATORS_TEXT_SVG_H
#define VALIDATORS_TEXT_SVG_H

#include <stddef.h>
#include <utstring.h>

/* One byte of a text, escaped as far as the content of an element must be. */
void xml_put_char(UT_string *out, char c);

/* An SVG of `n` lines, for where another picture would stand. */
void svg_notice(const char *const *lines, size_t n, UT_string *out);

#endif
