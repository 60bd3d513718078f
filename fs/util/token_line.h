/*
 * The line `<!-- token: SECRET -->` that may stand before an append and proves its seat. It is never recorded and
 * never shown. Pure.
 */
#ifndef FS_UTIL_TOKEN_LINE_H
#define FS_UTIL_TOKEN_LINE_H

#include <stdbool.h>
#include <stddef.h>

struct token_line {
	const char *line;   /* the first line of the text that is not blank, token or not */
	size_t len;
	bool whole;         /* its newline is there */
	bool maybe;         /* as far as it is there it may be a token line */
	const char *token;  /* NULL: it is none */
	size_t token_len;
};

/* As a blank has it, to fill in. */
#define TOKEN_LINE_BLANK "<!-- token: SECRET -->\n"

/* LF line ends. */
struct token_line token_line_read(const char *text, size_t len);

#endif
