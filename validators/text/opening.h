/*
 * Where a submission begins: a heading of level 2 in one line, behind nothing but blank lines and one thematic break.
 */
#ifndef VALIDATORS_TEXT_OPENING_H
#define VALIDATORS_TEXT_OPENING_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/text/markdown.h"

struct opening {
	bool nothing;     /* there are only blank lines, and perhaps a break */
	bool heading;     /* it begins with such a heading */
	int line;         /* of the heading, or of what stands in its place */
	size_t index;     /* the heading in md.lines */
	size_t offset;    /* its line in the text */
	const char *text; /* what the heading says, without its marks, or the whole line: the writer's bytes */
	size_t len;
};

struct opening opening_find(const struct md *md, const char *text, size_t len);
/* The same of a text of which nothing else is read. */
struct opening opening_read(const char *text, size_t len);
/* A heading that stands in no other block, where its line begins at `s`: fills in text and len. false where its words
 * are not in that line. */
bool opening_heading(const char *s, const char *end, struct opening *o);
/* Are these its first words, in any case, up to white space or the end? */
bool opening_says(const struct opening *o, const char *words);

#endif
