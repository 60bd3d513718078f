/*
 * Bounds on what cmark-gfm is made to do (limits.h: LIMIT_NESTING), for markdown.c alone.
 */
#ifndef VALIDATORS_TEXT_MARKDOWN_BOUND_H
#define VALIDATORS_TEXT_MARKDOWN_BOUND_H

#include <stdbool.h>
#include <stddef.h>

struct cmark_node;
struct cmark_parser;

/* Feed a whole text, line by line: 0, or the line at which blocks nest too deep; nothing behind it is fed. */
int md_feed(struct cmark_parser *parser, const char *text, size_t len);

/* Would parsing the inlines of what was fed take no longer than in proportion to the text? All blocks must be closed.
 */
bool md_is_affordable(const struct cmark_parser *parser, const char *text, size_t len);

/* The block after `n` in document order, before there are inlines. */
struct cmark_node *md_next_block(struct cmark_node *n);

#endif
