/*
 * What a code span says: a path, a command with an argument, a symbol or an expression that stands in some file, or
 * words that somebody set in backticks.
 */
#ifndef VALIDATORS_PROSE_CITE_CODE_H
#define VALIDATORS_PROSE_CITE_CODE_H

#include <stddef.h>

enum cite_code { CODE_PATH, CODE_COMMAND, CODE_SYMBOL, CODE_WORDS };

enum cite_code
cite_code_read(const char *s, size_t len);

#endif
