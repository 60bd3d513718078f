/*
 * Markdown that is not judged: headings and outermost blocks of a text, by cmark-gfm, and plain text that is made into
 * Markdown. What rules read is read line by line (kit/lines.h).
 */
#ifndef VALIDATORS_TEXT_MARKDOWN_H
#define VALIDATORS_TEXT_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <utstring.h>

/* Every heading of a text of any size and any bytes, quoted ones too, with its plain text; without parsing anything but
 * headings inline. Stops where blocks nest too deep, and where `each` returns false. */
void md_headings(const char *text, size_t len, bool (*each)(void *arg, const char *plain, size_t plain_len), void *arg);

/* A block that stands in no other: in a text that is too long to be read as one. */
enum md_block_kind { MD_BLOCK_PARAGRAPH, MD_BLOCK_HEADING, MD_BLOCK_BREAK, MD_BLOCK_QUOTE, MD_BLOCK_OTHER };
struct md_block {
	enum md_block_kind kind;
	unsigned level; /* of a heading */
	size_t offset;  /* of the line that it begins in */
	int line;       /* from 1 */
};
/* Every outermost block of a text of any size and any bytes, in order, without its inlines. Where blocks nest too deep
 * reading begins anew at the next line. */
void md_blocks(const char *text, size_t len, void (*each)(void *arg, const struct md_block *b), void *arg);

/* Append `s` so that it is plain text wherever a line of Markdown or a cell of a table goes on. */
void md_escape(UT_string *out, const char *s);
/* Append `s` as a paragraph of plain text, all on one line, that begins here: white space is folded, and nothing of it
 * begins a block. */
void md_escape_paragraph(UT_string *out, const char *s);
void md_escape_paragraph_read(UT_string *out, const char *s);
/* Append any text as a code block of its own lines, between fences that none of them can close. */
void md_fence(UT_string *out, const char *info, const char *s, size_t len);
/* Append `s` as the destination of a link. */
void md_escape_url(UT_string *out, const char *s);

#endif
