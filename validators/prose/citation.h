/*
 * What is cited: the places in one block's plain text that count as evidence, kind by kind.
 *
 * What counts and what does not is written down in config/rounds/evidence.md, as a table that the unit test reads row
 * by row; here it is done. Nothing is looked up: a path has to look like one, no more. Prose is taken for evidence
 * rather too seldom than too often: whoever names a real thing can always set it in backticks.
 *
 * Invariants: citations are in the order of the text and do not overlap. Time is in proportion to the text.
 */
#ifndef VALIDATORS_PROSE_CITATION_H
#define VALIDATORS_PROSE_CITATION_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/text/markdown.h"

enum cited {
	CITED_PATH,     /* src/main.c:14, README.md */
	CITED_CODE,     /* a code span or block */
	CITED_URL,      /* http(s) */
	CITED_FIGURE,   /* 4.2 GB/s */
	CITED_DOCUMENT, /* RFC 7540 section 8.1, open(2) */
	CITED_KINDS
};

/* As evidence.md and refusals call a kind: "path". */
extern const char *const cited_names[CITED_KINDS];
/* All of them in a sentence: what to add where there is none. */
extern const char cited_any[];

/* What one lacks to count, where somebody has looked at what stands round it. */
enum cited_lack {
	LACKS_NOTHING,
	LACKS_FILE,    /* a symbol, and no file is cited that it may stand in */
	LACKS_CODE,    /* words in backticks */
	LACKS_MEASURE, /* a figure, and not of what */
	LACKS_CONTENT, /* a document, and not what stands there */
	CITED_LACKS
};
/* What to do about it, in a sentence's end. */
extern const char *const cited_lacks[CITED_LACKS];

struct citation {
	enum cited kind;
	enum cited_lack lack;
	bool block;      /* of code: no span */
	size_t off, len; /* in md.text */
};

struct citations {
	struct citation *v;
	size_t n, room;
};

/* Append what is cited in md->text[off .. end), a run of MD_TEXT lines or one heading. */
void citations_find(struct citations *out, const struct md *md, size_t off, size_t end);
/* Append a code block, where it says anything. */
void citations_add_code(struct citations *out, const struct md *md, const struct md_line *code);
void citations_free(struct citations *c);

/* Is `C1.2`, or with POINT_ANSWER `D2.1`, all that stands here, or at its beginning? *round and *n are 0 < n <
 * 10,000,000; the bytes it takes, or 0. Such an id names what somebody said, and is no code. */
#define POINT_CHALLENGE 'C'
#define POINT_ANSWER 'D'
size_t point_id_read(const char *s, const char *end, char *letter, unsigned *round, unsigned *n);

#endif
