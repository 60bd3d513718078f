/*
 * Plain text that is made into Markdown, and a heading that is made into plain text. Rules read texts line by line
 * (kit/lines.h).
 */
#ifndef VALIDATORS_TEXT_MARKDOWN_H
#define VALIDATORS_TEXT_MARKDOWN_H

#include <stddef.h>
#include <utstring.h>

/* A line of Markdown that is a heading's, as plain text; malloc'd. */
char *md_plain(const char *line, size_t len);
/* Append `s` as plain text, with code in backticks, wherever a line of Markdown or a cell of a table goes on. */
void md_escape(UT_string *out, const char *s);
/* Append `s` as a paragraph of plain text, all on one line, that begins here: white space is folded, and nothing of it
 * begins a block. */
void md_escape_paragraph(UT_string *out, const char *s);
/* Append any text as a code block of its own lines, between fences that none of them can close. */
void md_fence(UT_string *out, const char *info, const char *s, size_t len);
/* Append `s` as the destination of a link. */
void md_escape_url(UT_string *out, const char *s);

/* Append `s` as text of HTML, or as the value of an attribute in double quotes. Control characters but newline and tab
 * are left out. */
void html_put(UT_string *out, const char *s, size_t len);

#endif
